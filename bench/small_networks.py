"""Time per call of small programs that are traced from JAX: tern beside XLA, in one run.

usage: small_networks.py BUILD [NAME...]
Each program is lowered by JAX, run by XLA and by tern on the same arguments, in turns, and the results are compared. Times per
call are the least of many calls with the arguments on the device, on as many threads as the machine has processors.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

os.environ["JAX_PLATFORMS"] = "cpu"
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
CALLS = 300
ROUNDS = 5
RNG = np.random.default_rng(7)


def normal(*shape):
    return (RNG.standard_normal(shape) / 4).astype(np.float32)


def perceptron(x, w1, b1, w2, b2):
    return jax.nn.relu(x @ w1 + b1) @ w2 + b2


def gated_unit(xs, w, u, b):
    def step(h, x):
        gates = x @ w + b
        z, r = jax.nn.sigmoid(gates[:, :64] + h @ u[0]), jax.nn.sigmoid(gates[:, 64:128] + h @ u[1])
        n = jnp.tanh(gates[:, 128:] + r * (h @ u[2]))
        h = (1 - z) * n + z * h
        return h, h
    return jax.lax.scan(step, jnp.zeros((xs.shape[1], 64)), xs)[1]


def decode_step(token, position, embedding, keys, values, wq, wk, wv, wo):
    x = embedding[token]
    q, k, v = x @ wq, x @ wk, x @ wv
    keys = jax.lax.dynamic_update_slice(keys, k[None], (position, 0))
    values = jax.lax.dynamic_update_slice(values, v[None], (position, 0))
    scores = jnp.where(jnp.arange(keys.shape[0]) <= position, keys @ q / 8, -jnp.inf)
    x = x + jax.nn.softmax(scores) @ values @ wo
    logits = embedding @ x
    return jnp.argmax(logits), keys, values


def attention(q, k, v):
    scores = jnp.einsum("hqd,hkd->hqk", q, k) / 8
    scores = jnp.where(jnp.tril(jnp.ones(scores.shape[1:], bool)), scores, -1e9)
    return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores), v)


def layer_norm(x, scale, bias):
    mean = jnp.mean(x, -1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(jnp.var(x, -1, keepdims=True) + 1e-5) * scale + bias


def newton(a):
    return jax.lax.fori_loop(0, 10, lambda _, x: 0.5 * (x + a / x), jnp.ones_like(a))


def beam(scores, width=4):
    best, index = jax.lax.top_k(scores.reshape(-1), width)
    return best, index // scores.shape[1], index % scores.shape[1]


def adam(p, g, m, v):
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return p - 0.001 * m / (jnp.sqrt(v) + 1e-8), m, v


def separable(x, depth, point):
    x = jax.lax.conv_general_dilated(x, depth, (1, 1), "SAME", feature_group_count=16,
                                     dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return jax.nn.relu(x) @ point


def gradient(w1, w2, x, y):
    def loss(w1, w2):
        return jnp.mean((jnp.tanh(x @ w1) @ w2 - y) ** 2)
    g1, g2 = jax.grad(loss, (0, 1))(w1, w2)
    return w1 - 0.1 * g1, w2 - 0.1 * g2


def dropout(key, x):
    return jnp.where(jax.random.bernoulli(jax.random.wrap_key_data(key), 0.9, x.shape), x / 0.9, 0)


NETWORKS = {
    "perceptron, one row": (perceptron, [normal(1, 64), normal(64, 128), normal(128), normal(128, 10), normal(10)]),
    "perceptron, 32 rows": (perceptron, [normal(32, 64), normal(64, 128), normal(128), normal(128, 10), normal(10)]),
    "gru, 32 steps": (gated_unit, [normal(32, 1, 32), normal(32, 192), normal(3, 64, 64), normal(192)]),
    "decode step": (decode_step, [np.int32(5), np.int32(17), normal(256, 64), normal(64, 64), normal(64, 64),
                                  normal(64, 64), normal(64, 64), normal(64, 64), normal(64, 64)]),
    "attention": (attention, [normal(4, 32, 64), normal(4, 32, 64), normal(4, 32, 64)]),
    "layer norm": (layer_norm, [normal(16, 256), normal(256), normal(256)]),
    "newton, 10 steps": (newton, [np.abs(normal(256)) + 1]),
    "beam": (beam, [normal(4, 512)]),
    "adam": (adam, [normal(4096), normal(4096), normal(4096), np.abs(normal(4096))]),
    "separable conv": (separable, [normal(1, 16, 16, 16), normal(3, 3, 1, 16), normal(16, 32)]),
    "gradient": (gradient, [normal(16, 32), normal(32, 4), normal(8, 16), normal(8, 4)]),
    "dropout": (dropout, [np.array([1, 2], np.uint32), normal(64, 64)]),
    "sort": (lambda x: jnp.sort(x), [normal(256)]),
    "cumulative sum": (lambda x: jnp.cumsum(x, 0), [normal(128, 8)]),
    "cumsum, short rows": (lambda x: jnp.cumsum(x, 1), [normal(4096, 128)]),
    "cumsum, rows": (lambda x: jnp.cumsum(x, 1), [normal(1000, 1000)]),
    "cumsum, long rows": (lambda x: jnp.cumsum(x, 1), [normal(64, 100000)]),
    "cumsum, columns": (lambda x: jnp.cumsum(x, 0), [normal(1000, 1000)]),
    "scalar": (lambda x: x * x + 1, [np.float32(3)]),
}


def time_xla(compiled, arguments):
    def call():
        start = time.perf_counter()
        for result in compiled.execute(arguments):
            result.block_until_ready()
        return time.perf_counter() - start
    return min(call() for _ in range(CALLS))


def measure(name, build, folder):
    function, arguments = NETWORKS[name]
    lowered = jax.jit(function, keep_unused=True).lower(*arguments)
    source, module = f"{folder}/program.mlir", f"{folder}/program.tern"
    with open(source, "w") as file:
        file.write(lowered.as_text())
    paths = []
    for i, argument in enumerate(arguments):
        paths.append(f"{folder}/in{i}.npy")
        np.save(paths[-1], argument)
    subprocess.run([f"{build}/bin/tern-compile", source, "-o", module], check=True)
    compiled = lowered.compile()
    expected = [np.asarray(x) for x in jax.tree_util.tree_leaves(compiled(*arguments))]
    outputs = [f"{folder}/out{i}.npy" for i in range(len(expected))]
    subprocess.run([f"{build}/bin/tern-run", module, "--function=main", *(f"--input=@{p}" for p in paths),
                    *(f"--output=@{p}" for p in outputs)], check=True, stdout=subprocess.DEVNULL)
    for path, right in zip(outputs, expected):
        np.testing.assert_allclose(np.load(path).astype(np.float64), right.astype(np.float64), rtol=1e-3, atol=1e-4)
    executable = compiled.runtime_executable()
    on_device = [jax.device_put(a) for a in arguments]
    ours, theirs = [], []
    for _ in range(ROUNDS):
        output = subprocess.run([f"{folder}/model_loop", module, "main", str(CALLS), "cpu", "0", *paths], check=True,
                                capture_output=True, text=True).stdout
        ours.append(json.loads(output))
        theirs.append(time_xla(executable, on_device) * 1e6)
    call = min(o["min_us"] for o in ours)
    start = min(o["load_us"] + o["bind_us"] for o in ours)
    return call, min(theirs), start


def main():
    build = os.path.abspath(sys.argv[1])
    names = sys.argv[2:] or list(NETWORKS)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["cc", "-O2", f"-I{ROOT}/include", f"{ROOT}/bench/model_loop.c", "-o", f"{folder}/model_loop",
                        f"-L{build}/lib", "-lternrt", f"-Wl,-rpath,{build}/lib"], check=True)
        for name in names:
            try:
                ours, theirs, start = measure(name, build, folder)
            except (subprocess.CalledProcessError, AssertionError) as error:
                print(f"{name:22} {str(error).splitlines()[-1] if str(error) else error}", flush=True)
                continue
            print(f"{name:22} tern {ours:8.1f} us | XLA {theirs:8.1f} us ({theirs / ours:5.2f}x) | load and bind "
                  f"{start:6.0f} us", flush=True)


if __name__ == "__main__":
    main()
