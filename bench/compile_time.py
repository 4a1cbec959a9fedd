"""What compiling takes, in time and memory, where programs are large: many constants, many layers, a block of a diffusion model.

usage: compile_time.py BUILD [--peers-python PATH] [--megabytes N] [--layers N,N...] [--peer-layers N] [--repeats N] [--limit SECONDS]
                       [--memory GB] [--programs NAME,NAME...]

Programs are traced by JAX, in the Python with the peers, and saved as portable artifacts and as text. tern's times and peaks are those
of a process of tern-compile, IREE's of one of iree-compile, both from the artifact. XLA's time is that of compile() on what jit traced and
lowered before; its peak is that of the process, Python and tracing with it. Times are of the processor, of all threads and of user and
system, and behind them as they elapsed, which says little where others compute as well. The ratios are of processor time, of elapsed
time and of peak memory; one above 1 says that tern is better. What does not finish within the limit, or wants more memory than it is
given, is said so, and is not run again. Constants are weights of products with few rows, which tern lays out anew.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

PROGRAMS = ("float32", "bfloat16", "int8", "diffusion")
TOO_LONG, TOO_LARGE = "more than {limit} s", "more than {memory} GB"
REFUSED = (TOO_LONG, TOO_LARGE)
OUT_OF_MEMORY = ("out of memory", "Out of memory", "bad_alloc", "Cannot allocate memory", "RESOURCE_EXHAUSTED")  # as programs put it


# --- in the Python with the peers ---

def make_layers(count):
    import jax
    import jax.numpy as jnp
    width, heads, rows = 64, 4, 32
    shape = lambda *dims: jax.ShapeDtypeStruct(dims, jnp.float32)

    def norm(x, scale, shift):
        mean = x.mean(-1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-5) * scale + shift

    def layer(p, x):
        h = norm(x, p["g1"], p["b1"])
        q, k, v = ((h @ p[w]).reshape(-1, rows, heads, width // heads).transpose(0, 2, 1, 3) for w in "qkv")
        scores = jax.nn.softmax(q @ k.swapaxes(-1, -2) / 4.0, axis=-1)
        x = x + (scores @ v).transpose(0, 2, 1, 3).reshape(x.shape) @ p["o"]
        return x + jax.nn.gelu(norm(x, p["g2"], p["b2"]) @ p["up"]) @ p["down"]

    def loss(layers, x, y):
        for p in layers:
            x = layer(p, x)
        return ((x - y) ** 2).mean()

    def step(layers, x, y):
        value, gradients = jax.value_and_grad(loss)(layers, x, y)
        return value, jax.tree.map(lambda p, g: p - 0.01 * g, layers, gradients)

    p = {name: shape(width, width) for name in "qkvo"} | {name: shape(width) for name in ("g1", "b1", "g2", "b2")}
    p |= {"up": shape(width, 4 * width), "down": shape(4 * width, width)}
    return step, ([p] * count, shape(2, rows, width), shape(2, rows, width))


def make_diffusion_block():
    import jax
    import jax.numpy as jnp
    c, shape = 320, lambda *dims: jax.ShapeDtypeStruct(dims, jnp.float32)

    def convolve(x, w, b):
        return jax.lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")) + b

    def normalize(x, axes):
        mean = x.mean(axes, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(axes, keepdims=True) + 1e-5)

    def group_norm(x, p):
        return normalize(x.reshape(*x.shape[:3], 32, c // 32), (1, 2, 4)).reshape(x.shape) * p[0] + p[1]

    def attend(x, context, p):
        heads = lambda a, w: (a @ w).reshape(a.shape[0], a.shape[1], 8, -1).transpose(0, 2, 1, 3)
        q, k, v = heads(x, p[0]), heads(context, p[1]), heads(context, p[2])
        scores = jax.nn.softmax(q @ k.swapaxes(-1, -2) * 40**-0.5, axis=-1)
        return (scores @ v).transpose(0, 2, 1, 3).reshape(x.shape) @ p[3]

    def block(x, time, text, p):
        h = convolve(jax.nn.silu(group_norm(x, p["n1"])), *p["c1"]) + (jax.nn.silu(time) @ p["t"])[:, None, None, :]
        x = x + convolve(jax.nn.silu(group_norm(h, p["n2"])), *p["c2"])
        y = group_norm(x, p["n3"]).reshape(1, 64 * 64, c) @ p["in"]
        n = normalize(y, (-1,)) * p["l1"]
        y = y + attend(n, n, p["self"])
        y = y + attend(normalize(y, (-1,)) * p["l2"], text, p["cross"])
        a, b = jnp.split((normalize(y, (-1,)) * p["l3"]) @ p["up"], 2, -1)
        return x + ((y + (a * jax.nn.gelu(b)) @ p["down"]) @ p["out"]).reshape(x.shape)

    p = {name: (shape(c), shape(c)) for name in ("n1", "n2", "n3")} | {name: shape(c) for name in ("l1", "l2", "l3")}
    p |= {name: (shape(3, 3, c, c), shape(c)) for name in ("c1", "c2")} | {"in": shape(c, c), "out": shape(c, c), "t": shape(1280, c)}
    p |= {"self": [shape(c, c)] * 4, "cross": [shape(c, c), shape(768, c), shape(768, c), shape(c, c)]}
    p |= {"up": shape(c, 8 * c), "down": shape(4 * c, c)}
    return block, (shape(1, 64, 64, c), shape(1, 1280), shape(1, 77, 768), p)


def make_constants(element, megabytes):
    import jax
    import jax.numpy as jnp
    import numpy as np
    random = np.random.default_rng(0)
    width = 4096 if element == "int8" else 2048
    dtype = jnp.dtype(element)
    count = max(1, megabytes * 2**20 // (width * width * dtype.itemsize))
    if element == "int8":
        weights = [random.integers(-128, 127, (width, width), dtype=np.int8) for _ in range(count)]
    else:
        weights = [random.standard_normal((width, width), dtype=np.float32).astype(dtype) for _ in range(count)]

    def network(x):
        for w in weights:
            x = jnp.tanh(x @ jnp.asarray(w).astype(x.dtype))
        return x

    return network, (jax.ShapeDtypeStruct((4, width), jnp.float32 if element == "int8" else dtype),)


def find_program(name):
    kind, _, size = name.partition("-")
    if kind == "layers":
        return make_layers(int(size))
    return make_diffusion_block() if kind == "diffusion" else make_constants(kind, int(size))


def make(folder, names):
    import jax
    from jax import export
    for name in names:
        function, arguments = find_program(name)
        exported = export.export(jax.jit(function))(*arguments)
        pathlib.Path(folder, f"{name}.mlirbc").write_bytes(exported.mlir_module_serialized)
        pathlib.Path(folder, f"{name}.mlir").write_text(exported.mlir_module())


def compile_with_xla(name):
    import time
    import jax
    function, arguments = find_program(name)
    lowered = jax.jit(function).lower(*arguments)
    start, processor = time.perf_counter(), time.process_time()
    lowered.compile()
    print(json.dumps([time.process_time() - processor, time.perf_counter() - start,
                      resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))


# --- here ---

def run(command, options, output=subprocess.DEVNULL):
    """What a process wrote, if `output` is a pipe; one of REFUSED beyond the limits, None if it failed."""
    def limit_memory():
        resource.setrlimit(resource.RLIMIT_DATA, (options.memory << 30, options.memory << 30))

    done = subprocess.run(["timeout", str(options.limit), *map(str, command)], stdout=output, stderr=subprocess.PIPE, text=True,
                          errors="replace", preexec_fn=limit_memory)
    if done.returncode == 124:
        return TOO_LONG
    if done.returncode and any(words in done.stderr for words in OUT_OF_MEMORY):
        return TOO_LARGE
    if done.returncode:
        print(f"{' '.join(map(str, command))}: {done.stderr[-300:]}", file=sys.stderr)
        return None
    return done.stdout or ""


def measure(command, folder, options):
    """Seconds of processor and of clock, and MB, by way of a process that tells what it took that it started."""
    told = folder / "told"
    inner = "import os,sys,time\nt=time.perf_counter()\np=os.spawnv(os.P_NOWAIT,sys.argv[2],sys.argv[2:])\n_,s,u=os.wait4(p,0)\n" \
            "t=time.perf_counter()-t\nopen(sys.argv[1],'w').write(f'[{u.ru_utime+u.ru_stime},{t},{u.ru_maxrss/1024}]')\n" \
            "sys.exit(os.waitstatus_to_exitcode(s))"
    output = run([sys.executable, "-S", "-c", inner, told, *command], options)
    return json.loads(told.read_text()) if output == "" else output


def measure_xla(name, options):
    output = run([options.peers_python, __file__, "--xla", name], options, subprocess.PIPE)
    return json.loads(output) if output and output not in REFUSED else output


def least(results):
    """The least of each number; why there is none where no run finished."""
    numbers = [result for result in results if result and result not in REFUSED]
    return [min(values) for values in zip(*numbers)] if numbers else results[0] if results else None


def cells_of(result, options):
    if result in REFUSED:
        return [result.format(limit=options.limit, memory=options.memory), ""]
    return [f"{result[0]:.2f} s, {result[1]:.2f} s", f"{result[2]:.0f} MB"] if result else ["-", "-"]


def show(name, ours, peers, options):
    cells = cells_of(ours, options)
    for peer in peers:
        cells += cells_of(peer, options)
        are_numbers = peer and peer not in REFUSED and ours and ours not in REFUSED
        cells += [", ".join(f"{theirs / own:.1f}x" for theirs, own in zip(peer, ours)) if are_numbers else ""]
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def take_turns(name, arguments, folder):
    """The least numbers of each form that tern reads, and of each peer."""
    iree = pathlib.Path(arguments.peers_python).parent / "iree-compile"
    is_layers = name.startswith("layers")
    forms = ["mlirbc", "mlir"] if not is_layers and name != "diffusion" else ["mlirbc"]
    has_peers = not is_layers or int(name.partition("-")[2]) <= arguments.peer_layers
    tern = (arguments.build / "bin/tern-compile").resolve()
    runs = {form: lambda form=form: measure([tern, folder / f"{name}.{form}", "-o", folder / "out.tern"], folder, arguments)
            for form in forms}
    if has_peers:
        runs["xla"] = lambda: measure_xla(name, arguments)
    if has_peers and iree.exists():
        runs["iree"] = lambda: measure([iree, "--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu",
                                        "--iree-llvmcpu-target-cpu=host", folder / f"{name}.mlirbc", "-o", folder / "out.vmfb"],
                                       folder, arguments)
    taken = {key: [] for key in runs}
    for _ in range(arguments.repeats):
        for key, take in runs.items():
            if not any(result in REFUSED for result in taken[key]):
                taken[key].append(take())
    return forms, {key: least(results) for key, results in taken.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--peers-python", default=os.environ.get("PEERS_PYTHON"))
    parser.add_argument("--megabytes", type=int, default=256)
    parser.add_argument("--layers", default="12,48,96,200,400")
    parser.add_argument("--peer-layers", type=int, default=96, help="the most layers that peers are given, which take minutes for more")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--limit", type=int, default=900, help="seconds that a process may take")
    parser.add_argument("--memory", type=int, default=12, help="GB of data that a process may have")
    parser.add_argument("--programs", default=",".join(PROGRAMS), help="which programs besides the layers")
    arguments = parser.parse_args()
    if not arguments.peers_python:
        sys.exit("programs are traced by JAX: name its Python by --peers-python or PEERS_PYTHON")
    names = [name if name == "diffusion" else f"{name}-{arguments.megabytes}" for name in arguments.programs.split(",") if name]
    names += [f"layers-{count}" for count in arguments.layers.split(",") if count]
    print("| program | tern | | XLA | | | IREE | | |\n|---|---|---|---|---|---|---|---|---|")
    for name in names:
        with tempfile.TemporaryDirectory() as work:
            folder = pathlib.Path(work)
            subprocess.run([arguments.peers_python, __file__, "--make", work, name], check=True)
            forms, taken = take_turns(name, arguments, folder)
            for form in forms:
                title = name if form == "mlirbc" else f"{name}, text"
                show(title, taken[form], [taken.get("xla"), taken.get("iree")], arguments)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        make(sys.argv[2], sys.argv[3:])
    elif sys.argv[1:2] == ["--xla"]:
        compile_with_xla(sys.argv[2])
    else:
        main()
