#!/usr/bin/env python3
"""Usage: jax_tests.py FOLDER [FILE...]: runs JAX's own tests on the plugin of build/, and counts those that pass.

FOLDER is tests/ of JAX's repository at the tag of the installed jaxlib. FILEs are names as lax for lax_test.py; without any, those are
run that say something of a plugin for one device. This Python has JAX, absl and pytest. JAX_NUM_GENERATED_CASES (JAX's own variable, 10
unless set) says how many cases of each family are run. The status is 0 if MINIMUM of those that are not skipped pass.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = (
    "lax lax_numpy lax_numpy_indexing lax_numpy_operators lax_numpy_reducers lax_numpy_einsum lax_numpy_ufuncs lax_numpy_vectorize "
    "lax_scipy lax_scipy_sparse lax_scipy_special_functions lax_autodiff lax_vmap lax_vmap_op lax_control_flow nn random api core "
    "batching array pjit linalg svd eigh fft image jet ode custom_root custom_linear_solve mutable_array jaxpr_effects "
    "debugging_primitives checkify dtypes optimizers polynomial scipy_stats scipy_signal scipy_ndimage scipy_optimize sparse stax"
).split()
MINIMUM = 0.97
SECONDS_EACH = 300


def run(folder, name, report):
    """Runs a file; gives counts and the reasons of failures with the first test of each."""
    environment = dict(
        os.environ,
        JAX_PLATFORMS="tern,cpu",
        JAX_SKIP_SLOW_TESTS="1",
        PYTHONPATH=os.pathsep.join([str(ROOT / "python"), os.environ.get("PYTHONPATH", "")]),
        TERN_PJRT_LIBRARY=os.environ.get("TERN_PJRT_LIBRARY", str(ROOT / "build" / "lib" / "libtern_pjrt.so")),
    )
    command = [sys.executable, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", f"--junitxml={report}"]
    try:
        subprocess.run([*command, f"{name}_test.py"], cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=SECONDS_EACH * 10, check=False)
        cases = xml.etree.ElementTree.parse(report).getroot().iter("testcase")
    except (subprocess.TimeoutExpired, OSError, xml.etree.ElementTree.ParseError) as error:
        return collections.Counter(failed=1), {f"{type(error).__name__}: the file did not end": [name]}
    counts, reasons = collections.Counter(), collections.defaultdict(list)
    for case in cases:
        outcome = next((child for child in case if child.tag in ("failure", "error", "skipped")), None)
        kind = "passed" if outcome is None else "skipped" if outcome.tag == "skipped" else "failed"
        counts[kind] += 1
        if kind == "failed":
            message = outcome.get("message") or "no message"
            line = next(iter(re.findall(r"error: [^\n]*|\w*Error: [^\n]*", message)), message.split("\n")[0])
            reasons[re.sub(r"\d+", "N", line)[:160]].append(case.get("name"))
    return counts, reasons


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(sys.argv[1]).resolve()
    whole, causes = collections.Counter(), collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as scratch:
        for name in sys.argv[2:] or FILES:
            counts, reasons = run(folder, name, pathlib.Path(scratch) / f"{name}.xml")
            whole += counts
            for reason, tests in reasons.items():
                causes[reason] += [f"{name}:{test}" for test in tests]
            print(f"{name:32} {counts['passed']:5} passed {counts['failed']:4} failed {counts['skipped']:5} skipped", flush=True)
    ran = whole["passed"] + whole["failed"]
    print(f"{'all':32} {whole['passed']:5} passed {whole['failed']:4} failed {whole['skipped']:5} skipped")
    for reason, tests in sorted(causes.items(), key=lambda item: -len(item[1])):
        print(f"{len(tests):4} {reason}: {tests[0]}")
    print(f"{100 * whole['passed'] / max(ran, 1):.2f} % of {ran}")
    return 0 if ran and whole["passed"] >= MINIMUM * ran else 1


if __name__ == "__main__":
    sys.exit(main())
