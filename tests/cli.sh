#!/bin/bash
# The command line from outside: exit status, messages with a position, and that nothing is left behind after a failure.
# Usage: tests/cli.sh BINARY
set -u
tool=$(realpath "$1")
data=$(realpath "$(dirname "$0")/data/kernels")
small=$(echo "$data"/mx01_attend_rows/a2a3_PYPTO/passes_dump/26_after_*.py)
large=$(echo "$data"/lg01_decoder_step/a2a3_PYPTO/passes_dump/33_after_*.py)
slow=${TEST_SLOWNESS:-1} # sanitizer builds take longer
passed=0 failed=0
scratch=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
mkdir logs

fail() { failed=$((failed + 1)); echo "cli: FAILED: $*" | head -c 600; echo; }
pass() { passed=$((passed + 1)); }
note() { if [ "$1" = 0 ]; then pass; else fail "$2"; fi; }

# wants CODE REGEX COMMAND...: exit status, and a match in standard output or standard error ('' for no demand)
wants() {
	local code=$1 regex=$2 got
	shift 2
	timeout $((20 * slow)) "$@" >logs/out 2>logs/err </dev/null
	got=$?
	if [ $got != "$code" ]; then
		fail "$*: exit status $got, wanted $code; $(head -c 300 logs/err)"
	elif [ -n "$regex" ] && ! grep -qaE -- "$regex" logs/out logs/err; then
		fail "$*: no '$regex' in the output; $(cat logs/out logs/err | head -c 300)"
	else
		pass
	fi
}
# refused REGEX COMMAND...: status 4, the message, and no file "out.py", nor a temporary one
refused() {
	wants 4 "$@"
	if [ -e out.py ] || [ -n "$(find . -name '.tileproof-*' -print -quit)" ]; then
		fail "${*:2}: left an output file behind"
		rm -f out.py .tileproof-*
	else
		pass
	fi
}
commands=$("$tool" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z0-9-]*\) .*/\1/p')

# ---- help, version, usage ----

wants 0 '^tileproof [0-9]+\.[0-9]+\.[0-9]+$' "$tool" --version
wants 0 'Usage: tileproof' "$tool" --help
for c in $commands; do
	wants 0 "Usage: tileproof $c" "$tool" "$c" --help
	wants 64 'unrecognized option' "$tool" "$c" --nonsense
done
wants 64 'unrecognized option' "$tool" --nonsense
wants 64 "no command 'frobnicate'" "$tool" frobnicate
wants 64 Usage "$tool"
for arguments in print transform 'diff one' 'print one two' 'transform --passes=none x' 'transform --passes= x' 'transform --planner=x x' \
	'transform --arch=a4 x' 'transform --guards=none-such x' 'transform --reference --guards=all x'; do
	wants 64 'tileproof (print|transform|diff): ' "$tool" $arguments
done

# ---- what was given cannot be read ----

mkdir folder
: >empty.py
printf 'a\0b' >nul.py
LC_ALL=C awk 'BEGIN { srand(7); for (i = 0; i < 20000; i++) printf "%c", int(rand() * 255) + 1 }' >random.py
head -c 50000000 /dev/zero | tr '\0' a >long-line.py
head -c 100000 /dev/zero | tr '\0' '(' >brackets.py
before_line=$(grep -n -m1 'pl.tile.load' "$small" | cut -d: -f1)
nested() { # opening, closing: the small kernel with 100 000 of them around an argument
	head -$((before_line - 1)) "$small"
	printf '        deep: pl.Scalar[pl.INDEX] = '
	head -c 100000 /dev/zero | sed "s/\x00/$1/g"
	printf 1
	head -c 100000 /dev/zero | sed "s/\x00/$2/g"
	echo
	tail -n +"$before_line" "$small"
}
nested '(' ')' >parentheses.py
nested '[' ']' >lists.py
nested 'not ' '' >nots.py
nested 'pl.cast(' ', pl.INDEX)' >casts.py
{
	head -$((before_line - 1)) "$small"
	awk 'BEGIN { pad = "        "; for (i = 0; i < 3000; i++) { print pad "if 1 < 2:"; pad = pad " " } }'
} >blocks.py

for command in print 'transform -o out.py' "diff $small" "check $small" "explain $small"; do
	refused 'missing.py: .*No such file' "$tool" $command missing.py
	refused 'folder: .*[Dd]irectory' "$tool" $command folder
	for bad in empty nul random long-line brackets lists casts nots blocks; do
		refused "$bad.py:[0-9]+:[0-9]+: (error|unsupported)" "$tool" $command $bad.py
	done
	if [ "$(id -u)" != 0 ]; then
		cp "$small" locked.py
		chmod 0 locked.py
		refused 'Permission denied' "$tool" $command locked.py
		rm -f locked.py
	fi
done
# Redundant brackets may be dropped, so accepting them is as good as refusing them; crashing is not.
timeout $((20 * slow)) "$tool" print parentheses.py >logs/out 2>logs/err
case $? in 0 | 4) pass ;; *) fail "print parentheses.py: $(head -c 300 logs/err)" ;; esac

# Cut anywhere, a dump is either still a program or refused with a position.
size=$(stat -c %s "$small")
for k in $(seq 1 40); do
	head -c $((size * k / 41)) "$small" >cut.py
	rm -f out.py
	timeout 20 "$tool" transform -o out.py cut.py >logs/out 2>logs/err
	got=$?
	case $got in
	0) [ -s out.py ]; note $? "cut at part $k of 41: status 0 and no output" ;;
	4) [ ! -e out.py ] && grep -qaE '^cut\.py:[0-9]+:[0-9]+: (error|unsupported): ' logs/err; note $? "cut at part $k of 41: $(head -c 200 logs/err)" ;;
	*) fail "cut at part $k of 41: exit status $got; $(head -c 200 logs/err)" ;;
	esac
done
rm -f out.py
line=$(grep -n -m1 'pl.tile.load' "$small" | cut -d: -f1)
head -n "$line" "$small" | head -c -5 >cut.py
refused "^cut\.py:$line:[0-9]+: (error|unsupported): " "$tool" transform -o out.py cut.py

# ---- what was asked for cannot be written ----

for command in print transform; do
	wants 4 '/dev/full: .*No space left' "$tool" $command -o /dev/full "$small"
	wants 4 'standard output: .*No space left' sh -c "exec '$tool' $command '$small' >/dev/full"
	wants 4 'standard output: .*Bad file descriptor' sh -c "exec '$tool' $command '$small' >&-"
	refused 'File too large' bash -c "ulimit -f 2; export GCOV_PREFIX=$scratch/gcov; exec '$tool' $command -o out.py '$large'"
	refused 'No such file' "$tool" $command -o no/such/folder/out.py "$small"
	wants 4 'folder: .*directory' "$tool" $command -o folder "$small"
	{ sleep 0.3; "$tool" $command "$small" 2>logs/err; echo $? >logs/code; } | true
	[ "$(cat logs/code)" = 4 ] && [ ! -s logs/err ]
	note $? "$command into a closed pipe: exit status $(cat logs/code), $(cat logs/err)"

	echo precious >kept.py
	wants 4 'File too large' bash -c "ulimit -f 2; export GCOV_PREFIX=$scratch/gcov; exec '$tool' $command -o kept.py '$large'"
	[ "$(cat kept.py)" = precious ]
	note $? "$command: a failed write changed the file that was there"
	if [ "$(id -u)" = 0 ]; then
		mkdir -p disk
		if mount -t tmpfs -o size=16k tmpfs disk 2>/dev/null; then
			wants 4 'No space left' "$tool" $command -o disk/out.py "$large"
			[ -z "$(ls -A disk)" ]
			note $? "$command: left $(ls -A disk) on a full disk"
			umount disk
		fi
	else
		mkdir -p locked && chmod 555 locked
		wants 4 'Permission denied' "$tool" $command -o locked/out.py "$small"
	fi
done
refused 'no/such/file' "$tool" transform --decisions no/such/file -o out.py "$small"
refused '/dev/full: .*No space left' "$tool" transform --decisions /dev/full -o out.py "$small"
wants 4 'standard output' sh -c "exec '$tool' --help >/dev/full"

# ---- what works ----

for f in "$data"/*/*/passes_dump/*.py; do
	"$tool" print "$f" >logs/out 2>logs/err && cmp -s logs/out "$f"
	note $? "print ${f#"$data"/}: not the same bytes; $(head -c 200 logs/err)"
done
wants 0 '' "$tool" print -o out.py "$small"
cmp -s out.py "$small"
note $? "print -o: not the same bytes"
ln -sf out.py link.py
wants 0 '' "$tool" print -o link.py "$large"
[ -L link.py ] && cmp -s out.py "$large"
note $? "print -o through a symbolic link: the link must stay and its target change"
chmod 640 out.py
wants 0 '' "$tool" print -o out.py "$small"
[ "$(stat -c %a out.py)" = 640 ]
note $? "print -o: the mode of the file that was there is kept"

for dump in "$data"/*/*/passes_dump; do
	combination=$(basename "$(dirname "$dump")")
	name=$(basename "$(dirname "$(dirname "$dump")")").$combination
	passes=
	for step in skew:27 slots:28 loops:29; do
		passes=$passes${passes:+,}${step%:*}
		golden=$(echo "$dump/${step#*:}"_after_*.py)
		[ -e "$golden" ] || continue
		rm -f out.py decisions.json
		wants 0 '' "$tool" transform --reference --passes "$passes" --planner "${combination##*_}" --arch "${combination%%_*}" \
			--decisions decisions.json -o out.py "$dump"/26_after_*.py
		wants 0 '' "$tool" diff out.py "$golden"
	done
done
wants 1 ':[0-9]+:[0-9]+: note: ' "$tool" diff "$small" "$large"
wants 0 'SkewCrossCorePipeline' "$tool" transform --time-passes -o out.py "$small"
wants 0 ':[0-9]+: [a-z_0-9]+: skew: skewed with depth [0-9]+' "$tool" transform --explain -o out.py "$small"
grep -q 'skewed' logs/out
note $? "transform --explain -o: the lines belong on standard output"
wants 0 '' "$tool" transform --explain "$small"
grep -q 'skewed' logs/err && ! grep -q 'skewed with' logs/out
note $? "transform --explain without -o: the lines belong on standard error"
wants 0 '' "$tool" transform --decisions decisions.json -o out.py "$small"
for key in function line pass outcome depth requested slots reason guard; do
	grep -q "\"$key\": " decisions.json
	note $? "decisions: no key $key"
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
