"""Triton's kernels for the cases of bench/gpu_cases.py, and what compiling and launching them costs."""

import os
import subprocess
import sys
import tempfile
import time

import torch
import triton
import triton.language as tl

VERSION = triton.__version__


@triton.jit
def add_kernel(a, b, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(a + i, i < n) + tl.load(b + i, i < n), i < n)


@triton.jit
def row_sum_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, columns, BLOCK):
        i = start + tl.arange(0, BLOCK)
        total += tl.load(x + row * columns + i, i < columns, other=0.0).to(tl.float32)
    tl.store(out + row, tl.sum(total))


@triton.jit
def softmax_kernel(x, out, columns, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    value = tl.load(x + row * columns + i, i < columns, other=-float("inf")).to(tl.float32)
    value = tl.exp(value - tl.max(value, 0))
    tl.store(out + row * columns + i, value / tl.sum(value, 0), i < columns)


@triton.jit
def layer_norm_kernel(x, gain, offset, out, columns, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    value = tl.load(x + row * columns + i, i < columns, other=0.0).to(tl.float32)
    value = tl.where(i < columns, value - tl.sum(value, 0) / columns, 0.0)
    scale = tl.rsqrt(tl.sum(value * value, 0) / columns + 1e-5)
    result = value * scale * tl.load(gain + i, i < columns).to(tl.float32) + tl.load(offset + i, i < columns).to(tl.float32)
    tl.store(out + row * columns + i, result, i < columns)


@triton.jit
def matmul_kernel(a, b, c, m, n, k, TF32: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr,
                  GROUP: tl.constexpr):
    # Blocks of the result in groups of rows, so that what they read stays in the cache.
    block, across = tl.program_id(0), tl.cdiv(n, N)
    first = block // (GROUP * across) * GROUP
    rows = min(tl.cdiv(m, M) - first, GROUP)
    i, j = first + block % (GROUP * across) % rows, block % (GROUP * across) // rows
    at_m, at_n, at_k = (i * M + tl.arange(0, M)) % m, (j * N + tl.arange(0, N)) % n, tl.arange(0, K)
    a_at, b_at = a + at_m[:, None] * k + at_k[None, :], b + at_k[:, None] * n + at_n[None, :]
    total = tl.zeros((M, N), tl.float32)
    for _ in range(0, k, K):
        total = tl.dot(tl.load(a_at), tl.load(b_at), total, input_precision="tf32" if TF32 else "ieee")
        a_at += K
        b_at += K * n
    to_m, to_n = i * M + tl.arange(0, M), j * N + tl.arange(0, N)
    tl.store(c + to_m[:, None] * n + to_n[None, :], total.to(c.dtype.element_ty), (to_m[:, None] < m) & (to_n[None, :] < n))


def launch_matmul(a, b, c, tf32, tile):
    (m, k), n = a.shape, b.shape[1]
    blocks = triton.cdiv(m, tile["M"]) * triton.cdiv(n, tile["N"])
    matmul_kernel[(blocks,)](a, b, c, m, n, k, TF32=tf32, GROUP=8, **tile)


TILES = [{"M": 128, "N": 256, "K": 64, "num_warps": 8, "num_stages": 3}, {"M": 128, "N": 128, "K": 64, "num_warps": 4,
                                                                          "num_stages": 4}]


def call_for(case):
    """A function of the inputs and the output; None: there is no kernel of Triton's here."""
    words = case.name.split()
    if words[0] == "add":
        return lambda a, b, out: add_kernel[(triton.cdiv(a.numel(), 4096),)](a, b, out, a.numel(), BLOCK=4096, num_warps=8)
    if case.name.startswith("row sum"):
        return lambda x, out: row_sum_kernel[(x.shape[0],)](x, out, x.shape[1], BLOCK=min(4096, x.shape[1]), num_warps=8)
    columns = case.inputs[0][0][-1]
    warps = 4 if columns <= 1024 else 8 if columns <= 4096 else 32
    if words[0] == "softmax":
        block = triton.next_power_of_2(columns)
        return lambda x, out: softmax_kernel[(x.shape[0],)](x, out, x.shape[1], BLOCK=block, num_warps=warps)
    if words[0] == "layer":
        block = triton.next_power_of_2(columns)
        return lambda x, g, o, out: layer_norm_kernel[(x.shape[0],)](x, g, o, out, x.shape[1], BLOCK=block,
                                                                     num_warps=warps)
    if words[0] == "matmul" and words[1] in ("f16", "bf16") and case.inputs[0][0][0] >= 4096:
        return lambda a, b, out: launch_matmul(a, b, out, False, TILES[0])
    return None


def small_launch():
    x = torch.zeros(64, device="cuda")
    return lambda: add_kernel[(1,)](x, x, x, 64, BLOCK=64)


def host_time(call):
    """Microseconds of the host for a call, the best of 30 rounds of 20."""
    best = 1e9
    for _ in range(30):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(20):
            call()
        best = min(best, (time.perf_counter() - start) / 20 * 1e6)
    torch.cuda.synchronize()
    return best


COLD = """
import sys, time
sys.path.insert(0, sys.argv[1])
import torch, peer_triton
x = torch.randn(4096, 4096, device="cuda")
h, out = x.half(), torch.empty_like(x)
if sys.argv[3] == "later":
    peer_triton.small_launch()()
torch.cuda.synchronize()
start = time.perf_counter()
if sys.argv[2] == "softmax":
    peer_triton.softmax_kernel[(4096,)](x, out, 4096, BLOCK=4096, num_warps=8)
else:
    peer_triton.launch_matmul(h, h, torch.empty_like(h), False, peer_triton.TILES[0])
torch.cuda.synchronize()
print((time.perf_counter() - start) * 1e3)
"""


def cold_compile(kind, when):
    """Milliseconds of the first launch of a kernel with an empty cache: the "first" of its process, in which Triton
    also gets itself ready, or a "later" one."""
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run([sys.executable, "-c", COLD, os.path.dirname(os.path.abspath(__file__)), kind, when],
                              env={**os.environ, "TRITON_CACHE_DIR": cache}, capture_output=True, text=True, check=False)
    return float(done.stdout) if done.returncode == 0 else float("nan")
