"""Cases of stablehlo_ops.py: control flow, tuples, composites, random bits, processes; and checks inside of programs."""

import os
import tempfile

import numpy as np
from program import NARROW_FLOATS, Case, Value, execute, v

RNG = np.random.default_rng(4)
M32, M64 = 2**32 - 1, 2**64 - 1


# --- control flow ---

COUNT = """%z = stablehlo.constant dense<0> : tensor<i32>
  %q:2 = stablehlo.while(%i = %z, %s = %a0) : tensor<i32>, tensor<3xf32> cond {
    %c = stablehlo.compare LT, %i, %a1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %o = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %o : tensor<i32>
    %t = stablehlo.add %s, %s : tensor<3xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<3xf32>
  }
  return %q#1 : tensor<3xf32>"""


def control_cases():
    x = np.array([1, 2, 3], np.float32)
    for n in (0, 1, 4, -3):
        yield Case(f"while, {n} times", COUNT, [x, np.int32(n)], [x * 2 ** max(n, 0)])
    yield Case("while of a condition on data", """%q = stablehlo.while(%s = %a0) : tensor<3xf32> cond {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %limit = stablehlo.constant dense<100.0> : tensor<f32>
    %sum = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %t = stablehlo.multiply %s, %a1 : tensor<3xf32>
    stablehlo.return %t : tensor<3xf32>
  }
  return %q : tensor<3xf32>""", [x, np.array([2, 2, 2], np.float32)], [x * 32])
    yield Case("nested while", """%z = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %n = stablehlo.constant dense<5> : tensor<i64>
  %q:2 = stablehlo.while(%i = %z, %s = %z) : tensor<i64>, tensor<i64> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %p:2 = stablehlo.while(%k = %i, %t = %s) : tensor<i64>, tensor<i64> cond {
      %c = stablehlo.compare LT, %k, %a0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %l = stablehlo.add %k, %one : tensor<i64>
      %u = stablehlo.add %t, %k : tensor<i64>
      stablehlo.return %l, %u : tensor<i64>, tensor<i64>
    }
    %j = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %j, %p#1 : tensor<i64>, tensor<i64>
  }
  return %q#1 : tensor<i64>""", [np.int64(7)], [np.int64(sum(k for i in range(5) for k in range(i, 7)))])
    for flag in (True, False):
        yield Case(f"if {flag}", '%r = "stablehlo.if"(%a0) ({ %s = stablehlo.add %a1, %a1 : tensor<ui8> stablehlo.return %s : tensor<ui8> }, '
                   "{ stablehlo.return %a1 : tensor<ui8> }) : (tensor<i1>) -> tensor<ui8>", [np.array(flag), np.array(200, np.uint8)],
                   [np.array(144 if flag else 200, np.uint8)])
    for k in (-1, 0, 1, 2, 5, -2**31, 2**31 - 1):
        yield Case(f"case {k}", '%r = "stablehlo.case"(%a0) ({ %s = stablehlo.add %a1, %a1 : tensor<f32> stablehlo.return %s : tensor<f32> }, '
                   "{ stablehlo.return %a1 : tensor<f32> }, { %s = stablehlo.negate %a1 : tensor<f32> stablehlo.return %s : tensor<f32> }) : "
                   "(tensor<i32>) -> tensor<f32>", [np.int32(k), np.float32(3)], [np.float32({0: 6, 1: 3}.get(k, -3))])
    yield Case("case of one branch", '%r = "stablehlo.case"(%a0) ({ stablehlo.return %a1 : tensor<3xf32> }) : (tensor<i32>) -> tensor<3xf32>',
               [np.int32(9), x], [x])


def call_cases():
    x = np.array([1, 2, 3], np.float32)
    yield Case("call", "%r = func.call @twice(%a0) : (tensor<3xf32>) -> tensor<3xf32>", [x], [x * 2], separate=True,
               extra="func.func private @twice(%x: tensor<3xf32>) -> tensor<3xf32> {\n  %0 = stablehlo.add %x, %x : tensor<3xf32>\n  return %0 : tensor<3xf32>\n}")
    yield Case("tuple", "%t = stablehlo.tuple %a0, %a1 : tuple<tensor<3xf32>, tensor<i32>>\n"
               "  %n = stablehlo.tuple %t, %a1 : tuple<tuple<tensor<3xf32>, tensor<i32>>, tensor<i32>>\n"
               "  %g = stablehlo.get_tuple_element %n[0] : (tuple<tuple<tensor<3xf32>, tensor<i32>>, tensor<i32>>) -> tuple<tensor<3xf32>, tensor<i32>>\n"
               "  %r = stablehlo.get_tuple_element %g[0] : (tuple<tensor<3xf32>, tensor<i32>>) -> tensor<3xf32>", [x, np.int32(1)], [x])
    yield Case("composite", '%r = stablehlo.composite "ops.triple" %a0 {composite_attributes = {n = 3 : i64}, decomposition = @triple, version = 1 : i32} : '
               "(tensor<3xf32>) -> tensor<3xf32>", [x], [x * 3], separate=True,
               extra="func.func private @triple(%x: tensor<3xf32>) -> tensor<3xf32> {\n  %0 = stablehlo.add %x, %x : tensor<3xf32>\n"
                     "  %1 = stablehlo.add %0, %x : tensor<3xf32>\n  return %1 : tensor<3xf32>\n}")
    yield Case("optimization_barrier", "%r0, %r1 = stablehlo.optimization_barrier %a0, %a1 : tensor<3xf32>, tensor<i32>", [x, np.int32(5)], [x, np.int32(5)])
    yield Case("tokens", "%t = stablehlo.create_token : !stablehlo.token\n  %u = stablehlo.after_all %t, %t : !stablehlo.token\n"
               "  %q:2 = stablehlo.optimization_barrier %a0, %u : tensor<3xf32>, !stablehlo.token\n  return %q#0 : tensor<3xf32>", [x], [x])
    yield Case("all_reduce of one process", '%r = "stablehlo.all_reduce"(%a0) ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : '
               "tensor<f32> stablehlo.return %s : tensor<f32> }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<3xf32>) -> tensor<3xf32>", [x], [x])
    yield Case("collective_permute to nobody", '%r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<> : tensor<0x2xi64>} : '
               "(tensor<3xf32>) -> tensor<3xf32>", [x], [x * 0])
    yield Case("replica_id", "%r = stablehlo.replica_id : tensor<ui32>", [], [np.uint32(0)])
    yield Case("partition_id", "%r = stablehlo.partition_id : tensor<ui32>", [], [np.uint32(0)])
    yield Case("argument as result", "return %a0, %a0 : tensor<3xf32>, tensor<3xf32>", [x], [x, x])
    yield Case("mhlo", '%r = "mhlo.add"(%a0, %a0) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>', [x], [x * 2], separate=True)
    yield Case("unfoldable constant", "%c = util.unfoldable_constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>\n  %r = stablehlo.add %c, %a0 : tensor<3xf32>", [x],
               [x * 2])


# --- random bits ---

def three_fry(key, counter):
    """Salmon et al., Parallel random numbers: as easy as 1, 2, 3: Threefry-2x32-20."""
    keys = [key[0], key[1], 0x1BD11BDA ^ key[0] ^ key[1]]
    x = [(counter[0] + keys[0]) & M32, (counter[1] + keys[1]) & M32]
    for group in range(5):
        for r in ([13, 15, 26, 6], [17, 29, 16, 24])[group % 2]:
            x[0] = (x[0] + x[1]) & M32
            x[1] = ((x[1] << r | x[1] >> (32 - r)) & M32) ^ x[0]
        x[0] = (x[0] + keys[(group + 1) % 3]) & M32
        x[1] = (x[1] + keys[(group + 2) % 3] + group + 1) & M32
    return x


def philox(key, counter):
    """Philox-4x32-10 of the same paper."""
    key, c = list(key), list(counter)
    for _ in range(10):
        p0, p1 = c[0] * 0xD2511F53, c[2] * 0xCD9E8D57
        c = [(p1 >> 32) ^ c[1] ^ key[0], p1 & M32, (p0 >> 32) ^ c[3] ^ key[1], p0 & M32]
        key = [(key[0] + 0x9E3779B9) & M32, (key[1] + 0xBB67AE85) & M32]
    return c


# The paper's known answers.
assert three_fry([0, 0], [0, 0]) == [0x6B200159, 0x99BA4EFE]
assert philox([0, 0], [0, 0, 0, 0]) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]


def words(value):
    return [value & M32, value >> 32 & M32]


def random_bits(algorithm, state, shape, width):
    """The new state and the bits: the layout of XLA's RngBitGenerator."""
    count, key = int(np.prod(shape)), words(state[0])
    dtype = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}[width]
    if algorithm != "THREE_FRY":
        high = state[2] if len(state) == 3 else state[0]
        start, per_block, bits = state[1] | high << 64, 2 if width == 64 else 4, []
        blocks = -(-count // per_block)
        for i in range(blocks):
            at = start + i
            x = philox(key, words(at & M64) + words(at >> 64 & M64))
            bits += [x[0] | x[1] << 32, x[2] | x[3] << 32] if width == 64 else x
        out = np.array(bits[:count], np.uint64 if width == 64 else np.uint32).reshape(shape)
        end = (start + blocks) & (2**128 - 1)
        return np.array([state[0], end & M64] + ([end >> 64] if len(state) == 3 else []), np.uint64), out.astype(dtype)
    if width == 64:
        used = count
        pairs = [three_fry(key, words(state[1] + i & M64)) for i in range(count)]
        out = np.array([a | b << 32 for a, b in pairs], np.uint64).reshape(shape)
    elif not shape:
        used, out = 1, np.array(three_fry(key, words(state[1]))[0], np.uint32)
    else:
        dim = next((i for i, s in enumerate(shape) if s % 2 == 0), None)
        dim = int(np.argmax(shape)) if dim is None else dim
        half = list(shape)
        half[dim] = (half[dim] + 1) // 2
        used = int(np.prod(half))
        pairs = np.array([three_fry(key, words(state[1] + i & M64)) for i in range(used)], np.uint32).reshape(-1, 2)
        both = np.stack([pairs[:, 0].reshape(half), pairs[:, 1].reshape(half)], dim + 1)
        half[dim] *= 2
        out = both.reshape(half)[tuple(slice(0, s) for s in shape)]
    return np.array([state[0], (state[1] + used) & M64, *state[2:]], np.uint64), out.astype(dtype)


def random_cases():
    for algorithm in ("THREE_FRY", "PHILOX", "DEFAULT"):
        for state in ([123456789012345, 987654321], [2**63 + 5, M64 - 1] + ([M64] if algorithm == "PHILOX" else [])):
            for shape in [(), (1,), (5,), (8,), (3, 5), (3, 4, 5)]:
                for width in (8, 16, 32, 64):
                    end, bits = random_bits(algorithm, state, shape, width)
                    yield Case(f"rng_bit_generator {algorithm} {shape} {width}", f"%r0, %r1 = stablehlo.rng_bit_generator %a0, algorithm = {algorithm} : "
                               f"({v(end).type}) -> ({v(end).type}, {v(bits).type})", [np.array(state, np.uint64)], [end, bits])
    sums = """%s = stablehlo.constant dense<[1000, 20]> : tensor<2xi64>
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %b = stablehlo.constant dense<6.0> : tensor<f32>
  %u = stablehlo.rng %a, %b, %s, distribution = KIND : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<1000x20xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %k = stablehlo.constant dense<20000.0> : tensor<f32>
  %t = stablehlo.reduce(%u init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<1000x20xf32>, tensor<f32>) -> tensor<f32>
  %r0 = stablehlo.divide %t, %k : tensor<f32>
  %w = stablehlo.broadcast_in_dim %r0, dims = [] : (tensor<f32>) -> tensor<1000x20xf32>
  %d = stablehlo.subtract %u, %w : tensor<1000x20xf32>
  %e = stablehlo.multiply %d, %d : tensor<1000x20xf32>
  %f = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<1000x20xf32>, tensor<f32>) -> tensor<f32>
  %r1 = stablehlo.divide %f, %k : tensor<f32>"""
    for kind, mean, variance in (("UNIFORM", 4, 16 / 12), ("NORMAL", 2, 36)):
        yield Case(f"rng {kind}", sums.replace("KIND", kind), [], [np.float32(mean), np.float32(variance)], relative=0.05)


# --- checks ---

def hexadecimal(value):
    codes = NARROW_FLOATS[value.element].encode(value.array) if value.element in NARROW_FLOATS else value.array
    return '"0x' + codes.tobytes().hex().upper() + '"'


def run_checks(text):
    """None if all functions pass, else what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "checks.mlir")
        with open(path, "w") as file:
            file.write(text)
        try:
            output = execute([path, "--check"])
        except RuntimeError as error:
            return f"{error}\n{text}"
        functions = text.count("func.func @")
        return None if output.count("[PASSED]") == functions else f"{output}\n{text}"


def fails(text):
    """None if the program's check fails as it should."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "checks.mlir")
        with open(path, "w") as file:
            file.write(text)
        try:
            execute([path, "--check"])
        except RuntimeError as error:
            return None if "expect" in str(error) and "error: expect" in str(error) else f"fails otherwise: {error}\n{text}"
        return f"passes\n{text}"


CHECK_SYNTAXES = """func.func @of_iree() {
  %a = util.unfoldable_constant dense<[1.0, 2.0, -0.0]> : tensor<3xf32>
  %b = util.unfoldable_constant dense<[2, 4, 6]> : tensor<3xui8>
  %t = util.unfoldable_constant dense<true> : tensor<2xi1>
  check.expect_all_true(%t) : tensor<2xi1>
  %true = arith.constant true
  check.expect_true(%true) : i1
  %zero = arith.constant 0 : i32
  check.expect_false(%zero) : i32
  check.expect_eq(%a, %a) : tensor<3xf32>
  check.expect_eq_const(%a, dense<[1.0, 2.0, 0.0]> : tensor<3xf32>) : tensor<3xf32>
  check.expect_eq_const(%b, dense<[2, 4, 6]> : tensor<3xui8>) : tensor<3xui8>
  check.expect_almost_eq(%a, %a) : tensor<3xf32>
  check.expect_almost_eq_const(%a, dense<[1.00001, 2.0, 0.0]> : tensor<3xf32>) : tensor<3xf32>
  return
}
func.func @of_stablehlo() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  check.expect_eq %b, %b : tensor<3xi64>
  check.expect_eq_const %b, dense<[1, 2, 3]> : tensor<3xi64>
  check.expect_almost_eq %a, %a : tensor<3xf32>
  check.expect_almost_eq_const %a, dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  check.expect_close %a, %a {max_ulp_difference = 3 : i64, min_ulp_difference = 0 : i64} : tensor<3xf32>, tensor<3xf32>
  return
}
func.func @custom_calls() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = stablehlo.add %a, %a : tensor<3xf32>
  %e = stablehlo.constant dense<[2.0, 4.0, 6.0]> : tensor<3xf32>
  %i = stablehlo.constant dense<[[1, 2], [3, -4]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%i, %i) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  stablehlo.custom_call @check.expect_close(%b, %e) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  stablehlo.custom_call @check.expect_almost_eq(%b, %e) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
"""
NEWER_OPS = """func.func @tolerances() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = stablehlo.constant dense<[1.0, 2.0, 3.05]> : tensor<3xf32>
  check.expect_almost_eq %a, %b, tolerance = 0.1 : tensor<3xf32>
  check.expect_close %a, %a, max_ulp_difference = 0, min_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}
func.func @scan_with_indices() {
  %x = stablehlo.constant dense<[[4, 7], [9, 7], [2, 8]]> : tensor<3x2xi32>
  %i = stablehlo.iota dim = 0 : tensor<3x2xi32>
  %low = stablehlo.constant dense<-100> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %0:4 = chlo.scan(%x, %i) inits(%low, %zero) dimension=0 {
  ^bb0(%value: tensor<2xi32>, %at: tensor<2xi32>, %best: tensor<2xi32>, %place: tensor<2xi32>):
    %is_more = stablehlo.compare GT, %value, %best : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %greatest = stablehlo.maximum %value, %best : tensor<2xi32>
    %found = stablehlo.select %is_more, %at, %place : tensor<2xi1>, tensor<2xi32>
    stablehlo.return %greatest, %found, %greatest, %found : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
  } : (tensor<3x2xi32>, tensor<3x2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<3x2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[[4, 7], [9, 7], [9, 8]]> : tensor<3x2xi32>
  check.expect_eq_const %0#1, dense<[[0, 0], [1, 0], [1, 2]]> : tensor<3x2xi32>
  check.expect_eq_const %0#2, dense<[9, 8]> : tensor<2xi32>
  check.expect_eq_const %0#3, dense<[1, 2]> : tensor<2xi32>
  return
}
func.func @scan_in_scan() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = chlo.scan(%x) inits(%zero) dimension=0 attributes {is_reverse = true} {
  ^bb0(%row: tensor<3xi32>, %carried: tensor<i32>):
    %1:2 = chlo.scan(%row) inits(%carried) dimension=0 {
    ^bb0(%e: tensor<i32>, %sum: tensor<i32>):
      %2 = stablehlo.add %e, %sum : tensor<i32>
      stablehlo.return %2, %2 : tensor<i32>, tensor<i32>
    } : (tensor<3xi32>, tensor<i32>) -> (tensor<3xi32>, tensor<i32>)
    stablehlo.return %1#0, %1#1 : tensor<3xi32>, tensor<i32>
  } : (tensor<2x3xi32>, tensor<i32>) -> (tensor<2x3xi32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<[[16, 18, 21], [4, 9, 15]]> : tensor<2x3xi32>
  check.expect_eq_const %0#1, dense<21> : tensor<i32>
  return
}
func.func @upper_halves() {
  %a = util.unfoldable_constant dense<[100, -100, -128]> : tensor<3xi8>
  %b = util.unfoldable_constant dense<[100, 100, -128]> : tensor<3xi8>
  %0 = chlo.mulhi %a, %b : tensor<3xi8>, tensor<3xi8> -> tensor<3xi8>
  check.expect_eq_const %0, dense<[39, -40, 64]> : tensor<3xi8>
  %c = stablehlo.constant dense<[4294967295, 65536]> : tensor<2xui32>
  %1 = chlo.mulhi %c, %c : tensor<2xui32>, tensor<2xui32> -> tensor<2xui32>
  check.expect_eq_const %1, dense<[4294967294, 1]> : tensor<2xui32>
  %d = util.unfoldable_constant dense<[9223372036854775807, -9223372036854775808, -1]> : tensor<3xi64>
  %2 = chlo.mulhi %d, %d : tensor<3xi64>, tensor<3xi64> -> tensor<3xi64>
  check.expect_eq_const %2, dense<[4611686018427387903, 4611686018427387904, 0]> : tensor<3xi64>
  %e = stablehlo.constant dense<[18446744073709551615, 4294967296]> : tensor<2xui64>
  %3 = chlo.mulhi %e, %e : tensor<2xui64>, tensor<2xui64> -> tensor<2xui64>
  check.expect_eq_const %3, dense<[18446744073709551614, 1]> : tensor<2xui64>
  return
}
func.func @ragged_rows() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %b = stablehlo.constant dense<[[[1.0], [0.0]], [[0x7F800000], [0x7F800000]], [[0.0], [10.0]]]> : tensor<3x2x1xf32>
  %n = util.unfoldable_constant dense<[1, 0, 2]> : tensor<3xi32>
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
    lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x2xf32>, tensor<3x2x1xf32>, tensor<3xi32>) -> tensor<4x1xf32>
  check.expect_eq_const %0, dense<[[1.0], [40.0], [60.0], [0.0]]> : tensor<4x1xf32>
  return
}
func.func @ragged_sum() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>
  %b = stablehlo.constant dense<[[1.0], [1.0], [1.0], [0x7F800000]]> : tensor<4x1xf32>
  %n = util.unfoldable_constant dense<[2, 1]> : tensor<2xi64>
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0],
    lhs_ragged_dimensions = [1]>} : (tensor<1x4xf32>, tensor<4x1xf32>, tensor<2xi64>) -> tensor<2x1x1xf32>
  check.expect_eq_const %0, dense<[[[3.0]], [[3.0]]]> : tensor<2x1x1xf32>
  return
}
func.func @narrow_sum() {
  %a = util.unfoldable_constant dense<1.0> : tensor<2x1024xbf16>
  %b = util.unfoldable_constant dense<1.0> : tensor<1024x2xbf16>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x1024xbf16>, tensor<1024x2xbf16>) -> tensor<2x2xbf16>
  check.expect_eq_const %0, dense<1024.0> : tensor<2x2xbf16>
  return
}
func.func @no_mantissa() {
  %a = util.unfoldable_constant dense<[0x7FC00000, 0xFFC00000, 1.4]> : tensor<3xf32>
  %0 = stablehlo.reduce_precision %a, format = e5m0 : tensor<3xf32>
  check.expect_eq_const %0, dense<[0x7F800000, 0xFF800000, 1.0]> : tensor<3xf32>
  return
}
func.func @logarithms_near_zero() {
  %a = util.unfoldable_constant dense<[(0.6000000238418579, 0.8000000715255737), (0.707099974155426, 0.707099974155426), (-9.999999747378752e-05, 1.0), (0.9999899864196777, 0.0010000000474974513)]> : tensor<4xcomplex<f32>>
  %e = stablehlo.constant dense<[(7.152557145673208e-08, 0.9272952418434685), (-9.6266420674897e-06, 0.7853981633974483), (4.999999722378758e-09, 1.570896326792037), (-9.513620647276515e-06, 0.0010000097278353274)]> : tensor<4xcomplex<f32>>
  %0 = stablehlo.log %a : tensor<4xcomplex<f32>>
  check.expect_close %0, %e, max_ulp_difference = 3 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<4xcomplex<f32>>
  %less = stablehlo.subtract %a, %one : tensor<4xcomplex<f32>>
  %f = stablehlo.constant dense<[(7.152557145673208e-08, 0.9272952418434685), (-9.6266420674897e-06, 0.7853981633974483), (5.001659505973257e-09, 1.5708963433884962), (-9.513620647276515e-06, 0.0010000097278353274)]> : tensor<4xcomplex<f32>>
  %1 = stablehlo.log_plus_one %less : tensor<4xcomplex<f32>>
  check.expect_close %1, %f, max_ulp_difference = 3 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
  return
}
func.func @an_assertion() {
  %c = util.unfoldable_constant dense<true> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%c) {error_message = "sizes differ", has_side_effect = true} : (tensor<i1>) -> ()
  return
}
"""
WRONG = {
    "expect_eq_const": "check.expect_eq_const(%a, dense<[1.0, 2.0, 4.0]> : tensor<3xf32>) : tensor<3xf32>",
    "expect_almost_eq_const": "check.expect_almost_eq_const(%a, dense<[1.0, 2.0, 3.01]> : tensor<3xf32>) : tensor<3xf32>",
    "expect_true": "%z = arith.constant 0 : i64\n  check.expect_true(%z) : i64",
    "expect_all_true": "%z = util.unfoldable_constant dense<[true, false]> : tensor<2xi1>\n  check.expect_all_true(%z) : tensor<2xi1>",
    "expect_eq": "%b = stablehlo.negate %a : tensor<3xf32>\n  check.expect_eq(%a, %b) : tensor<3xf32>",
    "expect_close": "%b = stablehlo.constant dense<[1.0, 2.0, 3.00001]> : tensor<3xf32>\n  check.expect_close %a, %b {max_ulp_difference = 3 : i64, "
                    "min_ulp_difference = 0 : i64} : tensor<3xf32>, tensor<3xf32>",
    "answer": "%b = stablehlo.negate %a : tensor<3xf32>\n  %c = stablehlo.custom_call @check.eq(%a, %b) : (tensor<3xf32>, tensor<3xf32>) -> tensor<i1>",
    "custom_call": "%b = stablehlo.negate %a : tensor<3xf32>\n  stablehlo.custom_call @check.expect_close(%a, %b) {has_side_effect = true} : "
                   "(tensor<3xf32>, tensor<3xf32>) -> ()",
}


# Bodies that are no computation on scalars, orders of floats, sizes that loops carry, and tests that return whether they pass.
BODIES = """func.func @comparator() {
  %k = util.unfoldable_constant dense<[3, 1, 2, -4]> : tensor<4xi32>
  %t = util.unfoldable_constant dense<[5, 0, 9]> : tensor<3xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.sort"(%k) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %v = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %w = stablehlo.multiply %v, %t : tensor<3xi32>
    %s = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    %u = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %x = stablehlo.multiply %u, %t : tensor<3xi32>
    %y = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    %p = stablehlo.compare LT, %s, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const(%r, dense<[-4, 1, 2, 3]> : tensor<4xi32>) : tensor<4xi32>
  return
}
func.func @map() {
  %k = util.unfoldable_constant dense<[[3, 1, 2], [7, 0, 5]]> : tensor<2x3xui8>
  %z = stablehlo.constant dense<0> : tensor<ui8>
  %r = "stablehlo.map"(%k, %k) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %v = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<ui8>) -> tensor<3xui8>
    %s = stablehlo.reduce(%v init: %b) applies stablehlo.add across dimensions = [0] : (tensor<3xui8>, tensor<ui8>) -> tensor<ui8>
    stablehlo.return %s : tensor<ui8>
  }) : (tensor<2x3xui8>, tensor<2x3xui8>) -> tensor<2x3xui8>
  check.expect_eq_const(%r, dense<[[12, 4, 8], [28, 0, 20]]> : tensor<2x3xui8>) : tensor<2x3xui8>
  return
}
func.func @scatter() {
  %x = util.unfoldable_constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %i = util.unfoldable_constant dense<[[2], [0], [2]]> : tensor<3x1xi32>
  %u = util.unfoldable_constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %w = util.unfoldable_constant dense<[1.0, 0.5]> : tensor<2xf32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.reduce(%w init: %a) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %t = stablehlo.add %s, %b : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<3xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<3xf32>
  check.expect_eq_const(%r, dense<[22.5, 2.0, 46.0]> : tensor<3xf32>) : tensor<3xf32>
  return
}
func.func @weak_order() {
  %x = util.unfoldable_constant dense<[0xFFC00001, 0xFFC00001, 0xFF800000, -0.0, 0.0, 0x7F800000, 1.0, 0xFFC00001]> : tensor<8xf32>
  %y = util.unfoldable_constant dense<[0xFFC00001, 0x7FC00001, 0x7F800000, 0.0, -0.0, 0xFFC00001, 2.0, 3.0]> : tensor<8xf32>
  %eq = stablehlo.compare EQ, %x, %y, WEAKORDER : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const(%eq, dense<[true, true, false, true, true, false, false, false]> : tensor<8xi1>) : tensor<8xi1>
  %lt = stablehlo.compare LT, %x, %y, WEAKORDER : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const(%lt, dense<[false, false, true, false, false, true, true, false]> : tensor<8xi1>) : tensor<8xi1>
  %ge = stablehlo.compare GE, %x, %y, WEAKORDER : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const(%ge, dense<[true, true, false, true, true, false, false, true]> : tensor<8xi1>) : tensor<8xi1>
  return
}
func.func @half_logistic() {
  %x = util.unfoldable_constant dense<[-12.0, -20.0, 0.0, 30.0]> : tensor<4xf16>
  %y = stablehlo.logistic %x : tensor<4xf16>
  %expected = stablehlo.constant dense<[6.14e-06, 0.0, 0.5, 1.0]> : tensor<4xf16>
  check.expect_close %y, %expected, max_ulp_difference = 1 : tensor<4xf16>, tensor<4xf16>
  return
}
func.func @carried_sizes() {
  %a = util.unfoldable_constant dense<[[1.0, 1.0], [2.0, 0.5], [0.0, 1.0]]> : tensor<3x2xf32>
  %x = stablehlo.convert %a : (tensor<3x2xf32>) -> tensor<?x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %limit = stablehlo.constant dense<100.0> : tensor<f32>
  %q:2 = stablehlo.while(%s = %x, %t = %x) : tensor<?x2xf32>, tensor<?x2xf32> cond {
    %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x2xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %u = stablehlo.concatenate %s, %t, dim = 0 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
    %v = stablehlo.add %u, %u : tensor<?x2xf32>
    stablehlo.return %v, %t : tensor<?x2xf32>, tensor<?x2xf32>
  }
  %sum = stablehlo.reduce(%q#0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x2xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const(%sum, dense<[66.0, 55.0]> : tensor<2xf32>) : tensor<2xf32>
  %n = stablehlo.get_dimension_size %q#0, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  check.expect_eq_const(%n, dense<12> : tensor<i32>) : tensor<i32>
  return
}
func.func @padded_by_a_tensor() {
  %x = util.unfoldable_constant dense<[[[1], [2], [3]]]> : tensor<1x3x1xi32>
  %k = util.unfoldable_constant dense<1> : tensor<2x1x1xi32>
  %p = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
  %r = stablehlo.dynamic_conv(%x, %k, %p) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xi32>, tensor<2x1x1xi32>, tensor<1x2xi64>) -> tensor<1x3x1xi32>
  check.expect_eq_const(%r, dense<[[[1], [3], [5]]]> : tensor<1x3x1xi32>) : tensor<1x3x1xi32>
  return
}
func.func @answer() -> tensor<i1> {
  %x = util.unfoldable_constant dense<[1.0, -2.0]> : tensor<2xf32>
  %y = stablehlo.negate %x : tensor<2xf32>
  %e = stablehlo.constant dense<[-1.0, 2.0]> : tensor<2xf32>
  %r = stablehlo.custom_call @check.eq(%y, %e) : (tensor<2xf32>, tensor<2xf32>) -> tensor<i1>
  return %r : tensor<i1>
}
"""


def constant_checks():
    """One function per element type: constants of many elements, given as bytes, compared with constants."""
    lines = []
    for element in ("i1", "i4", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "complex<f32>",
                    "complex<f64>"):
        low, high = (0, 1) if element in ("i1",) else (-7, 7)
        value = Value(RNG.integers(0 if element[0] == "u" else low, high, (8, 25), endpoint=True), element)
        text = hexadecimal(value) if element not in ("i1", "i4") else str(value.array.astype(int).tolist())
        if element == "i1":
            text = str(value.array.tolist()).lower()
        name = "".join(c if c.isalnum() else "_" for c in element)
        lines.append(f"""func.func @constant_{name}() {{
  %0 = util.unfoldable_constant dense<{text}> : {value.type}
  %1 = stablehlo.reverse %0, dims = [] : {value.type}
  check.expect_eq_const(%1, dense<{text}> : {value.type}) : {value.type}
  return
}}""")
    return run_checks("\n".join(lines) + "\n")


def chunk_checks():
    return run_checks("func.func @main() {\n  %0 = stablehlo.constant dense<1> : tensor<i32>\n  check.expect_eq_const(%0, dense<1> : tensor<i32>) : tensor<i32>\n"
                      "  return\n}\n// -----\nfunc.func @main() {\n  %0 = stablehlo.constant dense<2> : tensor<i32>\n"
                      "  check.expect_eq_const(%0, dense<2> : tensor<i32>) : tensor<i32>\n  return\n}\n")


def failing_assertion():
    text = """func.func @main() {
  %c = util.unfoldable_constant dense<false> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%c) {error_message = "the batch differs", has_side_effect = true} : (tensor<i1>) -> ()
  return
}
"""
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "assertion.mlir")
            with open(path, "w") as file:
                file.write(text)
            execute([path, "--check"])
    except RuntimeError as error:
        return None if "the batch differs" in str(error) else f"fails otherwise: {error}"
    return f"passes\n{text}"


def all_checks():
    yield "check syntaxes", lambda: run_checks(CHECK_SYNTAXES)
    yield "newer ops", lambda: run_checks(NEWER_OPS)
    yield "bodies and orders", lambda: run_checks(BODIES)
    yield "large constants", constant_checks
    yield "chunks", chunk_checks
    for name, line in WRONG.items():
        text = f"func.func @main() {{\n  %a = util.unfoldable_constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>\n  {line}\n  return\n}}\n"
        yield f"wrong {name}", lambda text=text: fails(text)
    yield "wrong assertion", failing_assertion


def all_cases():
    for part in (control_cases, call_cases, random_cases):
        yield from part()
