#!/usr/bin/env bash
# Runs every fuzz target for a while; what they find is kept in build/cache/corpus/NAME.
# usage: tools/fuzz.sh [SECONDS]      Ends with 'N passed, N failed'.
set -uo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-20}
passed=0 failed=0
export UBSAN_OPTIONS=print_stacktrace=1
for target in build/fuzz/bin/fuzz_*; do
  [ -x "$target" ] && [ "${target##*/}" != fuzz_c_api ] || continue
  name=$(basename "$target" | sed 's/^fuzz_//')
  corpus=build/cache/corpus/$name
  mkdir -p "$corpus" "build/fuzz/found/$name"
  if "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
    -artifact_prefix="build/fuzz/found/$name/" "$corpus" $( [ -d "fuzz/seeds/$name" ] && echo "fuzz/seeds/$name" ) \
    >"build/fuzz/$name.log" 2>&1; then
    passed=$((passed + 1))
    echo "$name: no finding in $seconds s ($(find "$corpus" -type f | wc -l) inputs kept)"
  else
    failed=$((failed + 1))
    echo "$name: FAIL"
    grep -E 'ERROR|SUMMARY|runtime error|Test unit written' "build/fuzz/$name.log" | head -n 5
  fi
done
# Not driven by a fuzzer: random calls over the tables of the C ABI, as many as there is time for.
if [ -x build/fuzz/bin/fuzz_c_api ]; then
  if timeout $((60 + seconds * 10)) build/fuzz/bin/fuzz_c_api $((seconds * 5000)) $RANDOM >build/fuzz/c_api.log 2>&1; then
    passed=$((passed + 1))
    head -n 1 build/fuzz/c_api.log
  else
    failed=$((failed + 1))
    echo "c_api: FAIL"
    tail -n 5 build/fuzz/c_api.log
  fi
fi
# Neither: random inputs to every operator and every version of it.
if [ -x build/fuzz/bin/random_operators ]; then
  seed=$RANDOM$RANDOM
  if SARDONYX_PROPERTY_ROUNDS=100000 SARDONYX_PROPERTY_SECONDS=$seconds SARDONYX_PROPERTY_SEED=$seed \
    SARDONYX_VERSION_ROUNDS=100000 SARDONYX_VERSION_SECONDS=$seconds SARDONYX_VERSION_SEED=$seed \
    timeout $((120 + seconds * 10)) build/fuzz/bin/random_operators >build/fuzz/random_operators.log 2>&1; then
    passed=$((passed + 1))
    echo "random_operators: no finding from seed $seed on"
  else
    failed=$((failed + 1))
    echo "random_operators: FAIL from seed $seed on"
    grep -E 'ERROR|SUMMARY|runtime error|seed' build/fuzz/random_operators.log | head -n 5
  fi
fi
[ $((passed + failed)) != 0 ] || echo "no fuzz targets in build/fuzz/bin"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
