"""The memory that compiling takes: a program with 64 MB of weights, in each form that weights come in, against a program with few;
and that the module has the weights.

Environment: TERN_COMPILE, TERN_OPT, TERN_RUN.
The peak is what the system says of the process. What is read of a file is let go of again, so no form takes memory for all weights;
numbers in decimal have to be kept, once.
"""

import os
import subprocess
import sys
import tempfile

import numpy as np

K, N = 4096, 4096
RNG = np.random.default_rng(5)
failures = []


def check(name, is_right, detail=""):
    print(f"{'ok' if is_right else 'FAILED'}: {name} {detail}")
    if not is_right:
        failures.append(name)


def program(weights, rows, element="f32", result="f32", behind="", k=K, n=N):
    return f"""func.func @main(%x: tensor<{rows}x{k}x{element}>) -> tensor<{rows}x{n}x{result}> {{
  %w = stablehlo.constant {weights} : tensor<{k}x{n}x{element}>
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<{rows}x{k}x{element}>, tensor<{k}x{n}x{element}>) -> tensor<{rows}x{n}x{result}>
  return %r : tensor<{rows}x{n}x{result}>
}}
{behind}"""


# What a process forked from this one inherits of its peak is that of a small process.
PEAK = """import os, sys
pid = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(pid, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))"""


def compile(source, output):
    """The peak of the compiler's memory, in MB."""
    done = subprocess.run([sys.executable, "-S", "-c", PEAK, os.environ["TERN_COMPILE"], source, "-o", output],
                          stdout=subprocess.PIPE, text=True)
    return int(done.stdout) / 1024 if done.returncode == 0 else float("inf")


def run(folder, module, x, element):
    np.save(f"{folder}/x.npy", x)
    command = [os.environ["TERN_RUN"], module, "--device=cpu", "--function=main", f"--input=@{folder}/x.npy",
               f"--output=@{folder}/y.npy"]
    done = subprocess.run(command, capture_output=True, text=True)
    return np.load(f"{folder}/y.npy") if done.returncode == 0 else None


def check_form(folder, name, source, least, size, x, expected, share=0.6, element="f32"):
    """`least`: what a program with few weights takes, in MB."""
    peak = compile(source, f"{folder}/m.tern")
    check(f"{name}: memory", peak <= least + share * size / 2**20, f"{peak:.0f} MB, of which {least:.0f} are not for {size / 2**20:.0f} MB of weights")
    result = run(folder, f"{folder}/m.tern", x, element)
    is_right = result is not None and np.allclose(result, expected, rtol=1e-4, atol=1e-4 * np.abs(expected).max())
    check(f"{name}: result", is_right)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def bytecode_of(source):
    output = source.replace(".mlir", ".mlirbc")
    subprocess.run([os.environ["TERN_OPT"], source, "--emit-bytecode", "-o", output], check=True)
    return output


def main():
    with tempfile.TemporaryDirectory() as folder:
        w = RNG.uniform(-1, 1, (K, N)).astype(np.float32)
        x = RNG.uniform(-1, 1, (4, K)).astype(np.float32)
        expected = x.astype(np.float64) @ w.astype(np.float64)
        digits = w.tobytes().hex()
        write(f"{folder}/small.mlir", program(f'dense<"0x{w[:64, :64].tobytes().hex()}">', 4, k=64, n=64))
        least = compile(f"{folder}/small.mlir", f"{folder}/m.tern")

        # Weights that are laid out anew for few rows.
        write(f"{folder}/hex.mlir", program(f'dense<"0x{digits}">', 4))
        check_form(folder, "digits", f"{folder}/hex.mlir", least, w.nbytes, x, expected)
        check_form(folder, "bytecode", bytecode_of(f"{folder}/hex.mlir"), least, w.nbytes, x, expected)
        blob = f'{{-# dialect_resources: {{ builtin: {{ w: "0x40000000{digits}" }} }} #-}}'
        write(f"{folder}/resource.mlir", program("dense_resource<w>", 4, behind=blob))
        check_form(folder, "digits of a resource", f"{folder}/resource.mlir", least, w.nbytes, x, expected)
        check_form(folder, "bytecode of a resource", bytecode_of(f"{folder}/resource.mlir"), least, w.nbytes, x, expected)

        # Weights that are left as they are: one column less than panels take.
        some = np.ascontiguousarray(w[:, :-1])
        write(f"{folder}/odd.mlir", program(f'dense<"0x{some.tobytes().hex()}">', 4, n=N - 1))
        check_form(folder, "bytecode of other sizes", bytecode_of(f"{folder}/odd.mlir"), least, some.nbytes, x, expected[:, :-1])

        # Small numbers.
        few = RNG.integers(-9, 9, (4 * K, N), dtype=np.int8)
        y = RNG.integers(-9, 9, (4, 4 * K), dtype=np.int8)
        write(f"{folder}/i8.mlir", program(f'dense<"0x{few.tobytes().hex()}">', 4, "i8", "i32", k=4 * K))
        check_form(folder, "bytecode of i8", bytecode_of(f"{folder}/i8.mlir"), least, few.nbytes, y, y.astype(np.int64) @ few.astype(np.int64))

        # In decimal, some of them.
        some = w[: K // 16]
        rows = ",".join("[" + ",".join(f"{number:.9e}" for number in row) + "]" for row in some)
        write(f"{folder}/decimal.mlir", program(f"dense<[{rows}]>", 4, k=K // 16))
        check_form(folder, "decimal", f"{folder}/decimal.mlir", least, some.nbytes, x[:, : K // 16],
                   x[:, : K // 16].astype(np.float64) @ some.astype(np.float64), share=3.6)
    print(f"{len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
