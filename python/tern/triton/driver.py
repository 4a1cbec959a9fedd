"""The runtime's half of the back end: launches, and what programs ask of the device."""

import ctypes
import os
import struct
import time
from ctypes import c_uint32, c_void_p

from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase

from .._native import check, make, runtime
from . import _native

_CHOSEN = os.environ.get("TRITON_DEFAULT_BACKEND")
_REALS = {"fp16": "e", "fp32": "f", "f32": "f", "fp64": "d"}
_TYPES = {"i1": "int8_t", "i8": "int8_t", "i16": "int16_t", "i32": "int32_t", "i64": "int64_t", "u1": "uint8_t", "u8": "uint8_t",
          "u16": "uint16_t", "u32": "uint32_t", "u64": "uint64_t", "fp16": "double", "bf16": "double", "fp32": "double",
          "f32": "double", "fp64": "double"}


def _gpu_is_there() -> bool:
    try:
        import torch
    except ImportError:
        return False
    return torch.cuda.is_available()


def _stand_back() -> None:
    """Triton takes the only driver that is active: those of GPUs are none where this one is chosen."""
    from triton.backends.amd.driver import HIPDriver
    from triton.backends.nvidia.driver import CudaDriver
    for driver in (HIPDriver, CudaDriver):
        driver.is_active = staticmethod(lambda: False)


if _CHOSEN == "tern":
    _stand_back()


# ---- arguments ----


def _leaves(types, path=()):
    """(path, type) of what a kernel is handed: constants are a part of its code, and tuples are their elements."""
    items = types.items() if isinstance(types, dict) else enumerate(types)
    for place, (_, kind) in enumerate(items):
        if isinstance(kind, (tuple, list)):
            yield from _leaves(kind, path + (place,))
        elif kind != "constexpr":
            yield path + (place,), kind


def _bits(value, kind: str) -> int:
    """A number as the 64 bits whose low part the kernel reads."""
    if kind == "bf16":
        return struct.unpack("<I", struct.pack("<f", value))[0] >> 16
    if kind in _REALS:
        return int.from_bytes(struct.pack("<" + _REALS[kind], value), "little")
    return int(value) & 0xFFFFFFFFFFFFFFFF


def _address(value) -> int:
    if value is None:
        return 0
    if not hasattr(value, "data_ptr"):
        return int(value)
    device = getattr(value, "device", None)
    if device is not None and getattr(device, "type", "cpu") != "cpu":
        raise ValueError(f"tern runs kernels on the CPU, but an argument is a tensor on {device}")
    return value.data_ptr()


class Launcher:
    """Hands the arguments of a launch to the kernel."""

    def __init__(self, source, metadata):
        self._leaves = list(_leaves(source.signature))

    def __call__(self, x, y, z, stream, kernel, packed_metadata, launch_metadata, enter_hook, exit_hook, *arguments):
        if enter_hook is not None:
            enter_hook(launch_metadata)
        values = (ctypes.c_uint64 * kernel.count)()
        pointers = (c_void_p * kernel.count)()
        base, at, tensors = ctypes.addressof(values), 0, []
        for path, kind in self._leaves:
            value = arguments
            for place in path:
                value = value[place]
            pointers[at] = base + 8 * at
            if kind.startswith("tensordesc"):
                tensor = self._describe(value)
                tensors.append(tensor)
                pointers[at] = ctypes.addressof(tensor)
                numbers = [*value.shape, *value.strides] if kernel.infos[at].rank * 2 + at < kernel.count else []
                for number in numbers:
                    at += 1
                    values[at] = int(number) & 0xFFFFFFFFFFFFFFFF
                    pointers[at] = base + 8 * at
            elif kind.startswith("*"):
                values[at] = _address(value)
            else:
                values[at] = _bits(value, kind)
            at += 1
        if at != kernel.count:
            raise TypeError(f"'{kernel.name}' takes {kernel.count} arguments, but {at} are given")
        kernel.launch((c_uint32 * 3)(x, y, z), pointers)
        if exit_hook is not None:
            exit_hook(launch_metadata)

    @staticmethod
    def _describe(value):
        tensor = _native.KernelTensor(address=_address(value.base), fills_with_nan=int(getattr(value, "padding", "zero") == "nan"))
        for d, (size, stride) in enumerate(zip(value.shape, value.strides)):
            tensor.dims[d], tensor.strides[d] = size, stride
        return tensor


class Kernel:
    """A kernel in the memory of the process."""

    def __init__(self, device, code: bytes, name: str):
        module = make(runtime.tern_module_load, code, len(code))
        try:
            self._handle = make(_native.runtime.tern_kernel_load, device, module, name.encode())
        finally:
            runtime.tern_module_release(module)
        self.name = name
        self.count = _native.runtime.tern_kernel_argument_count(self._handle)
        self.infos = [_native.runtime.tern_kernel_argument_at(self._handle, i).contents for i in range(self.count)]

    def __del__(self):
        if getattr(self, "_handle", None):
            _native.runtime.tern_kernel_release(self._handle)

    def launch(self, grid, pointers) -> None:
        check(_native.runtime.tern_kernel_launch(self._handle, grid, pointers, None))


# ---- the device ----


class Event:
    """A point in time, as torch has it for GPUs. Launches have ended when they return."""

    def __init__(self, enable_timing: bool = False):
        self._time = 0.0

    def record(self, stream=None) -> None:
        self._time = time.perf_counter()

    def synchronize(self) -> None:
        pass

    def elapsed_time(self, end: "Event") -> float:
        return 1000 * (end._time - self._time)


class DeviceInterface:
    """What Triton's tests of speed ask of the module of a device."""

    Event = Event

    @staticmethod
    def synchronize(device=None) -> None:
        pass

    @staticmethod
    def current_device() -> int:
        return 0


class Utils:
    """What compiled kernels ask of the driver."""

    def __init__(self):
        self._device = None

    def get_device_properties(self, device):
        processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        return {"max_shared_mem": 1 << 30, "max_num_regs": 1 << 16, "multiprocessor_count": processors, "warpSize": 32,
                "sm_clock_rate": 0, "mem_clock_rate": 0, "mem_bus_width": 0}

    def load_binary(self, name, code, shared, device):
        if self._device is None:
            self._device = make(runtime.tern_device_create, b"cpu", None)
        kernel = Kernel(self._device, code, name)
        registers, spills, threads = 1, 0, 1 << 20
        return kernel, kernel, registers, spills, threads


class TernDriver(DriverBase):
    """The CPU."""

    def __init__(self):
        super().__init__()
        self.utils = Utils()
        self.launcher_cls = Launcher

    @staticmethod
    def is_active() -> bool:
        return _CHOSEN == "tern" or (not _CHOSEN and not _gpu_is_there())

    def get_current_target(self) -> GPUTarget:
        return GPUTarget("tern", "cpu", 32)

    def get_current_device(self) -> int:
        return 0

    def set_current_device(self, device) -> None:
        pass

    def get_current_stream(self, device=None) -> int:
        return 0

    def get_active_torch_device(self):
        import torch
        return torch.device("cpu")

    def get_device_interface(self):
        return DeviceInterface

    def map_python_to_cpp_type(self, ty: str) -> str:
        return "void*" if ty.startswith("*") else _TYPES[ty]

    def get_benchmarker(self):
        from triton.testing import do_bench
        return do_bench

    def get_empty_cache_for_benchmark(self):
        import torch
        return torch.empty(1 << 24, dtype=torch.int)

    def clear_cache(self, cache) -> None:
        cache.zero_()

    def assemble_tensormap_to_arg(self, tensormaps_info, args):
        return args
