#!/usr/bin/env bash
# clang-tidy over our .cc files, those changed last first, for at most TIDY_SECONDS (240).
# usage: tools/tidy.sh [BUILD]     BUILD: a build by clang (build/asan); its compile_commands.json says the flags
# Ends with 'N passed, N failed'; files that the time did not reach are counted as not run.
set -uo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/asan}
end=$((SECONDS + ${TIDY_SECONDS:-240}))
mapfile -t files < <(git log --name-only --format= -n 300 -- '*.cc' | awk 'NF && !seen[$0]++' | xargs -r ls 2>/dev/null -U |
  grep -v '\.isa\.cc$' | while read -r f; do grep -qF "/$f\"" "$build/compile_commands.json" && echo "$f"; done)
passed=0 failed=0 at=0
while [ $at -lt ${#files[@]} ] && [ $SECONDS -lt $end ]; do
  running=()
  for ((k = 0; k < $(nproc) && at < ${#files[@]}; ++k, ++at)); do
    log=$build/tidy-$k.log
    clang-tidy-19 --quiet --warnings-as-errors='*' -p "$build" "${files[at]}" >"$log" 2>/dev/null &
    running+=("$! $log ${files[at]}")
  done
  for entry in "${running[@]}"; do
    read -r pid log file <<<"$entry"
    if wait "$pid"; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "FAIL $file" && cat "$log"
    fi
  done
done
[ $at -eq ${#files[@]} ] || echo "tidy: not run for $((${#files[@]} - at)) files, for want of time"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
