"""The kinds of kernels that are compared with Triton's: how they are compiled, on what they are launched.

This file needs neither Triton nor NumPy. An array of a launch is (type, shape, what it holds); a number is an int or a float.
"""

import dataclasses


@dataclasses.dataclass
class Case:
    name: str
    kernel: str  # in kernels.py
    reference: str  # in reference.py
    constants: dict
    num_warps: int
    num_stages: int
    launches: list  # of Launch; all have arguments of the same types


@dataclasses.dataclass
class Launch:
    label: str
    grid: tuple
    arguments: dict
    bytes: int = 0  # that have to be read or written once
    operations: int = 0


BYTES = {"f32": 4, "f16": 2, "bf16": 2, "f8E4M3FN": 1, "i8": 1, "i32": 4}


def cdiv(a, b):
    return (a + b - 1) // b


def normal(element, *shape):
    return (element, shape, "normal")


def output(element, *shape):
    return (element, shape, "output")


def bytes_of(arguments):
    total = 0
    for value in arguments.values():
        if isinstance(value, tuple):
            size = BYTES[value[0]]
            for extent in value[1]:
                size *= extent
            total += size
    return total


def launch(label, grid, operations=0, **arguments):
    return Launch(label, (*grid, 1, 1)[:3], arguments, bytes_of(arguments), operations)


# --- elementwise, rows ---


def add(size):
    return launch(f"{size >> 20}M", (cdiv(size, 1024),), x=normal("f32", size), y=normal("f32", size), out=output("f32", size),
                  size=size)


def silu_times(size):
    return launch(f"{size >> 20}M", (cdiv(size, 1024),), gate=normal("bf16", size), up=normal("bf16", size),
                  out=output("bf16", size), size=size)


def dropout(size):
    return launch(f"{size >> 20}M", (cdiv(size, 1024),), x=normal("f32", size), out=output("f32", size), size=size, share=0.25,
                  seed=1234567)


def rows(element, count, columns, per_program=1):
    shape = (count, columns)
    return launch(f"{count}x{columns}", (cdiv(count, per_program),), x=normal(element, *shape), out=output(element, *shape),
                  columns=columns)


def cross_entropy(count, columns):
    return launch(f"{count}x{columns}", (count,), logits=normal("bf16", count, columns),
                  labels=("i32", (count,), f"below {columns}"), loss=output("f32", count), columns=columns)


def layer_norm(count, columns):
    return launch(f"{count}x{columns}", (count,), x=normal("f16", count, columns), gain=normal("f16", columns),
                  offset=normal("f16", columns), out=output("f16", count, columns), means=output("f32", count),
                  factors=output("f32", count), columns=columns, epsilon=1e-5)


def layer_norm_backward(count, columns, programs=264):
    shape = (count, columns)
    return launch(f"{count}x{columns}", (programs,), x=normal("f16", *shape), gain=normal("f16", columns),
                  grad=normal("f16", *shape), means=normal("f32", count), factors=("f32", (count,), "positive"),
                  grad_x=output("f16", *shape), grad_gain=output("f32", programs, columns),
                  grad_offset=output("f32", programs, columns), rows=count, columns=columns,
                  per_program=cdiv(cdiv(count, programs), 16) * 16)


def rms_norm(count, columns):
    return launch(f"{count}x{columns}", (count,), x=normal("bf16", count, columns), gain=normal("bf16", columns),
                  out=output("bf16", count, columns), columns=columns, epsilon=1e-6)


def row_sum(count, columns):
    return launch(f"{count}x{columns}", (cdiv(count, 4),), x=normal("f32", count, columns), out=output("f32", count), rows=count,
                  columns=columns)


def argmax(count, columns):
    return launch(f"{count}x{columns}", (count,), x=normal("f32", count, columns), out=output("i32", count), columns=columns)


def column_sum(count, columns, parts=16):
    return launch(f"{count}x{columns}", (cdiv(columns, 128), parts), x=normal("bf16", count, columns),
                  out=output("f32", parts, columns), rows=count, columns=columns, per_program=cdiv(count, parts))


def recurrence(count, columns):
    shape = (count, columns)
    return launch(f"{count}x{columns}", (cdiv(count, 4),), decay=("f32", shape, "share"), x=normal("f32", *shape),
                  out=output("f32", *shape), columns=columns)


# --- products, attention ---


def matmul(element, result, m, n, k, tile, is_turned=False, programs=None):
    M, N = tile
    count = cdiv(m, M) * cdiv(n, N)
    return launch(f"{m}x{n}x{k}", (min(programs, count) if programs else count,), 2 * m * n * k, a=normal(element, m, k),
                  b=normal(element, *((n, k) if is_turned else (k, n))), c=output(result, m, n), m=m, n=n, k=k)


def squares(element, result, tile, is_turned=False, programs=None):
    return [matmul(element, result, size, size, size, tile, is_turned, programs) for size in (1024, 2048, 4096, 8192)]


def matmul_grouped(count, groups, n, k):
    return launch(f"{groups} of {n}x{k}", (132,), 2 * count * n * k, x=normal("bf16", count, k), weights=normal("bf16", groups, k, n),
                  out=output("bf16", count, n), ends=("i32", (groups,), f"ends {count}"), n=n, k=k, groups=groups)


def gated_mlp(m, n, k):
    return launch(f"{m}x{n}x{k}", (cdiv(m, 128) * cdiv(n, 128),), 4 * m * n * k, x=normal("bf16", m, k), gates=normal("bf16", k, n),
                  ups=normal("bf16", k, n), out=output("bf16", m, n), m=m, n=n, k=k)


def attention(length, depth, is_causal, heads=32):
    shape = (heads, length, depth)
    operations = 4 * heads * length * length * depth // (2 if is_causal else 1)
    return launch(f"{heads}x{length}", (cdiv(length, 128), heads), operations, q=normal("f16", *shape), k=normal("f16", *shape),
                  v=normal("f16", *shape), out=output("f16", *shape), length=length, scale=1.4426950408889634 / depth**0.5)


def product_case(name, element, result, M, N, K, num_warps, num_stages, is_turned, total="fp32"):
    constants = {"IS_TURNED": is_turned, "M": M, "N": N, "K": K, "GROUP": 8, "SUM": total}
    reference = name if element == "f32" else "matmul_turned" if is_turned else "matmul"
    return Case(name, "matmul", reference, constants, num_warps, num_stages, squares(element, result, (M, N), is_turned))


def attention_case(depth, is_causal, num_warps, num_stages, N):
    name = f"attention_d{depth}" + ("_causal" if is_causal else "")
    constants = {"IS_CAUSAL": is_causal, "D": depth, "M": 128, "N": N}
    return Case(name, "attention", "attention_causal" if is_causal else "attention", constants, num_warps, num_stages,
                [attention(length, depth, is_causal) for length in (1024, 4096)])


M16 = 1 << 24
CASES = [
    Case("add_f32", "add", "add", {"BLOCK": 1024}, 4, 3, [add(M16), add(4 * M16)]),
    Case("silu_times_bf16", "silu_times", "silu_times", {"BLOCK": 1024}, 4, 3, [silu_times(M16), silu_times(4 * M16)]),
    Case("dropout_f32", "dropout", "dropout", {"BLOCK": 1024}, 4, 3, [dropout(M16)]),
    Case("softmax_f16", "softmax", "softmax", {"BLOCK": 4096}, 8, 3, [rows("f16", 8192, 4096), rows("f16", 8192, 3200)]),
    Case("softmax_long_f32", "softmax_long", "softmax", {"BLOCK": 4096}, 8, 3, [rows("f32", 2048, 32768)]),
    Case("cross_entropy_bf16", "cross_entropy", "cross_entropy", {"BLOCK": 8192}, 16, 3, [cross_entropy(4096, 32000)]),
    Case("layer_norm_f16", "layer_norm", "layer_norm", {"BLOCK": 4096}, 8, 3, [layer_norm(8192, 4096)]),
    Case("layer_norm_backward_f16", "layer_norm_backward", "layer_norm_backward", {"BLOCK": 4096}, 8, 3,
         [layer_norm_backward(8192, 4096)]),
    Case("rms_norm_bf16", "rms_norm", "rms_norm", {"BLOCK": 4096}, 8, 3, [rms_norm(8192, 4096)]),
    Case("row_sum_f32", "row_sum", "row_sum", {"ROWS": 4, "BLOCK": 1024}, 4, 3, [row_sum(8192, 8192)]),
    Case("argmax_f32", "argmax", "argmax", {"BLOCK": 4096}, 8, 3, [argmax(8192, 4096)]),
    Case("column_sum_bf16", "column_sum", "column_sum", {"ROWS": 32, "BLOCK": 128}, 4, 3, [column_sum(8192, 8192)]),
    Case("cumulative_sum_f32", "cumulative_sum", "cumulative_sum", {"BLOCK": 4096}, 8, 3, [rows("f32", 8192, 4096)]),
    Case("recurrence_f32", "recurrence", "recurrence", {"ROWS": 4, "BLOCK": 1024}, 4, 3, [recurrence(8192, 1024)]),
    product_case("matmul_f16", "f16", "f16", 128, 256, 64, 8, 3, False),
    product_case("matmul_bf16", "bf16", "bf16", 128, 256, 64, 8, 3, False),
    product_case("matmul_tf32", "f32", "f32", 128, 128, 32, 8, 4, True),
    product_case("matmul_f8", "f8E4M3FN", "bf16", 128, 256, 128, 8, 3, True),
    product_case("matmul_i8", "i8", "i32", 128, 256, 128, 8, 3, True, "int32"),
    attention_case(64, False, 4, 3, 64),
    attention_case(64, True, 4, 3, 64),
    attention_case(128, False, 8, 3, 64),
    attention_case(128, True, 8, 3, 64),
    Case("matmul_grouped_bf16", "matmul_grouped", "matmul_grouped", {"PROGRAMS": 132, "M": 128, "N": 128, "K": 64}, 8, 3,
         [matmul_grouped(8192, 8, 4096, 4096)]),
    Case("matmul_persistent_f16", "matmul_persistent", "matmul",
         {"PROGRAMS": 132, "M": 128, "N": 256, "K": 64, "GROUP": 8}, 8, 3, squares("f16", "f16", (128, 256), False, 132)),
    Case("gated_mlp_bf16", "gated_mlp", "gated_mlp", {"M": 128, "N": 128, "K": 64, "GROUP": 8}, 8, 3,
         [gated_mlp(4096, 4096, 4096)]),
]
