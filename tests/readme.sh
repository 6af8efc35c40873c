#!/bin/bash
# The session in README.md: every command there runs, and what it shows is what the README shows. Usage: tests/readme.sh BINARY
set -u
tool=$(realpath "$1")
readme=$(realpath README.md)
passed=0 failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" && ln -s "$tool" "$scratch/bin/tileproof" && ln -s "$PWD/tests" "$scratch/tests"
command -v sqlite3 >/dev/null || { [ -x "$(dirname "$tool")/sql" ] && printf '#!/bin/sh\nexec tileproof query --db "$1" --format csv "$2" | tail -n +2 | tr -d "\\r" | tr , "|"\n' >"$scratch/bin/sqlite3" && chmod +x "$scratch/bin/sqlite3"; }
export PATH=$scratch/bin:$PATH
cd "$scratch" || exit 1

judge() { # command, what the README shows, what came out
	[ -n "$1" ] || return 0
	if [ "$2" = "$3" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "readme: FAILED: $1 shows:"
		diff <(echo "$2") <(echo "$3") | head -20
	fi
}
sed -n '/^## The database/,/^## /p' "$readme" | sed -n 's/^    //p' >session
command='' shown='' got=''
while IFS= read -r line; do
	case $line in
	'$ '*)
		judge "$command" "$shown" "$got"
		command=${line#'$ '} shown=''
		got=$(eval "$command" 2>/dev/null </dev/null)
		case $command in *" audit "*) got='' ;; esac # too long for a README
		;;
	*) shown=$shown${shown:+$'\n'}$line ;;
	esac
done <session
judge "$command" "$shown" "$got"
[ "$passed" -gt 5 ] || { failed=$((failed + 1)); echo "readme: FAILED: no session in README.md"; }
echo "$passed passed, $failed failed"
[ $failed = 0 ]
