# triton.language.random: Philox (Salmon et al., Parallel random numbers: as easy as 1, 2, 3), and what is made of its numbers.

import triton
import triton.language as tl

N_ROUNDS_DEFAULT = tl.constexpr(10)


@triton.jit
def philox_impl(c0, c1, c2, c3, k0, k1, n_rounds: tl.constexpr = N_ROUNDS_DEFAULT):
    if c0.dtype == tl.uint32:
        STEP_0: tl.constexpr = 0x9E3779B9
        STEP_1: tl.constexpr = 0xBB67AE85
        FACTOR_0: tl.constexpr = 0xD2511F53
        FACTOR_1: tl.constexpr = 0xCD9E8D57
    else:
        tl.static_assert(c0.dtype == tl.uint64, "dtype not supported in philox_impl")
        STEP_0: tl.constexpr = 0x9E3779B97F4A7C15
        STEP_1: tl.constexpr = 0xBB67AE8584CAA73B
        FACTOR_0: tl.constexpr = 0xD2E7470EE14C6C93
        FACTOR_1: tl.constexpr = 0xCA5A826395121157
    for _ in tl.static_range(n_rounds):
        a = FACTOR_0
        b = FACTOR_1
        before0, before2 = c0, c2
        c0 = tl.umulhi(b, before2) ^ c1 ^ k0
        c2 = tl.umulhi(a, before0) ^ c3 ^ k1
        c1 = tl.mul(b, before2, sanitize_overflow=False)
        c3 = tl.mul(a, before0, sanitize_overflow=False)
        k0 = tl.add(k0, STEP_0, sanitize_overflow=False)
        k1 = tl.add(k1, STEP_1, sanitize_overflow=False)
    return c0, c1, c2, c3


@triton.jit
def philox(seed, c0, c1, c2, c3, n_rounds: tl.constexpr = N_ROUNDS_DEFAULT):
    seed = tl.to_tensor(seed)
    tl.static_assert(seed.dtype.is_int(), "a seed is an integer")
    seed = seed.to(tl.uint64)
    c0 = tl.to_tensor(c0)
    c1 = tl.to_tensor(c1)
    c2 = tl.to_tensor(c2)
    c3 = tl.to_tensor(c3)
    if c0.dtype.primitive_bitwidth == 32:
        number = tl.uint32
        upper = ((seed >> 32) & 0xffffffff).to(tl.uint32)
        lower = (seed & 0xffffffff).to(tl.uint32)
    else:
        tl.static_assert(c0.dtype.primitive_bitwidth == 64, "bitwidth not supported in philox")
        number = tl.uint64
        upper = tl.full((1, ), 0, dtype=number)
        lower = seed
    c0 = c0.to(number, bitcast=True)
    c1 = c1.to(number, bitcast=True)
    c2 = c2.to(number, bitcast=True)
    c3 = c3.to(number, bitcast=True)
    return philox_impl(c0, c1, c2, c3, lower, upper, n_rounds)


@triton.jit
def randint(seed, offset, n_rounds: tl.constexpr = N_ROUNDS_DEFAULT):
    first, _, _, _ = randint4x(seed, offset, n_rounds)
    return first


@triton.jit
def randint4x(seed, offset, n_rounds: tl.constexpr = N_ROUNDS_DEFAULT):
    lower = offset.to(tl.uint32)
    zero = lower * 0
    if offset.dtype.primitive_bitwidth > 32:
        upper = (offset >> 32).to(tl.uint32)
    else:
        upper = zero
    return philox(seed, lower, upper, zero, zero, n_rounds)


@triton.jit
def uint_to_uniform_float(x):
    if x.dtype == tl.uint32 or x.dtype == tl.int32:
        x = x.to(tl.int32, bitcast=True)
        scale = 4.6566127342e-10
    else:
        tl.static_assert(x.dtype == tl.uint64 or x.dtype == tl.int64, "expected integers of 32 or 64 bits")
        x = x.to(tl.int64, bitcast=True)
        scale = 1.0842020432385337e-19
    x = tl.where(x < 0, -x - 1, x)
    return x * scale


@triton.jit
def rand(seed, offset, n_rounds: tl.constexpr = N_ROUNDS_DEFAULT):
    source = randint(seed, offset, n_rounds)
    return uint_to_uniform_float(source)


@triton.jit
def rand4x(seed, offsets, n_rounds: tl.constexpr = N_ROUNDS_DEFAULT):
    i1, i2, i3, i4 = randint4x(seed, offsets, n_rounds)
    u1 = uint_to_uniform_float(i1)
    u2 = uint_to_uniform_float(i2)
    u3 = uint_to_uniform_float(i3)
    u4 = uint_to_uniform_float(i4)
    return u1, u2, u3, u4


@triton.jit
def pair_uniform_to_normal(u1, u2):
    u1 = tl.maximum(1.0e-7, u1)
    angle = 6.283185307179586 * u2
    radius = tl.sqrt(-2.0 * tl.log(u1))
    return radius * tl.cos(angle), radius * tl.sin(angle)


@triton.jit
def randn(seed, offset, n_rounds: tl.constexpr = N_ROUNDS_DEFAULT):
    i1, i2, _, _ = randint4x(seed, offset, n_rounds)
    u1 = uint_to_uniform_float(i1)
    u2 = uint_to_uniform_float(i2)
    first, _ = pair_uniform_to_normal(u1, u2)
    return first


@triton.jit
def randn4x(seed, offset, n_rounds: tl.constexpr = N_ROUNDS_DEFAULT):
    u1, u2, u3, u4 = rand4x(seed, offset, n_rounds)
    n1, n2 = pair_uniform_to_normal(u1, u2)
    n3, n4 = pair_uniform_to_normal(u3, u4)
    return n1, n2, n3, n4
