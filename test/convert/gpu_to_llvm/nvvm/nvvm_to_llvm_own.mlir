// Where upstream's release differs: it gives one value that is read and written no effect on later uses, and several
// ones an effect on earlier uses too, which is no valid IR.
// RUN: tern-opt --convert-nvvm-to-llvm %s | FileCheck %s

// CHECK-LABEL: llvm.func @one
// CHECK: %[[NEW:.*]] = llvm.inline_asm {{.*}} "rw $0, $1;", "=r,f,0" %arg1, %arg0 : (i32, f32) -> i32
// CHECK-NEXT: llvm.return %[[NEW]] : i32
llvm.func @one(%a: f32, %c: i32) -> i32 {
  nvvm.inline_ptx "rw {$rw0}, {$r0};" ro(%a : f32) rw(%c : i32)
  llvm.return %c : i32
}

// CHECK-LABEL: llvm.func @used_before
// CHECK-NEXT: %[[OLD:.*]] = llvm.add %arg0, %arg1
// CHECK-NEXT: %[[BOTH:.*]] = llvm.inline_asm
// CHECK-NEXT: %[[C:.*]] = llvm.extractvalue %[[BOTH]][0]
// CHECK-NEXT: %[[D:.*]] = llvm.extractvalue %[[BOTH]][1]
// CHECK-NEXT: %[[NEW:.*]] = llvm.add %[[C]], %[[D]]
// CHECK-NEXT: llvm.add %[[OLD]], %[[NEW]]
llvm.func @used_before(%c: i32, %d: i32) -> i32 {
  %0 = llvm.add %c, %d : i32
  nvvm.inline_ptx "rw {$rw0}, {$rw1};" rw(%c, %d : i32, i32)
  %1 = llvm.add %c, %d : i32
  %2 = llvm.add %0, %1 : i32
  llvm.return %2 : i32
}
