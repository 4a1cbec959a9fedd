"""Runs the modules of bench/gpu/modules.py on a GPU beside cuBLAS, cuDNN, copies (through PyTorch) and Triton, and prints a
table: gpu_table.py LIBRARY FOLDER DEVICE [PART...]. bench/gpu/run.sh builds the library.

Inputs are random, outputs are poisoned before, and every element is compared with what PyTorch computes in float64. Times
are the device's own; peers run as graphs, as tern does, on as many sets of arrays: so many that together they do not fit
into the cache. tern and its peers take turns.
"""

import ctypes
import json
import os
import pathlib
import statistics
import sys

import torch

import gpu_cases
import peer_triton
from library import Failure, Library, Module

CACHE = 160 << 20  # bytes of arrays that no cache holds
TURNS, ROUNDS = 3, 5
MICROSECONDS = 4000  # of one round, about


class Graph:
    """Calls of a peer as a graph."""

    def __init__(self, call, sets, repeats):
        self.repeats, self.graph = repeats, torch.cuda.CUDAGraph()
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            for arrays in sets[:2]:
                call(*arrays)
        torch.cuda.synchronize()
        with torch.cuda.graph(self.graph):
            for i in range(repeats):
                call(*sets[i % len(sets)])
        self.graph.replay()
        torch.cuda.synchronize()

    def run(self, rounds):
        times = []
        for _ in range(rounds):
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            start.record()
            self.graph.replay()
            end.record()
            torch.cuda.synchronize()
            times.append(start.elapsed_time(end) / self.repeats * 1e3)
        return times


def random_inputs(case):
    torch.manual_seed(1)
    return [torch.randn(shape, device="cuda").to(getattr(torch, gpu_cases.TORCH[element])) for shape, element in case.inputs]


def read_output(module, shape, element):
    data = torch.empty(shape, dtype=getattr(torch, gpu_cases.TORCH[element]))
    module.read(0, data.data_ptr(), data.nbytes)
    return data.cuda()


def error_of(case, inputs, got):
    """The largest error, of what the terms could add up to."""
    expected = case.reference(torch, *[x.double() for x in inputs])
    scale = case.sums(torch, *[x.double().abs() for x in inputs]) if case.sums else expected.abs() + expected.abs().mean()
    error = ((got.double() - expected).abs() / (scale.abs() + 1e-30)).max().item()
    return error if error == error else float("inf")


def peer_graphs(case, inputs, set_count, repeats):
    """The graphs, and what PyTorch makes of `inputs`."""
    prepared = case.prepare(torch, *inputs) if case.prepare else inputs
    sets = []
    for i in range(set_count):
        out = torch.empty(case.output[0], device="cuda", dtype=getattr(torch, gpu_cases.TORCH[case.output[1]]))
        sets.append([*(prepared if i == 0 else [x.clone() for x in prepared]), out])
    graphs = {"torch": Graph(lambda *arrays: case.peer(torch, *arrays[:-1], out=arrays[-1]), sets, repeats)}
    kernel = peer_triton.call_for(case)
    if kernel:
        own_sets = [[*[x.clone() for x in inputs], arrays[-1]] if i else [*inputs, arrays[-1]]
                    for i, arrays in enumerate(sets)]
        graphs["triton"] = Graph(kernel, own_sets, repeats)
    if case.group == "memory":
        size = case.bytes // 2
        copies = [(torch.empty(size, dtype=torch.uint8, device="cuda"), torch.empty(size, dtype=torch.uint8, device="cuda"))
                  for _ in range(max(2, min(set_count, 4)))]
        graphs["copy"] = Graph(lambda source, target: target.copy_(source), copies, repeats)
    case.peer(torch, *sets[0][:-1], out=sets[0][-1])
    return graphs, sets[0][-1]


def rate_text(case, microseconds):
    if case.group == "memory":
        return f"{case.bytes / microseconds * 1e-3:7.0f} GB/s"
    return f"{case.flops / microseconds * 1e-6:7.1f} TF/s"


def measure(library, device, folder, case):
    path = folder / f"{gpu_cases.file_name(case)}.tern"
    if not path.exists():
        raise Failure("was not compiled")
    module = Module(library, device, path)
    try:
        inputs = random_inputs(case)
        set_count = max(1, min(16, -(-CACHE // case.bytes)))
        module.prepare([x.contiguous().view(torch.uint8).cpu().numpy() for x in inputs], set_count)
        first = statistics.median(module.run(set_count, 1))
        error = error_of(case, inputs, read_output(module, *case.output))
        repeats = max(set_count, min(100, int(MICROSECONDS / max(first, 1))))
        graphs, theirs = peer_graphs(case, inputs, set_count, repeats)
        errors = error, error_of(case, inputs, theirs)
        own, peers = [], {name: [] for name in graphs}
        for _ in range(TURNS):
            own += module.run(repeats, ROUNDS)
            for name, graph in graphs.items():
                peers[name] += graph.run(ROUNDS)
        return statistics.median(own), {name: statistics.median(times) for name, times in peers.items()}, errors
    finally:
        module.close()


def print_case(case, own, peers, errors):
    # What memory bounds is compared with the copy rate, a product with the vendor's library.
    bound = peers["copy" if case.group == "memory" else "torch"]
    is_right = errors[0] <= case.tolerance
    ratio = bound / own
    shown = "".join(f"{peers[name]:10.2f}" if name in peers else f"{'':>10}" for name in ("torch", "triton", "copy"))
    print(f"{case.name:<44}{own:10.2f} {rate_text(case, own)}{shown}{ratio:8.2f} {case.target:6.2f} "
          f"{'ok  ' if ratio >= case.target else 'MISS'} {errors[0]:9.1e}{errors[1]:9.1e} {'right' if is_right else 'WRONG'}", flush=True)
    return is_right


def print_launches(library, device, folder):
    """Host time of one launch, in microseconds."""
    path = folder / "row_sum_f32_4096x4096.tern"
    if not path.exists():
        return
    module = Module(library, device, path)
    module.library.call("allocate", module.handle, ctypes.c_size_t(1))
    x, y = torch.zeros(64, device="cuda"), torch.zeros(64, device="cuda")
    rows = [(f"tern, {what}", min(module.launch(how, n) for n in (20, 100)))
            for how, what in ((0, "the same commands again"), (2, "with semaphores"), (1, "recorded each time"))]
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        torch.add(x, y, out=y)
    rows += [("PyTorch, an op", peer_triton.host_time(lambda: torch.add(x, y, out=y))),
             ("PyTorch, a graph of one op", peer_triton.host_time(graph.replay)),
             ("Triton, a kernel", peer_triton.host_time(peer_triton.small_launch()))]
    print("\nhost time of a launch in microseconds (target 3)")
    for name, time in rows:
        print(f"  {name:<32}{time:8.2f}")
    module.close()


def print_compile_times(library, device, folder):
    """From the program's text to a loaded kernel, cold, in milliseconds."""
    times = json.loads((folder / "times.json").read_text())
    print("\ncompilation in milliseconds: text to module (a process, where the compiler is), module to loaded kernel by the "
          "driver's compiler, module with machine code to loaded kernel; Triton for the first kernel of a process (without what PyTorch takes to start) and for a later one")
    for name, kind in (("softmax_f32_4096x4096", "softmax"), ("matmul_f16_4096", "matmul")):
        shown = [f"{times.get(name, float('nan')):8.1f}"]
        for suffix in (".tern", ".cubin.tern"):
            path = folder / f"{name}{suffix}"
            try:
                module = Module(library, device, path)
                shown.append(f"{module.load_milliseconds:8.1f}")
                module.close()
            except Failure:
                shown.append(f"{'-':>8}")
        print(f"  {name:<28}{''.join(shown)}{peer_triton.cold_compile(kind, 'first'):10.1f}"
              f"{peer_triton.cold_compile(kind, 'later'):10.1f}", flush=True)


def main():
    # What was compiled by the driver before would be taken from its cache.
    os.environ["CUDA_CACHE_DISABLE"] = "1"
    library, folder, parts = Library(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[4:]
    device, is_right = library.open(sys.argv[3]), True
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, CUDA {torch.version.cuda}, "
          f"Triton {peer_triton.VERSION}; times in microseconds, ratio: to the copy rate or to PyTorch")
    print(f"{'case':<44}{'tern':>10} {'rate':>12}{'torch':>10}{'triton':>10}{'copy':>10}{'ratio':>8} {'target':>6} "
          f"{'':4} {'error':>9}{'of torch':>9}")
    for case in gpu_cases.cases():
        if parts and not any(part in gpu_cases.file_name(case) for part in parts):
            continue
        try:
            is_right &= print_case(case, *measure(library, device, folder, case))
        except (Failure, RuntimeError) as problem:
            print(f"{case.name:<44} {str(problem).splitlines()[0][:120]}", flush=True)
            is_right = False
        torch.cuda.empty_cache()
    if not parts or "launch" in parts:
        print_launches(library, device, folder)
    if not parts or "compile" in parts:
        print_compile_times(library, device, folder)
    sys.exit(not is_right)


if __name__ == "__main__":
    main()
