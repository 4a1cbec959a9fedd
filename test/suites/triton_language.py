"""Kernels in Triton's language, from files of others, as tern compiles them and as Triton does: the count of those whose IR is the same.

usage: triton_language.py [--list] [--cases=FILE] ROOT FOLDER...    by a Python with Triton 3.6; environment: TERN_COMPILE, TERN_JOBS
ROOT is where imports start (the folder of packages), and FOLDERs are below it. A kernel is a function with triton.jit that gives nothing
back. What it is launched with is guessed (triton_signatures.py); a guess that Triton compiles is a case, and tern's IR is to be Triton's:
that of the front end behind Triton's own inliner, without locations. Of kernels that Triton compiles for no guess, tern is to refuse the
first guess, too, and not to crash. --list names each kernel that differs, with the first difference. --cases writes the options of each
case to a file that `tern-compile --kernels=` takes.
"""

import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter

import triton_signatures
import triton_stubs

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TERN_COMPILE = os.path.abspath(os.environ.get("TERN_COMPILE", os.path.join(ROOT, "build/bin/tern-compile")))
SECONDS = 30

import triton  # noqa: E402
from triton._C.libtriton import ir, passes  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.compiler import ASTSource, make_backend  # noqa: E402
from triton.runtime import JITFunction  # noqa: E402

TARGET = GPUTarget("cuda", 90, 32)
BACKEND = make_backend(TARGET)


# --- both compilers ---


def new_context():
    context = ir.context()
    ir.load_dialects(context)
    BACKEND.load_dialects(context)
    return context


def inlined(module):
    manager = ir.pass_manager(module.context)
    passes.common.add_inliner(manager)
    manager.run(module, "inlined")
    return module.str_nodebug()


def by_triton(function, signature, constants):
    """The text, or the error."""
    context = new_context()
    attributes = {(i,): [["tt.divisibility", 16]] for i, name in enumerate(function.arg_names) if signature[name].startswith("*")}
    source = ASTSource(fn=function, signature=signature, constexprs=constants, attrs=attributes)
    os.environ.pop("TRITON_F32_DEFAULT", None)  # which files set when there is no GPU
    options = BACKEND.parse_options({})
    module = source.make_ir(TARGET, options, BACKEND.get_codegen_implementation(options), BACKEND.get_module_map(), context)
    module.context = context
    return inlined(module)


def write_constant(value):
    if isinstance(value, triton.language.constexpr):
        return write_constant(value.value)
    if isinstance(value, triton.language.dtype):
        return str(value)
    if isinstance(value, (tuple, list)):
        return "(" + "".join(write_constant(item) + "," for item in value) + ")"
    return getattr(value, "__name__", None) or repr(value)


def options_of(function, root, signature, constants):
    types = [kind + (":16" if kind.startswith("*") else "") for kind in signature.values() if kind != "constexpr"]
    return [function.fn.__code__.co_filename, f"--kernel={function.fn.__name__}", f"--signature={','.join(types)}", f"--import-path={root}",
            *(f"--constexpr={name}={write_constant(value)}" for name, value in constants.items())]


def by_tern(options):
    """(text, error, exit status)"""
    try:
        done = subprocess.run([TERN_COMPILE, *options, "--target=cuda:sm_90a", "--emit=source"], capture_output=True, text=True,
                              errors="replace", timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "", f"took longer than {SECONDS} seconds", 124
    return done.stdout, done.stderr, done.returncode


def read_tern(text):
    with tempfile.NamedTemporaryFile("w", suffix=".ttir", delete=False) as file:
        file.write(text)
    try:
        context = new_context()
        module = ir.parse_mlir_module(file.name, context)
        module.context = context
        return inlined(module)
    finally:
        os.unlink(file.name)


# --- kernels ---


def find_kernels(root, folders):
    """Jit functions of the files, each once, with the constants of their first configuration."""
    seen = set()
    for folder in folders:
        paths = [folder] if os.path.isfile(folder) else sorted(
            os.path.join(where, name) for where, _, names in os.walk(folder) for name in names if name.endswith(".py"))
        for path in paths:
            with open(path, encoding="utf-8", errors="replace") as file:
                if "triton" not in file.read():
                    continue
            try:
                module = triton_stubs.load(root, path)
            except BaseException as error:  # of any kind: it is somebody else's file
                print(f"  not read: {path}: {error!r}", file=sys.stderr)
                continue
            for value in list(vars(module).values()):
                function, constants = (None, {}) if isinstance(value, triton_stubs.Stub) else triton_signatures.unwrap(value)
                if not isinstance(function, JITFunction) or function.fn.__code__.co_filename != path or id(function.fn) in seen:
                    continue
                seen.add(id(function.fn))
                try:
                    if not triton_signatures.returns_value(function):
                        yield function, constants
                except Exception as error:  # of what stands in for what a file imports
                    print(f"  not read: {path}: {error!r}", file=sys.stderr)


def first_difference(ours, theirs):
    for left, right in zip(ours.splitlines(), theirs.splitlines()):
        if left != right:
            return f"tern: {left.strip()[:150]}\n      Triton: {right.strip()[:150]}"
    return "one is longer"


def raise_timeout(*_):
    raise TimeoutError("took too long")


def judge(function, fixed, root):
    """(verdict, detail, options)"""
    first, refusal = None, ""
    try:
        for signature, constants in triton_signatures.guesses(function, fixed):
            options = options_of(function, root, signature, constants)
            first = first or options
            signal.alarm(SECONDS)
            try:
                theirs = by_triton(function, signature, constants)
            except BaseException as error:  # of any kind, for what is not there is a stand-in
                refusal = refusal or str(error).strip().splitlines()[-1:]
                continue
            finally:
                signal.alarm(0)
            text, told, status = by_tern(options)
            if status:
                return "crashed" if status not in (1,) else "refused", told.strip(), options
            ours = read_tern(text)
            return ("same", "", options) if ours == theirs else ("differs", first_difference(ours, theirs), options)
    except Exception as error:  # of what stands in for what a file imports
        return "not guessed", repr(error), first
    if not first:
        return "not guessed", "", first
    _, told, status = by_tern(first)
    return ("crashed" if status not in (0, 1) else "both refuse" if status else "only Triton refuses"), f"Triton: {refusal}", first


def main():
    flags = [word for word in sys.argv[1:] if word.startswith("--")]
    words = [os.path.abspath(word) for word in sys.argv[1:] if not word.startswith("--")]
    if len(words) < 2:
        sys.exit(__doc__)
    root, folders = words[0], words[1:]
    triton_stubs.install(root)
    signal.signal(signal.SIGALRM, raise_timeout)
    counts, cases = Counter(), []
    for function, fixed in find_kernels(root, folders):
        verdict, detail, options = judge(function, fixed, root)
        counts[verdict] += 1
        if verdict == "same":
            cases.append(options)
        elif "--list" in flags and verdict not in ("both refuse",):
            print(f"{verdict}: {' '.join(repr(word) if ' ' in word or '*' in word else word for word in options or [function.fn.__name__])}")
            print("   ", "\n    ".join(detail.splitlines()[:6]), flush=True)
    for flag in flags:
        if flag.startswith("--cases="):
            with open(flag.split("=", 1)[1], "w", encoding="utf-8") as file:
                file.writelines(" ".join(f"'{word}'" for word in options) + "\n" for options in cases)
    compiled = sum(counts[verdict] for verdict in ("same", "differs", "refused", "crashed"))
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))
    print(f"{counts['same']} of {compiled} kernels that Triton compiles are the same ({100 * counts['same'] / max(compiled, 1):.1f} %)")


if __name__ == "__main__":
    main()
