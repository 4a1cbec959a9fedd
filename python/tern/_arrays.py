"""Arrays of NumPy, JAX, Torch and others, to and from buffers of tern's, without a copy where that can be.

Arrays of other libraries come and go by DLPack (https://dmlc.github.io/dlpack/latest/), whose structs stand here.
"""

import ctypes
import sys
from ctypes import POINTER, Structure, c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p
from typing import Any, NamedTuple, Optional, Tuple

import numpy as np

ALIGNMENT = 64
_CPU = 1


class ElementType(NamedTuple):
    """An element type: MLIR's name, tern's number, NumPy's (or ml_dtypes') name, DLPack's kind, bits of storage."""

    name: str
    number: int
    numpy: str
    kind: int
    bits: int


INT, UINT, _FLOAT, _BFLOAT, _COMPLEX, _BOOL = 0, 1, 2, 4, 5, 6
ELEMENT_TYPES = tuple(
    ElementType(*row)
    for row in (
        ("i1", 1, "bool", _BOOL, 8),
        ("i8", 4, "int8", INT, 8),
        ("i16", 5, "int16", INT, 16),
        ("i32", 6, "int32", INT, 32),
        ("i64", 7, "int64", INT, 64),
        ("ui8", 36, "uint8", UINT, 8),
        ("ui16", 37, "uint16", UINT, 16),
        ("ui32", 38, "uint32", UINT, 32),
        ("ui64", 39, "uint64", UINT, 64),
        ("f16", 76, "float16", _FLOAT, 16),
        ("bf16", 75, "bfloat16", _BFLOAT, 16),
        ("f32", 78, "float32", _FLOAT, 32),
        ("f64", 79, "float64", _FLOAT, 64),
        ("complex<f32>", 98, "complex64", _COMPLEX, 64),
        ("complex<f64>", 99, "complex128", _COMPLEX, 128),
        ("f8E3M4", 73, "float8_e3m4", 7, 8),
        ("f8E4M3", 68, "float8_e4m3", 8, 8),
        ("f8E4M3B11FNUZ", 72, "float8_e4m3b11fnuz", 9, 8),
        ("f8E4M3FN", 69, "float8_e4m3fn", 10, 8),
        ("f8E4M3FNUZ", 71, "float8_e4m3fnuz", 11, 8),
        ("f8E5M2", 67, "float8_e5m2", 12, 8),
        ("f8E5M2FNUZ", 70, "float8_e5m2fnuz", 13, 8),
        ("f8E8M0FNU", 74, "float8_e8m0fnu", 14, 8),
    )
)
_BY_NUMPY = {row.numpy: row for row in ELEMENT_TYPES}
_BY_DLPACK = {(row.kind, row.bits): row for row in ELEMENT_TYPES}
# Signed integers are those without a sign, for arrays.
BY_NUMBER = {row.number: row for row in ELEMENT_TYPES}
BY_NUMBER.update({number: BY_NUMBER[number - 16] for number in range(20, 24)})
BY_NUMBER[48] = BY_NUMBER[7]


def dtype_of(element_type: ElementType) -> np.dtype:
    """NumPy's type for one of ours; those that NumPy has not are of ml_dtypes."""
    try:
        return np.dtype(element_type.numpy)
    except TypeError:
        pass
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError(f"NumPy has no {element_type.name}; install ml_dtypes, or pass arrays of Torch or JAX") from None
    return np.dtype(getattr(ml_dtypes, element_type.numpy))


# ---- DLPack ----


class _DLTensor(Structure):
    """The first member of what a capsule points to. The device is its type and its number."""

    _fields_ = [("data", c_void_p), ("device_type", c_int32), ("device_id", c_int32), ("ndim", c_int32), ("kind", c_uint8),
                ("bits", c_uint8), ("lanes", c_uint16), ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)),
                ("byte_offset", c_uint64)]


_get_pointer = ctypes.PYFUNCTYPE(c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))


def _tensor_in(capsule: Any) -> _DLTensor:
    return _DLTensor.from_address(_get_pointer(capsule, b"dltensor"))


def _view_of_memory(address: int, shape: Tuple[int, ...], strides: Optional[Tuple[int, ...]], dtype: np.dtype, owner: Any):
    """An array of NumPy over memory of `owner`, which lives as long as the array."""
    extent = dtype.itemsize
    for size, step in zip(shape, strides or ()):
        extent += max(size - 1, 0) * step
    if not strides:
        extent *= int(np.prod(shape, dtype=np.int64))
    if 0 in shape:
        return np.empty(shape, dtype)
    memory = (ctypes.c_char * extent).from_address(address)
    memory.owner = owner
    return np.ndarray(shape, dtype, memory, strides=strides)


def _from_dlpack(value: Any) -> Tuple[np.ndarray, ElementType]:
    device = value.__dlpack_device__()
    if device[0] != _CPU:
        raise TypeError(f"an array on DLPack's device {int(device[0])} cannot be read here; copy it to the CPU")
    capsule = value.__dlpack__()
    tensor = _tensor_in(capsule)
    element_type = _BY_DLPACK.get((tensor.kind, tensor.bits)) if tensor.lanes == 1 else None
    if element_type is None:
        raise TypeError(f"DLPack's element type {tensor.kind} of {tensor.bits} bits is none of tern's")
    dtype = np.dtype(f"V{element_type.bits // 8}")
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    strides = tuple(tensor.strides[i] * dtype.itemsize for i in range(tensor.ndim)) if tensor.strides else None
    return _view_of_memory((tensor.data or 0) + tensor.byte_offset, shape, strides, dtype, capsule), element_type


# ---- From the user ----


def from_user(value: Any, expected: Optional[ElementType]) -> Tuple[np.ndarray, ElementType]:
    """Dense memory, aligned as tern wants it, with the elements of an array, number or list, and their type.

    The memory is that of `value` if it can be. Numbers and lists become elements of the type that is expected.
    """
    if not isinstance(value, (np.ndarray, np.generic)) and hasattr(value, "__dlpack__"):
        array, element_type = _from_dlpack(value)
    else:
        is_array = isinstance(value, (np.ndarray, np.generic)) or hasattr(value, "__array__")
        array = np.asarray(value, None if is_array or expected is None else dtype_of(expected))
        found = _BY_NUMPY.get(array.dtype.name)
        if found is None:
            raise TypeError(f"arrays of {array.dtype} are none of tern's; it takes {', '.join(_BY_NUMPY)}")
        if not array.dtype.isnative:
            array = array.astype(array.dtype.newbyteorder("="))
        element_type = found
    if array.flags.c_contiguous and array.ctypes.data % ALIGNMENT == 0:
        return array, element_type
    return aligned_copy(array), element_type


def aligned_copy(array: np.ndarray) -> np.ndarray:
    """A dense copy whose address is a multiple of ALIGNMENT."""
    memory = np.empty(array.nbytes + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    copy = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


# ---- To the user ----


class Result:
    """A result in memory of tern's, which other libraries take over without a copy: by NumPy's interface, and by DLPack."""

    def __init__(self, raw: np.ndarray, element_type: ElementType):
        """`raw` has elements of the type's size, of any type, and keeps the memory."""
        self._raw, self._element_type = raw, element_type

    def numpy(self) -> np.ndarray:
        return self._raw.view(dtype_of(self._element_type))

    def __dlpack_device__(self) -> Tuple[int, int]:
        return _CPU, 0

    def __dlpack__(self, **_: Any) -> Any:
        # NumPy makes the capsule, of a type that it knows; the right one is put in its place.
        row = self._element_type
        has_numpy_types = row.kind in (INT, UINT, _FLOAT, _COMPLEX)
        dtype = np.dtype(row.numpy if has_numpy_types else f"u{row.bits // 8}")
        capsule = self._raw.view(dtype).__dlpack__()
        tensor = _tensor_in(capsule)
        tensor.kind, tensor.bits = row.kind, row.bits
        return capsule


def to_user(result: Result, like: Any) -> Any:
    """A result as an array of the library that `like` is of: Torch, JAX, and NumPy for anything else."""
    library = type(like).__module__.partition(".")[0]
    if library == "torch":
        return sys.modules["torch"].from_dlpack(result)
    if library in ("jax", "jaxlib"):
        import jax

        return jax.dlpack.from_dlpack(result)
    return result.numpy()
