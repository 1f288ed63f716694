"""One compile unit costs at most 8 CPU-seconds, the whole build 1,000.

The build log has wall times of a machine that may have been busy, or of a compiler cache; so the slowest units
are compiled again here, and their CPU time counts. How it compares with their wall time scales the total.
"""

import json
import os
import resource
import shlex
import subprocess
import tempfile

UNIT_SECONDS, BUILD_SECONDS, REMEASURED = 8.0, 1000.0, 6


def wall_times(build):
    """{output: seconds} of the newest entry of each object and precompiled header."""
    times = {}
    with open(os.path.join(build, ".ninja_log"), encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if len(fields) >= 4 and fields[3].endswith((".o", ".gch", ".pch")):
                times[fields[3]] = (int(fields[1]) - int(fields[0])) / 1000
    return times


def output_of(command):
    arguments = command.split()
    return arguments[arguments.index("-o") + 1]


def cpu_seconds(command, directory):
    arguments = [a for a in shlex.split(command) if os.path.basename(a) != "ccache"]
    with tempfile.TemporaryDirectory() as folder:
        arguments[arguments.index("-o") + 1] = os.path.join(folder, "unit.o")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(arguments, cwd=directory, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check(build):
    if not os.path.exists(os.path.join(build, ".ninja_log")):
        return [], f"not run, {build} is not built"
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = {output_of(entry["command"]): entry for entry in json.load(file)}
    times = {name: seconds for name, seconds in wall_times(build).items() if name in commands}
    slowest = sorted(times, key=times.get, reverse=True)[:REMEASURED]
    problems, cpu = [], 0.0
    for name in slowest:
        measure = lambda entry=commands[name]: cpu_seconds(entry["command"], entry["directory"])  # noqa: E731
        seconds = measure()
        if seconds > UNIT_SECONDS:  # neighbours on the caches cost CPU time too: the best of three counts
            seconds = min(seconds, measure(), measure())
        cpu += seconds
        if seconds > UNIT_SECONDS:
            problems.append(f"{os.path.relpath(commands[name]['file'])}: {seconds:.1f} CPU-seconds to compile")
    total = sum(times.values()) * min(1.0, cpu / max(sum(times[n] for n in slowest), 0.001))
    if total > BUILD_SECONDS:
        problems.append(f"the whole build: about {total:.0f} CPU-seconds, at most {BUILD_SECONDS:.0f}")
    return problems, f"{len(times)} units, about {total:.0f} CPU-seconds, the slowest measured again"
