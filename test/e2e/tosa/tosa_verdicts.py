"""TOSA's verifiers beside upstream's: ops of tosa_ops.py with one or two types or numbers changed are taken by both tools or by neither.

usage: tosa_verdicts.py [SEED [COUNT]]      environment: TERN_OPT; MLIR_OPT is upstream's tool

Where the tools differ on purpose, EXCEPTIONS says why. An exception that nothing meets is no error, since what is changed is random.
"""

import collections
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import tosa_ops

TERN_OPT, MLIR_OPT = os.environ.get("TERN_OPT", "tern-opt"), os.environ.get("MLIR_OPT", "mlir-opt-22")
MOST_OF_AN_OP = 14
ELEMENTS = ["f32", "f16", "bf16", "i8", "i16", "i32", "i48", "i64", "i1", "i4", "f8E4M3FN", "f8E5M2", "ui8", "index", "f64"]
TENSOR = re.compile(r"tensor<[^<>]*>|!tosa\.shape<\d+>")

# The tool that takes the op, what the other one says, and the reason.
EXCEPTIONS = [
    ("tern", r"have matching ranks|different rank|not broadcast compatible", "ranks differ in files of 2020 to 2023, and "
     "--tosa-make-broadcastable evens them"),
    ("tern", r"expected \d operands, but found|requires attribute|expected ':'|unregistered operation|is unknown",
     "spellings of before, which are read"),
    ("mlir", r"has a result of type|expect shape of \{|expect the channels of|to have the same batch|is the rows of b|bias channels", "shapes that contradict each other, of which "
     "upstream learns when it lowers the op"),
]


def function(line):
    """A function whose arguments are the operands of an op; None if the op cannot stand alone."""
    match = re.match(r"\s*(%\w+(?::\d+)?|%\w+(?:, %\w+)*) = (.*): \((.*)\) -> (.*)$", line)
    if not match:
        return None
    body, inputs, outputs = match[2], TENSOR.findall(match[3]), TENSOR.findall(match[4])
    names = re.findall(r"%[\w#]+", body)
    if len(names) != len(inputs) or "{%" in body or not outputs:
        return None
    numbers = iter(range(len(names)))
    return re.sub(r"%[\w#]+", lambda _: f"%a{next(numbers)}", body), inputs, outputs


def text_of(op):
    body, inputs, outputs = op
    arguments = ", ".join(f"%a{i}: {type}" for i, type in enumerate(inputs))
    results = f"({', '.join(outputs)})" if len(outputs) > 1 else outputs[0]
    name = f"%r:{len(outputs)}" if len(outputs) > 1 else "%r"
    return f"func.func @f({arguments}) {{\n  {name} = {body}: ({', '.join(inputs)}) -> {results}\n  return\n}}\n"


def other_type(rng, type):
    if type.startswith("!"):
        return f"!tosa.shape<{rng.randrange(6)}>"
    *dims, element = type[7:-1].split("x")
    choice = rng.randrange(5)
    if choice == 0:
        element = rng.choice(ELEMENTS)
    elif choice == 1 and dims:
        dims[rng.randrange(len(dims))] = rng.choice(["1", "2", "3", "7", "?", "0"])
    elif choice == 2:
        dims.insert(rng.randrange(len(dims) + 1), rng.choice(["1", "2"]))
    elif choice == 3 and dims:
        dims.pop(rng.randrange(len(dims)))
    else:
        dims = ["*"]
    return f"tensor<{'x'.join([*dims, element])}>"


def changed(rng, op):
    body, inputs, outputs = op[0], list(op[1]), list(op[2])
    numbers = list(re.finditer(r"(?<![\w.<%-])-?\d+(?![\w.>])", body))
    if numbers and rng.randrange(6) == 0:
        number = rng.choice(numbers)
        body = body[: number.start()] + str(rng.choice([-1, 0, 1, 2, 3, 5, 9])) + body[number.end() :]
    else:
        types = inputs if rng.randrange(len(inputs) + len(outputs)) < len(inputs) else outputs
        at = rng.randrange(len(types))
        types[at] = other_type(rng, types[at])
    return body, inputs, outputs


def error_of(tool, text):
    """The first error, or None."""
    done = subprocess.run([tool, "-"], input=text, capture_output=True, text=True, timeout=60)
    if done.returncode == 0:
        return None
    return next((line.split("error: ", 1)[1] for line in done.stderr.splitlines() if "error: " in line), f"exit status {done.returncode}")


def check(text):
    ours, theirs = error_of(TERN_OPT, text), error_of(MLIR_OPT, text)
    if (ours is None) == (theirs is None):
        return "agree", None
    taker, message = ("tern", theirs) if ours is None else ("mlir", ours)
    if any(taker == who and re.search(pattern, message) for who, pattern, _ in EXCEPTIONS):
        return "differ with a reason", None
    return "differ", f"{taker} takes what the other refuses: {message}\n{text}"


def main():
    rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    for make in (tosa_ops.elementwise, tosa_ops.casts, tosa_ops.rescales, tosa_ops.reductions, tosa_ops.products, tosa_ops.convolutions,
                 tosa_ops.pools, tosa_ops.movement, tosa_ops.images):
        make()
    ops, seen = [], collections.Counter()
    for _, text in tosa_ops.CASES:
        for line in text.splitlines():
            name = re.search(r"= \"?(tosa\.\w+)", line)
            op = function(line) if name and name[1] not in ("tosa.const", "tosa.const_shape") and "{(" not in line else None
            if op and seen[name[1]] < MOST_OF_AN_OP:
                seen[name[1]] += 1
                ops.append(op)
    texts = []
    for _ in range(count):
        op = changed(rng, rng.choice(ops))
        texts.append(text_of(changed(rng, op) if rng.random() < 0.3 else op))
    verdicts = collections.Counter()
    with ThreadPoolExecutor(2) as pool:
        for verdict, message in pool.map(check, texts):
            verdicts[verdict] += 1
            if message:
                print(message)
    print(f"{len(seen)} ops; " + ", ".join(f"{number} {verdict}" for verdict, number in sorted(verdicts.items())))
    return 1 if verdicts["differ"] or len(seen) < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
