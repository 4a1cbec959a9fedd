# triton.language.standard, in the language itself: what becomes of these functions in the IR, op by op, is what becomes of Triton's.

import triton
import triton.language as tl


@triton.constexpr_function
def _log2(number):
    bits = 0
    while number > 1:
        number = number >> 1
        bits += 1
    return bits


@triton.constexpr_function
def _is_power_of_two(number):
    return number != 0 and (number & (number - 1)) == 0


@triton.constexpr_function
def _sum_type(type, wanted):
    # Narrow integers are summed in 32 bits.
    if wanted is not None:
        return wanted
    if type.is_int_signed() and type.int_bitwidth < 32:
        return tl.int32
    if type.is_int_unsigned() and type.int_bitwidth < 32:
        return tl.uint32
    return None


@triton.constexpr_function
def _dim_from_end(dim, shape):
    at = len(shape) - 1 if dim is None else dim
    return at + len(shape) if at < 0 else at


# --- small functions ---


@triton.jit
def cdiv(x, div):
    return (x + (div - 1)) // div


@triton.jit
def sigmoid(x):
    return 1 / (1 + tl.exp(-x))


@triton.jit
def softmax(x, dim=None, keep_dims=False, ieee_rounding=False):
    if dim is None:
        along: tl.constexpr = 0
    else:
        along: tl.constexpr = dim
    shifted = x - max(x, along, keep_dims=keep_dims)
    powers = tl.exp(shifted)
    total = sum(powers, along, keep_dims=keep_dims)
    return tl.fdiv(powers, total, ieee_rounding)


@triton.jit
def ravel(x, can_reorder=False):
    return tl.reshape(x, [x.numel], can_reorder=can_reorder)


@triton.jit
def swizzle2d(i, j, size_i, size_j, size_g):
    place = i * size_j + j
    group_size = size_g * size_j
    group = place // group_size
    first = group * size_g
    height = tl.minimum(size_i - first, size_g)
    place = place % group_size
    row = first + place % height
    column = place // height
    return row, column


@triton.jit
def zeros(shape, dtype):
    return tl.full(shape, 0, dtype)


@triton.jit
def zeros_like(input):
    return zeros(input.shape, input.dtype)


@triton.jit
def interleave(a, b):
    pairs = tl.join(a, b)
    if len(pairs.shape) == 1:
        return pairs
    else:
        return tl.reshape(pairs, pairs.shape[:-2] + [2 * pairs.shape[-2]])


# --- greatest and least ---


@triton.jit
def _greater_of_two(value1, index1, value2, index2, first_wins):
    if first_wins:
        wins = value1 == value2 and index1 < index2
    else:
        wins = False
    takes_first = value1 > value2 or wins
    value = tl.where(takes_first, value1, value2)
    index = tl.where(takes_first, index1, index2)
    return value, index


@triton.jit
def _greater_first(value1, index1, value2, index2):
    return _greater_of_two(value1, index1, value2, index2, True)


@triton.jit
def _greater_any(value1, index1, value2, index2):
    return _greater_of_two(value1, index1, value2, index2, False)


@triton.jit
def _greater(a, b):
    return tl.maximum(a, b)


@triton.jit
def max(input, axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False):
    input = tl._promote_bfloat16_to_float32(input)
    if return_indices:
        if return_indices_tie_break_left:
            return tl._reduce_with_indices(input, axis, _greater_first, keep_dims=keep_dims)
        else:
            return tl._reduce_with_indices(input, axis, _greater_any, keep_dims=keep_dims)
    else:
        if input.dtype.primitive_bitwidth < 32:
            if input.dtype.is_floating():
                input = input.to(tl.float32)
            else:
                assert input.dtype.is_int(), "expected a float or an integer"
                input = input.to(tl.int32)
        return tl.reduce(input, axis, _greater, keep_dims=keep_dims)


@triton.jit
def argmax(input, axis, tie_break_left=True, keep_dims=False):
    (_, index) = max(input, axis, return_indices=True, return_indices_tie_break_left=tie_break_left, keep_dims=keep_dims)
    return index


@triton.jit
def _less_of_two(value1, index1, value2, index2, first_wins):
    if first_wins:
        wins = value1 == value2 and index1 < index2
    else:
        wins = False
    takes_first = value1 < value2 or wins
    value = tl.where(takes_first, value1, value2)
    index = tl.where(takes_first, index1, index2)
    return value, index


@triton.jit
def _less_first(value1, index1, value2, index2):
    return _less_of_two(value1, index1, value2, index2, True)


@triton.jit
def _less_any(value1, index1, value2, index2):
    return _less_of_two(value1, index1, value2, index2, False)


@triton.jit
def _less(a, b):
    return tl.minimum(a, b)


@triton.jit
def min(input, axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False):
    input = tl._promote_bfloat16_to_float32(input)
    if return_indices:
        if return_indices_tie_break_left:
            return tl._reduce_with_indices(input, axis, _less_first, keep_dims=keep_dims)
        else:
            return tl._reduce_with_indices(input, axis, _less_any, keep_dims=keep_dims)
    else:
        if input.dtype.primitive_bitwidth < 32:
            if input.dtype.is_floating():
                input = input.to(tl.float32)
            else:
                assert input.dtype.is_int(), "expected a float or an integer"
                input = input.to(tl.int32)
        return tl.reduce(input, axis, _less, keep_dims=keep_dims)


@triton.jit
def argmin(input, axis, tie_break_left=True, keep_dims=False):
    _, index = min(input, axis, return_indices=True, return_indices_tie_break_left=tie_break_left, keep_dims=keep_dims)
    return index


# --- sums and their kin ---


@triton.jit
def _plus(a, b):
    return a + b


@triton.jit
def sum(input, axis=None, keep_dims=False, dtype: tl.constexpr = None):
    type: tl.constexpr = _sum_type(input.dtype, dtype)
    if type is not None:
        input = input.to(type)
    return tl.reduce(input, axis, _plus, keep_dims=keep_dims)


@triton.jit
def _exclusive_or(a, b):
    return a ^ b


@triton.jit
def xor_sum(input, axis=None, keep_dims=False):
    tl.static_assert(input.type.scalar.is_int(), "xor_sum only supported for integers")
    return tl.reduce(input, axis, _exclusive_or, keep_dims=keep_dims)


@triton.jit
def _either(a, b):
    return a | b


@triton.jit
def reduce_or(input, axis, keep_dims=False):
    tl.static_assert(input.type.scalar.is_int(), "reduce_or only supported for integers")
    return tl.reduce(input, axis, _either, keep_dims=keep_dims)


@triton.jit
def cumsum(input, axis=0, reverse=False, dtype: tl.constexpr = None):
    input = tl._promote_bfloat16_to_float32(input)
    type: tl.constexpr = _sum_type(input.dtype, dtype)
    if type is not None:
        input = input.to(type)
    return tl.associative_scan(input, axis, _plus, reverse)


@triton.jit
def _times(a, b):
    return a * b


@triton.jit
def cumprod(input, axis=0, reverse=False):
    input = tl._promote_bfloat16_to_float32(input)
    return tl.associative_scan(input, axis, _times, reverse)


# --- sorting: a bitonic network, on a tensor with one dimension for each bit of a place ---


@triton.jit
def _is_upper(dim_count: tl.constexpr, bit: tl.constexpr):
    sides = tl.arange(0, 2)
    sides = tl.reshape(sides, [1] * (dim_count - bit - 1) + [2] + [1] * bit)
    return sides


@triton.jit
def _exchange(x, flips, bit: tl.constexpr):
    dim_count: tl.constexpr = _log2(x.numel)
    bits_type = tl.get_int_dtype(bitwidth=x.dtype.primitive_bitwidth, signed=True)
    own = x.to(bits_type, bitcast=True)
    other = own ^ xor_sum(own, dim_count - 1 - bit, True)
    partner = other.to(x.dtype, bitcast=True)
    upper = _is_upper(dim_count, bit)
    return tl.where((x > partner) != (flips ^ upper), partner, x)


@triton.jit
def _merge_bits(x, stage: tl.constexpr, order: tl.constexpr):
    # order: 0 ascending, 1 descending, 2 one half this way and one that
    if order == 2:
        flips = _is_upper(_log2(x.numel), stage)
    else:
        flips = order
    for i in tl.static_range(stage):
        x = _exchange(x, flips, stage - 1 - i)
    return x


@triton.jit
def sort_impl(x, k: tl.constexpr = None, dim: tl.constexpr = None, descending: tl.constexpr = tl.CONSTEXPR_0):
    along: tl.constexpr = len(x.shape) - 1 if dim is None else dim
    tl.static_assert(along == len(x.shape) - 1, "only minor dimension is currently supported")
    size_bits: tl.constexpr = _log2(x.shape[along])
    kept_bits: tl.constexpr = size_bits if k is None else _log2(k)
    dim_count: tl.constexpr = _log2(x.numel)
    cube = tl.reshape(x, [2] * dim_count if dim_count else [1])
    for i in tl.static_range(1, kept_bits + 1):
        cube = _merge_bits(cube, i, 2 if i < size_bits else descending)
    for i in tl.static_range(kept_bits + 1, size_bits + 1):
        cube = max(cube, axis=(_log2(cube.numel) - 1 - kept_bits)) if descending else min(cube, axis=(_log2(cube.numel) - 1 - kept_bits))
        cube = _merge_bits(cube, kept_bits, 2 if i < size_bits else descending)
    x = tl.reshape(cube, x.shape[:-1] + [2**kept_bits])
    return x


@triton.jit
def sort(x, dim: tl.constexpr = None, descending: tl.constexpr = tl.CONSTEXPR_0):
    return sort_impl(x, dim=dim, descending=descending)


@triton.jit
def topk(x, k: tl.constexpr, dim: tl.constexpr = None):
    return sort_impl(x, k=k, dim=dim, descending=True)


@triton.jit
def _merge(x, stage: tl.constexpr, order: tl.constexpr, dim_count: tl.constexpr):
    cube = tl.reshape(x, [2] * _log2(x.numel))
    cube = _merge_bits(cube, stage, order)
    x = tl.reshape(cube, x.shape)
    return x


@triton.jit
def bitonic_merge(x, dim: tl.constexpr = None, descending: tl.constexpr = tl.CONSTEXPR_0):
    along: tl.constexpr = len(x.shape) - 1 if dim is None else dim
    tl.static_assert(along == len(x.shape) - 1, "only minor dimension is currently supported")
    dim_count: tl.constexpr = _log2(x.shape[-1])
    return _merge(x, dim_count, descending, dim_count)


@triton.jit
def flip(x, dim=None):
    along: tl.constexpr = _dim_from_end(dim, x.shape)
    tl.static_assert(0 <= along and along < len(x.shape), "flip: there is no such dimension")
    tl.static_assert(_is_power_of_two(x.shape[along]), "flip: the size of the dimension is no power of two")
    steps: tl.constexpr = _log2(x.shape[along])
    bits_type = tl.get_int_dtype(bitwidth=x.dtype.primitive_bitwidth, signed=True)
    cube = tl.reshape(x.to(bits_type, bitcast=True), x.shape[:along] + [2] * steps + x.shape[along + 1:])
    for i in tl.static_range(steps):
        cube = cube ^ xor_sum(cube, along + i, True)
    x = tl.reshape(cube, x.shape).to(x.dtype, bitcast=True)
    return x
