"""Times cuBLAS and copies through PyTorch, and prints a table with the ratios to what bench/gpu.sh measured."""

import pathlib
import sys

import torch

TYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}


def microseconds(run, count):
    times = []
    for _ in range(11):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(count):
            run()
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end) / count * 1e3)
    return sorted(times[2:])[4]


def peer_matmul(element, n):
    a, b = (torch.randn(n, n, device="cuda").to(TYPES[element]) for _ in range(2))
    out = torch.empty_like(a)
    return microseconds(lambda: torch.mm(a, b, out=out), 20 if n <= 2048 else 5), 2 * n**3 * 1e-6, "TFLOP/s", "cuBLAS"


def peer_copy(elements):
    a, out = torch.randn(elements, device="cuda"), torch.empty(elements, device="cuda")
    copy = microseconds(lambda: out.copy_(a), 20)
    # The add moves three arrays, the copy two: the peer is the copy's rate for as many bytes.
    return copy * 1.5, 3 * 4 * elements * 1e-6, "TB/s", "copy"


def main():
    torch.backends.cuda.matmul.allow_tf32 = False
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, CUDA {torch.version.cuda}")
    print(f"{'dispatch':<32}{'tern us':>10}{'rate':>16}{'peer us':>10}{'peer rate':>12}{'ratio':>8}")
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.txt")):
        own = float(path.read_text().split()[0])
        kind, element, *size = path.stem.split("_")
        peer, work, unit, name = (peer_matmul(element, int(size[0])) if kind in ("matmul", "dense")
                                  else peer_copy(64 << 20))
        print(f"{path.stem:<32}{own:>10.1f}{work / own:>8.2f} {unit:<7}{peer:>10.1f}{work / peer:>12.2f}"
              f"{peer / own:>7.0%} of {name}")


if __name__ == "__main__":
    main()
