"""Runs the end-to-end suites of test/e2e on an NVIDIA GPU: e2e.py BUILD [SUITE...].

BUILD is a build tree: bin with the tools, unit/gpu-tern_run, and the libraries in lib. Suites run beside each other, in shares
where one process would take long. Environment: TERN_DEVICE (default cuda), TERN_JOBS (programs at a time in each share, default 4),
TERN_SECONDS (limit for all, default 600), TERN_SANITIZER (a tool of compute-sanitizer to run all under). Prints the failures, then
how each suite went; ends with 1 if there was a failure. Where there is no such device nothing is run, and the status is 77.
"""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

E2E = pathlib.Path(__file__).resolve().parents[1] / "e2e"
# Suites and the arguments of their shares.
SUITES = {
    "models": [[]],
    "stablehlo_ops": [[]],
    "tosa_ops": [[]],
    "stream_programs": [[str(first), "15"] for first in range(0, 150, 15)],
    "hlo_elementwise": [[]],
    "hlo_shapes": [[]],
    "hlo_structure": [[]],
    "lone_regions": [[]],
    "executables": [[]],
    "quantized": [[]],
    "bounded": [[]],
    "chlo_ops": [[]],
    "irregular_ops": [[]],
    "scatters": [[]],
    "sort_scan_ops": [[]],
    "decomposed_ops": [[]],
    "linalg_ext_ops": [[]],
    "lapack_calls": [[name] for name in "getrf lu_decomposition geqrf potrf trsm syevd gesdd empty".split()],
    "emulated_types": [[]],
    "parameters": [[]],
    "portable_artifacts": [[]],
}
# How suites tell what was right.
COUNTS = (r"^(\d+) passed", r"(\d+) of \d+ (?:passed|right)", r"^(\d+) cases in", r"^(\d+) artifacts")


def environment(build, folder):
    result = dict(os.environ)
    result.setdefault("TERN_DEVICE", "cuda")
    result.setdefault("TERN_JOBS", "4")
    result["PYTHONUNBUFFERED"] = "1"  # a suite that runs out of time tells what it knows
    for tool in ("compile", "opt", "translate"):
        result[f"TERN_{tool.upper()}"] = str(build / "bin" / f"tern-{tool}")
    result["TERN_RUN"] = str(build / "unit/gpu-tern_run")
    result["TERN_RUN_SOCKET"] = f"{folder}/socket"
    return result


@contextlib.contextmanager
def server(variables, folder):
    """What does the runs, in one process for each processor."""
    command = [variables["TERN_RUN"], "--serve", variables["TERN_RUN_SOCKET"], str(os.cpu_count()), variables["TERN_DEVICE"]]
    tool = os.environ.get("TERN_SANITIZER")
    if tool:
        sanitizer = shutil.which("compute-sanitizer") or f"{os.environ.get('CUDA_PATH', '/usr/local/cuda')}/bin/compute-sanitizer"
        command = [sanitizer, "--tool", tool, "--report-api-errors", "no", "--target-processes", "all", "--print-limit", "20",
                   "--log-file", f"{folder}/sanitizer.%p", *command]
    with subprocess.Popen(command) as process:
        while not os.path.exists(variables["TERN_RUN_SOCKET"]) and process.poll() is None:
            time.sleep(0.01)
        try:
            yield
        finally:
            subprocess.run([variables["TERN_RUN"], "--stop"], env=variables, timeout=60, check=False)
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()


def findings(folder):
    """What a sanitizer has found: lines of its logs that begin a report."""
    found = [line for path in pathlib.Path(folder).glob("sanitizer.*") for line in path.read_text(errors="replace").splitlines()]
    return [line for line in found if re.search(r"=====+ [A-Z(]", line) and not re.search(
        r"COMPUTE-SANITIZER|SUMMARY: 0 |Target application|LEAK SUMMARY", line)]


def run_share(name, arguments, variables, end):
    """The exit status, what was printed, and the seconds that it took."""
    start = time.monotonic()
    try:
        done = subprocess.run([sys.executable, next(E2E.rglob(f"{name}.py")), *arguments], env=variables, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=max(end - start, 0.1))
        status, output = done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        status, output = "out of time", (late.stdout or b"").decode(errors="replace")
    return status, output, time.monotonic() - start


def report(name, shares):
    """Prints failures of a suite; returns what there is to say of it in the end, and whether it is right."""
    right = True
    cases = 0
    for status, output, _ in shares:
        cases += sum(int(number) for line in output.splitlines() for count in COUNTS for number in re.findall(count, line))
        if status != 0:
            right = False
            lines = [line for line in output.splitlines() if not line.startswith(("  %", "#map"))]
            print(f"== {name}: {status}\n" + "\n".join(line[:1500] for line in lines[:150]))
    counted = f"{cases} right, " if cases else ""
    seconds = max(seconds for _, _, seconds in shares)
    return f"{name}: {'passed' if right else 'FAILED'}, {counted}{seconds:.0f} s", right, cases


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    names = sys.argv[2:] or list(SUITES)
    device = os.environ.get("TERN_DEVICE", "cuda")
    devices = subprocess.run([build / "bin/tern-run", "--list-devices"], capture_output=True, text=True, check=False).stdout
    if f"{device}://" not in devices:
        print(f"there is no device of {device}")
        sys.exit(77)
    end = time.monotonic() + float(os.environ.get("TERN_SECONDS", "600"))
    with tempfile.TemporaryDirectory() as folder:
        variables = environment(build, folder)
        with ThreadPoolExecutor(max_workers=64) as pool, server(variables, folder):
            shares = {name: [pool.submit(run_share, name, arguments, variables, end) for arguments in SUITES[name]]
                      for name in names}
            reports = [report(name, [share.result() for share in shares[name]]) for name in names]
        found = findings(folder)
    for text, _, _ in reports:
        print(text)
    for line in found[:200]:
        print(line)
    if "TERN_SANITIZER" in os.environ:
        print(f"{os.environ['TERN_SANITIZER']} reports {len(found)} lines")
    failed = sum(not right for _, right, _ in reports)
    print(f"{len(reports)} suites with {sum(cases for _, _, cases in reports)} right cases on {device}, {failed} failed")
    sys.exit(failed != 0 or bool(found))


if __name__ == "__main__":
    main()
