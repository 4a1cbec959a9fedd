"""The part of bench/cpu.py that takes compile times, on all threads that it is given."""

import cpu_cases
from cpu_cases import Target
from cpu_workers import Failure


def run(bench, table):
    threads = max(bench.options.threads)
    for name in cpu_cases.model_names():
        case = cpu_cases.model(name)
        measure(bench, table, f"compile {name}", case, threads, [Target("IREE", 10)], "compile")
    case = cpu_cases.matmul((512, 512, 512))
    measure(bench, table, "compile a matmul kernel, 512 x 512 x 512", case, threads, [Target("IREE", 10), Target("seconds", 8e-3)],
            "kernel")


def measure(bench, table, label, case, threads, targets, kind):
    inputs, source = " ".join(bench.write_inputs(case.make_inputs())), bench.folder / "case.mlir"
    source.write_text(case.text)
    requests = {"tern": f"load compile {source} main {inputs}", "XLA": f"load compile {source} {inputs}",
                "IREE": f"load compile {source}"}
    if kind == "kernel":
        dispatch = bench.folder / "dispatch.mlir"
        dispatch.write_text(case.dispatch)
        requests["tern"] = f"load kernel {dispatch}"
    runners = {}
    for column, request in requests.items():
        worker = bench.workers.get(column, threads)
        try:
            if worker:
                worker.ask(request)
                runners[column] = worker
        except Failure as failure:
            bench.report(column, f"{label}: {failure}")
    times = bench.take_turns(label, runners)
    for worker in runners.values():
        worker.forget()
    table.add(label, threads, times, targets)
