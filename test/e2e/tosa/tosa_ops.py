#!/usr/bin/env python3
"""Every op of TOSA 1.0, over its element types, against plain loops after the pseudo code of the specification.

Programs carry their inputs and what is expected as constants (check.expect_*), and are run by `tern-run --check`.
TERN_RUN: the tool. TERN_DEVICE: cpu (default), vulkan or cuda. TERN_JOBS: processes at a time (default 2). Arguments: parts of names of the cases to run.
"""
import math
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from tosa_cases import C, case, CASES, f32, FLOATS, INTS, ints, limits, NARROW, rng, round_to, S, some, to_narrow, V, wrap, zero_f
from tosa_elementwise import elementwise
from tosa_programs import add_programs

RUN = os.environ.get("TERN_RUN", "tern-run")
DEVICE = os.environ.get("TERN_DEVICE", "cpu")


# --- cast and rescale ---

def casts():
    for a in ("i8", "i16", "i32", "i1"):
        for b in ("i1", "i8", "i16", "i32", "f32", "f16", "bf16"):
            if a == b:
                continue
            x = some((24,), a) if a != "i32" or b not in ("f16", "bf16") else some((24,), a, -30000, 30000)
            if b == "i1":
                case(f"cast_{a}_{b}", "cast", [x], (x.a != 0, b))
            elif b[0] == "i":
                case(f"cast_{a}_{b}", "cast", [x], (wrap(ints(x.a.astype(np.int64)), b), b))
            else:
                case(f"cast_{a}_{b}", "cast", [x], (round_to(x.a.astype(np.float32), b), b), tol=1e-2 if b != "f32" else 1e-6)
    for a in FLOATS:
        x = V(np.array([0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, 3.7, -3.7, 126.5, 127.5, 128, -128.5, -129, 300, -300, np.inf, -np.inf, np.nan,
                        32767, 40000, -40000]), a)
        for b in INTS:
            lo, hi = limits(b)
            out = [0 if math.isnan(v) else hi if v == math.inf else lo if v == -math.inf else int(np.clip(np.rint(np.float64(v)), lo, hi)) for v in f32(x)]
            case(f"cast_{a}_{b}", "cast", [x], (np.array(out), b))
        case(f"cast_{a}_i1", "cast", [V([0, -0.0, 1, np.nan, 1e-4], a)], (np.array([0, 0, 1, 1, 1]), "i1"))
        for b in FLOATS:
            if a != b:
                y = some((16,), a)
                case(f"cast_{a}_{b}", "cast", [y], (round_to(f32(y), b), b), tol=1e-6)
    big = V([3e9, -3e9, 2147483520.0, -2147483648.0, 2147483648.0], "f32")
    case("cast_f32_i32_edges", "cast", [big], (np.array([2147483647, -2147483648, 2147483520, -2147483648, 2147483647]), "i32"))


def apply_scale_32(v, m, s, double):
    r = 1 << (s - 1)
    if double and s > 31:
        r += (1 << 30) if v >= 0 else -(1 << 30)
    return (v * m + r) >> s


def apply_scale_16(v, m, s):
    return (v * m + (1 << (s - 1))) >> s


def rescales():
    modes = {False: "SINGLE_ROUND", True: "DOUBLE_ROUND"}
    for tin in ("i8", "i16", "i32", "i48"):
        for tout in ("i8", "i16", "i32"):
            for scale32 in (True, False):
                if tin == "i48" and scale32:
                    continue
                for double in (False, True):
                    if double and not scale32:
                        continue
                    for per_channel in (False, True):
                        channels = 3
                        x = some((4, channels), tin, *((-(1 << 30), 1 << 30) if tin in ("i32", "i48") else (None, None)))
                        n = channels if per_channel else 1
                        mult = rng.integers(1 << 30, (1 << 31) - 1, n) if scale32 else rng.integers(1 << 14, (1 << 15) - 1, n)
                        base = {"i8": 30, "i16": 30, "i32": 38, "i48": 24}[tin] if scale32 else {"i8": 14, "i16": 14, "i32": 24, "i48": 24}[tin]
                        shift = rng.integers(base, base + 5, n)
                        izp = 7 if tin == "i8" else 0
                        ozp = -3 if tout == "i8" else 0
                        lo, hi = limits(tout)
                        out = np.zeros((4, channels), object)
                        for i in range(4):
                            for c in range(channels):
                                k = c if per_channel else 0
                                v = int(x.a[i, c]) - izp
                                r = apply_scale_32(v, int(mult[k]), int(shift[k]), double) if scale32 else apply_scale_16(v, int(mult[k]), int(shift[k]))
                                out[i, c] = min(max(r + ozp, lo), hi)
                        attrs = (f"scale32 = {str(scale32).lower()}, rounding_mode = {modes[double]}, per_channel = {str(per_channel).lower()}, "
                                 "input_unsigned = false, output_unsigned = false")
                        case(f"rescale_{tin}_{tout}_{scale32}_{double}_{per_channel}", "rescale",
                             [x, C(mult, "i32" if scale32 else "i16"), C(shift, "i8"), C([izp], tin), C([ozp], tout)],
                             (out.astype(np.int64), tout), attrs)
    # unsigned flags
    x = V(np.arange(-128, 128, 5), "i8")
    u = x.a.astype(np.int64) & 255
    out = np.array([min(max(apply_scale_32(int(v) - 130, 1 << 30, 30, True) + 2, -128), 127) for v in u])
    attrs = "scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false"
    case("rescale_unsigned_input", "rescale", [x, C([1 << 30], "i32"), C([30], "i8"), C([130 - 256], "i8"), C([2], "i8")], (out, "i8"), attrs)
    out = np.array([min(max(apply_scale_32(int(v), 1 << 30, 30, True) + 128, 0), 255) for v in x.a])
    attrs = "scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true"
    case("rescale_unsigned_output", "rescale", [x, C([1 << 30], "i32"), C([30], "i8"), C([0], "i8"), C([128 - 256], "i8")],
         (wrap(ints(out), "i8"), "i8"), attrs)


# --- reductions ---

def reductions():
    for t in FLOATS:
        for axis in range(3):
            x = some((2, 3, 4), t)
            y = f32(x)
            case(f"reduce_sum_{axis}_{t}", "reduce_sum", [x], (round_to(y.sum(axis, keepdims=True), t), t), f"axis = {axis} : i32")
            case(f"reduce_product_{axis}_{t}", "reduce_product", [x], (round_to(y.prod(axis, keepdims=True), t), t), f"axis = {axis} : i32",
                 tol=3e-1 if t == "bf16" else 1e-2)
            case(f"reduce_max_{axis}_{t}", "reduce_max", [x], (x.a.max(axis, keepdims=True), t), f"axis = {axis} : i32")
            case(f"reduce_min_{axis}_{t}", "reduce_min", [x], (x.a.min(axis, keepdims=True), t), f"axis = {axis} : i32")
            case(f"argmax_{axis}_{t}", "argmax", [x], (x.a.argmax(axis), "i32"), f"axis = {axis} : i32")
        nan = V([[1, np.nan, 3], [4, 5, 6], [np.nan, 1, 0]], t)
        case(f"reduce_max_nan_{t}", "reduce_max", [nan], (f32(nan).max(1, keepdims=True), t), "axis = 1 : i32")
        case(f"reduce_min_nan_{t}", "reduce_min", [nan], (f32(nan).min(1, keepdims=True), t), "axis = 1 : i32")
        case(f"reduce_max_ignore_{t}", "reduce_max", [nan], (np.nanmax(f32(nan), 1, keepdims=True), t), "axis = 1 : i32, nan_mode = IGNORE")
        case(f"reduce_min_ignore_{t}", "reduce_min", [nan], (np.nanmin(f32(nan), 1, keepdims=True), t), "axis = 1 : i32, nan_mode = IGNORE")
        case(f"argmax_nan_{t}", "argmax", [nan], (np.array([1, 2, 0]), "i32"), "axis = 1 : i32")
        case(f"argmax_ignore_{t}", "argmax", [nan], (np.array([2, 2, 1]), "i32"), "axis = 1 : i32, nan_mode = IGNORE")
    for t in INTS:
        x = some((3, 5), t)
        for axis in range(2):
            case(f"reduce_max_{axis}_{t}", "reduce_max", [x], (x.a.max(axis, keepdims=True), t), f"axis = {axis} : i32")
            case(f"reduce_min_{axis}_{t}", "reduce_min", [x], (x.a.min(axis, keepdims=True), t), f"axis = {axis} : i32")
            y = V(rng.integers(0, 3, (3, 5)), t)
            case(f"argmax_ties_{axis}_{t}", "argmax", [y], (y.a.argmax(axis), "i32"), f"axis = {axis} : i32")
    x = some((3, 70), "i32", -1000, 1000)
    case("reduce_sum_i32", "reduce_sum", [x], (x.a.sum(1, keepdims=True), "i32"), "axis = 1 : i32")
    x = some((4, 3), "i32", -9, 9)
    case("reduce_product_i32", "reduce_product", [x], (x.a.prod(1, keepdims=True), "i32"), "axis = 1 : i32")
    x = V([[1, 1, 1], [1, 0, 1], [0, 0, 0]], "i1")
    case("reduce_all", "reduce_all", [x], (x.a.all(1, keepdims=True), "i1"), "axis = 1 : i32")
    case("reduce_any", "reduce_any", [x], (x.a.any(1, keepdims=True), "i1"), "axis = 1 : i32")
    case("reduce_any_0", "reduce_any", [x], (x.a.any(0, keepdims=True), "i1"), "axis = 0 : i32")
    x = some((100, 70), "f32")
    case("reduce_sum_large", "reduce_sum", [x], (x.a.astype(np.float64).sum(0, keepdims=True), "f32"), "axis = 0 : i32")


# --- products and windows ---

def acc_text(t):
    return {"i8": "i32", "i4": "i32", "i16": "i48"}.get(t, "f32")


def out_of(t):
    return {"i8": "i32", "i16": "i48"}.get(t, t)


def numbers(v):
    return v.a.astype(np.int64) if v.t[0] == "i" else f32(v).astype(np.float64)


def products():
    for t in FLOATS + ["i8", "i16"]:
        for zps in ((0, 0), (3, -2), (5, 0), (0, 7)):
            if zps != (0, 0) and t != "i8":
                continue
            a, b = some((2, 3, 5), t), some((2, 5, 4), t)
            r = (numbers(a) - zps[0]) @ (numbers(b) - zps[1])
            case(f"matmul_{t}_{zps[0]}_{zps[1]}".replace("-", "m"), "matmul", [a, b, C([zps[0]], t), C([zps[1]], t)],
                 (round_to(r, out_of(t)) if t in FLOATS else r, out_of(t)))
    a, b = some((1, 33, 65), "f32"), some((1, 65, 40), "f32")
    case("matmul_large", "matmul", [a, b, zero_f["f32"], zero_f["f32"]], (numbers(a) @ numbers(b), "f32"), tol=1e-3)
    a, b = some((1, 4, 6), "f16"), some((1, 6, 4), "f16")
    case("matmul_f16_f32", "matmul", [a, b, zero_f["f16"], zero_f["f16"]], (numbers(a) @ numbers(b), "f32"))
    a, b = some((1, 4, 6), "i8"), some((1, 6, 4), "i8")
    case("matmul_dynamic_zp", "matmul", [a, b, V([4], "i8"), V([-9], "i8")], ((numbers(a) - 4) @ (numbers(b) + 9), "i32"))


def conv(x, w, bias, pad, stride, dilation, izp, wzp):
    """x [n, *spatial, c], w [f, *window, c]."""
    k = len(stride)
    n, f = x.shape[0], w.shape[0]
    out = [(x.shape[1 + i] - 1 + pad[2 * i] + pad[2 * i + 1] - (w.shape[1 + i] - 1) * dilation[i]) // stride[i] + 1 for i in range(k)]
    r = np.zeros((n, *out, f), x.dtype)
    for pos in np.ndindex(*out):
        for win in np.ndindex(*w.shape[1:1 + k]):
            at = [pos[i] * stride[i] - pad[2 * i] + win[i] * dilation[i] for i in range(k)]
            if all(0 <= at[i] < x.shape[1 + i] for i in range(k)):
                r[(slice(None), *pos)] += (x[(slice(None), *at)] - izp) @ (w[(slice(None), *win)] - wzp).T
    return r + bias


def conv_attrs(pad, stride, dilation, t, name="pad"):
    text = f"acc_type = {acc_text(t)}, {name} = array<i64: {', '.join(map(str, pad))}>, stride = array<i64: {', '.join(map(str, stride))}>"
    return text + (f", dilation = array<i64: {', '.join(map(str, dilation))}>" if dilation else "")


def convolutions():
    configs = [((0, 0, 0, 0), (1, 1), (1, 1)), ((1, 1, 1, 1), (1, 1), (1, 1)), ((0, 1, 2, 0), (2, 1), (1, 2)), ((1, 0, 0, 1), (2, 2), (1, 1))]
    for t in FLOATS + ["i8", "i16"]:
        o = out_of(t)
        for i, (pad, stride, dilation) in enumerate(configs):
            for zps in ((0, 0), (3, -2)):
                if zps != (0, 0) and t != "i8":
                    continue
                tag = f"{i}_{t}_{zps[0]}"
                bias_of = (lambda n: some((n,), o)) if o[0] == "f" or o[0] == "b" else (lambda n: some((n,), o, -1000, 1000))
                x, w, b = some((2, 6, 7, 3), t), some((4, 3, 2, 3), t), bias_of(4)
                zp = [C([zps[0]], t), C([zps[1]], t)]
                r = conv(numbers(x), numbers(w), numbers(b), pad, stride, dilation, *zps)
                case(f"conv2d_{tag}", "conv2d", [x, w, b, *zp], (r, o), conv_attrs(pad, stride, dilation, t), tol=2e-1 if t == "bf16" else 4e-2 if t == "f16" else None)
                one = bias_of(1)
                r = conv(numbers(x), numbers(w), numbers(one), pad, stride, dilation, *zps)
                case(f"conv2d_bias1_{tag}", "conv2d", [x, w, one, *zp], (r, o), conv_attrs(pad, stride, dilation, t), tol=2e-1 if t == "bf16" else 4e-2 if t == "f16" else None)
                # depthwise: w [h, w, c, m]
                w, b = some((3, 2, 3, 2), t), bias_of(6)
                xs, ws = numbers(x), numbers(w)
                parts = []
                for c in range(3):
                    wc = np.transpose(ws[:, :, c:c + 1, :], (3, 0, 1, 2))
                    parts.append(conv(xs[..., c:c + 1], wc, 0, pad, stride, dilation, *zps))
                r = np.concatenate(parts, -1) + numbers(b)
                case(f"depthwise_{tag}", "depthwise_conv2d", [x, w, b, *zp], (r, o), conv_attrs(pad, stride, dilation, t), tol=2e-1 if t == "bf16" else 2e-2 if t == "f16" else None)
                # transposed
                x, w, b = some((1, 3, 4, 2), t), some((3, 2, 3, 2), t), bias_of(3)
                out_pad = [(0, 0, 0, 0), (1, 0, 0, 2), (-1, 0, -1, -1), (0, 1, 1, 1)][i]
                ts = [(1, 1), (2, 2), (1, 2), (3, 2)][i]
                xs, ws = numbers(x) - zps[0], numbers(w) - zps[1]
                oh, ow = (3 - 1) * ts[0] + out_pad[0] + out_pad[1] + 2, (4 - 1) * ts[1] + out_pad[2] + out_pad[3] + 3
                r = np.zeros((1, oh, ow, 3), xs.dtype)
                for iy, ix, ky, kx in np.ndindex(3, 4, 2, 3):
                    y, z = iy * ts[0] + out_pad[0] + ky, ix * ts[1] + out_pad[2] + kx
                    if 0 <= y < oh and 0 <= z < ow:
                        r[:, y, z] += xs[:, iy, ix] @ ws[:, ky, kx].T
                case(f"transpose_conv2d_{tag}", "transpose_conv2d", [x, w, b, *zp], (r + numbers(b), o), conv_attrs(out_pad, ts, None, t, "out_pad"), tol=2e-1 if t == "bf16" else 4e-2 if t == "f16" else None)
        x, w, b = some((1, 4, 5, 4, 2), t), some((3, 2, 3, 2, 2), t), some((3,), o, -100, 100)
        pad = (1, 0, 0, 2, 1, 1)
        r = conv(numbers(x), numbers(w), numbers(b), pad, (1, 2, 1), (1, 1, 2), 0, 0)
        case(f"conv3d_{t}", "conv3d", [x, w, b, C([0], t), C([0], t)], (r, o), conv_attrs(pad, (1, 2, 1), (1, 1, 2), t), tol=6e-1 if t == "bf16" else 8e-2 if t == "f16" else None)
    x, w, b = some((1, 4, 4, 2, 3), "i8"), some((3, 2, 2, 2, 3), "i8"), some((3,), "i32", -100, 100)
    r = conv(numbers(x), numbers(w), numbers(b), (1, 1, 1, 1, 0, 1), (1, 1, 1), (1, 1, 1), 4, -5)
    case("conv3d_zp", "conv3d", [x, w, b, C([4], "i8"), C([-5], "i8")], (r, "i32"), conv_attrs((1, 1, 1, 1, 0, 1), (1, 1, 1), (1, 1, 1), "i8"))
    x, w = some((1, 5, 5, 4), "i8"), some((3, 3, 3, 4), "i4")
    b = some((3,), "i32", -100, 100)
    r = conv(numbers(x), numbers(w), numbers(b), (1, 1, 1, 1), (1, 1), (1, 1), 0, 0)
    case("conv2d_i8_i4", "conv2d", [x, w, b, C([0], "i8"), C([0], "i4")], (r, "i32"), conv_attrs((1, 1, 1, 1), (1, 1), (1, 1), "i8"))


def reciprocal_scale(n):
    k = 0 if n == 1 else (n - 1).bit_length()
    return (((1 << 30) + 1) << k) // n, 30 + k


def pools():
    configs = [((2, 3), (2, 2), (0, 0, 0, 0)), ((3, 2), (1, 1), (1, 1, 1, 0)), ((3, 3), (2, 1), (2, 1, 0, 2)), ((1, 1), (1, 1), (0, 0, 0, 0))]
    for t in FLOATS + ["i8", "i16"]:
        for i, (kernel, stride, pad) in enumerate(configs):
            x = some((2, 6, 5, 3), t)
            xs = numbers(x)
            out = [(xs.shape[1 + d] + pad[2 * d] + pad[2 * d + 1] - kernel[d]) // stride[d] + 1 for d in range(2)]
            izp, ozp = (5, -7) if t == "i8" else (0, 0)
            big, avg = np.zeros((2, *out, 3), xs.dtype), np.zeros((2, *out, 3), xs.dtype)
            for y, z in np.ndindex(*out):
                y0, z0 = y * stride[0] - pad[0], z * stride[1] - pad[2]
                win = xs[:, max(y0, 0):y0 + kernel[0], max(z0, 0):z0 + kernel[1]].reshape(2, -1, 3)
                big[:, y, z] = win.max(1)
                n = win.shape[1]
                if t in FLOATS:
                    avg[:, y, z] = win.sum(1) / n
                else:
                    m, s = reciprocal_scale(n)
                    for b, c in np.ndindex(2, 3):
                        v = apply_scale_32(int((win[b, :, c] - izp).sum()), m, s, False) + ozp
                        avg[b, y, z, c] = min(max(v, limits(t)[0]), limits(t)[1])
            attrs = f"kernel = array<i64: {kernel[0]}, {kernel[1]}>, stride = array<i64: {stride[0]}, {stride[1]}>, pad = array<i64: {', '.join(map(str, pad))}>"
            case(f"max_pool_{i}_{t}", "max_pool2d", [x], (big, t), attrs)
            case(f"avg_pool_{i}_{t}", "avg_pool2d", [x, C([izp], t), C([ozp], t)], (avg, t), attrs + f", acc_type = {'i32' if t[0] == 'i' else 'f32'}")
    x = V(np.array([1, np.nan, 2, np.nan, np.nan, np.nan]).reshape(1, 1, 6, 1), "f32")
    attrs = "kernel = array<i64: 1, 2>, stride = array<i64: 1, 2>, pad = array<i64: 0, 0, 0, 0>"
    case("max_pool_nan", "max_pool2d", [x], (np.array([np.nan] * 3).reshape(1, 1, 3, 1), "f32"), attrs)
    case("max_pool_ignore", "max_pool2d", [x], (np.array([1, 2, np.nan]).reshape(1, 1, 3, 1), "f32"), attrs + ", nan_mode = IGNORE")


# --- movement ---

def movement():
    for t in FLOATS + INTS + ["i1", "i64", "i48", "i4"]:
        if t == "i4":
            continue
        x = some((2, 3, 4), t)
        case(f"reshape_{t}", "reshape", [x, S(4, 6)], (x.a.reshape(4, 6), t))
        case(f"reverse_{t}", "reverse", [x], (x.a[:, ::-1], t), "axis = 1 : i32")
        case(f"slice_{t}", "slice", [x, S(0, 1, 2), S(2, 2, 1)], (x.a[0:2, 1:3, 2:3], t))
        case(f"tile_{t}", "tile", [x, S(2, 1, 3)], (np.tile(x.a, (2, 1, 3)), t))
        case(f"transpose_{t}", "transpose", [x], (x.a.transpose(2, 0, 1), t), "perms = array<i32: 2, 0, 1>")
        y = some((2, 1, 4), t)
        case(f"concat_{t}", "concat", [x, y, x], (np.concatenate([x.a, y.a, x.a], 1), t), "axis = 1 : i32")
        value = some((1,), t)
        case(f"pad_{t}", "pad", [x, S(1, 0, 0, 2, 3, 1), C(value.a, t)],
             (np.pad(x.a, ((1, 0), (0, 2), (3, 1)), constant_values=value.a[0]), t))
        v = some((2, 5, 3), t)
        idx = V(rng.integers(0, 5, (2, 4)), "i32")
        case(f"gather_{t}", "gather", [v, idx], (np.stack([v.a[n][idx.a[n]] for n in range(2)]), t))
        idx = V(np.stack([rng.permutation(5)[:4] for _ in range(2)]), "i32")
        u = some((2, 4, 3), t)
        r = v.a.copy()
        for n in range(2):
            r[n][idx.a[n]] = u.a[n]
        case(f"scatter_{t}", "scatter", [v, idx, u], (r, t))
    x = some((12,), "f32")
    case("reshape_expand", "reshape", [x, S(2, 3, 2)], (x.a.reshape(2, 3, 2), "f32"))
    case("reshape_open", "reshape", [x, S(2, -1, 2)], (x.a.reshape(2, 3, 2), "f32"))
    case("reshape_scalar", "reshape", [some((1, 1), "f32"), S()], None) if False else None
    one = some((1, 1), "f32")
    case("reshape_to_scalar", "reshape", [one, S()], (one.a.reshape(()), "f32"))
    case("reshape_of_scalar", "reshape", [V(one.a.reshape(()), "f32"), S(1, 1)], (one.a, "f32"))
    case("pad_dynamic_value", "pad", [x, S(2, 1), V([9], "f32")], (np.pad(x.a, (2, 1), constant_values=9), "f32"))
    case("pad_nothing", "pad", [x, S(0, 0), C([9], "f32")], (x.a, "f32"))
    for perms in ((0, 3, 1, 2), (3, 2, 1, 0), (0, 1, 2, 3)):
        y = some((2, 3, 4, 5), "f32")
        case("transpose_" + "".join(map(str, perms)), "transpose", [y], (y.a.transpose(perms), "f32"), f"perms = array<i32: {', '.join(map(str, perms))}>")
    for axis in range(3):
        y = some((2, 3, 4), "i32")
        case(f"reverse_{axis}", "reverse", [y], (np.flip(y.a, axis), "i32"), f"axis = {axis} : i32")
        case(f"concat_{axis}", "concat", [y, y], (np.concatenate([y.a, y.a], axis), "i32"), f"axis = {axis} : i32")
    case("concat_one", "concat", [y], (y.a, "i32"), "axis = 0 : i32")


def resize_reference(x, scale, offset, border, mode, t, tout):
    n, ih, iw, c = x.shape
    oh = ((ih - 1) * scale[0] - offset[0] + border[0]) // scale[1] + 1
    ow = ((iw - 1) * scale[2] - offset[1] + border[1]) // scale[3] + 1
    out = np.zeros((n, oh, ow, c), np.float64 if t in FLOATS else np.int64)
    for oy, ox in np.ndindex(oh, ow):
        y, z = oy * scale[1] + offset[0], ox * scale[3] + offset[1]
        iy, ix = y // scale[0], z // scale[2]
        ry, rx = y - iy * scale[0], z - ix * scale[2]
        clampy, clampx = (lambda v: min(max(v, 0), ih - 1)), (lambda v: min(max(v, 0), iw - 1))
        y0, y1, x0, x1 = clampy(iy), clampy(iy + 1), clampx(ix), clampx(ix + 1)
        if mode == "BILINEAR":
            if t in FLOATS:
                dy, dx = ry / scale[0], rx / scale[2]
                out[:, oy, ox] = (x[:, y0, x0] * (1 - dy) * (1 - dx) + x[:, y0, x1] * (1 - dy) * dx + x[:, y1, x0] * dy * (1 - dx) + x[:, y1, x1] * dy * dx)
            else:
                a, b = scale[0], scale[2]
                out[:, oy, ox] = (x[:, y0, x0] * (a - ry) * (b - rx) + x[:, y0, x1] * (a - ry) * rx + x[:, y1, x0] * ry * (b - rx) + x[:, y1, x1] * ry * rx)
        else:
            out[:, oy, ox] = x[:, y1 if 2 * ry >= scale[0] else y0, x1 if 2 * rx >= scale[2] else x0]
    return out


def images():
    configs = [((4, 2, 4, 2), (0, 0), (2, 2)), ((2, 1, 2, 1), (0, 0), (1, 1)), ((4, 2, 4, 2), (-1, -1), (1, 1)), ((16, 1, 16, 1), (0, 0), (0, 0)),
               ((1, 2, 1, 2), (0, 0), (0, 0)), ((6, 4, 2, 3), (1, -2), (3, 4))]
    for t in FLOATS + ["i8", "i16"]:
        for i, (scale, offset, border) in enumerate(configs):
            for mode in ("BILINEAR", "NEAREST_NEIGHBOR"):
                x = some((1, 5, 5, 2), t)
                while True:
                    ok = all(((4) * scale[2 * d] - offset[d] + border[d]) % scale[2 * d + 1] == 0 for d in range(2))
                    if ok:
                        break
                    border = tuple(b + 1 if ((4) * scale[2 * d] - offset[d] + b) % scale[2 * d + 1] else b for d, b in enumerate(border))
                tout = t if mode != "BILINEAR" or t in FLOATS else {"i8": "i32", "i16": "i48"}[t]
                r = resize_reference(numbers(x), scale, offset, border, mode, t, tout)
                case(f"resize_{mode}_{i}_{t}", "resize", [x, S(*scale), S(*offset), S(*border)], (r, tout), f"mode = {mode}")
    for h, w in ((4, 8), (2, 16), (8, 4)):
        a, b = some((2, h, w), "f32"), some((2, h, w), "f32")
        z = np.fft.fft2(a.a + 1j * b.a.astype(np.float64))
        case(f"fft2d_{h}_{w}", "fft2d", [a, b], [(z.real, "f32"), (z.imag, "f32")], "inverse = false", tol=1e-3)
        z = np.fft.ifft2(a.a + 1j * b.a.astype(np.float64)) * h * w
        case(f"ifft2d_{h}_{w}", "fft2d", [a, b], [(z.real, "f32"), (z.imag, "f32")], "inverse = true", tol=1e-3)
        z = np.fft.rfft2(a.a.astype(np.float64))
        case(f"rfft2d_{h}_{w}", "rfft2d", [a], [(z.real, "f32"), (z.imag, "f32")], tol=1e-3)


# --- sizes that are known at run time only ---

def open_sizes():
    """Sizes of 1 are repeated wherever the other operand is larger."""
    for n, shapes in enumerate([((3, 4), (3, 4)), ((3, 4), (1, 4)), ((3, 1), (1, 4)), ((1, 1, 3), (2, 1, 1)), ((1,), (5,)), ((1, 1), (1, 1))]):
        size = np.broadcast_shapes(*shapes)
        for t in ("f32", "bf16", "i8", "i32"):
            a, b = (some(shape, t) for shape in shapes)
            total = round_to(f32(a) + f32(b), t) if t in FLOATS else wrap(ints(a.a) + ints(b.a), t)
            case(f"open_add_{n}_{t}", "add", [a, b], (total, t), is_open=True)
            c, swapped = some(size, "i1"), some((1,) * len(size), "i1")
            case(f"open_select_{n}_{t}", "select", [c, a, b], (np.where(c.a, a.a, b.a), t), is_open=True)
            case(f"open_select_one_{n}_{t}", "select", [swapped, a, b], (np.where(swapped.a, a.a, b.a), t), is_open=True)
            case(f"open_greater_{n}_{t}", "greater", [a, b], (f32(a) > f32(b) if t in FLOATS else a.a > b.a, "i1"), is_open=True)
    x = some((2, 3, 4), "f32")
    case("open_same", "add", [x, x], (x.a + x.a, "f32"), is_open=True)
    case("open_reduce_max", "reduce_max", [x], (x.a.max(1, keepdims=True), "f32"), "axis = 1 : i32", is_open=True)
    case("open_argmax", "argmax", [x], (x.a.argmax(2), "i32"), "axis = 2 : i32", is_open=True)
    case("open_reverse", "reverse", [x], (x.a[:, ::-1], "f32"), "axis = 1 : i32", is_open=True)
    case("open_transpose", "transpose", [x], (x.a.transpose(2, 0, 1), "f32"), "perms = array<i32: 2, 0, 1>", is_open=True)
    case("open_tile", "tile", [x, S(1, 2, 3)], (np.tile(x.a, (1, 2, 3)), "f32"), is_open=True)
    case("open_concat", "concat", [x, x], (np.concatenate([x.a, x.a], 1), "f32"), "axis = 1 : i32", is_open=True)
    case("open_pad", "pad", [x, S(1, 0, 0, 2, 1, 1), C([0.5], "f32")], (np.pad(x.a, ((1, 0), (0, 2), (1, 1)), constant_values=0.5), "f32"), is_open=True)
    table = some((256,), "i8")
    index = some((7,), "i8")
    case("open_table", "table", [index, table], (table.a[index.a.astype(int) + 128], "i8"), is_open=True)
    for t in ("f32", "i8", "i1"):
        values, updates = some((2, 5, 3), t), some((2, 3, 3), t)
        places = V(np.stack([rng.permutation(5)[:3] for _ in range(2)]), "i32")
        expected = values.a.copy()
        for n in range(2):
            expected[n][places.a[n]] = updates.a[n]
        case(f"open_scatter_{t}", "scatter", [values, places, updates], (expected, t), is_open=True)
        case(f"open_gather_{t}", "gather", [values, places], (np.stack([values.a[n][places.a[n]] for n in range(2)]), t), is_open=True)
    a, b = some((2, 3, 5), "i8"), some((2, 5, 4), "i8")
    case("open_matmul", "matmul", [a, b, C([3], "i8"), C([-2], "i8")], ((numbers(a) - 3) @ (numbers(b) + 2), "i32"), is_open=True)
    for t, channels in (("f32", 1), ("f32", 4), ("i8", 1), ("i8", 4)):
        x, w = some((2, 6, 5, 3), t), some((4, 3, 2, 3), t)
        bias, zero = some((channels,), out_of(t), -9, 9), C([0], t)
        r = conv(numbers(x), numbers(w), numbers(bias), (1, 1, 0, 1), (2, 1), (1, 1), 0, 0)
        case(f"open_conv2d_{channels}_{t}", "conv2d", [x, w, bias, zero, zero], (r, out_of(t)), conv_attrs((1, 1, 0, 1), (2, 1), (1, 1), t), is_open=True)


# --- formats of 8 bits ---

def narrow_floats():
    for t in NARROW:
        largest = NARROW[t][2]
        x = some((3, 9), t)
        low = V(np.full((2, 4, 4, 1), -largest), t)
        pool = "kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>"
        case(f"argmax_{t}", "argmax", [x], (x.a.argmax(1), "i32"), "axis = 1 : i32")
        case(f"argmax_lowest_{t}", "argmax", [V(low.a[..., 0], t)], (np.zeros((2, 4)), "i32"), "axis = 2 : i32")
        case(f"max_pool_lowest_{t}", "max_pool2d", [low], (low.a[:, ::2, ::2], t), pool)
        case(f"max_pool_{t}", "max_pool2d", [V(x.a[:, :8].reshape(1, 6, 4, 1), t)],
             (x.a[:, :8].reshape(1, 3, 2, 2, 2, 1).max((2, 4)), t), pool)
        for other in FLOATS:
            case(f"cast_{t}_{other}", "cast", [x], (round_to(x.a, other), other))
            y = V(np.concatenate([rng.uniform(-8, 8, 30), [0, 1e-3, 2e-3, -5e-5]]), other)
            case(f"cast_{other}_{t}", "cast", [y], (to_narrow(f32(y), t), t))
        a, b = some((1, 4, 6), t, -1, 1), some((1, 6, 3), t, -1, 1)
        case(f"matmul_{t}", "matmul", [a, b, C([0], t), C([0], t)], (numbers(a) @ numbers(b), "f16"))
        case(f"reverse_{t}", "reverse", [x], (x.a[::-1], t), "axis = 0 : i32")


# --- what is no plain op ---

def structures():
    add_programs(lambda name, text: CASES.append((name, text)))


# --- running ---

def run_text(text):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        try:
            done = subprocess.run([RUN, "--check", f"--device={DEVICE}", file.name], capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            return False, "timeout"
        return done.returncode == 0, (done.stdout + done.stderr)


def run_part(part):
    """The names of the cases that fail, and what is said of them."""
    is_right, together = run_text("".join(text for _, text in part))
    if is_right:
        return []
    alone = [(name, *run_text(text)) for name, text in part]
    return [(name, output) for name, is_right, output in alone if not is_right] or [(f"{part[0][0]} with others", together)]


def main():
    for make in (elementwise, casts, rescales, reductions, products, convolutions, pools, movement, images, open_sizes, narrow_floats, structures):
        make()
    wanted = [c for c in CASES if len(sys.argv) < 2 or any(w in c[0] for w in sys.argv[1:])]
    chunk = 24
    parts = [wanted[i:i + chunk] for i in range(0, len(wanted), chunk)]
    with ThreadPoolExecutor(max_workers=int(os.environ.get("TERN_JOBS", "2"))) as pool:
        failures = [failure for found in pool.map(run_part, parts) for failure in found]
    for name, output in failures:
        print(f"FAIL {name}: " + "\n".join(output.strip().splitlines()[:12]))
    print(f"{len(wanted) - len(failures)} of {len(wanted)} right")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
