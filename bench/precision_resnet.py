"""A training step of a network like ResNet-50 for precision.py: its stem, and of its four stages the first bottleneck each, with
their channels, batch normalisation in training, the mean of the last features, a classifier, and all gradients. Softplus is in the place
of relu: behind a kink the least rounding is as good as any other."""

import jax
import jax.numpy as jnp
import numpy as np

BATCH, SIZE, CLASSES = 4, 112, 1000
STAGES = [(64, 1), (128, 2), (256, 2), (512, 2)]
NAMES = ["loss"]


def convolve(x, w, stride=1):
    return jax.lax.conv_general_dilated(x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def normalize(x, scale, shift):
    mean, variance = jnp.mean(x, (0, 1, 2)), jnp.var(x, (0, 1, 2))
    return (x - mean) * jax.lax.rsqrt(variance + np.asarray(1e-5, x.dtype)) * scale + shift


def pool(x):
    return jax.lax.reduce_window(x, np.asarray(-np.inf, x.dtype), jax.lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")


def forward(weights, x):
    rest = iter(weights)

    def layer(x, stride=1):
        return normalize(convolve(x, next(rest), stride), next(rest), next(rest))

    x = pool(jax.nn.softplus(layer(x, 2)))
    for _, stride in STAGES:
        shortcut = layer(x, stride)
        y = jax.nn.softplus(layer(x))
        y = jax.nn.softplus(layer(y, stride))
        x = jax.nn.softplus(layer(y) + shortcut)
    return jnp.mean(x, (1, 2)) @ next(rest) + next(rest)


def loss(weights, x, labels):
    scores = jax.nn.log_softmax(forward(weights, x))
    return -jnp.mean(jnp.sum(scores * labels, 1))


def step(x, labels, *weights):
    value, gradients = jax.value_and_grad(loss)(list(weights), x, labels)
    return value, *gradients


def inputs():
    rng = np.random.default_rng(5)
    weights = []
    NAMES[1:] = []

    def layer(name, size, channels, features):
        weights.append((rng.standard_normal((size, size, channels, features)) / np.sqrt(size * size * channels)).astype(np.float32))
        weights.extend([np.ones(features, np.float32), np.zeros(features, np.float32)])
        NAMES.extend(f"{name} {part}" for part in ("weights", "scale", "shift"))

    layer("stem", 7, 3, 64)
    channels = 64
    for i, (width, _) in enumerate(STAGES):
        layer(f"stage {i} shortcut", 1, channels, 4 * width)
        layer(f"stage {i} first", 1, channels, width)
        layer(f"stage {i} second", 3, width, width)
        layer(f"stage {i} third", 1, width, 4 * width)
        channels = 4 * width
    weights.append((rng.standard_normal((channels, CLASSES)) / np.sqrt(channels)).astype(np.float32))
    weights.append(np.zeros(CLASSES, np.float32))
    NAMES.extend(["classifier weights", "classifier shift"])
    labels = np.eye(CLASSES, dtype=np.float32)[rng.integers(0, CLASSES, BATCH)]
    return [rng.random((BATCH, SIZE, SIZE, 3)).astype(np.float32), labels, *weights]
