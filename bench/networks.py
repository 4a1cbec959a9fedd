"""Networks written in JAX, as their users write them: functions and the shapes of their arguments.

NETWORKS maps a name to a function that returns (function, arguments): shapes in trees.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np


def shape(*dims, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(dims, dtype)


class Numbers(jax.ShapeDtypeStruct):
    """Numbers from 0 to below a limit."""

    __slots__ = ["limit"]


def numbers(limit, *dims):
    made = Numbers(dims, jnp.int32)
    made.limit = limit
    return made


def shapes(dtype, **dims):
    return {name: shape(*each, dtype=dtype) for name, each in dims.items()}


def random_leaf(random, leaf):
    """Weights keep the size of what they multiply; numbers are places in a cache or in a table."""
    dtype = np.dtype(leaf.dtype)
    if dtype.kind == "i":
        return random.integers(0, leaf.limit, leaf.shape).astype(dtype)
    values = random.standard_normal(leaf.shape, dtype=np.float32)
    if len(leaf.shape) == 1:
        values = 1 + values / 8
    elif len(leaf.shape) >= 2 and leaf.shape[-2] > 1:
        values *= np.prod(leaf.shape[-4:-1] if len(leaf.shape) == 4 else leaf.shape[-2:-1]) ** -0.5
    return values.astype(dtype)


# --- transformers ---


def layer_norm(x, scale, bias):
    y = x.astype(jnp.float32)
    mean = y.mean(-1, keepdims=True)
    y = (y - mean) * jax.lax.rsqrt(((y - mean) ** 2).mean(-1, keepdims=True) + 1e-5)
    return y.astype(x.dtype) * scale + bias


def rms_norm(x, scale):
    y = x.astype(jnp.float32)
    return (y * jax.lax.rsqrt((y * y).mean(-1, keepdims=True) + 1e-5)).astype(x.dtype) * scale


def attention(q, k, v, mask=None):
    """Batch x tokens x heads x size, with as many heads of k and v or a divisor of them."""
    return jax.nn.dot_product_attention(q, k, v, mask=mask)


def self_attention(x, p, heads, causal):
    batch, tokens, width = x.shape
    q, k, v = jnp.split(x @ p["qkv"] + p["qkv_bias"], 3, -1)
    q, k, v = (y.reshape(batch, tokens, heads, width // heads) for y in (q, k, v))
    y = jax.nn.dot_product_attention(q, k, v, is_causal=causal)
    return y.reshape(batch, tokens, width) @ p["out"] + p["out_bias"]


def gpt2_layer(x, p):
    x = x + self_attention(layer_norm(x, p["norm1"], p["norm1_bias"]), p, x.shape[-1] // 64, True)
    y = layer_norm(x, p["norm2"], p["norm2_bias"])
    return x + jax.nn.gelu(y @ p["up"] + p["up_bias"], approximate=True) @ p["down"] + p["down_bias"]


def bert_layer(x, p):
    x = layer_norm(x + self_attention(x, p, x.shape[-1] // 64, False), p["norm1"], p["norm1_bias"])
    y = jax.nn.gelu(x @ p["up"] + p["up_bias"], approximate=False) @ p["down"] + p["down_bias"]
    return layer_norm(x + y, p["norm2"], p["norm2_bias"])


def transformer_layers(layers, width, dtype):
    return [shapes(dtype, qkv=(width, 3 * width), qkv_bias=(3 * width,), out=(width, width), out_bias=(width,),
                   up=(width, 4 * width), up_bias=(4 * width,), down=(4 * width, width), down_bias=(width,), norm1=(width,),
                   norm1_bias=(width,), norm2=(width,), norm2_bias=(width,)) for _ in range(layers)]


def gpt2(batch, tokens, dtype, layers=12, width=768, words=50257, has_remat=False):
    """With `has_remat` gradients compute each layer again rather than keep what is in it."""
    compute_layer = jax.checkpoint(gpt2_layer) if has_remat else gpt2_layer

    def forward(p, ids):
        x = p["words"][ids] + p["places"][:tokens]
        for layer in p["layers"]:
            x = compute_layer(x, layer)
        return layer_norm(x, p["norm"], p["norm_bias"]) @ p["words"].T
    p = shapes(dtype, words=(words, width), places=(1024, width), norm=(width,), norm_bias=(width,))
    return forward, [p | {"layers": transformer_layers(layers, width, dtype)}, numbers(words, batch, tokens)]


def bert(batch, tokens, dtype, layers=12, width=768):
    def forward(p, x):
        for layer in p:
            x = bert_layer(x, layer)
        return x
    return forward, [transformer_layers(layers, width, dtype), shape(batch, tokens, width, dtype=dtype)]


def rotate(x, positions):
    size = x.shape[-1] // 2
    angles = positions[:, None].astype(jnp.float32) * 10000.0 ** (-jnp.arange(size, dtype=jnp.float32) / size)
    sin, cos = jnp.sin(angles)[None, :, None], jnp.cos(angles)[None, :, None]
    a, b = x[..., :size].astype(jnp.float32), x[..., size:].astype(jnp.float32)
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1).astype(x.dtype)


def llama_projections(x, p, positions, heads, groups, size):
    y = rms_norm(x, p["norm1"])
    split = lambda z, count: z.reshape(*x.shape[:2], count, size)
    q, k, v = split(y @ p["q"], heads), split(y @ p["k"], groups), split(y @ p["v"], groups)
    return rotate(q, positions), rotate(k, positions), v


def llama_end(x, y, p):
    x = x + y.reshape(*x.shape[:2], -1) @ p["o"]
    y = rms_norm(x, p["norm2"])
    return x + (jax.nn.silu(y @ p["gate"]) * (y @ p["up"])) @ p["down"]


def llama_layers(layers, width, inner, groups, size, dtype):
    return [shapes(dtype, q=(width, width), k=(width, groups * size), v=(width, groups * size), o=(width, width),
                   gate=(width, inner), up=(width, inner), down=(inner, width), norm1=(width,), norm2=(width,))
            for _ in range(layers)]


def llama_prefill(tokens, dtype=jnp.bfloat16, layers=4, width=2048, heads=16, groups=4, inner=5632):
    size = width // heads

    def forward(p, x):
        for layer in p:
            q, k, v = llama_projections(x, layer, jnp.arange(tokens), heads, groups, size)
            x = llama_end(x, jax.nn.dot_product_attention(q, k, v, is_causal=True), layer)
        return x
    return forward, [llama_layers(layers, width, inner, groups, size, dtype), shape(1, tokens, width, dtype=dtype)]


def llama_decode(batch, length=1024, dtype=jnp.bfloat16, layers=4, width=2048, heads=16, groups=4, inner=5632):
    size = width // heads

    def step(p, caches, x, position):
        mask = (jnp.arange(length) <= position)[None, None, None]
        new = []
        for layer, (keys, values) in zip(p, caches):
            q, k, v = llama_projections(x, layer, position[None], heads, groups, size)
            keys = jax.lax.dynamic_update_slice(keys, k, (0, position, 0, 0))
            values = jax.lax.dynamic_update_slice(values, v, (0, position, 0, 0))
            x = llama_end(x, attention(q, keys, values, mask), layer)
            new.append((keys, values))
        return x, new
    cache = shape(batch, length, groups, size, dtype=dtype)
    return step, [llama_layers(layers, width, inner, groups, size, dtype), [(cache, cache)] * layers,
                  shape(batch, 1, width, dtype=dtype), numbers(length)]


def adam_step(tokens=256, batch=8, layers=4, width=512, words=8192, dtype=jnp.float32, has_remat=False):
    forward, (p, ids) = gpt2(batch, tokens, dtype, layers, width, words, has_remat)

    def loss(p, ids):
        logits = forward(p, ids)[:, :-1]
        return -jnp.take_along_axis(jax.nn.log_softmax(logits), ids[:, 1:, None], -1).mean()

    def step(p, m, v, count, ids):
        value, g = jax.value_and_grad(loss)(p, ids)
        count = count + 1
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
        rate = 1e-3 * jnp.sqrt(1 - 0.999 ** count) / (1 - 0.9 ** count)
        p = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(jnp.abs(v)) + 1e-8), p, m, v)
        return p, m, v, count, value
    return step, [p, p, p, shape(), ids]


# --- other sequences ---


def ssm(batch=8, tokens=2048, width=256, state=16):
    """The scan of a selective state space model."""
    def forward(x, rate, b, c, a):
        decay = jnp.exp(-jnp.abs(rate)[..., None] * jnp.abs(a))
        inputs = (rate * x)[..., None] * b[:, :, None]
        combine = lambda l, r: (l[0] * r[0], l[1] * r[0] + r[1])
        h = jax.lax.associative_scan(combine, (decay, inputs), axis=1)[1]
        return (h * c[:, :, None]).sum(-1)
    x, b = shape(batch, tokens, width), shape(batch, tokens, state)
    return forward, [x, x, b, b, shape(width, state)]


def lstm(steps=100, batch=64, width=512):
    def forward(xs, w, u, b):
        def step(carry, x):
            h, c = carry
            i, f, g, o = jnp.split(x @ w + h @ u + b, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h
        zero = jnp.zeros((batch, width))
        return jax.lax.scan(step, (zero, zero), xs)[1]
    return forward, [shape(steps, batch, width), shape(width, 4 * width), shape(width, 4 * width), shape(4 * width)]


def ragged_experts(tokens=4096, experts=8, width=1024, inner=4096, dtype=jnp.bfloat16):
    def forward(x, router, up, down):
        scores, chosen = jax.lax.top_k((x @ router).astype(jnp.float32), 2)
        flat = chosen.reshape(-1)
        order = jnp.argsort(flat)
        sizes = jnp.bincount(flat, length=experts).astype(jnp.int32)
        y = jax.lax.ragged_dot(x[order // 2], up, sizes)
        y = jax.lax.ragged_dot(jax.nn.silu(y), down, sizes)
        weights = jax.nn.softmax(scores).reshape(-1)[order].astype(dtype)
        return jnp.zeros_like(x).at[order // 2].add(y * weights[:, None])
    return forward, [shape(tokens, width, dtype=dtype), shape(width, experts, dtype=dtype),
                     shape(experts, width, inner, dtype=dtype), shape(experts, inner, width, dtype=dtype)]


# --- images ---


def convolution(x, w, stride=1):
    return jax.lax.conv_general_dilated(x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def batch_norm(x, p):
    return x * p["scale"] + p["bias"]


def resnet50(batch, dtype, normalize=batch_norm):
    stages = ((64, 3), (128, 4), (256, 6), (512, 3))

    def block(x, p, stride):
        y = jax.nn.relu(normalize(convolution(x, p["w1"]), p["n1"]))
        y = jax.nn.relu(normalize(convolution(y, p["w2"], stride), p["n2"]))
        y = normalize(convolution(y, p["w3"]), p["n3"])
        if "w4" in p:
            x = normalize(convolution(x, p["w4"], stride), p["n4"])
        return jax.nn.relu(x + y)

    def forward(p, x):
        x = jax.nn.relu(normalize(convolution(x, p["stem"], 2), p["stem_norm"]))
        x = jax.lax.reduce_window(x, np.array(-np.inf, x.dtype), jax.lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        for s, stage in enumerate(p["stages"]):
            for i, each in enumerate(stage):
                x = block(x, each, 2 if s and not i else 1)
        return x.mean((1, 2)) @ p["classes"] + p["classes_bias"]

    norm = lambda n: shapes(dtype, scale=(n,), bias=(n,))
    made, channels = [], 64
    for width, count in stages:
        blocks = []
        for i in range(count):
            p = shapes(dtype, w1=(1, 1, channels, width), w2=(3, 3, width, width), w3=(1, 1, width, 4 * width))
            p |= {"n1": norm(width), "n2": norm(width), "n3": norm(4 * width)}
            if not i:
                p |= shapes(dtype, w4=(1, 1, channels, 4 * width)) | {"n4": norm(4 * width)}
            blocks.append(p)
            channels = 4 * width
        made.append(blocks)
    p = shapes(dtype, stem=(7, 7, 3, 64), classes=(2048, 1000), classes_bias=(1000,))
    return forward, [p | {"stem_norm": norm(64), "stages": made}, shape(batch, 224, 224, 3, dtype=dtype)]


def group_norm(x, p, groups=32):
    y = x.astype(jnp.float32).reshape(x.shape[0], -1, groups, x.shape[-1] // groups)
    mean = y.mean((1, 3), keepdims=True)
    y = (y - mean) * jax.lax.rsqrt(((y - mean) ** 2).mean((1, 3), keepdims=True) + 1e-5)
    return y.reshape(x.shape).astype(x.dtype) * p["scale"] + p["bias"]


def unet_block(batch=4, size=64, channels=320, dtype=jnp.float16):
    """A residual block with the time's embedding, and attention over the image's places."""
    def forward(p, x, time):
        y = convolution(jax.nn.silu(group_norm(x, p["n1"])), p["w1"])
        y = y + (jax.nn.silu(time) @ p["time"])[:, None, None]
        x = x + convolution(jax.nn.silu(group_norm(y, p["n2"])), p["w2"])
        y = group_norm(x, p["n3"]).reshape(batch, size * size, channels)
        q, k, v = (z.reshape(batch, size * size, 8, channels // 8) for z in jnp.split(y @ p["qkv"], 3, -1))
        y = jax.nn.dot_product_attention(q, k, v).reshape(batch, size * size, channels) @ p["out"]
        return x + y.reshape(x.shape)
    norm = shapes(dtype, scale=(channels,), bias=(channels,))
    p = shapes(dtype, w1=(3, 3, channels, channels), w2=(3, 3, channels, channels), time=(1280, channels),
               qkv=(channels, 3 * channels), out=(channels, channels)) | {"n1": norm, "n2": norm, "n3": norm}
    return forward, [p, shape(batch, size, size, channels, dtype=dtype), shape(batch, 1280, dtype=dtype)]


NETWORKS = {
    "gpt2_bf16_8x1024": functools.partial(gpt2, 8, 1024, jnp.bfloat16),
    "bert_bf16_8x512": functools.partial(bert, 8, 512, jnp.bfloat16),
    "llama_prefill_bf16_2048": functools.partial(llama_prefill, 2048),
    "llama_decode_bf16_1": functools.partial(llama_decode, 1),
    "llama_decode_bf16_32": functools.partial(llama_decode, 32),
    "resnet50_f16_32": functools.partial(resnet50, 32, jnp.float16),
    "resnet50_f32_32": functools.partial(resnet50, 32, jnp.float32),
    "adam_step_f32": adam_step,
    "ssm_f32": ssm,
    "lstm_f32_100": lstm,
    "ragged_experts_bf16": ragged_experts,
    "unet_block_f16": unet_block,
}
