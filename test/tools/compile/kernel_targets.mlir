// REQUIRES: ptxas
// Targets of kernels by their names: of cuda, ptx is the text, and cubin machine code beside it in a module.
// RUN: tern-compile %s --target=ptx:sm_90a -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: tern-compile %s --target=cubin:sm_90a -o %t.cubin && od -An -c -N4 %t.cubin | FileCheck %s --check-prefix=CUBIN
// RUN: tern-compile %s --target=ptx:sm_90a -o %t.text.tern
// RUN: tern-compile %s --target=cuda:sm_90a --cuda-embed-cubin -o %t.both.tern
// RUN: tern-compile %s --target=cubin:sm_90a -o %t.named.tern
// RUN: tern-compile %s --target=ptx:sm_90a,cubin:sm_90a -o %t.listed.tern
// RUN: cmp %t.both.tern %t.named.tern && cmp %t.both.tern %t.listed.tern
// RUN: not cmp -s %t.text.tern %t.both.tern
// RUN: tern-compile %s --target=cpu,ptx:sm_80 -o %t.two.tern && tern-run %t.two.tern --grid=1 --input=2xi32=0
// RUN: tern-compile %s --target=ptx --cuda-target=sm_80 -o %t.80.ptx && FileCheck %s --check-prefix=SM80 --input-file=%t.80.ptx
// RUN: not tern-compile %s --target=ptx:sm_90a --cuda-target=sm_80 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tern-compile %s --target=cuda:sm_90a --cuda-embed-cubin -o %t.ptx 2>&1 | FileCheck %s --check-prefix=NONE
// PTX: .target sm_90a
// PTX: .entry k(
// CUBIN: 177   E   L   F
// SM80: .target sm_80
// TWICE: error: processors of CUDA are given twice: ptx:sm_90a
// NONE: error: --cuda-embed-cubin puts machine code into a module (.tern), which this is none
tt.func public @k(%x: !tt.ptr<i32>) {
  %p = tt.get_program_id x : i32
  tt.store %x, %p : !tt.ptr<i32>
  tt.return
}
