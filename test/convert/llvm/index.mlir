// RUN: tern-opt --allow-unregistered-dialect --convert-index-to-llvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-index-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: tern-opt --allow-unregistered-dialect --convert-index-to-llvm=index-bitwidth=32 %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-index-to-llvm=index-bitwidth=32 %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours

// CHECK: llvm.sdiv
// CHECK: llvm.udiv
// CHECK: llvm.icmp "sgt"
// CHECK: llvm.mlir.constant(64 : i64) : i64

func.func @ops(%a : index, %b : index, %q: i32, %w : i64) {
  %0 = index.add %a, %b
  %1 = index.sub %a, %b
  %2 = index.mul %a, %b
  %3 = index.divs %a, %b
  %4 = index.divu %a, %b
  %5 = index.ceildivs %a, %b
  %6 = index.ceildivu %a, %b
  %7 = index.floordivs %a, %b
  %8 = index.rems %a, %b
  %9 = index.remu %a, %b
  %10 = index.maxs %a, %b
  %11 = index.maxu %a, %b
  %12 = index.mins %a, %b
  %13 = index.minu %a, %b
  %14 = index.shl %a, %b
  %15 = index.shrs %a, %b
  %16 = index.shru %a, %b
  %17 = index.and %a, %b
  %18 = index.or %a, %b
  %19 = index.xor %a, %b
  %20 = index.casts %a : index to i32
  %21 = index.castu %a : index to i64
  %22 = index.casts %q : i32 to index
  %23 = index.castu %q : i32 to index
  %24 = index.casts %w : i64 to index
  %25 = index.cmp slt(%a, %b)
  %26 = index.cmp eq(%a, %b)
  %27 = index.cmp uge(%a, %b)
  %28 = index.sizeof
  %29 = index.constant 42
  %30 = index.bool.constant true
  %31 = index.constant -1
  %32 = index.castu %a : index to i128
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19) : (index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index) -> ()
  "test.use"(%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32) : (i32, i64, index, index, index, i1, i1, i1, index, index, i1, index, i128) -> ()
  return
}
