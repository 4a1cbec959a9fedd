"""Compiles a program with smaller and smaller budgets: with the largest nothing changes, then more and more functions are
done with less effort, in the end all that can be, and the same budget always gives the same bytes.

usage: try_budgets.py TERN_COMPILE SOURCE OUTPUT_PREFIX
"""

import pathlib
import re
import subprocess
import sys

compiler, source, prefix = sys.argv[1:]


def compile_within(*options):
    module = pathlib.Path(f"{prefix}.budget.tern")
    done = subprocess.run([compiler, source, "-o", module, *options], stderr=subprocess.PIPE, text=True, check=True)
    line = [line for line in done.stderr.splitlines() if line.startswith("  executable @")]
    match = re.search(r"; (\d+) of \d+ functions without optimizations, for \d+ ms(, and still about (\d+) ms)?", line[0] if line else "")
    return module.read_bytes(), int(match[1]) if match else 0, int(match[3]) if match and match[3] else None


plain, _, _ = compile_within()
counts = []
largest, count, _ = compile_within("--compile-budget=100000", "--explain")
assert largest == plain and count == 0
_, all_of_them, least = compile_within("--compile-budget=1", "--explain")
assert all_of_them > 1 and least > 1
for budget in range(least, 10 * least, max(least // 8, 1)):
    module, count, rest = compile_within(f"--compile-budget={budget}", "--explain")
    assert budget == least or rest is None, (budget, rest)
    assert (count == 0) == (module == plain), budget
    counts.append(count)
    if count == 0:
        break
assert counts == sorted(counts, reverse=True) and counts[-1] == 0, counts
assert any(0 < count < all_of_them for count in counts), counts
assert compile_within(f"--compile-budget={least + 1}", "--explain")[0] == compile_within(f"--compile-budget={least + 1}")[0]
