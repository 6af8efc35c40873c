#!/bin/bash
# The command line from outside: exit status, messages, and that nothing is left behind after a failure.
# Usage: tests/cli.sh BINARY
set -u
tool=$(realpath "$1")
passed=0 failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

fail() { failed=$((failed + 1)); echo "cli: FAILED: $*"; }
pass() { passed=$((passed + 1)); }

# wants CODE REGEX COMMAND...: exit status, and a match in stdout or stderr ('' for no demand)
wants() {
	local code=$1 regex=$2 got
	shift 2
	"$@" >out 2>err </dev/null
	got=$?
	if [ $got != "$code" ]; then
		fail "$*: exit status $got, wanted $code; $(head -c 300 err)"
	elif [ -n "$regex" ] && ! grep -qaE -- "$regex" out err; then
		fail "$*: no '$regex' in the output; $(head -c 300 out err)"
	else
		pass
	fi
}

wants 0 '^tileproof [0-9]+\.[0-9]+\.[0-9]+$' "$tool" --version
wants 0 'Usage: ' "$tool" --help
wants 64 'unrecognized option' "$tool" --nonsense

echo "$passed passed, $failed failed"
[ $failed = 0 ]
