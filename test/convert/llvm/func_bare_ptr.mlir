// RUN: tern-opt --allow-unregistered-dialect --convert-func-to-llvm=use-bare-ptr-memref-call-conv %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-func-to-llvm=use-bare-ptr-memref-call-conv %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Memrefs of static shape as bare pointers.

// CHECK: llvm.func @pointers(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i32 {llvm.signext, test.a}) -> (!llvm.ptr {test.a})
// CHECK: %[[DESCRIPTOR:.*]] = llvm.insertvalue %{{.*}}, %{{.*}}[4, 0]
// CHECK: %[[POINTER:.*]] = llvm.extractvalue %[[DESCRIPTOR]][0]
// CHECK: llvm.return %[[POINTER]] : !llvm.ptr
func.func @pointers(%a : memref<4xf32> {llvm.noalias}, %b: i32 {llvm.signext, test.a}) -> (memref<4xf32> {test.a}) attributes {llvm.readnone, test.b = 1 : i32} {
  return %a : memref<4xf32>
}
func.func private @g(%a : memref<4xf32> {llvm.noalias}, %b: i32 {llvm.signext}) -> (i32 {llvm.signext}, i32{llvm.zeroext}) attributes {no_inline, llvm.linkage = #llvm.linkage<extern_weak>}
func.func @h(%a : memref<4xf32>, %b: i32, %c : i1 ) -> i32 {
  %0:2 = call @g(%a, %b) {foo = 1, no_inline} : (memref<4xf32>, i32) -> (i32, i32)
  cf.cond_br %c, ^bb1(%0#1, %a : i32, memref<4xf32>), ^bb2
^bb1(%x : i32, %y : memref<4xf32>):
  %f = constant @pointers : (memref<4xf32>, i32) -> memref<4xf32>
  %z = call_indirect %f(%y, %b) : (memref<4xf32>, i32) -> memref<4xf32>
  return %x : i32
^bb2:
  return %b : i32
}
func.func @two(%b: memref<4xf32> {llvm.noalias}) -> (memref<4xf32>, i64 {llvm.signext}) attributes {llvm.bareptr} {
  %m:2 = call @two(%b) : (memref<4xf32>) -> (memref<4xf32>, i64)
  return %m#0, %m#1 : memref<4xf32>, i64
}
func.func @unr(%b: memref<4xf32>) -> (memref<4xf32>) {
  %m = call @unr(%b) : (memref<4xf32>) -> (memref<4xf32>)
  return %m : memref<4xf32>
}
func.func @sret(%a: !llvm.ptr {llvm.sret = index}) { return }
func.func @wrapped(%a : memref<4xf32> {llvm.noalias}, %b: i32 {llvm.signext}) -> (i32 {llvm.signext}) attributes {llvm.emit_c_interface} {
  return %b : i32
}
func.func @var(%a : i32) attributes {func.varargs = true} { return }
func.func @a(%a : memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}
func.func @b(%a : memref<4xf32>) -> memref<4xf32> {
  %0 = "test.op"(%a) : (memref<4xf32>) -> memref<4xf32>
  return %0 : memref<4xf32>
}
func.func @c(%a : memref<4xf32>) -> (memref<4xf32>, i32) {
  %c = arith.constant 0 : i32
  return %a, %c : memref<4xf32>, i32
}
