"""Functions of whole programs' executables, as text, and their check against what is expected."""

import numpy as np
from dispatch import RNG, Array, compare, run

IJ, I, J = "affine_map<(i, j) -> (i, j)>", "affine_map<(i, j) -> (i)>", "affine_map<(i, j) -> (j)>"
PARALLEL, REDUCTION = '"parallel"', '"reduction"'


def shape_of(type_text):
    dims = type_text.removeprefix("tensor<").removesuffix(">").replace("complex", "").split("x")[:-1]
    return dims


def slice_text(type_text, sizes):
    dims = shape_of(type_text)
    sizes = iter(sizes)
    names = [d if d != "?" else next(sizes) for d in dims]
    return f"offsets = [{', '.join('0' for _ in dims)}], sizes = [{', '.join(names)}], strides = [{', '.join('1' for _ in dims)}]"


def executable_text(inputs, outputs, body, updated=(), words=0, sizes=None):
    """`inputs` and `outputs` are types. `updated`: outputs whose old contents the body reads as %old0 ...; their arrays come
    behind the inputs. `words`: constants %w0, ... (index). `sizes` maps a type's text to the values of its dynamic sizes."""
    sizes = sizes or {}
    bindings = ["#hal.pipeline.binding<storage_buffer, ReadOnly>"] * len(inputs)
    bindings += ["#hal.pipeline.binding<storage_buffer>"] * len(outputs)
    layout = f"#hal.pipeline.layout<constants = {words}, bindings = [{', '.join(bindings)}]>"
    lines = ["func.func @main() {", "  %zero = arith.constant 0 : index"]
    for i in range(words):
        lines.append(f"  %i32_{i} = hal.interface.constant.load layout({layout}) ordinal({i}) : i32")
        lines.append(f"  %word{i} = arith.index_castui %i32_{i} : i32 to index")
        lines.append(f"  %w{i} = iree_tensor_ext.dispatch.workload.ordinal %word{i}, {i} : index")

    def dims(type_text):
        return "{" + ", ".join(sizes[type_text]) + "}" if type_text in sizes else ""

    def tensor(access, type_text):
        return f"!iree_tensor_ext.dispatch.tensor<{access}:{type_text}>"

    def bind(number, name, access, type_text):
        lines.append(f"  %{name}_b = hal.interface.binding.subspan layout({layout}) binding({number}) alignment(64) "
                     f"offset(%zero) : {tensor(access, type_text)}{dims(type_text)}")

    def load(source, name, access, type_text):
        lines.append(f"  %{name} = iree_tensor_ext.dispatch.tensor.load %{source}_b, "
                     f"{slice_text(type_text, sizes.get(type_text, ()))} : {tensor(access, type_text)}{dims(type_text)} -> "
                     f"{type_text}")

    for i, type_text in enumerate(inputs):
        bind(i, f"in{i}", "readonly", type_text)
        load(f"in{i}", f"in{i}", "readonly", type_text)
    for i, type_text in enumerate(outputs):
        access = "readwrite" if i in updated else "writeonly"
        bind(len(inputs) + i, f"out{i}", access, type_text)
        if i in updated:
            load(f"out{i}", f"old{i}", access, type_text)
    lines += ["  " + line for line in body.strip().splitlines()]
    for i, type_text in enumerate(outputs):
        access = "readwrite" if i in updated else "writeonly"
        if f"%out{i} =" not in body:
            continue
        lines.append(f"  iree_tensor_ext.dispatch.tensor.store %out{i}, %out{i}_b, "
                     f"{slice_text(type_text, sizes.get(type_text, ()))} : {type_text} -> "
                     f"{tensor(access, type_text)}{dims(type_text)}")
    return "\n".join(lines + ["  return", "}"]) + "\n"


def sample(shape, element="f32"):
    if element[0] == "i":
        low = 0 if element == "i1" else -4
        return Array(RNG.integers(low, 2 if element == "i1" else 5, shape), element)
    return Array(RNG.normal(0, 1, shape), element)


def generic(name, maps, iterators, ins, in_types, outs, out_type, arguments, body):
    """One linalg.generic as text; `body` uses the arguments' names and ends with `yield %x : type`."""
    inputs = f"ins({', '.join(ins)} : {', '.join(in_types)}) " if ins else ""
    return (f"%{name} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{', '.join(iterators)}]}} "
            f"{inputs}outs({outs} : {out_type}) {{\n^bb0({arguments}):\n{body}\n}} -> {out_type}")


def check(inputs, out_types, body, expected, elements, steps=64, **keywords):
    updated = keywords.get("updated", ())
    extra = keywords.pop("extra", ())
    text = executable_text([a.type if a.element else a for a in inputs[:len(inputs) - len(updated)]], out_types, body, **keywords)
    actual = run(text, inputs, elements, extra)
    for got, wanted, element in zip(actual, expected, elements):
        message = compare(got, wanted, element, steps)
        if message:
            return message
    return None


def wide(array):
    return array.values.astype(np.float64)
