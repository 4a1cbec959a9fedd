"""The kernels of bench/triton/cases.py in Triton's language. Nothing here asks for a GPU; compile_peer.py compiles them."""

import triton
import triton.language as tl

# --- elementwise ---


@triton.jit
def add(x, y, out, size, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < size
    tl.store(out + i, tl.load(x + i, inside) + tl.load(y + i, inside), inside)


@triton.jit
def silu_times(gate, up, out, size, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < size
    g = tl.load(gate + i, inside).to(tl.float32)
    u = tl.load(up + i, inside).to(tl.float32)
    tl.store(out + i, (g * tl.sigmoid(g) * u).to(out.dtype.element_ty), inside)


@triton.jit
def dropout(x, out, size, share, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < size
    kept = tl.rand(seed, i) > share
    tl.store(out + i, tl.where(kept, tl.load(x + i, inside) / (1 - share), 0.0), inside)


# --- softmax ---


@triton.jit
def softmax(x, out, columns, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    value = tl.load(x + row * columns + i, i < columns, other=-float("inf")).to(tl.float32)
    value = tl.exp(value - tl.max(value, 0))
    tl.store(out + row * columns + i, (value / tl.sum(value, 0)).to(out.dtype.element_ty), i < columns)


@triton.jit
def softmax_long(x, out, columns, BLOCK: tl.constexpr):
    # Rows that no block of threads holds: the largest and the sum grow together, then everything is read again.
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    largest = tl.full((BLOCK,), -float("inf"), tl.float32)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, columns, BLOCK):
        value = tl.load(x + row * columns + start + i, start + i < columns, other=-1e30)
        above = tl.maximum(largest, value)
        total = total * tl.exp(largest - above) + tl.exp(value - above)
        largest = above
    top = tl.max(largest, 0)
    factor = 1 / tl.sum(total * tl.exp(largest - top), 0)
    for start in range(0, columns, BLOCK):
        inside = start + i < columns
        value = tl.load(x + row * columns + start + i, inside)
        tl.store(out + row * columns + start + i, tl.exp(value - top) * factor, inside)


@triton.jit
def cross_entropy(logits, labels, loss, columns, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    row_start = logits + row.to(tl.int64) * columns
    top, total = -float("inf"), 0.0
    for start in range(0, columns, BLOCK):
        value = tl.load(row_start + start + i, start + i < columns, other=-float("inf")).to(tl.float32)
        above = tl.maximum(top, tl.max(value, 0))
        total = total * tl.exp(top - above) + tl.sum(tl.exp(value - above), 0)
        top = above
    right = tl.load(row_start + tl.load(labels + row)).to(tl.float32)
    tl.store(loss + row, tl.log(total) + top - right)


# --- norms ---


@triton.jit
def layer_norm(x, gain, offset, out, means, factors, columns, epsilon, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    inside = i < columns
    value = tl.load(x + row * columns + i, inside, other=0.0).to(tl.float32)
    mean = tl.sum(value, 0) / columns
    value = tl.where(inside, value - mean, 0.0)
    factor = tl.rsqrt(tl.sum(value * value, 0) / columns + epsilon)
    result = value * factor * tl.load(gain + i, inside).to(tl.float32) + tl.load(offset + i, inside).to(tl.float32)
    tl.store(out + row * columns + i, result.to(out.dtype.element_ty), inside)
    tl.store(means + row, mean)
    tl.store(factors + row, factor)


@triton.jit
def layer_norm_backward(x, gain, grad, means, factors, grad_x, grad_gain, grad_offset, rows, columns, per_program,
                        BLOCK: tl.constexpr):
    # Each program takes some rows, and writes its part of the sums over rows.
    program, i = tl.program_id(0), tl.arange(0, BLOCK)
    inside = i < columns
    weight = tl.load(gain + i, inside, other=0.0).to(tl.float32)
    of_gain, of_offset = tl.zeros((BLOCK,), tl.float32), tl.zeros((BLOCK,), tl.float32)
    first = program * per_program
    for row in range(first, min(first + per_program, rows)):
        value = tl.load(x + row * columns + i, inside, other=0.0).to(tl.float32)
        incoming = tl.load(grad + row * columns + i, inside, other=0.0).to(tl.float32)
        factor = tl.load(factors + row)
        normal = tl.where(inside, (value - tl.load(means + row)) * factor, 0.0)
        weighted = incoming * weight
        along = tl.sum(normal * weighted, 0) / columns
        level = tl.sum(weighted, 0) / columns
        result = (weighted - normal * along - level) * factor
        tl.store(grad_x + row * columns + i, result.to(grad_x.dtype.element_ty), inside)
        of_gain += incoming * normal
        of_offset += incoming
    tl.store(grad_gain + program * columns + i, of_gain, inside)
    tl.store(grad_offset + program * columns + i, of_offset, inside)


@triton.jit
def rms_norm(x, gain, out, columns, epsilon, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    inside = i < columns
    value = tl.load(x + row * columns + i, inside, other=0.0).to(tl.float32)
    factor = tl.rsqrt(tl.sum(value * value, 0) / columns + epsilon)
    result = value * factor * tl.load(gain + i, inside, other=0.0).to(tl.float32)
    tl.store(out + row * columns + i, result.to(out.dtype.element_ty), inside)


# --- reductions and scans ---


@triton.jit
def row_sum(x, out, rows, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row, i = tl.program_id(0) * ROWS + tl.arange(0, ROWS), tl.arange(0, BLOCK)
    total = tl.zeros((ROWS, BLOCK), tl.float32)
    for start in range(0, columns, BLOCK):
        inside = (row[:, None] < rows) & (start + i[None, :] < columns)
        total += tl.load(x + row[:, None] * columns + start + i[None, :], inside, other=0.0)
    tl.store(out + row, tl.sum(total, 1), row < rows)


@triton.jit
def argmax(x, out, columns, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    value = tl.load(x + row * columns + i, i < columns, other=-float("inf"))
    tl.store(out + row, tl.argmax(value, 0))


@triton.jit
def column_sum(x, out, rows, columns, per_program, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    # The second number of a program says which share of the rows it adds up.
    part, j = tl.program_id(1), tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((ROWS, BLOCK), tl.float32)
    for start in range(part * per_program, min((part + 1) * per_program, rows), ROWS):
        i = start + tl.arange(0, ROWS)
        inside = (i[:, None] < rows) & (j[None, :] < columns)
        total += tl.load(x + i[:, None] * columns + j[None, :], inside, other=0.0).to(tl.float32)
    tl.store(out + part * columns + j, tl.sum(total, 0), j < columns)


@triton.jit
def cumulative_sum(x, out, columns, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    value = tl.load(x + row * columns + i, i < columns, other=0.0)
    tl.store(out + row * columns + i, tl.cumsum(value, 0), i < columns)


@triton.jit
def follow(a, b, c, d):
    return a * c, b * c + d


@triton.jit
def recurrence(decay, x, out, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    # h[t] = decay[t] * h[t - 1] + x[t]
    row, i = tl.program_id(0) * ROWS + tl.arange(0, ROWS), tl.arange(0, BLOCK)
    at = row[:, None] * columns + i[None, :]
    inside = (i < columns)[None, :]
    _, result = tl.associative_scan((tl.load(decay + at, inside, other=1.0), tl.load(x + at, inside, other=0.0)), 1, follow)
    tl.store(out + at, result, inside)


# --- products ---


@triton.jit
def tile_of(number, m, n, M: tl.constexpr, N: tl.constexpr, GROUP: tl.constexpr):
    # Tiles go in groups of rows, so that what they read stays in the cache.
    across = tl.cdiv(n, N)
    first = number // (GROUP * across) * GROUP
    rows = min(tl.cdiv(m, M) - first, GROUP)
    return first + number % (GROUP * across) % rows, number % (GROUP * across) // rows


@triton.jit
def matmul(a, b, c, m, n, k, IS_TURNED: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr,
           GROUP: tl.constexpr, SUM: tl.constexpr):
    # b is k x n, or n x k where it is turned.
    i, j = tile_of(tl.program_id(0), m, n, M, N, GROUP)
    at_m, at_n, at_k = (i * M + tl.arange(0, M)) % m, (j * N + tl.arange(0, N)) % n, tl.arange(0, K)
    a_at = a + at_m[:, None] * k + at_k[None, :]
    if IS_TURNED:
        b_at = b + at_k[:, None] + at_n[None, :] * k
    else:
        b_at = b + at_k[:, None] * n + at_n[None, :]
    total = tl.zeros((M, N), SUM)
    for start in range(0, k, K):
        rest = k - start
        total = tl.dot(tl.load(a_at, at_k[None, :] < rest, other=0.0), tl.load(b_at, at_k[:, None] < rest, other=0.0), total,
                       out_dtype=SUM)
        a_at += K
        b_at += K if IS_TURNED else K * n
    to_m, to_n = i * M + tl.arange(0, M), j * N + tl.arange(0, N)
    tl.store(c + to_m[:, None] * n + to_n[None, :], total.to(c.dtype.element_ty),
             (to_m[:, None] < m) & (to_n[None, :] < n))


@triton.jit
def matmul_persistent(a, b, c, m, n, k, PROGRAMS: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr,
                      GROUP: tl.constexpr):
    tiles = tl.cdiv(m, M) * tl.cdiv(n, N)
    for tile in tl.range(tl.program_id(0), tiles, PROGRAMS):
        i, j = tile_of(tile, m, n, M, N, GROUP)
        at_m, at_n, at_k = (i * M + tl.arange(0, M)) % m, (j * N + tl.arange(0, N)) % n, tl.arange(0, K)
        total = tl.zeros((M, N), tl.float32)
        for start in range(0, k, K):
            here = start + at_k
            left = tl.load(a + at_m[:, None] * k + here[None, :], here[None, :] < k, other=0.0)
            right = tl.load(b + here[:, None] * n + at_n[None, :], here[:, None] < k, other=0.0)
            total = tl.dot(left, right, total)
        to_m, to_n = i * M + tl.arange(0, M), j * N + tl.arange(0, N)
        tl.store(c + to_m[:, None] * n + to_n[None, :], total.to(c.dtype.element_ty),
                 (to_m[:, None] < m) & (to_n[None, :] < n))


@triton.jit
def matmul_grouped(x, weights, out, ends, n, k, groups, PROGRAMS: tl.constexpr, M: tl.constexpr, N: tl.constexpr,
                   K: tl.constexpr):
    # The rows of each group, up to where it ends, times the group's own matrix.
    tile = tl.program_id(0)
    first, before = 0, 0
    for group in range(groups):
        last = tl.load(ends + group)
        across = tl.cdiv(n, N)
        count = tl.cdiv(last - first, M) * across
        while tile < before + count:
            i, j = (tile - before) // across, (tile - before) % across
            at_m, at_n, at_k = first + i * M + tl.arange(0, M), j * N + tl.arange(0, N), tl.arange(0, K)
            a_at = x + at_m[:, None] * k + at_k[None, :]
            b_at = weights + group.to(tl.int64) * k * n + at_k[:, None] * n + at_n[None, :]
            total = tl.zeros((M, N), tl.float32)
            for _ in range(0, k, K):
                left = tl.load(a_at, at_m[:, None] < last, other=0.0)
                total = tl.dot(left, tl.load(b_at, at_n[None, :] < n, other=0.0), total)
                a_at += K
                b_at += K * n
            tl.store(out + at_m[:, None] * n + at_n[None, :], total.to(out.dtype.element_ty),
                     (at_m[:, None] < last) & (at_n[None, :] < n))
            tile += PROGRAMS
        before += count
        first = last


@triton.jit
def gated_mlp(x, gates, ups, out, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, GROUP: tl.constexpr):
    # Two products of the same rows, and what gates the second by the first.
    i, j = tile_of(tl.program_id(0), m, n, M, N, GROUP)
    at_m, at_n, at_k = (i * M + tl.arange(0, M)) % m, (j * N + tl.arange(0, N)) % n, tl.arange(0, K)
    x_at = x + at_m[:, None] * k + at_k[None, :]
    gate_at, up_at = gates + at_k[:, None] * n + at_n[None, :], ups + at_k[:, None] * n + at_n[None, :]
    gate, up = tl.zeros((M, N), tl.float32), tl.zeros((M, N), tl.float32)
    for _ in range(0, k, K):
        rows = tl.load(x_at)
        gate = tl.dot(rows, tl.load(gate_at), gate)
        up = tl.dot(rows, tl.load(up_at), up)
        x_at += K
        gate_at += K * n
        up_at += K * n
    to_m, to_n = i * M + tl.arange(0, M), j * N + tl.arange(0, N)
    tl.store(out + to_m[:, None] * n + to_n[None, :], (gate * tl.sigmoid(gate) * up).to(out.dtype.element_ty),
             (to_m[:, None] < m) & (to_n[None, :] < n))


# --- attention ---


@triton.jit
def attention(q, k, v, out, length, scale, IS_CAUSAL: tl.constexpr, D: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    # q, k, v: heads x length x D. `scale` is that of the scores times log2(e).
    head = tl.program_id(1).to(tl.int64) * length * D
    at_m, at_n, at_d = tl.program_id(0) * M + tl.arange(0, M), tl.arange(0, N), tl.arange(0, D)
    queries = tl.load(q + head + at_m[:, None] * D + at_d[None, :], at_m[:, None] < length, other=0.0)
    top = tl.full((M,), -float("inf"), tl.float32)
    total = tl.zeros((M,), tl.float32)
    result = tl.zeros((M, D), tl.float32)
    # Keys before the diagonal need no mask. The block of queries is a multiple of the block of keys.
    unmasked = tl.program_id(0) * M if IS_CAUSAL else length
    for start in range(0, unmasked, N):
        keys = tl.load(k + head + (start + at_n)[None, :] * D + at_d[:, None])
        scores = tl.dot(queries, keys) * scale
        above = tl.maximum(top, tl.max(scores, 1))
        scores = tl.exp2(scores - above[:, None])
        shrink = tl.exp2(top - above)
        total = total * shrink + tl.sum(scores, 1)
        values = tl.load(v + head + (start + at_n)[:, None] * D + at_d[None, :])
        result = tl.dot(scores.to(values.dtype), values, result * shrink[:, None])
        top = above
    if IS_CAUSAL:
        for start in range(unmasked, unmasked + M, N):
            inside = start + at_n < length
            keys = tl.load(k + head + (start + at_n)[None, :] * D + at_d[:, None], inside[None, :], other=0.0)
            scores = tl.where(at_m[:, None] >= start + at_n[None, :], tl.dot(queries, keys) * scale, -1e30)
            above = tl.maximum(top, tl.max(scores, 1))
            scores = tl.exp2(scores - above[:, None])
            shrink = tl.exp2(top - above)
            total = total * shrink + tl.sum(scores, 1)
            values = tl.load(v + head + (start + at_n)[:, None] * D + at_d[None, :], inside[:, None], other=0.0)
            result = tl.dot(scores.to(values.dtype), values, result * shrink[:, None])
            top = above
    tl.store(out + head + at_m[:, None] * D + at_d[None, :], (result / total[:, None]).to(out.dtype.element_ty),
             at_m[:, None] < length)
