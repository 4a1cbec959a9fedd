"""tern: compiles tensor programs to native code, and runs them.

>>> import numpy as np, tern
>>> square = tern.compile('''func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
...   %0 = stablehlo.multiply %x, %x : tensor<4xf32>
...   return %0 : tensor<4xf32>
... }''')
>>> square(np.array([1, 2, 3, 4], np.float32))
array([ 1.,  4.,  9., 16.], dtype=float32)
"""

from ._native import Error, compiler, library_path
from ._program import CompileError, CompileWarning, Diagnostic, Function, Program, compile, explain, load

__all__ = ["CompileError", "CompileWarning", "Diagnostic", "Error", "Function", "Program", "compile", "explain", "library_path",
           "load", "version"]


def version() -> str:
    """The version of the compiler.

    >>> import tern
    >>> tern.version().count(".")
    2
    """
    return compiler.tern_version().decode()
