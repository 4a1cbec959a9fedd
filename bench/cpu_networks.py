"""Networks on the CPU: tern beside XLA, in turns, in one run.

usage: PYTHON bench/cpu_networks.py BUILD [NAME...] [--threads 1,2] [--samples 7] [--seconds 0.1] [--save FOLDER]

PYTHON has JAX. It lowers each network to StableHLO, which both compile and run on the same random arguments, as bench/cpu.py says:
processes of their own, pinned to as many processors as they have threads, medians of samples taken in turns. NAMEs are pieces of
names. Prints a row for each network and number of threads, with the ratio of times (above 1 tern is faster) and the largest
difference of results by the largest result, and geometric means. Exits with 1 if results differ, or a network does not compile.
"""

import argparse
import functools
import math
import os
import pathlib
import statistics
import sys
import tempfile
import warnings

sys.dont_write_bytecode = True
os.environ["JAX_PLATFORMS"] = "cpu"
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

from cpu_table import seconds_text  # noqa: E402
from cpu_workers import Failure, Workers  # noqa: E402
from networks import (adam_step, attention, bert, bert_layer, gpt2, layer_norm, llama_decode, llama_prefill, numbers,  # noqa: E402
                      ragged_experts, random_leaf, resnet50, shape, shapes, transformer_layers, unet_block)

ELEMENTS = {"float32": "f32", "float16": "f16", "bfloat16": "bf16", "int32": "i32"}
# The largest difference by the largest result, by the type of the first result: sums have another order in each.
TOLERANCES = {"float32": 2e-3, "float16": 2e-2, "bfloat16": 6e-2, "int32": 0}


def cached_attention(x, p, keys, values, position):
    """One token against what is cached, itself included: its rows, and the caches with it."""
    width, length = x.shape[-1], keys.shape[1]
    split = lambda y: y.reshape(*x.shape[:2], width // 64, 64)
    q, k, v = (split(y) for y in jnp.split(x @ p["qkv"] + p["qkv_bias"], 3, -1))
    keys = jax.lax.dynamic_update_slice(keys, k, (0, position, 0, 0))
    values = jax.lax.dynamic_update_slice(values, v, (0, position, 0, 0))
    y = attention(q, keys, values, (jnp.arange(length) <= position)[None, None, None])
    return y.reshape(x.shape) @ p["out"] + p["out_bias"], keys, values


def gpt2_decode(length=1024, layers=12, width=768, words=50257):
    def step(p, caches, token, position):
        x, new = p["words"][token] + p["places"][position], []
        for layer, (keys, values) in zip(p["layers"], caches):
            y, keys, values = cached_attention(layer_norm(x, layer["norm1"], layer["norm1_bias"]), layer, keys, values, position)
            x = x + y
            y = layer_norm(x, layer["norm2"], layer["norm2_bias"])
            x = x + jax.nn.gelu(y @ layer["up"] + layer["up_bias"]) @ layer["down"] + layer["down_bias"]
            new.append((keys, values))
        return layer_norm(x, p["norm"], p["norm_bias"]) @ p["words"].T, new
    p = gpt2(1, length, jnp.float32, layers, width, words)[1][0]
    cache = shape(1, length, width // 64, 64)
    return step, [p, [(cache, cache)] * layers, numbers(words, 1, 1), numbers(length)]


def whisper_step(length=448, audio=1500, layers=6, width=512, words=51865):
    """A token of the decoder, which attends to its own tokens and to the encoder's."""
    def step(p, caches, crossed, token, position):
        x, new = p["words"][token] + p["places"][position], []
        for layer, (keys, values), (audio_keys, audio_values) in zip(p["layers"], caches, crossed):
            y, keys, values = cached_attention(layer_norm(x, layer["norm1"], layer["norm1_bias"]), layer, keys, values, position)
            x = x + y
            q = (layer_norm(x, layer["norm3"], layer["norm3_bias"]) @ layer["q"] + layer["q_bias"]).reshape(1, 1, -1, 64)
            x = x + attention(q, audio_keys, audio_values).reshape(x.shape) @ layer["out2"] + layer["out2_bias"]
            y = layer_norm(x, layer["norm2"], layer["norm2_bias"])
            x = x + jax.nn.gelu(y @ layer["up"] + layer["up_bias"], approximate=False) @ layer["down"] + layer["down_bias"]
            new.append((keys, values))
        return layer_norm(x, p["norm"], p["norm_bias"]) @ p["words"].T, new
    more = shapes(jnp.float32, q=(width, width), q_bias=(width,), out2=(width, width), out2_bias=(width,), norm3=(width,), norm3_bias=(width,))
    p = shapes(jnp.float32, words=(words, width), places=(length, width), norm=(width,), norm_bias=(width,))
    p |= {"layers": [layer | more for layer in transformer_layers(layers, width, jnp.float32)]}
    cached, heard = shape(1, length, width // 64, 64), shape(1, audio, width // 64, 64)
    return step, [p, [(cached, cached)] * layers, [(heard, heard)] * layers, numbers(words, 1, 1), numbers(length)]


def vision_transformer(batch=1, size=224, patch=16, layers=12, width=768):
    def forward(p, x):
        x = jax.lax.conv_general_dilated(x, p["patch"], (patch, patch), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        x = x.reshape(batch, -1, width) + p["patch_bias"]
        x = jnp.concatenate([jnp.broadcast_to(p["class"], (batch, 1, width)), x], 1) + p["places"]
        for layer in p["layers"]:
            x = bert_layer(x, layer)
        return layer_norm(x[:, 0], p["norm"], p["norm_bias"]) @ p["head"] + p["head_bias"]
    p = shapes(jnp.float32, patch=(patch, patch, 3, width), patch_bias=(width,), places=((size // patch) ** 2 + 1, width),
               norm=(width,), norm_bias=(width,), head=(width, 1000), head_bias=(1000,)) | {"class": shape(width)}
    return forward, [p | {"layers": transformer_layers(layers, width, jnp.float32)}, shape(batch, size, size, 3)]


def resnet50_step(batch=4):
    """Normalization by the batch, the gradient of the cross-entropy, and a step along it."""
    def normalize(x, p):
        mean = x.mean((0, 1, 2))
        variance = ((x - mean) ** 2).mean((0, 1, 2))
        return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * p["scale"] + p["bias"]
    forward, (p, images) = resnet50(batch, jnp.float32, normalize)

    def loss(p, x, labels):
        return -jnp.take_along_axis(jax.nn.log_softmax(forward(p, x)), labels[:, None], -1).mean()

    def step(p, x, labels):
        value, g = jax.value_and_grad(loss)(p, x, labels)
        return jax.tree.map(lambda p, g: p - 0.01 * g, p, g), value
    return step, [p, images, numbers(1000, batch)]


def mamba(tokens=256, width=512, inner=1024, state=16, rank=32):
    """A block of a selective state space model."""
    def forward(p, x):
        z, gate = jnp.split(x @ p["in"], 2, -1)
        z = jax.lax.conv_general_dilated(z, p["conv"], (1,), [(3, 0)], dimension_numbers=("NWC", "WIO", "NWC"), feature_group_count=inner)
        z = jax.nn.silu(z + p["conv_bias"])
        rate, b, c = jnp.split(z @ p["select"], [rank, rank + state], -1)
        rate = jax.nn.softplus(rate @ p["rate"] + p["rate_bias"])
        decay = jnp.exp(-rate[..., None] * jnp.abs(p["a"]))
        combine = lambda l, r: (l[0] * r[0], l[1] * r[0] + r[1])
        h = jax.lax.associative_scan(combine, (decay, (rate * z)[..., None] * b[:, :, None]), axis=1)[1]
        y = (h * c[:, :, None]).sum(-1) + z * p["d"]
        return x + (y * jax.nn.silu(gate)) @ p["out"]
    p = shapes(jnp.float32, conv=(4, 1, inner), conv_bias=(inner,), select=(inner, rank + 2 * state), rate=(rank, inner), rate_bias=(inner,),
               a=(inner, state), d=(inner,), out=(inner, width)) | {"in": shape(width, 2 * inner)}
    return forward, [p, shape(1, tokens, width)]


def top2_experts(tokens=256, experts=8, width=512, inner=2048, capacity=96):
    """Each token goes to two experts, which take up to `capacity` of them: one-hot matrices carry tokens there and back."""
    def forward(x, router, up, down):
        scores, chosen = jax.lax.top_k(jax.nn.softmax(x @ router), 2)
        is_chosen = jax.nn.one_hot(chosen.T.reshape(-1), experts)
        place = ((jnp.cumsum(is_chosen, 0) - 1) * is_chosen).sum(-1).astype(jnp.int32)
        carry = is_chosen[:, :, None] * jax.nn.one_hot(place, capacity)[:, None]
        carry = carry.reshape(2, tokens, experts, capacity)
        y = jnp.einsum("ctes,tw->esw", carry, x)
        y = jnp.einsum("esi,eiw->esw", jax.nn.silu(jnp.einsum("esw,ewi->esi", y, up)), down)
        return jnp.einsum("ctes,tc,esw->tw", carry, scores, y)
    return forward, [shape(tokens, width), shape(width, experts), shape(experts, width, inner), shape(experts, inner, width)]


def graph_attention(nodes=2708, edges=13264, features=1433, heads=8, size=8, classes=7):
    """Two layers of attention along the edges of a graph."""
    def layer(x, p, senders, receivers, heads):
        y = (x @ p["w"]).reshape(nodes, heads, -1)
        logits = jax.nn.leaky_relu((y * p["from"]).sum(-1)[senders] + (y * p["to"]).sum(-1)[receivers], 0.2)
        weights = jnp.exp(logits - jax.ops.segment_max(logits, receivers, nodes)[receivers])
        weights = weights / jax.ops.segment_sum(weights, receivers, nodes)[receivers]
        return jax.ops.segment_sum(weights[:, :, None] * y[senders], receivers, nodes)

    def forward(p1, p2, x, senders, receivers):
        x = jax.nn.elu(layer(x, p1, senders, receivers, heads).reshape(nodes, -1))
        return layer(x, p2, senders, receivers, 1)[:, 0]
    p1 = shapes(jnp.float32, to=(heads, size), w=(features, heads * size)) | {"from": shape(heads, size)}
    p2 = shapes(jnp.float32, to=(1, classes), w=(heads * size, classes)) | {"from": shape(1, classes)}
    return forward, [p1, p2, shape(nodes, features), numbers(nodes, edges), numbers(nodes, edges)]


def lstm_by_gates(steps=100, batch=8, width=512):
    """As layers are written that have a matrix for each gate, and put them side by side in each step."""
    def forward(xs, w, u, b):
        def step(carry, x):
            h, c = carry
            gates = x @ jnp.concatenate(w, 1) + h @ jnp.concatenate(u, 1) + jnp.concatenate(b)
            i, f, g, o = jnp.split(gates, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h
        zero = jnp.zeros((batch, width))
        return jax.lax.scan(step, (zero, zero), xs)[1]
    gates = lambda *dims: [shape(*dims)] * 4
    return forward, [shape(steps, batch, width), gates(width, width), gates(width, width), gates(width)]


def gru(steps=100, batch=8, width=512):
    def forward(xs, w, u, b, b_new):
        def step(h, x):
            r, z = jax.nn.sigmoid(x @ w[0] + h @ u[0] + b[0]), jax.nn.sigmoid(x @ w[1] + h @ u[1] + b[1])
            n = jnp.tanh(x @ w[2] + b[2] + r * (h @ u[2] + b_new))
            h = (1 - z) * n + z * h
            return h, h
        return jax.lax.scan(step, jnp.zeros((batch, width)), xs)[1]
    gates = lambda *dims: [shape(*dims)] * 3
    return forward, [shape(steps, batch, width), gates(width, width), gates(width, width), gates(width), shape(width)]


WIDE = {"layers": 1, "width": 4096, "heads": 32, "groups": 8, "inner": 11008}
NETWORKS = {
    "resnet50_1": functools.partial(resnet50, 1, jnp.float32),
    "resnet50_8": functools.partial(resnet50, 8, jnp.float32),
    "resnet50_train_4": resnet50_step,
    "bert_128": functools.partial(bert, 1, 128, jnp.float32),
    "gpt2_prefill_128": functools.partial(gpt2, 1, 128, jnp.float32),
    "gpt2_decode_1024": gpt2_decode,
    "llama_f32_prefill_64": functools.partial(llama_prefill, 64, jnp.float32, **WIDE),
    "llama_f32_decode": functools.partial(llama_decode, 1, 1024, jnp.float32, **WIDE),
    "llama_bf16_prefill_64": functools.partial(llama_prefill, 64, **WIDE),
    "llama_bf16_decode": functools.partial(llama_decode, 1, 1024, **WIDE),
    "vit_b16": vision_transformer,
    "whisper_step": whisper_step,
    "unet_block": functools.partial(unet_block, 1, 32, 320, jnp.float32),
    "mamba_256": mamba,
    "experts_top2": top2_experts,
    "experts_ragged": functools.partial(ragged_experts, 256, 8, 512, 2048, jnp.float32),
    "gat_cora": graph_attention,
    "lstm_512x100": lstm_by_gates,
    "gru_512x100": gru,
    "adam_step_remat": functools.partial(adam_step, 128, 4, 4, 256, 8192, has_remat=True),
}


class Network:
    """A network that is lowered, its arguments in files, and what XLA says that it gives."""

    def __init__(self, name, folder):
        function, arguments = NETWORKS[name]()
        self.name, self.source, random = name, folder / f"{name}.mlir", np.random.default_rng(1)
        leaves = [random_leaf(random, leaf) for leaf in jax.tree.leaves(arguments)]
        lowered = jax.jit(function, keep_unused=True).lower(*jax.tree.unflatten(jax.tree.structure(arguments), leaves))
        self.source.write_text(lowered.as_text())
        self.results = jax.tree.leaves(lowered.out_info)
        self.inputs = []
        for i, leaf in enumerate(leaves):
            path = folder / f"in{i}.bin"
            leaf.tofile(path)
            self.inputs.append(f"{'x'.join([*map(str, leaf.shape), ELEMENTS[leaf.dtype.name]])}=@{path}")

    def read(self, folder):
        """Results that a worker wrote."""
        return [np.fromfile(folder / f"out{i}.bin", np.dtype(result.dtype)).astype(np.float64) for i, result in enumerate(self.results)]

    def tolerance(self):
        return TOLERANCES[np.dtype(self.results[0].dtype).name]


def difference(ours, theirs):
    """The largest difference by the largest element of the result that it is in."""
    if any(a.size != b.size or not np.isfinite(a).all() for a, b in zip(ours, theirs)):
        return math.inf
    return max(np.abs(a - b).max() / max(np.abs(b).max(), 1e-30) for a, b in zip(ours, theirs))


def measure(network, workers, threads, options, folder):
    """Seconds of a call by column, and the difference of results."""
    requests = {"tern": f"load program {folder}/program.tern main {' '.join(network.inputs)}",
                "XLA": f"load run {network.source} {' '.join(network.inputs)}"}
    results, times = [], {column: [] for column in requests}
    for column, request in requests.items():
        worker = workers.get(column, threads)
        worker.ask(request)
        worker.ask(f"check {folder}")
        results.append(network.read(folder))
    for turn in range(options.samples + 1):
        for column in requests:
            taken = float(workers.get(column, threads).ask(f"time {options.seconds if turn else options.seconds / 10}"))
            if turn:
                times[column].append(taken)
    for column in requests:
        workers.get(column, threads).forget()
    return {column: statistics.median(taken) for column, taken in times.items()}, difference(*results)


def run(options, folder):
    workers = Workers(pathlib.Path(options.build).resolve(), folder, sys.executable, max(options.threads))
    ratios, is_right = {threads: [] for threads in options.threads}, True
    print("| network | threads | tern | XLA | XLA / tern | differs by |\n| --- | --- | --- | --- | --- | --- |")
    try:
        for name in NETWORKS:
            if options.names and not any(piece in name for piece in options.names):
                continue
            network = Network(name, folder)
            if options.save:
                (options.save / network.source.name).write_text(network.source.read_text())
            try:
                workers.compile_tern(network.source, folder / "program.tern")
                for threads in options.threads:
                    times, worst = measure(network, workers, threads, options, folder)
                    ratio, is_close = times["XLA"] / times["tern"], worst <= network.tolerance()
                    ratios[threads].append(ratio)
                    is_right = is_right and is_close
                    print(f"| {name} | {threads} | {seconds_text(times['tern'])} | {seconds_text(times['XLA'])} | {ratio:.2f} | "
                          f"{worst:.1e}{'' if is_close else ' WRONG'} |", flush=True)
            except Failure as failure:
                is_right = False
                print(f"| {name} | | FAILED: {failure} | | | |", flush=True)
    finally:
        workers.close()
    for threads, each in ratios.items():
        if each:
            print(f"\nthreads: {threads}: geometric mean of {len(each)}: {statistics.geometric_mean(each):.2f}, least {min(each):.2f}")
    return 0 if is_right else 1


def main():
    warnings.filterwarnings("ignore", "os.fork")  # what is forked becomes another program at once
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--threads", type=lambda text: [int(n) for n in text.split(",")], default=[1, 2])
    parser.add_argument("--samples", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--save", type=pathlib.Path, help="keep the networks' StableHLO in this folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(run(options, pathlib.Path(folder)))


if __name__ == "__main__":
    main()
