#!/usr/bin/env python3
"""Flips bytes of index files, cuts them, and opens what is left.

An index that is damaged anywhere is refused or gives the figures of the whole one; no flip may crash or hang the
executable. Build it with AddressSanitizer to see more.
usage: flip_everywhere.py LANESCOPE PATH... [--flips N] [--cuts N] [--seed S] [--timeout SECONDS]
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

from cut_everywhere import traces_under


def run(executable, arguments, timeout):
    """What inspect printed, nothing when it refused, and a fault, if any."""
    try:
        done = subprocess.run([executable, *arguments], capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None, f"hangs for {timeout} s"
    errors = done.stderr.decode("utf-8", "replace")
    if done.returncode not in (0, 1) or "Sanitizer" in errors or "runtime error:" in errors:
        return None, f"exit status {done.returncode}: {errors[-2000:]}"
    return (done.stdout if done.returncode == 0 else None), None


def damaged(data, options, generator):
    """What was done to the bytes, and the bytes."""
    for _ in range(options.flips):
        at, bits = generator.randrange(len(data)), generator.randrange(1, 256)
        yield f"byte {at} xor {bits}", data[:at] + bytes([data[at] ^ bits]) + data[at + 1:]
    for _ in range(options.cuts):
        at = generator.randrange(len(data))
        yield f"cut at {at}", data[:at]


def faults_of(executable, trace, folder, options):
    """None when the trace does not open and so has no index."""
    index = os.path.join(folder, "index.lanescope")
    made, fault = run(executable, ["index", "--no-cache", "-o", index, trace], options.timeout)
    if fault or made is None:
        return [fault] if fault else None
    inspect = ["inspect", "--json", "--no-cache", index]
    whole, fault = run(executable, inspect, options.timeout)
    if fault or whole is None:
        return [fault or "the index is refused as it was written"]
    with open(index, "rb") as file:
        data = file.read()
    faults = []
    for what, bytes_left in damaged(data, options, random.Random(f"{options.seed} {os.path.basename(trace)}")):
        with open(index, "wb") as file:
            file.write(bytes_left)
        figures, fault = run(executable, inspect, options.timeout)
        if fault:
            faults.append(f"{what}: {fault}")
        elif figures not in (None, whole):
            faults.append(f"{what}: other figures than those of the whole index")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lanescope")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--flips", type=int, default=200)
    parser.add_argument("--cuts", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=60)
    options = parser.parse_args()
    files = faulty = 0
    for trace in traces_under(options.paths):
        with tempfile.TemporaryDirectory() as folder:
            faults = faults_of(options.lanescope, trace, folder, options)
        files += faults is not None
        faulty += bool(faults)
        for fault in faults or []:
            print(f"{trace}: {fault}", flush=True)
    print(f"{files} indexes with {options.flips} flips and {options.cuts} cuts each: {faulty} with faults")
    sys.exit(1 if faulty or not files else 0)


if __name__ == "__main__":
    main()
