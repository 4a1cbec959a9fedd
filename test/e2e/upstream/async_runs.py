"""Asynchronous functions, as coroutines, through LLVM to a program that runs on upstream's runtime.

Each program is lowered by passes of this project, translated, split by LLVM's passes for coroutines, compiled and linked with a
main function in C. What it prints is compared with what the program computes.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

TERN_OPT = os.environ.get("TERN_OPT", "tern-opt")
TERN_TRANSLATE = os.environ.get("TERN_TRANSLATE", "tern-translate")
LLVM = Path("/usr/lib/llvm-22")
RUNTIME = next((LLVM / "lib").glob("libmlir_async_runtime.so*"), None)
PASSES = ("--async-func-to-async-runtime --async-to-async-runtime --async-runtime-ref-counting --async-runtime-ref-counting-opt --canonicalize "
          "--convert-async-to-llvm --convert-scf-to-cf --convert-arith-to-llvm --convert-func-to-llvm --convert-cf-to-llvm "
          "--reconcile-unrealized-casts").split()

# (name, program with @compute(i32) -> i32, what it computes)
PROGRAMS = [
    ("value", """
func.func @compute(%x: i32) -> i32 {
  %token, %result = async.execute -> !async.value<i32> {
    %two = arith.constant 2 : i32
    %y = arith.muli %x, %two : i32
    async.yield %y : i32
  }
  %y = async.await %result : !async.value<i32>
  return %y : i32
}""", lambda x: 2 * x),
    ("chain", """
func.func @compute(%x: i32) -> i32 {
  %one = arith.constant 1 : i32
  %t0, %a = async.execute -> !async.value<i32> {
    %y = arith.addi %x, %one : i32
    async.yield %y : i32
  }
  %t1, %b = async.execute [%t0] (%a as %v: !async.value<i32>) -> !async.value<i32> {
    %t2, %c = async.execute -> !async.value<i32> {
      %y = arith.muli %v, %v : i32
      async.yield %y : i32
    }
    %w = async.await %c : !async.value<i32>
    async.yield %w : i32
  }
  %y = async.await %b : !async.value<i32>
  return %y : i32
}""", lambda x: (x + 1) ** 2),
    ("group", """
async.func @square(%x: i32) -> !async.value<i32> {
  %y = arith.muli %x, %x : i32
  return %y : i32
}
func.func @compute(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0 : i32
  %group = async.create_group %c9 : !async.group
  %sum = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %zero) -> (i32) {
    %n = arith.index_cast %i : index to i32
    %v = async.call @square(%n) : (i32) -> !async.value<i32>
    %token = async.execute {
      async.yield
    }
    %member = async.add_to_group %token, %group : !async.token
    %w = async.await %v : !async.value<i32>
    %t = arith.addi %s, %w : i32
    scf.yield %t : i32
  }
  async.await_all %group
  %y = arith.addi %sum, %x : i32
  return %y : i32
}""", lambda x: x + sum(i * i for i in range(9))),
]
MAIN = """#include <stdio.h>
int compute(int x);
int main(void) {
  for (int x = -3; x < 40; x += 7) printf("%d\\n", compute(x));
  return 0;
}
"""


def pipe(command, text):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=60).stdout


def run(folder, program):
    text = pipe([TERN_TRANSLATE, "--mlir-to-llvmir"], pipe([TERN_OPT, *PASSES], program))
    text = pipe([LLVM / "bin/opt", "-S", "-passes=coro-early,cgscc(coro-split),coro-cleanup,verify"], text)
    if "call ptr @llvm.coro" in text or "call void @llvm.coro" in text:
        raise ValueError("parts of coroutines are left")
    (folder / "program.ll").write_text(text)
    (folder / "main.c").write_text(MAIN)
    pipe([LLVM / "bin/llc", "-filetype=obj", "-relocation-model=pic", "-o", folder / "program.o", folder / "program.ll"], "")
    pipe(["gcc", "-o", folder / "program", folder / "main.c", folder / "program.o", RUNTIME, f"-Wl,-rpath,{LLVM}/lib"], "")
    return [int(line) for line in pipe([folder / "program"], "").split()]


def main():
    failures = []
    for name, program, function in PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                found = run(Path(folder), program)
            except (subprocess.SubprocessError, ValueError) as error:
                failures.append(f"{name}: {error} {getattr(error, 'stderr', '') or ''}")
                continue
            expected = [function(x) for x in range(-3, 40, 7)]
            if found != expected:
                failures.append(f"{name}: expected {expected} but got {found}")
    print("\n".join(failures))
    print(f"{len(PROGRAMS) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
