#!/usr/bin/env python3
"""Usage: JAX_PLATFORMS=tern,cpu PYTHONPATH=python jax_first_step.py [NETWORK...] [--run]: how long training steps take from JAX's
call to code, on tern's plugin and on jaxlib's CPU, one after the other in one process; with --run also the first step and the median
of five more.

Steps have gradients of all weights and plain descent, with weights donated. Compilation is what `lowered.compile()` takes.
"""

import statistics
import sys
import time

import jax
import jax.numpy as jnp
import networks
import numpy as np

NETWORKS = {
    "gpt2_124m": lambda: networks.gpt2(1, 64, jnp.float32),
    "resnet50": lambda: networks.resnet50(2, jnp.float32),
    "transformer_48": lambda: networks.bert(1, 64, jnp.float32, layers=48, width=256),
}


def train_step(forward):
    """Weights are the first argument of `forward`, and batches the others."""

    def step(weights, *batch):
        loss = lambda w: jnp.mean(jnp.square(forward(w, *batch).astype(jnp.float32)))
        value, gradients = jax.value_and_grad(loss)(weights)
        return value, jax.tree.map(lambda w, g: (w - 1e-3 * g).astype(w.dtype), weights, gradients)

    return jax.jit(step, donate_argnums=0)


def fill(leaf, random):
    if isinstance(leaf, networks.Numbers):
        return random.integers(0, leaf.limit, leaf.shape).astype(leaf.dtype)
    return (random.standard_normal(leaf.shape, dtype=np.float32) * 0.02).astype(leaf.dtype)


def measure(name, device, runs):
    """Seconds of the compilation, of the first step and of a later one; those of steps are None unless they are run."""
    forward, arguments = NETWORKS[name]()
    with jax.default_device(device):
        place = jax.sharding.SingleDeviceSharding(device)
        described = jax.tree.map(lambda leaf: jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, sharding=place), arguments)
        lowered = train_step(forward).lower(*described)
        start = time.perf_counter()
        step = lowered.compile()
        compiled = time.perf_counter() - start
        if not runs:
            return compiled, None, None, None
        random = np.random.default_rng(0)
        weights, *batch = jax.tree.map(lambda leaf: jax.device_put(fill(leaf, random), device), arguments)
        times, losses = [], []
        for _ in range(6):
            start = time.perf_counter()
            value, weights = jax.block_until_ready(step(weights, *batch))
            times.append(time.perf_counter() - start)
            losses.append(float(value))
        return compiled, times[0], statistics.median(times[1:]), losses[0]


def main():
    names = [name for name in sys.argv[1:] if not name.startswith("-")] or list(NETWORKS)
    devices = jax.devices("tern")[0], jax.devices("cpu")[0]
    print(f"{'network':16} {'':>8} {'compilation':>12} {'first step':>12} {'step':>12}   loss")
    for name in names:
        rows = [measure(name, device, "--run" in sys.argv) for device in devices]
        for device, row in zip(devices, rows):
            shown = " ".join(f"{seconds:10.2f} s" if seconds is not None else f"{'-':>12}" for seconds in row[:3])
            print(f"{name:16} {device.platform:>8} {shown}   {row[3]}", flush=True)
        ratio = " ".join(f"{theirs / ours:11.2f}x" for ours, theirs in zip(*rows) if ours is not None and rows[0].index(ours) < 3)
        print(f"{'':16} {'ratio':>8} {ratio}", flush=True)


if __name__ == "__main__":
    main()
