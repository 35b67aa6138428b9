#!/usr/bin/env python3
"""Cuts each trace at random places and opens what is left.

No cut may crash or hang the executable; the slices kept never fall as the cut moves on; and of plain files at least
the complete events before the cut are kept. Build the executable with AddressSanitizer to see more.
usage: cut_everywhere.py LANESCOPE PATH... [--cuts N] [--seed S] [--timeout SECONDS]
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

COMPRESSED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")


def traces_under(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                full = os.path.join(folder, name)
                with open(full, "rb") as file:
                    head = file.read(4)
                if head.startswith(COMPRESSED) or head.lstrip()[:1] in (b"{", b"["):
                    yield full


def ends_of_slices(data):
    """Where each complete duration event of an undamaged document ends, or none when that cannot be told."""
    text = data.decode("utf-8", "surrogateescape")
    start = 0 if text.lstrip().startswith("[") else text.find('"traceEvents"')
    start = text.find("[", start) + 1 if start >= 0 else 0
    if start == 0:
        return []
    decoder, ends, at, offset, counted = json.JSONDecoder(), [], start, 0, 0
    while True:
        while at < len(text) and text[at] in " \t\r\n,":
            at += 1
        if at >= len(text) or text[at] != "{":
            return ends
        try:
            event, end = decoder.raw_decode(text, at)
        except ValueError:
            return ends
        offset += len(text[counted:end].encode("utf-8", "surrogateescape"))
        counted, at = end, end
        if event.get("ph") == "X" and is_number(event.get("ts")) and is_number(event.get("dur")) and event["dur"] >= 0:
            ends.append(offset)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value


def inspect(executable, path, timeout):
    """The kept slices and a fault, one of them None."""
    try:
        done = subprocess.run([executable, "inspect", "--json", "--no-cache", path], capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None, f"hangs for {timeout} s"
    errors = done.stderr.decode("utf-8", "replace")
    if done.returncode not in (0, 1) or "Sanitizer" in errors or "runtime error:" in errors:
        return None, f"exit status {done.returncode}: {errors[-2000:]}"
    try:
        return json.loads(done.stdout)["slices"]["kept"], None
    except (ValueError, KeyError, TypeError) as fault:
        return None, f"no report: {fault!r}: {done.stdout[:200]!r}"


def faults_of(executable, path, options):
    with open(path, "rb") as file:
        data = file.read()
    ends = [] if data.startswith(COMPRESSED) else ends_of_slices(data)
    generator = random.Random(f"{options.seed} {os.path.basename(path)}")
    cuts = sorted({generator.randrange(len(data) + 1) for _ in range(options.cuts)} | {len(data)})
    before = 0
    with tempfile.TemporaryDirectory() as folder:
        cut_path = os.path.join(folder, os.path.basename(path))
        for cut in cuts:
            with open(cut_path, "wb") as file:
                file.write(data[:cut])
            kept, fault = inspect(executable, cut_path, options.timeout)
            if fault:
                yield f"cut at {cut}: {fault}"
                continue
            complete = sum(end <= cut for end in ends)
            if kept < complete:
                yield f"cut at {cut}: {kept} slices kept, {complete} are complete"
            if kept < before:
                yield f"cut at {cut}: {kept} slices kept, {before} at an earlier cut"
            before = max(before, kept)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lanescope")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--cuts", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=60)
    options = parser.parse_args()
    files = faulty = 0
    for path in traces_under(options.paths):
        files += 1
        faults = list(faults_of(options.lanescope, path, options))
        faulty += bool(faults)
        for fault in faults:
            print(f"{path}: {fault}", flush=True)
    print(f"{files} files cut at {options.cuts} places each: {faulty} with faults")
    sys.exit(1 if faulty or not files else 0)


if __name__ == "__main__":
    main()
