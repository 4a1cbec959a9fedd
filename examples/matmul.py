# A product of matrices in Triton's language; launch_matmul.c says how it is compiled and launched.

import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, m, n, k, ROWS: tl.constexpr, COLUMNS: tl.constexpr, DEPTH: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    total = tl.zeros((ROWS, COLUMNS), tl.float32)
    for start in range(0, k, DEPTH):
        depth = start + tl.arange(0, DEPTH)
        x = tl.load(a + row * k + depth[None, :], (row < m) & (depth[None, :] < k), 0.0)
        y = tl.load(b + depth[:, None] * n + column, (depth[:, None] < k) & (column < n), 0.0)
        total = tl.dot(x, y, total)
    tl.store(c + row * n + column, total, (row < m) & (column < n))
