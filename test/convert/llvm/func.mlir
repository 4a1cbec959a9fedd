// RUN: tern-opt --allow-unregistered-dialect --convert-func-to-llvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-func-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --convert-func-to-llvm=index-bitwidth=32 %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-func-to-llvm=index-bitwidth=32 %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Functions and calls: memrefs in parts, wrappers for C, several results as a struct. All as upstream's tool has it.

// CHECK: llvm.func @malloc(i32) -> !llvm.ptr
// CHECK: llvm.func @free(!llvm.ptr)
// CHECK: llvm.func @attributes(%{{.*}}: !llvm.ptr, {{.*}}, %{{.*}}: i32 {llvm.signext, test.a}) -> (!llvm.struct<(ptr, ptr, i32, array<1 x i32>, array<1 x i32>)> {test.a})
// CHECK-SAME: memory_effects
func.func @attributes(%a : memref<4xf32> {llvm.noalias}, %b: i32 {llvm.signext, test.a}) -> (memref<4xf32> {test.a}) attributes {llvm.readnone, test.b = 1 : i32} {
  return %a : memref<4xf32>
}
func.func private @g(%a : memref<4xf32> {llvm.noalias}, %b: i32 {llvm.signext}) -> (i32 {llvm.signext}, i32{llvm.zeroext}) attributes {no_inline, llvm.linkage = #llvm.linkage<extern_weak>}
func.func @h(%a : memref<4xf32>, %b: i32, %c : i1 ) -> i32 {
  %0:2 = call @g(%a, %b) {foo = 1, no_inline} : (memref<4xf32>, i32) -> (i32, i32)
  cf.cond_br %c, ^bb1(%0#1, %a : i32, memref<4xf32>), ^bb2
^bb1(%x : i32, %y : memref<4xf32>):
  %f = constant @attributes : (memref<4xf32>, i32) -> memref<4xf32>
  %z = call_indirect %f(%y, %b) : (memref<4xf32>, i32) -> memref<4xf32>
  return %x : i32
^bb2:
  return %b : i32
}
func.func @two(%b: memref<4xf32> {llvm.noalias}) -> (memref<4xf32>, i64 {llvm.signext}) attributes {llvm.bareptr} {
  %m:2 = call @two(%b) : (memref<4xf32>) -> (memref<4xf32>, i64)
  return %m#0, %m#1 : memref<4xf32>, i64
}
func.func @unr(%b: memref<*xf32>) -> (memref<*xf32>) {
  %m = call @unr(%b) : (memref<*xf32>) -> (memref<*xf32>)
  return %m : memref<*xf32>
}
func.func @sret(%a: !llvm.ptr {llvm.sret = index}) { return }
func.func @wrapped(%a : memref<4xf32> {llvm.noalias}, %b: i32 {llvm.signext}) -> (i32 {llvm.signext}) attributes {llvm.emit_c_interface} {
  return %b : i32
}
func.func @var(%a : i32) attributes {func.varargs = true} { return }

// A wrapper takes pointers to descriptors; a struct is returned through the first argument.
// CHECK: llvm.func @_mlir_ciface_wrapped_memrefs(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) attributes
// CHECK: llvm.func private @implemented_in_c(
// CHECK: llvm.call @_mlir_ciface_implemented_in_c(
func.func @unranked_copy(%a : memref<*xf32>, %b: memref<*xf32>) {
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}
func.func @wrapped_memrefs(%a : memref<?x4xf32, strided<[?,1], offset: ?>>, %b: memref<?x4xf32>) -> memref<*xf32> attributes {llvm.emit_c_interface} {
  memref.copy %a, %b : memref<?x4xf32, strided<[?,1], offset: ?>> to memref<?x4xf32>
  %0 = memref.cast %b : memref<?x4xf32> to memref<*xf32>
  return %0 : memref<*xf32>
}
func.func private @implemented_in_c(%a : memref<*xf32>, %b: memref<?xf32>)  -> (memref<?xf32>, i32) attributes {llvm.emit_c_interface}
func.func @calls_c(%a : memref<*xf32>, %b: memref<?xf32>)  -> (memref<?xf32>, i32) {
%0:2 = call @implemented_in_c(%a, %b) : (memref<*xf32>, memref<?xf32>) -> (memref<?xf32>, i32)
return %0#0, %0#1 : memref<?xf32>, i32
}
