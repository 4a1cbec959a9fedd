// Globals and constants, bit for bit, as upstream's (but for a folded address).
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: FileCheck %s --input-file=%t.ll
// RUN: opt -passes=verify -disable-output %t.ll
// RUN: grep '^@' %t.ll | grep -v computed > %t.globals
// RUN: mlir-translate --mlir-to-llvmir %s | grep '^@' | grep -v computed | diff - %t.globals

// CHECK: @scalar = private global i32 7, align 8
llvm.mlir.global private @scalar(7 : i32) {alignment = 8 : i64} : i32
// CHECK: @nan = global float 0x7FF8000020000000
llvm.mlir.global external @nan(0x7FC00001 : f32) : f32
// CHECK: @half = global half 0xH3C00
llvm.mlir.global external @half(1.0 : f16) : f16
// CHECK: @wide = global i128 -170141183460469231731687303715884105728
llvm.mlir.global external @wide(170141183460469231731687303715884105728 : i128) : i128
// CHECK: @flat = global [3 x i16] [i16 1, i16 -2, i16 3]
llvm.mlir.global external @flat(dense<[1, -2, 3]> : tensor<3xi16>) : !llvm.array<3 x i16>
// CHECK: @nested = global [2 x [2 x float]] {{\[}}[2 x float] [float 1.000000e+00, float 2.000000e+00], [2 x float] [float 3.000000e+00, float 4.000000e+00]]
llvm.mlir.global external @nested(dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>) : !llvm.array<2 x array<2 x f32>>
// CHECK: @zeros = global [1000 x i32] zeroinitializer
llvm.mlir.global external @zeros(dense<0> : tensor<1000xi32>) : !llvm.array<1000 x i32>
// CHECK: @bits = global [3 x i1] [i1 true, i1 false, i1 true]
llvm.mlir.global external @bits(dense<[true, false, true]> : tensor<3xi1>) : !llvm.array<3 x i1>
// CHECK: @vector = global <2 x double> <double 1.000000e+00, double 2.000000e+00>
llvm.mlir.global external @vector(dense<[1.0, 2.0]> : vector<2xf64>) : vector<2xf64>
// CHECK: @declared = external addrspace(3) global [0 x float]
llvm.mlir.global external @declared() {addr_space = 3 : i32} : !llvm.array<0 x f32>
// CHECK: @linked = linkonce_odr hidden thread_local unnamed_addr constant i8 1, section "data"
llvm.mlir.global linkonce_odr hidden thread_local unnamed_addr constant @linked(1 : i8) {section = "data"} : i8
// CHECK: @undefined = internal global i32 undef
llvm.mlir.global internal @undefined() : i32
// CHECK: @computed = global { ptr, i32 } { ptr getelementptr (i16, ptr @flat, i32 1), i32 5 }
llvm.mlir.global external @computed() : !llvm.struct<(ptr, i32)> {
  %0 = llvm.mlir.poison : !llvm.struct<(ptr, i32)>
  %1 = llvm.mlir.addressof @flat : !llvm.ptr
  %2 = llvm.getelementptr %1[1] : (!llvm.ptr) -> !llvm.ptr, i16
  %3 = llvm.insertvalue %2, %0[0] : !llvm.struct<(ptr, i32)>
  %4 = llvm.mlir.constant(5 : i32) : i32
  %5 = llvm.insertvalue %4, %3[1] : !llvm.struct<(ptr, i32)>
  llvm.return %5 : !llvm.struct<(ptr, i32)>
}
// CHECK: @merged = global i32 0, comdat($any)
llvm.comdat @comdats {
  llvm.comdat_selector @any any
}
llvm.mlir.global external @merged(0 : i32) comdat(@comdats::@any) : i32
// CHECK: @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @start, ptr null }]
llvm.func @start() {
  llvm.return
}
llvm.mlir.global_ctors ctors = [@start], priorities = [65535 : i32], data = [#llvm.zero]
// CHECK: @alias = weak protected alias i32, ptr @scalar
llvm.mlir.alias weak protected @alias : i32 {
  %0 = llvm.mlir.addressof @scalar : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
