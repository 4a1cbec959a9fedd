"""Single operations written in JAX that are neither a product nor element-wise: OPERATIONS, in the form of bench/networks.py."""

import functools

import jax
import jax.numpy as jnp

from networks import group_norm, numbers, rotate, shape, shapes


def log_sum_exp_scan(x):
    return jax.lax.associative_scan(jnp.logaddexp, x)


def segment_sum(x, segments):
    return jax.ops.segment_sum(x, segments, num_segments=1000)


def scatter_add(table, rows, updates):
    return table.at[rows].add(updates)


def write_cache(cache, new, slots):
    return cache.at[jnp.arange(cache.shape[0]), slots].set(new)


def causal_softmax(x):
    return jax.nn.softmax(jnp.where(jnp.tril(jnp.ones(x.shape[-2:], bool)), x, -jnp.inf), -1)


def cross_entropy(logits, labels):
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], -1).mean()


def layer_norm_gradient(x, scale, bias, g):
    def layer_norm(x, scale, bias):
        mean = x.mean(-1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * scale + bias
    return jax.vjp(layer_norm, x, scale, bias)[1](g)


def fourier(real, imaginary):
    y = jnp.fft.fft(jax.lax.complex(real, imaginary))
    return y.real, y.imag


def moments(x):
    return x.mean((0, 1)), x.var((0, 1))


def made(function, *arguments):
    return functools.partial(lambda f, a: (f, list(a)), function, arguments)


bf16, f16 = jnp.bfloat16, jnp.float16
OPERATIONS = {
    "sort_f32_1M": made(jnp.sort, shape(1 << 20)),
    "sort_i32_16M": made(jnp.sort, numbers(1 << 30, 1 << 24)),
    "argsort_f32_16x8192": made(lambda x: jnp.argsort(x, -1), shape(16, 8192)),
    "argsort_i32_6000": made(jnp.argsort, numbers(1 << 20, 6000)),
    "top_50_f32_64x50257": made(lambda x: jax.lax.top_k(x, 50), shape(64, 50257)),
    "cumsum_f32_16M": made(jnp.cumsum, shape(1 << 24)),
    "cumsum_f32_4096x4096_rows": made(lambda x: jnp.cumsum(x, 1), shape(4096, 4096)),
    "cumsum_f32_4096x4096_columns": made(lambda x: jnp.cumsum(x, 0), shape(4096, 4096)),
    "logsumexp_scan_f32_1M": made(log_sum_exp_scan, shape(1 << 20)),
    "bincount_i32_4M": made(lambda x: jnp.bincount(x, length=256), numbers(256, 1 << 22)),
    "segment_sum_f32_1M": made(segment_sum, shape(1 << 20), numbers(1000, 1 << 20)),
    "scatter_add_f32_64k": made(scatter_add, shape(50257, 512), numbers(50257, 1 << 16), shape(1 << 16, 512)),
    "write_cache_bf16_32": made(write_cache, shape(32, 4096, 8, 128, dtype=bf16), shape(32, 8, 128, dtype=bf16), numbers(4096, 32)),
    "group_norm_f16_4x64x64x320": made(group_norm, shape(4, 64, 64, 320, dtype=f16), shapes(f16, scale=(320,), bias=(320,))),
    "rope_bf16_2048x32x128": made(lambda x: rotate(x, jnp.arange(2048)), shape(1, 2048, 32, 128, dtype=bf16)),
    "causal_softmax_bf16_96x1024x1024": made(causal_softmax, shape(96, 1024, 1024, dtype=bf16)),
    "bias_gradient_bf16_8x1024x768": made(lambda g: g.sum((0, 1)), shape(8, 1024, 768, dtype=bf16)),
    "moments_f32_32x56x56x256": made(lambda x: moments(x.reshape(32, -1, 256)), shape(32, 56, 56, 256)),
    "layer_norm_gradient_f32_8192x1024": made(layer_norm_gradient, shape(8192, 1024), shape(1024), shape(1024), shape(8192, 1024)),
    "cross_entropy_f32_4096x50257": made(cross_entropy, shape(4096, 50257), numbers(50257, 4096)),
    "cross_entropy_gradient_f32_4096x50257": made(jax.grad(cross_entropy), shape(4096, 50257), numbers(50257, 4096)),
    "fft_c64_1024x4096": made(fourier, shape(1024, 4096), shape(1024, 4096)),
    "cholesky_f32_1024": made(lambda x: jnp.linalg.cholesky(x @ x.T / 1024 + jnp.eye(1024)), shape(1024, 1024)),
}
