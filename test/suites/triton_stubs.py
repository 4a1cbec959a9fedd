"""Imports of files with Triton's kernels where what they import beside Triton is not installed: stand-ins take any use of them."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import types

import triton


# What files ask of a GPU when they are imported: that of the target.
ANSWERS = {"get_device_capability": (9, 0), "get_device_name": "NVIDIA H100", "is_available": True, "device_count": 1}


class Stub(types.ModuleType):
    """Has every attribute, and takes part in any expression; a decorator that gives back what it decorates."""

    __path__ = []
    __file__ = __spec__ = __version__ = "0"

    def __init__(self, name="stub", *_, **__):
        super().__init__(name if isinstance(name, str) else "stub")

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        value = (lambda *_, **__: ANSWERS[name]) if name in ANSWERS else Stub(name)
        setattr(self, name, value)
        return value

    def __call__(self, *arguments, **_):
        is_decorated = len(arguments) == 1 and callable(arguments[0]) and not isinstance(arguments[0], Stub)
        return arguments[0] if is_decorated else Stub()

    def __getitem__(self, _):
        return Stub()

    def __iter__(self):
        return iter(())

    def __mro_entries__(self, _):
        return (object,)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def __bool__(self):
        return False

    def __hash__(self):
        return 0

    def __len__(self):
        return 0

    def __int__(self):
        return 1

    __index__ = __int__

    def __float__(self):
        return 1.0


def _same(self, *_):
    return self


for _name in ("add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow and rand or ror xor rxor neg pos "
              "lshift rshift matmul invert").split():
    setattr(Stub, f"__{_name}__", _same)
for _name in "lt le gt ge eq ne contains".split():
    setattr(Stub, f"__{_name}__", lambda self, other: False)


class _StubFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The last to be asked for a module."""

    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in ("triton", "sitecustomize", "usercustomize"):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return Stub(spec.name)

    def exec_module(self, module):
        pass


class _TolerantLoader(importlib.machinery.SourceFileLoader):
    """What a file binds before it fails stays."""

    def exec_module(self, module):
        try:
            super().exec_module(module)
        except BaseException as error:  # of any kind, SystemExit among them
            module.__dict__.setdefault("__failures__", []).append(repr(error))


class _TolerantFinder(importlib.abc.MetaPathFinder):
    def __init__(self, root):
        self.root = root

    def find_spec(self, name, path, target=None):
        for folder in path or [self.root]:
            base = os.path.join(str(folder), name.split(".")[-1])
            for file in (os.path.join(base, "__init__.py"), base + ".py"):
                if os.path.isfile(file) and file.startswith(self.root):
                    is_package = file.endswith("__init__.py")
                    return importlib.util.spec_from_file_location(name, file, loader=_TolerantLoader(name, file),
                                                                  submodule_search_locations=[base] if is_package else None)
        return None


class _Driver:
    """What stands for the driver of a GPU: it knows which one it would be."""

    def get_current_target(self):
        from triton.backends.compiler import GPUTarget
        return GPUTarget("cuda", 90, 32)

    def __getattr__(self, name):
        return Stub(name)


def install(root):
    """From now on files below `root` are imported from there, what is nowhere is a stand-in, and no kernel is launched."""
    import triton.runtime.autotuner as autotuner
    import triton.runtime.jit as jit

    sys.path.insert(0, root)
    sys.meta_path.insert(0, _TolerantFinder(root))
    sys.meta_path.append(_StubFinder())
    triton.runtime.driver.set_active(_Driver())
    for owner in (jit.JITFunction, autotuner.Autotuner, autotuner.Heuristics):
        owner.run = lambda self, *arguments, **options: Stub()


def load(root, path):
    """The module of a file below `root`, as far as it can be made."""
    parts = os.path.relpath(path, root)[:-3].split(os.sep)
    folder = root
    is_package = all(os.path.isfile(os.path.join(folder := os.path.join(folder, part), "__init__.py")) for part in parts[:-1])
    if is_package:
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        return importlib.import_module(name)
    sys.path.insert(0, os.path.dirname(path))
    name = "file_" + "_".join(parts).replace("-", "_").replace(".", "_")
    spec = importlib.util.spec_from_file_location(name, path, loader=_TolerantLoader(name, path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    sys.path.pop(0)
    return module
