"""Random host programs of copies, updates, dispatches, branches, loops and globals, some of which are given memory for results: against NumPy, and on a timeline without a
device, where reads and writes of the same bytes that nothing orders are found.

usage: stream_programs.py [FIRST [COUNT]]     environment: TERN_RUN, TERN_COMPILE, TERN_OPT, TERN_DEVICE (default cpu)
"""

import os
import random
import subprocess
import sys
import tempfile

import numpy as np

import stream_timeline

EXECUTABLE = """
#map = affine_map<(d0) -> (d0)>
flow.executable private @add {
  flow.executable.export public @add
  builtin.module {
    func.func @add(%arg0: !iree_tensor_ext.dispatch.tensor<readonly:tensor<64xi32>>, %arg1: !iree_tensor_ext.dispatch.tensor<readonly:tensor<64xi32>>, %arg2: i32, %arg3: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<64xi32>>) {
      %0 = iree_tensor_ext.dispatch.tensor.load %arg0, offsets = [0], sizes = [64], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<64xi32>> -> tensor<64xi32>
      %1 = iree_tensor_ext.dispatch.tensor.load %arg1, offsets = [0], sizes = [64], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<64xi32>> -> tensor<64xi32>
      %2 = tensor.empty() : tensor<64xi32>
      %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%0, %1 : tensor<64xi32>, tensor<64xi32>) outs(%2 : tensor<64xi32>) {
      ^bb0(%in: i32, %in_0: i32, %out: i32):
        %4 = arith.addi %in, %in_0 : i32
        %5 = arith.addi %4, %arg2 : i32
        linalg.yield %5 : i32
      } -> tensor<64xi32>
      iree_tensor_ext.dispatch.tensor.store %3, %arg3, offsets = [0], sizes = [64], strides = [1] : tensor<64xi32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<64xi32>>
      return
    }
  }
}
"""
LARGE, SMALL = "tensor<64xi32>", "tensor<16xi32>"


class Program:
    """Text and, as a list of closures on an environment, meaning."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.donations = random.Random(seed + 1)
        self.next = 0
        self.globals = self.rng.randint(0, 2)

    def name(self):
        self.next += 1
        return f"%v{self.next}"

    # Each op: appends lines, adds its value to scope, and returns a function env -> None.
    def ops(self, scope, count, depth, indent, lines):
        steps = []
        kinds = ["splat", "slice", "update", "update", "add", "add", "add", "constant", "clone"]
        kinds += ["load", "store"] * bool(self.globals)
        for _ in range(count):
            kind = self.rng.choice(kinds + (["if", "for"] if depth < 2 else []))
            steps.append(getattr(self, "make_" + kind)(scope, depth, indent, lines))

        def run(env):
            for step in steps:
                step(env)

        return run

    def pick(self, scope, which):
        # Mostly recent values.
        values = scope[which]
        return self.rng.choice(values[-4:] if self.rng.random() < 0.6 else values)

    def make_splat(self, scope, depth, indent, lines):
        which = self.rng.choice([LARGE, SMALL])
        v, n = self.name(), self.rng.randint(-9, 9)
        lines.append(f"{indent}{v}_c = arith.constant {n} : i32")
        lines.append(f"{indent}{v} = flow.tensor.splat {v}_c : {which}")
        scope[which].append(v)
        size = 64 if which == LARGE else 16
        return lambda env: env.__setitem__(v, np.full(size, n, np.int32))

    def make_constant(self, scope, depth, indent, lines):
        v = self.name()
        data = [self.rng.randint(-99, 99) for _ in range(16)]
        lines.append(f"{indent}{v} = flow.tensor.constant dense<{data}> : {SMALL}")
        scope[SMALL].append(v)
        return lambda env: env.__setitem__(v, np.array(data, np.int32))

    def make_clone(self, scope, depth, indent, lines):
        v, a = self.name(), self.pick(scope, LARGE)
        lines.append(f"{indent}{v} = flow.tensor.clone {a} : {LARGE}")
        scope[LARGE].append(v)
        return lambda env: env.__setitem__(v, env[a])

    def offset(self, lines, indent, scope):
        v = self.name()
        if scope["index"] and self.rng.random() < 0.5:
            i, scale = self.rng.choice(scope["index"]), self.rng.choice([1, 7, 16])
            lines.append(f"{indent}{v}_s = arith.constant {scale} : index")
            lines.append(f"{indent}{v} = arith.muli {i}, {v}_s : index")
            return v, lambda env: env[i] * scale
        n = self.rng.choice([0, 5, 16, 32, 48])
        lines.append(f"{indent}{v} = arith.constant {n} : index")
        return v, lambda env: n

    def make_slice(self, scope, depth, indent, lines):
        a = self.pick(scope, LARGE)
        at, value = self.offset(lines, indent, scope)
        v = self.name()
        lines.append(f"{indent}{v} = flow.tensor.slice {a}[{at} for %c16] : {LARGE} -> {SMALL}")
        scope[SMALL].append(v)
        return lambda env: env.__setitem__(v, env[a][value(env):][:16])

    def make_update(self, scope, depth, indent, lines):
        a, b = self.pick(scope, LARGE), self.pick(scope, SMALL)
        at, value = self.offset(lines, indent, scope)
        v = self.name()
        lines.append(f"{indent}{v} = flow.tensor.update {b}, {a}[{at}] : {SMALL} -> {a} as {LARGE}")
        scope[LARGE].append(v)

        def run(env):
            result = env[a].copy()
            result[value(env):value(env) + 16] = env[b]
            env[v] = result

        return run

    def make_add(self, scope, depth, indent, lines):
        a, b, v, n = self.pick(scope, LARGE), self.pick(scope, LARGE), self.name(), self.rng.randint(1, 9)
        lines.append(f"{indent}{v}_c = arith.constant {n} : i32")
        lines.append(f"{indent}{v} = flow.dispatch @add::@add({a}, {b}, {v}_c) : ({LARGE}, {LARGE}, i32) -> {LARGE}")
        scope[LARGE].append(v)

        def run(env):
            with np.errstate(over="ignore"):
                env[v] = env[a] + env[b] + np.int32(n)

        return run

    def make_load(self, scope, depth, indent, lines):
        v, g = self.name(), f"@g{self.rng.randrange(self.globals)}"
        lines.append(f"{indent}{v} = util.global.load {g} : {LARGE}")
        scope[LARGE].append(v)
        return lambda env: env.__setitem__(v, env[g])

    def make_store(self, scope, depth, indent, lines):
        a, g = self.pick(scope, LARGE), f"@g{self.rng.randrange(self.globals)}"
        lines.append(f"{indent}util.global.store {a}, {g} : {LARGE}")
        return lambda env: env.__setitem__(g, env[a])

    def inner(self, scope):
        return {key: list(values) for key, values in scope.items()}

    def make_if(self, scope, depth, indent, lines):
        v, n = self.name(), self.rng.randint(0, 4)
        flag = self.rng.choice(scope["index"] + ["%flag"])
        lines.append(f"{indent}{v}_n = arith.constant {n} : index")
        lines.append(f"{indent}{v}_c = arith.cmpi slt, {flag}, {v}_n : index")
        lines.append(f"{indent}{v}:2 = scf.if {v}_c -> ({LARGE}, {LARGE}) {{")
        sides = []
        for side in range(2):
            if side:
                lines.append(f"{indent}}} else {{")
            names = self.inner(scope)
            body = self.ops(names, self.rng.randint(0, 3), depth + 1, indent + "  ", lines)
            r = self.pick(names, LARGE), self.pick(names, LARGE)
            lines.append(f"{indent}  scf.yield {r[0]}, {r[1]} : {LARGE}, {LARGE}")
            sides.append((body, r))
        lines.append(f"{indent}}}")
        scope[LARGE] += [f"{v}#0", f"{v}#1"]

        def run(env):
            body, r = sides[0 if env[flag] < n else 1]
            body(env)
            env[f"{v}#0"], env[f"{v}#1"] = env[r[0]], env[r[1]]

        return run

    def make_for(self, scope, depth, indent, lines):
        v, n = self.name(), self.rng.randint(0, 3)
        init = self.pick(scope, LARGE), self.pick(scope, LARGE)
        lines.append(f"{indent}{v}_n = arith.constant {n} : index")
        lines.append(f"{indent}{v}:2 = scf.for {v}_i = %c0 to {v}_n step %c1 iter_args({v}_x = {init[0]}, "
                     f"{v}_y = {init[1]}) -> ({LARGE}, {LARGE}) {{")
        names = self.inner(scope)
        names["index"].append(f"{v}_i")
        names[LARGE] += [f"{v}_x", f"{v}_y"]
        body = self.ops(names, self.rng.randint(1, 4), depth + 1, indent + "  ", lines)
        r = self.pick(names, LARGE), self.pick(names, LARGE)
        lines.append(f"{indent}  scf.yield {r[0]}, {r[1]} : {LARGE}, {LARGE}")
        lines.append(f"{indent}}}")
        scope[LARGE] += [f"{v}#0", f"{v}#1"]

        def run(env):
            x, y = env[init[0]], env[init[1]]
            for i in range(n):
                env[f"{v}_i"], env[f"{v}_x"], env[f"{v}_y"] = i, x, y
                body(env)
                x, y = env[r[0]], env[r[1]]
            env[f"{v}#0"], env[f"{v}#1"] = x, y

        return run

    def make(self):
        lines = []
        scope = {LARGE: ["%a", "%b"], SMALL: [], "index": []}
        first = self.make_constant(scope, 0, "  ", lines)
        body = self.ops(scope, self.rng.randint(3, 14), 0, "  ", lines)
        results = [self.pick(scope, LARGE) for _ in range(self.rng.randint(1, 3))]
        text = "".join(f"util.global private mutable @g{i} = dense<{i}> : {LARGE}\n" for i in range(self.globals))
        text += EXECUTABLE
        views = ", ".join(["!hal.buffer_view"] * len(results))
        text += "util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %flag32: i32) "
        text += f"-> ({views}) attributes {{iree.abi.stub}} {{\n"
        text += "".join(f"  %c{n} = arith.constant {n} : index\n" for n in (0, 1, 16))
        text += "  %flag = arith.index_cast %flag32 : i32 to index\n"
        # What the caller gives away for a result; programs of a seed are otherwise what they are without.
        given = [self.donations.random() < 0.5 and i < len(results) for i in range(2)]
        text += "".join(f"  %{v} = hal.tensor.import{' consume' * given[i]} %arg{i} \"in\" : !hal.buffer_view -> {LARGE}\n"
                        for i, v in enumerate("ab"))
        text += "\n".join(lines) + "\n"
        for i, r in enumerate(results):
            if i < 2 and given[i]:
                text += f"  %s{i} = hal.tensor.alias {r} : {LARGE} to %arg{i} : !hal.buffer_view\n"
            value = f"%s{i}" if i < 2 and given[i] else r
            text += f"  %r{i} = hal.tensor.export {value} \"out\" : {LARGE} -> !hal.buffer_view\n"
        text += f"  util.return {', '.join(f'%r{i}' for i in range(len(results)))} : {views}\n}}\n"

        def run(a, b, flag):
            env = {"%a": a, "%b": b, "%flag": flag}
            env |= {f"@g{i}": np.full(64, i, np.int32) for i in range(self.globals)}
            first(env)
            body(env)
            return [env[r] for r in results]

        return text, run


def check(seed, device, folder):
    text, run = Program(seed).make()
    source, module = f"{folder}/{seed}.mlir", f"{folder}/{seed}.tern"
    open(source, "w").write(text)
    stream = subprocess.run([os.environ["TERN_OPT"], "--iree-stream-transformation-pipeline", source],
                            capture_output=True, text=True, timeout=60)
    if stream.returncode != 0:
        return "stream: " + stream.stderr.strip()[-1500:]
    try:
        hazards = stream_timeline.Program(stream.stdout).check([(None, None, flag) for flag in (0, 2, 0)])
    except Exception as error:
        return f"cannot be checked: {error!r}"
    if hazards:
        return f"hazards: {hazards[:3]}"
    command = [os.environ["TERN_COMPILE"], source, "-o", module, f"--target={device}", "--compile-from=flow"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if result.returncode != 0:
        return "tern-compile: " + result.stderr.strip()[-1500:]
    rng = np.random.default_rng(seed)
    for flag in (0, 2):
        a, b = (rng.integers(-100, 100, 64).astype(np.int32) for _ in range(2))
        expected = run(a.copy(), b.copy(), flag)
        np.save(f"{folder}/a.npy", a)
        np.save(f"{folder}/b.npy", b)
        command = [os.environ["TERN_RUN"], module, f"--device={device}", f"--input=@{folder}/a.npy",
                   f"--input=@{folder}/b.npy", f"--input={flag}",
                   *(f"--output=@{folder}/r{i}.npy" for i in range(len(expected)))]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60)
        if result.returncode != 0:
            return "tern-run: " + result.stderr.strip()[-1500:]
        for i, array in enumerate(expected):
            actual = np.load(f"{folder}/r{i}.npy")
            if not np.array_equal(actual, array):
                return f"flag {flag}, result {i}:\n{actual}\nexpected\n{array}"
    return None


def main():
    first, count = (int(x) for x in (sys.argv[1:] + ["0", "150"][len(sys.argv) - 1:])[:2])
    device = os.environ.get("TERN_DEVICE", "cpu")
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            message = check(seed, device, folder)
            if message:
                failures += 1
                print(f"program {seed}: {message}")
    print(f"{count - failures} passed, {failures} failed")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
