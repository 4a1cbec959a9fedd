"""Programs: compiled from StableHLO and the like, loaded from files, called with arrays."""

import ctypes
import functools
import os
import pathlib
import warnings
from ctypes import byref, c_char_p, c_int64, c_size_t, c_void_p
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import _arrays
from ._native import DEVICE_PROPERTY_ARCHITECTURE, DIAGNOSTIC_FN, DIM_DYNAMIC, MAP_READ_WRITE, RELEASE_FN, TEXT_FN, VARIANT_BUFFER_VIEW
from ._native import Error, ProgramOptions, SessionParams, Variant, check, compiler, make, runtime

Source = Union[str, bytes, "os.PathLike[str]"]


class Diagnostic(NamedTuple):
    """What the compiler says of a place in a program."""

    severity: str  # "note", "remark", "warning" or "error"
    file: str
    line: int  # from 1; 0: there is no place
    column: int
    message: str
    text: str  # all of it, with the line of the program, as a terminal shows it


class CompileError(Error):
    """A program that cannot be compiled. `diagnostics` has what the compiler says of it."""

    def __init__(self, code: str, message: str, diagnostics: List[Diagnostic]):
        super().__init__(code, message)
        self.diagnostics = diagnostics


class CompileWarning(UserWarning):
    """What the compiler warns of."""


_SEVERITIES = ("note", "remark", "warning", "error")


def _text(value: Optional[bytes]) -> str:
    return (value or b"").decode(errors="replace")


# ---- Compilation ----


class _Compiler:
    """A compiler with a program in it, and what it said of it."""

    def __init__(self, source: Source):
        self.diagnostics: List[Diagnostic] = []
        self._handle = make(compiler.tern_compiler_create)
        self._keep = DIAGNOSTIC_FN(self._receive)
        compiler.tern_compiler_set_diagnostic_handler(self._handle, self._keep, None)
        if isinstance(source, (str, bytes)):
            data = source.encode() if isinstance(source, str) else source
            self.check(compiler.tern_compiler_load_text(self._handle, b"<string>", data, len(data)))
        else:
            self.check(compiler.tern_compiler_load_file(self._handle, os.fsencode(source)))

    def __del__(self):
        if getattr(self, "_handle", None):
            compiler.tern_compiler_destroy(self._handle)

    def _receive(self, diagnostic, _):
        d = diagnostic.contents
        self.diagnostics.append(
            Diagnostic(_SEVERITIES[d.severity], _text(d.file), d.line, d.column, _text(d.message), _text(d.text))
        )

    def check(self, status) -> None:
        """Raises what a status and the diagnostics say is wrong."""
        try:
            check(status)
        except Error as error:
            shown = [d.text for d in self.diagnostics if d.severity in ("error", "note")]
            message = "".join(shown).rstrip() or str(error)
            raise CompileError(error.code, message, self.diagnostics) from None

    def compile(self, options: ProgramOptions) -> bytes:
        compiler.tern_compiler_make_program(self._handle)
        if not compiler.tern_compiler_holds_program(self._handle):
            message = "the module is a lone dispatch, and no program; tern-compile makes code of it, and tern-run runs it"
            raise CompileError("unsupported", message, self.diagnostics)
        data, size = c_void_p(), c_size_t()
        self.check(compiler.tern_compiler_compile_program(self._handle, byref(options), byref(data), byref(size)))
        try:
            return ctypes.string_at(data, size.value)
        finally:
            _libc.free(data)


_libc = ctypes.CDLL(None)
_libc.free.argtypes = (c_void_p,)
_libc.free.restype = None


def _chip_here() -> Optional[bytes]:
    """The processor of the first CUDA device; None if there is none."""
    value = c_int64()
    try:
        check(runtime.tern_device_query(_device("cuda"), DEVICE_PROPERTY_ARCHITECTURE, byref(value)))
    except Error:
        return None
    return compiler.tern_cuda_target_for(value)


def _make_options(target, chip, cpu, cpu_features, input_type, cache_dir, allow_nondeterminism, options) -> ProgramOptions:
    encode = lambda text: None if text is None else os.fsencode(text)
    made = ProgramOptions()
    if chip is not None or "cuda" in target.split(","):
        made.target.cuda_chip = _chip_here() if chip is None else chip.encode()
    made.targets, made.input_type, made.cache_dir = encode(target), encode(input_type), encode(cache_dir)
    made.allow_nondeterminism = allow_nondeterminism
    made.target.cpu, made.target.features = encode(cpu), encode(cpu_features)
    spelled = [f"{key}={_spell(value)}".encode() for key, value in (options or {}).items()]
    made.switches, made.switch_count = (c_char_p * len(spelled))(*spelled), len(spelled)
    return made


def _spell(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def compile(
    source: Source,
    *,
    target: str = "cpu",
    device: Optional[str] = None,
    chip: Optional[str] = None,
    cpu: Optional[str] = None,
    cpu_features: Optional[str] = None,
    input_type: Optional[str] = None,
    cache_dir: Optional[Union[str, "os.PathLike[str]"]] = None,
    allow_nondeterminism: bool = False,
    options: Optional[Mapping[str, Any]] = None,
) -> "Program":
    """Compiles a program, and makes it ready to be called.

    >>> import tern
    >>> program = tern.compile('''
    ...   func.func @main(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
    ...     %0 = stablehlo.dot %x, %y : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    ...     return %0 : tensor<2x2xf32>
    ...   }''')
    >>> program([[1, 2], [3, 4]], [[0, 1], [1, 0]])
    array([[2., 1.],
           [4., 3.]], dtype=float32)

    Args:
      source: the program in StableHLO, TOSA, linalg on tensors or the like: as text, as bytes (MLIR's bytecode or a portable
        artifact, as `jax.export` and torchax write them), or the path of a file with one of these, as `pathlib.Path`.
      target: what it is compiled for: "cpu", "cuda", "vulkan", or several, with commas between them.
      device: the device that it runs on; that of the first target unless given.
      chip: the processors of CUDA, as "sm_90a" or "sm_80,sm_90a"; that of the first device unless given, or sm_80 where there is none.
      cpu: the processor, as LLVM spells it ("x86-64-v3"), or several, of which the best is chosen later. This one unless given.
      cpu_features: its features, such as "+avx2,+fma".
      input_type: "stablehlo", "tosa", "tm_tensor" or "none"; by the ops in use unless given.
      cache_dir: a folder in which compiled kernels are kept, and found again.
      allow_nondeterminism: sums of scatters on GPUs may differ in their last bits from call to call, where that is faster.
      options: options of the pipelines by their names, such as {"iree-flow-split-reduction": 4}.

    Raises:
      CompileError: the program is wrong, or cannot be compiled. Its text has the place.
    """
    made = _make_options(target, chip, cpu, cpu_features, input_type, cache_dir, allow_nondeterminism, options)
    held = _Compiler(source)
    data = held.compile(made)
    for diagnostic in held.diagnostics:
        if diagnostic.severity == "warning":
            warnings.warn(diagnostic.text, CompileWarning, stacklevel=2)
    return load(data, device=device or target.partition(",")[0])


def explain(source: Source, *, full: bool = False, target: str = "cpu", **options: Any) -> str:
    """Compiles a program and says what costs most in it: kernels, the boundaries between them, memory, compile time.

    >>> import tern
    >>> square = '''func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    ...   %0 = stablehlo.multiply %x, %x : tensor<4xf32>
    ...   return %0 : tensor<4xf32>
    ... }'''
    >>> "main_dispatch_0" in tern.explain(square)
    True

    Args:
      source: as compile() takes it.
      full: also every kernel, why it ends where it does, and the time of each pass.
      target: as compile() takes it.
      options: others of compile()'s, by name.

    Raises:
      CompileError: as compile().
    """
    names = ("chip", "cpu", "cpu_features", "input_type", "cache_dir", "allow_nondeterminism", "options")
    for name in options:
        if name not in names:
            raise TypeError(f"explain() has no option {name}; it takes {', '.join(names)}")
    values = {"allow_nondeterminism": False, **options}
    made = _make_options(target, *(values.get(name) for name in names))
    parts: List[str] = []
    made.explain = TEXT_FN(lambda text, _: parts.append(_text(text)))
    made.explains_all = full
    _Compiler(source).compile(made)
    return "".join(parts)


# ---- Programs ----


@functools.lru_cache(maxsize=None)
def _device(uri: str) -> c_void_p:
    return make(runtime.tern_device_create, uri.encode(), None)


@functools.lru_cache(maxsize=None)
def _instance() -> c_void_p:
    return make(runtime.tern_instance_create, None)


class _Session:
    """A module that is bound to a device."""

    def __init__(self, data: bytes, device: str):
        self.device = device
        self._module = make(runtime.tern_module_load, data, len(data))
        params = SessionParams()
        params.modules, params.module_count = (c_void_p * 1)(self._module), 1
        params.devices, params.device_count = (c_void_p * 1)(_device(device)), 1
        self.handle = make(runtime.tern_session_create, _instance(), byref(params))
        count = runtime.tern_module_function_count(self._module)
        self.functions = [runtime.tern_module_function_at(self._module, i).contents for i in range(count)]

    def __del__(self):
        if getattr(self, "handle", None):
            runtime.tern_session_release(self.handle)
        if getattr(self, "_module", None):
            runtime.tern_module_release(self._module)


class Program:
    """A compiled program on a device. Its functions are its attributes; to call it is to call its only function, or `main`.

    Functions may be called by several threads at once.

    >>> import tern
    >>> program = tern.compile('''
    ...   func.func @double(%x: tensor<?xf32>) -> tensor<?xf32> {
    ...     %0 = stablehlo.add %x, %x : tensor<?xf32>
    ...     return %0 : tensor<?xf32>
    ...   }
    ...   func.func @negate(%x: tensor<3xi32>) -> tensor<3xi32> {
    ...     %0 = stablehlo.negate %x : tensor<3xi32>
    ...     return %0 : tensor<3xi32>
    ...   }''')
    >>> list(program.functions)
    ['double', 'negate']
    >>> program.negate([1, 2, 3])
    array([-1, -2, -3], dtype=int32)
    >>> program.functions["double"]
    <function double(tensor<?xf32>) -> tensor<?xf32>>
    """

    def __init__(self, data: bytes, device: str):
        self._data = data
        session = _Session(data, device)
        #: The functions by their names.
        self.functions: Dict[str, "Function"] = {}
        for info in session.functions:
            function = Function(session, info)
            self.functions[function.name] = function

    def __getattr__(self, name: str) -> "Function":
        try:
            return self.__dict__["functions"][name]
        except KeyError:
            raise AttributeError(f"the program has no function {name}; it has {', '.join(self.functions)}") from None

    def __call__(self, *arguments: Any) -> Any:
        """Calls the only function, or `main`, as Function.__call__()."""
        if len(self.functions) == 1:
            return next(iter(self.functions.values()))(*arguments)
        return self.main(*arguments)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the module file, which load(), tern-run and the C runtime read."""
        pathlib.Path(path).write_bytes(self._data)


def load(source: Union[bytes, str, "os.PathLike[str]"], *, device: str = "cpu") -> Program:
    """Loads a compiled program, which needs nothing of the compiler.

    >>> import tempfile, tern
    >>> program = tern.compile('''func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
    ...   %0 = stablehlo.multiply %x, %x : tensor<2xi32>
    ...   return %0 : tensor<2xi32>
    ... }''')
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     program.save(f"{folder}/square.tern")
    ...     tern.load(f"{folder}/square.tern")([3, 4])
    array([ 9, 16], dtype=int32)

    Args:
      source: the path of a module file (.tern), or its bytes.
      device: "cpu", "cuda", "cuda:1", "vulkan".

    Raises:
      Error: this is no module of this version, or has no code for the device.
    """
    data = source if isinstance(source, bytes) else pathlib.Path(source).read_bytes()
    return Program(data, device)


class _Kind(NamedTuple):
    """What an argument or a result is."""

    kind: int  # of tern_variant_kind_t
    element_type: Optional[_arrays.ElementType]
    dims: Optional[Tuple[int, ...]]  # -1: known when the function is called

    def __str__(self) -> str:
        if self.kind != VARIANT_BUFFER_VIEW:
            return {1: "i32", 2: "i64", 3: "f32", 4: "f64"}.get(self.kind, "an object")
        sizes = "*x" if self.dims is None else "".join("?x" if size == DIM_DYNAMIC else f"{size}x" for size in self.dims)
        return f"tensor<{sizes}{self.element_type.name if self.element_type else '?'}>"


def _kind_of(info) -> _Kind:
    dims = tuple(info.dims[i] for i in range(info.rank)) if info.has_shape else None
    return _Kind(info.kind, _arrays.BY_NUMBER.get(info.element_type), dims)


_NUMBERS = {1: ("i32", int), 2: ("i64", int), 3: ("f32", float), 4: ("f64", float)}


class Function:
    """A function of a program. `name`; `arguments` and `results` are their types as text."""

    def __init__(self, session: _Session, info):
        self.name = _text(info.name)
        self._session, self._symbol = session, info.name
        self._arguments = [_kind_of(info.arguments[i]) for i in range(info.argument_count)]
        self._results = [_kind_of(info.results[i]) for i in range(info.result_count)]
        # Memory of arguments that become results belongs to the program for the time of the call: it gets copies.
        self._writes = b"tf.aliasing_output" in info.declaration or b"iree.abi.output" in info.declaration
        self.arguments = [str(kind) for kind in self._arguments]
        self.results = [str(kind) for kind in self._results]

    def __repr__(self) -> str:
        return f"<function {self.name}({', '.join(self.arguments)}) -> {', '.join(self.results)}>"

    def __call__(self, *arguments: Any) -> Any:
        """Calls the function and waits for its end.

        Args:
          arguments: arrays of NumPy, JAX, Torch or another library that has DLPack, used where they lie if they are dense and
            aligned to 64 bytes; or numbers and lists, which become what the function takes.

        Returns:
          The result; a tuple of them if there are several, None if there is none. They are arrays of Torch or JAX if the first
          array among the arguments is one, else of NumPy, and have memory of their own.

        Raises:
          TypeError: the arguments are other ones than the function takes.
          Error: what the device or the program reports.
        """
        if len(arguments) != len(self._arguments):
            raise TypeError(f"{self.name}() takes {len(self._arguments)} arguments, but {len(arguments)} were given")
        call = _Call(self._session, len(arguments) + len(self._results))
        try:
            for i, (kind, value) in enumerate(zip(self._arguments, arguments)):
                call.set(i, f"argument {i} of {self.name}()", kind, value, self._writes)
            call.run(self._symbol, len(arguments))
            like = next((value for value in arguments if hasattr(value, "__dlpack__")), None)
            results = tuple(call.take(len(arguments) + i, like) for i in range(len(self._results)))
        finally:
            call.end()
        return results if len(results) > 1 else results[0] if results else None


class _View:
    """A reference to a buffer view, which is given back with the object."""

    def __init__(self, handle: int):
        self.handle = handle

    def __del__(self):
        runtime.tern_buffer_view_release(self.handle)


class _Call:
    """The arguments and results of one call."""

    def __init__(self, session: _Session, count: int):
        self._session = session
        self._device = _device(session.device)
        self._is_cpu = session.device.partition(":")[0] == "cpu"
        self._variants = (Variant * count)()
        self._memory: List[np.ndarray] = []  # that somebody has: of the arguments, then of the results

    def set(self, index: int, what: str, kind: _Kind, value: Any, is_written: bool) -> None:
        variant = self._variants[index]
        if kind.kind in _NUMBERS:
            variant.kind = kind.kind
            field, convert = _NUMBERS[kind.kind]
            setattr(variant.value, field, convert(value))
            return
        if kind.kind != VARIANT_BUFFER_VIEW:
            raise TypeError(f"{what} is an object of the runtime, which has no form in Python")
        array, element_type = _arrays.from_user(value, kind.element_type)
        number = _check_type(what, kind, array, element_type).number
        if is_written and self._is_cpu:
            array = _arrays.aligned_copy(array)
        dims = (c_int64 * array.ndim)(*array.shape)
        shared = (self._device, number, array.ndim, dims, array.ctypes.data, array.nbytes)
        if self._is_cpu:
            view = make(runtime.tern_buffer_view_wrap, *shared, RELEASE_FN(), None)
        else:
            view = make(runtime.tern_buffer_view_allocate, *shared)
        variant.kind, variant.value.object = VARIANT_BUFFER_VIEW, view.value
        self._memory.append(array)

    def run(self, name: bytes, argument_count: int) -> None:
        first = ctypes.cast(byref(self._variants, argument_count * ctypes.sizeof(Variant)), ctypes.POINTER(Variant))
        count = len(self._variants) - argument_count
        check(runtime.tern_session_call(self._session.handle, name, self._variants, argument_count, first, count))

    def take(self, index: int, like: Any) -> Any:
        variant = self._variants[index]
        if variant.kind in _NUMBERS:
            return getattr(variant.value, _NUMBERS[variant.kind][0])
        if variant.kind != VARIANT_BUFFER_VIEW:
            return None
        handle = variant.value.object
        number = runtime.tern_buffer_view_element_type(handle)
        element_type = _arrays.BY_NUMBER.get(number)
        if element_type is None:
            raise TypeError(f"a result has elements of {_text(runtime.tern_element_type_name(number))}, which no array has")
        dims = runtime.tern_buffer_view_dims(handle)
        shape = tuple(dims[i] for i in range(runtime.tern_buffer_view_rank(handle)))
        array = self._array_of(variant, shape, np.dtype(f"u{element_type.bits // 8}" if element_type.bits < 128 else "V16"))
        self._memory.append(array)
        return _arrays.to_user(_arrays.Result(array, element_type), like)

    def _array_of(self, variant: Variant, shape: Tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        """The result itself, or a copy if somebody has its memory already, or if the host does not see it."""
        handle = variant.value.object
        if self._is_cpu and 0 not in shape:
            part = runtime.tern_buffer_view_range(handle)
            address = make(runtime.tern_buffer_map, part.buffer, MAP_READ_WRITE, part.offset, part.size).value
            if not any(_overlap(address, part.size, array) for array in self._memory):
                memory = (ctypes.c_char * part.size).from_address(address)
                memory.owner = _View(handle)
                variant.kind = 0  # the reference is the array's now
                return np.frombuffer(memory, dtype).reshape(shape)
        copy = np.empty(shape, dtype)
        check(runtime.tern_buffer_view_read(handle, copy.ctypes.data, copy.nbytes))
        return copy

    def end(self) -> None:
        for variant in self._variants:
            runtime.tern_variant_reset(byref(variant))


def _overlap(address: int, size: int, array: np.ndarray) -> bool:
    start = array.ctypes.data
    return address < start + array.nbytes and start < address + size


def _check_type(what: str, kind: _Kind, array: np.ndarray, found: _arrays.ElementType) -> _arrays.ElementType:
    """The type that an array is passed as: integers with and without a sign are the same bits."""
    expected = kind.element_type or found
    integers = (_arrays.INT, _arrays.UINT)
    is_same = found is expected or (found.bits == expected.bits and found.kind in integers and expected.kind in integers)
    dims = array.shape if kind.dims is None else kind.dims
    is_shape = len(dims) == array.ndim and all(size in (given, DIM_DYNAMIC) for size, given in zip(dims, array.shape))
    if not is_same or not is_shape:
        given = _Kind(VARIANT_BUFFER_VIEW, found, array.shape)
        raise TypeError(f"{what} is a {kind}, but a {given} was given")
    return expected
