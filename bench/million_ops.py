"""A module of a million ops is parsed, verified and printed; one of a fifth shows that the time is linear.

Two shapes: many functions of a hundred ops each, in pretty syntax, with loops and branches; and one function that holds
all ops in one block, in which every name is looked up in one great scope.
"""

from measure import LLVM, interleave, megabytes

REPEATS = 5
MANY, FEW = 1_000_000, 200_000


def write_body(out, count):
    """`count` ops on %x: f32, %y: i32, %n: index, %m: memref<?xf32>; a repeating dozen, each using results before it."""
    last_float, last_int = "%x", "%y"
    for i in range(count):
        step = i % 10
        if step in (0, 3, 6):
            out.write(f"  %f{i} = arith.addf {last_float}, %x : f32\n")
            last_float = f"%f{i}"
        elif step == 1:
            out.write(f"  %i{i} = arith.addi {last_int}, %y overflow<nsw> : i32\n")
            last_int = f"%i{i}"
        elif step == 2:
            out.write(f"  %l{i} = memref.load %m[%n] : memref<?xf32>\n")
            last_float = f"%l{i}"
        elif step == 4:
            out.write(f"  %c{i} = arith.constant {i % 1000} : i32\n")
            last_int = f"%c{i}"
        elif step == 5:
            out.write(f"  %b{i} = arith.cmpi slt, {last_int}, %y : i32\n")
        elif step == 7:
            out.write(f"  %f{i} = math.exp {last_float} fastmath<fast> : f32\n")
            last_float = f"%f{i}"
        elif step == 8:
            out.write(f"  memref.store {last_float}, %m[%n] : memref<?xf32>\n")
        else:
            out.write(f"  %f{i} = arith.select %b{i - 4}, {last_float}, %x : f32\n")
            last_float = f"%f{i}"


def generate(path, count, ops_per_function):
    # Line by line: what this process holds when it starts another one counts as that one's peak memory.
    with open(path, "w", encoding="ascii") as out:
        for number in range(count // ops_per_function):
            out.write(f"func.func @f{number}(%x: f32, %y: i32, %n: index, %m: memref<?xf32>) {{\n")
            write_body(out, ops_per_function - 2)  # the function and the return are ops too
            out.write("  return\n}\n")
    return path.stat().st_size


def measure(build, root, work, table):
    del root
    for shape, ops_per_function in (("functions of 100 ops", 100), ("one block", None)):
        for count in (FEW, MANY):
            size = generate(work / f"{count}.mlir", count, ops_per_function or count)
            result = interleave({
                "tern": [[str(build / "bin/tern-opt"), f"{count}.mlir", "-o", "/dev/null"]],
                "upstream": [[LLVM + "mlir-opt", f"{count}.mlir", "-o", "/dev/null"]],
            }, REPEATS, work, warm_ups=1)
            ours, theirs = result["tern"][0], result["upstream"][0]
            name = f"{count} ops, {shape}"
            table.add(f"{name}: parse, verify, print", f"{ours * 1e3:.0f} ms, {count / ours / 1e6:.2f} Mop/s",
                      f"{theirs * 1e3:.0f} ms, {count / theirs / 1e6:.2f} Mop/s", "mlir-opt, all its threads",
                      theirs / ours)
            table.add(f"{name}: peak memory ({megabytes(size)} of text)", megabytes(result["tern"][2]),
                      megabytes(result["upstream"][2]), "mlir-opt", result["upstream"][2] / result["tern"][2])
            (work / f"{count}.mlir").unlink()
