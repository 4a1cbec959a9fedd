"""Every op of StableHLO as a program, compiled and run, against references written from its specification.

usage: stablehlo_ops.py [PART-OF-A-NAME...]     environment: see program.py
Scatter, sort, select_and_scatter, fft, cholesky and triangular_solve are in irregular_ops.py, chlo in chlo_ops.py.
"""

import program
import stablehlo_corners
import stablehlo_elementwise
import stablehlo_math
import stablehlo_numerics
import stablehlo_programs
import stablehlo_shapes
import stablehlo_sums

MODULES = (stablehlo_elementwise, stablehlo_math, stablehlo_shapes, stablehlo_sums, stablehlo_corners, stablehlo_numerics,
           stablehlo_programs)

if __name__ == "__main__":
    program.main([case for module in MODULES for case in module.all_cases()], list(stablehlo_programs.all_checks()))
