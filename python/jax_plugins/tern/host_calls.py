"""Functions of Python that programs call: `pure_callback`, `io_callback`, `jax.debug.print`, and what LAPACK does.

A program calls @tern_host_call with a list of integers in front of its arrays: the number of the function here, and type, rank and sizes
of each result. The plugin makes the results' arrays and calls back by the function that `install()` gives it.
"""

import ctypes
import itertools
import threading
import weakref

import numpy as np

_EXTENSION_TYPE = 0x7465726E  # TERN_PJRT_HOST_CALLS_EXTENSION of src/pjrt/callbacks.h

# PJRT's numbers of element types, by the names of NumPy's and ml_dtypes'.
_TYPES = {
    name: number
    for number, name in enumerate(
        "invalid bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 bfloat16 complex64 complex128 "
        "float8_e5m2 float8_e4m3fn float8_e4m3b11fnuz float8_e5m2fnuz float8_e4m3fnuz int4 uint4 token int2 uint2 float8_e4m3 "
        "float8_e3m4 float8_e8m0fnu float4_e2m1fn".split()
    )
}


class _ExtensionBase(ctypes.Structure):
    pass


_ExtensionBase._fields_ = [
    ("struct_size", ctypes.c_size_t),
    ("type", ctypes.c_int),
    ("next", ctypes.POINTER(_ExtensionBase)),
]

_HOST_CALL = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_int64,
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.POINTER(ctypes.c_char),
    ctypes.c_size_t,
)


class _HostCalls(ctypes.Structure):
    _fields_ = [("base", _ExtensionBase), ("set", ctypes.CFUNCTYPE(None, _HOST_CALL))]


class _Api(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("extension_start", ctypes.POINTER(_ExtensionBase))]


class HostFunction:
    """A function with the shapes and types of its arguments and results. Programs name it by `number` as long as it lives."""

    _numbers = itertools.count(1)
    _functions = weakref.WeakValueDictionary()
    _lock = threading.Lock()

    def __init__(self, function, arguments, results):
        self.function = function
        self.arguments = [(tuple(a.shape), np.dtype(a.dtype)) for a in arguments]
        self.results = [(tuple(r.shape), np.dtype(r.dtype)) for r in results]
        with self._lock:
            self.number = next(self._numbers)
            self._functions[self.number] = self

    @classmethod
    def find(cls, number):
        with cls._lock:
            return cls._functions.get(number)

    def head(self) -> np.ndarray:
        """What a program puts in front of the function's arguments."""
        words = [self.number]
        for shape, dtype in self.results:
            words += [_TYPES[dtype.name], len(shape), *shape]
        return np.array(words, np.int64)

    def call(self, arguments, results) -> None:
        """Calls the function with arrays at the addresses `arguments`, and puts what it gives to the addresses `results`."""
        values = [_array_at(arguments[i], *kind).copy() for i, kind in enumerate(self.arguments)]
        given = self.function(*values)
        for i, (shape, dtype) in enumerate(self.results):
            _array_at(results[i], shape, dtype)[...] = np.asarray(given[i])


def _array_at(address, shape, dtype):
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    if size == 0:
        return np.empty(shape, dtype)
    memory = (ctypes.c_char * size).from_address(address)
    return np.frombuffer(memory, np.uint8).view(dtype).reshape(shape)


@_HOST_CALL
def _call(number, arguments, results, error, error_size):
    try:
        function = HostFunction.find(number)
        if function is None:
            raise RuntimeError(f"function {number} of the host is gone; compile the program again")
        function.call(arguments, results)
        return 0
    except BaseException as exception:  # what the user raises goes to the value that the call makes
        import traceback

        text = "".join(traceback.format_exception(exception)).encode()[-(error_size - 1) :] + b"\0"
        ctypes.memmove(error, text, len(text))
        return 1


def install(library: str) -> None:
    """Tells the plugin in the file `library` how functions of Python are called."""
    get = ctypes.CDLL(library).GetPjrtApi
    get.restype = ctypes.POINTER(_Api)
    extension = get().contents.extension_start
    while extension and extension.contents.type != _EXTENSION_TYPE:
        extension = extension.contents.next
    if not extension:
        raise RuntimeError(f"{library} has no extension for functions of the host; it is of another version than this package")
    ctypes.cast(extension, ctypes.POINTER(_HostCalls)).contents.set(_call)


def emit(ctx, function, operands, argument_avals, result_avals, *, has_side_effect):
    """Builds a call of a function of the host in a program, and gives its results.

    `function` gets arrays of NumPy and gives as many as `result_avals` has. It lives as long as the program.
    """
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    module = ctx.module_context
    host_function = HostFunction(function, argument_avals, result_avals)
    module.add_keepalive(host_function)
    words = host_function.head()
    head = hlo.constant(ir.DenseElementsAttr.get(words, type=ir.IntegerType.get_signless(64)))
    types = [ir.RankedTensorType.get(aval.shape, mlir.dtype_to_ir_type(np.dtype(aval.dtype))) for aval in result_avals]
    call = hlo.CustomCallOp(
        types,
        [head, *operands],
        call_target_name=ir.StringAttr.get("tern_host_call"),
        has_side_effect=ir.BoolAttr.get(has_side_effect),
        backend_config=ir.StringAttr.get(""),
        api_version=ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 2),
    )
    return list(call.results)


def _checked(function, result_avals):
    """The function, whose results are compared with what the program was told of them."""
    from jax._src import dtypes

    def call(*arguments):
        results = function(*arguments)
        if len(results) != len(result_avals):
            raise RuntimeError(f"the callback gave {len(results)} values, but {len(result_avals)} were declared")
        results = [dtypes.canonicalize_value(np.asarray(result)) for result in results]
        for i, (result, aval) in enumerate(zip(results, result_avals)):
            if result.shape != aval.shape or result.dtype != aval.dtype:
                raise RuntimeError(
                    f"value {i} of the callback is {result.dtype}{list(result.shape)}, but {aval.dtype}{list(aval.shape)} was declared"
                )
        return results

    return call


def patch_callbacks(platform: str) -> None:
    """Has JAX's callbacks call functions of Python this way in programs for `platform`."""
    from jax._src import callback as callbacks

    for_others = callbacks.emit_python_callback

    def emit_python_callback(ctx, callback, token, operands, operand_avals, result_avals, *, has_side_effect, **others):
        if tuple(ctx.module_context.platforms) != (platform,):
            return for_others(
                ctx, callback, token, operands, operand_avals, result_avals, has_side_effect=has_side_effect, **others
            )
        function = _checked(callback, result_avals)
        # The order of calls with effects is that of the program, so that a token says nothing new.
        results = emit(ctx, function, operands, operand_avals, result_avals, has_side_effect=has_side_effect)
        return results, token, None

    callbacks.emit_python_callback = emit_python_callback
