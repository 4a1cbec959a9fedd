"""Every op of StableHLO as a program, compiled and run, against references written from its specification.

usage: stablehlo_ops.py [PART-OF-A-NAME...]     environment: see program.py
Scatter, sort, select_and_scatter, fft, cholesky and triangular_solve are in irregular_ops.py, chlo in chlo_ops.py.
"""

import program
from stablehlo import corners, elementwise, math, numerics, programs, shapes, sums

MODULES = (elementwise, math, shapes, sums, corners, numerics, programs)

if __name__ == "__main__":
    program.main([case for module in MODULES for case in module.all_cases()], list(programs.all_checks()))
