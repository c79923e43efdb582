# What scripts that test the command line share; they set $holdfast, stand in a folder of their own,
# and end with `finish`.
passed=0
failed=0

check() {  # check DESCRIPTION CONDITION...
  local description=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $description"
    sed 's/^/  stdout: /' out | head -n 20
    sed 's/^/  stderr: /' err
  fi
}

# expect CODE PATTERN ARGUMENT...: the exit code, and what the output must contain. A call that fails
# says why on standard error, in one message without a trace of the program's insides, and prints
# nothing else.
expect() {
  local code=$1 pattern=$2
  shift 2
  "$holdfast" "$@" >out 2>err
  local got=$?
  check "exit $code (got $got): $*" test "$got" -eq "$code"
  if [ "$code" -eq 0 ]; then
    check "'$pattern' in the output of: $*" grep -qe "$pattern" out err
  else
    check "'$pattern' in the message of: $*" grep -qe "$pattern" err
    check "nothing but a message: $*" test ! -s out
    check "a message of some lines: $*" test "$(wc -l <err)" -le 3
    check "no insides in the message of: $*" sh -c '! grep -qE "terminate called|std::|what\(\)" err'
  fi
}

# json CODE ARGUMENT...: runs it with --json, and Python with the object as d; the code's last line
# must not raise.
json() {
  local code=$1
  shift
  "$holdfast" "$@" --json >out 2>err
  check "exit 0: $* --json" test $? -eq 0
  check "$code holds of: $* --json" python3 -c "
import json
from statistics import mean
d = json.load(open('out'))
assert $code"
}

finish() {
  echo "$passed passed, $failed failed"
  test "$failed" -eq 0
}
