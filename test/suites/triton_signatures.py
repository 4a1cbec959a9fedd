"""Signatures for kernels of which nobody says what they are launched with: guesses, in an order, of which the first is taken that
Triton compiles."""

import ast
import inspect
import re
import textwrap

import triton
import triton.language as tl

ADDRESSES = {"load", "store", "make_block_ptr", "make_tensor_descriptor", "atomic_add", "atomic_cas", "atomic_xchg", "atomic_max",
             "atomic_min", "atomic_and", "atomic_or", "atomic_xor"}
INTEGERS = re.compile(r"ind(ex|ices)|idx|offs|seqlen|lens?\b|_len|table|count|slot|token|label|target|cu_|mask|ids?\b|num", re.I)
REALS = re.compile(r"eps|scale|alpha|beta|gamma|theta|rate|\blr\b|prob|temperature|weight_decay|slope|factor|momentum|float|^p$|value", re.I)
FLAGS = re.compile(r"^(is|has|use|do|with|need|should|return|store|load|apply|enable|allow|even|causal|compute|reverse)_|^(IS|HAS|USE|DO|WITH|"
                   r"NEED|STORE|EVEN|CAUSAL|RETURN|APPLY|SAVE|LOAD|COMPUTE|REVERSE|TRANS|OUTPUT|ENABLE|ALLOW)|causal|CAUSAL|training", re.S)
TYPES = re.compile(r"dtype|type$|DTYPE|TYPE$")


def leftmost(node):
    """The name that an address is counted from: `x` of `x + row * stride`."""
    while True:
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            node = node.left
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("to", "cast", "multiple_of", "advance"):
            node = node.func.value if not isinstance(node.func.value, ast.Name) or node.func.value.id not in ("tl", "triton") else \
                (node.args[0] if node.args else node.func)
        elif isinstance(node, ast.Name):
            return node.id
        else:
            return None


def pointers_of(function, seen=None):
    """Parameters of a jit function that are used as addresses, here or in what it calls."""
    seen = seen or set()
    if function in seen:
        return set()
    seen = seen | {function}
    tree = ast.parse(textwrap.dedent(inspect.getsource(function.fn)))
    roots, found = {}, set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            root = leftmost(node.value)
            if root and root != node.targets[0].id:
                roots.setdefault(node.targets[0].id, root)
    def root_of(name):
        for _ in range(8):
            if name not in roots:
                break
            name = roots[name]
        return name
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in ADDRESSES and node.args and leftmost(node.args[0]):
            found.add(root_of(leftmost(node.args[0])))
        if name in ADDRESSES:
            found |= {root_of(leftmost(keyword.value)) for keyword in node.keywords
                      if keyword.arg in ("pointer", "base") and leftmost(keyword.value)}
        callee = function.fn.__globals__.get(name) if isinstance(node.func, ast.Name) else None
        if isinstance(callee, triton.runtime.JITFunction):
            inner = pointers_of(callee, seen)
            for parameter, argument in list(zip(callee.arg_names, node.args)) + [(k.arg, k.value) for k in node.keywords]:
                if parameter in inner and leftmost(argument):
                    found.add(root_of(leftmost(argument)))
    return found & set(function.arg_names)


def returns_value(function):
    tree = ast.parse(textwrap.dedent(inspect.getsource(function.fn)))
    return any(isinstance(node, ast.Return) and node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None)
               for node in ast.walk(tree))


def unwrap(value):
    """(jit function, constants of its first configuration) of what a file binds."""
    constants = {}
    for _ in range(8):
        if isinstance(value, triton.runtime.JITFunction):
            return value, constants
        configs = getattr(value, "configs", None)
        if isinstance(configs, list) and configs and isinstance(getattr(configs[0], "kwargs", None), dict):
            constants.update(configs[0].kwargs)
        heuristics = getattr(value, "values", None)
        if isinstance(heuristics, dict):
            constants.update({name: rule for name, rule in heuristics.items() if name not in constants})
        value = getattr(value, "fn", getattr(value, "jit_function", None))
    return None, {}


def guess_constant(parameter, attempt):
    name = parameter.name
    if TYPES.search(name):
        return tl.float16 if attempt % 2 else tl.float32
    if FLAGS.search(name):
        return bool(attempt % 2)
    if parameter.has_default and attempt < 4:
        return parameter.default
    if re.search(r"stage|warps|unroll|GROUP_?SIZE_?M|GROUP_M|group_m", name):
        return 2 if attempt < 4 else 4
    if REALS.search(name) and not re.search(r"SIZE|BLOCK|NUM", name):
        return 0.5 if attempt != 2 else None
    return [32, 64, 16, 128, 1, None][attempt]


ATTEMPTS = 6


def guesses(function, fixed):
    """Pairs of a signature {name: type} and constants {name: value}."""
    pointers = pointers_of(function)
    for attempt in range(ATTEMPTS):
        signature, constants = {}, {}
        for parameter in function.params:
            name = parameter.name
            if name in fixed and not callable(fixed[name]):
                constants[name] = fixed[name]
            elif parameter.is_constexpr or name in fixed:
                constants[name] = guess_constant(parameter, attempt)
            elif name in pointers:
                real = ["*fp16", "*fp32", "*bf16", "*fp32", "*fp16", "*i8"][attempt]
                signature[name] = ("*i64" if attempt % 2 else "*i32") if INTEGERS.search(name) else real
            else:
                signature[name] = "fp32" if REALS.search(name) and attempt != 3 else "i32"
            if name in constants:
                signature[name] = "constexpr"
        for name, rule in fixed.items():
            if callable(rule) and name in constants:
                try:
                    value = rule({**{key: 64 for key in signature}, **constants})
                    constants[name] = bool(value) if isinstance(value, bool) else int(value)
                except Exception:  # of a rule of somebody else's, for arguments that it does not get from us
                    pass
        yield signature, constants
