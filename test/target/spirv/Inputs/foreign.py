"""Compiles GLSL with glslangValidator, reads the binaries, writes them again, and validates. Usage: foreign.py SHADERS FOLDER"""

import pathlib
import subprocess
import sys

ENVIRONMENT = "vulkan1.1"


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, timeout=100, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def steps(binary, stem):
    """Each must succeed; the last two texts are compared."""
    first, second, third = (stem.with_suffix(ending) for ending in (".2.spv", ".3.spv", ".4.spv"))
    texts = [stem.with_suffix(f".{i}.mlir") for i in range(3)]
    yield ("tern-translate", "--deserialize-spirv", binary, "-o", texts[0])
    yield ("tern-translate", "--serialize-spirv", texts[0], "-o", first)
    yield ("spirv-val", "--target-env", ENVIRONMENT, first)
    yield ("tern-translate", "--deserialize-spirv", first, "-o", texts[1])
    yield ("tern-translate", "--serialize-spirv", texts[1], "-o", second)
    yield ("spirv-val", "--target-env", ENVIRONMENT, second)
    yield ("tern-translate", "--deserialize-spirv", second, "-o", texts[2])
    yield ("cmp", texts[1], texts[2])
    yield ("tern-translate", "--deserialize-spirv", "--spirv-structurize-control-flow=false", binary, "-o", third)
    yield ("tern-translate", "--deserialize-spirv", "--spirv-debug-info", binary, "-o", third)


def main():
    shaders, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    count = failures = 0
    for shader in sorted(shaders.glob("*.comp")):
        plain, optimized = folder / f"{shader.stem}.spv", folder / f"{shader.stem}-opt.spv"
        makers = [("glslangValidator", "-V", "-g", "--target-env", ENVIRONMENT, shader, "-o", plain),
                  ("spirv-opt", "-O", plain, "-o", optimized)]
        for maker, binary in zip(makers, (plain, optimized)):
            count += 1
            for command in [maker, *steps(binary, binary.with_suffix(""))]:
                is_ok, said = run(*command)
                if not is_ok:
                    failures += 1
                    print(*command, said.decode(errors="replace"), sep="\n")
                    break
    print(f"{count} binaries, {failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
