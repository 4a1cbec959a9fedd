// Outlining gives what upstream's gives: names, arguments in the order of first use, attributions, tokens and clusters,
// sizes that are known, and what the kernels refer to.
// RUN: tern-opt --allow-unregistered-dialect --gpu-kernel-outlining %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --gpu-kernel-outlining %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt --allow-unregistered-dialect --pass-pipeline="builtin.module(gpu-kernel-outlining{data-layout-str='#dlti.dl_spec<#dlti.dl_entry<index,32:i32>>'})" %s > %t.layout.mlir
// RUN: mlir-opt --allow-unregistered-dialect --pass-pipeline="builtin.module(gpu-kernel-outlining{data-layout-str='#dlti.dl_spec<#dlti.dl_entry<index,32:i32>>'})" %s | diff - %t.layout.mlir
// RUN: FileCheck --check-prefix=LAYOUT %s < %t.layout.mlir

// CHECK: module attributes {gpu.container_module}
// CHECK: gpu.launch_func @f_kernel::@f_kernel blocks in (%c1, %c8, %c1) threads in (%c8, %c1, %arg1) args(%arg0 : f32, %arg2 : memref<?xf32, 1>, %arg3 : i32, %c8 : index, %c0 : index)
// CHECK: gpu.launch_func async [%0] @f_kernel_0::@f_kernel clusters in
// CHECK: scf.if
// CHECK-NEXT: gpu.launch_func @f_kernel_1::@f_kernel
// CHECK: gpu.module @f_kernel {
// CHECK: gpu.func @f_kernel({{.*}}) kernel attributes {known_grid_size = array<i32: 1, 8, 1>} {
// CHECK-COUNT-12: = gpu.{{block|thread|grid}}
// CHECK: gpu.return
// CHECK: func.func private @g
// CHECK: func.func @callee
// CHECK: func.func @h
// CHECK: memref.global "private" constant @glob
// CHECK: gpu.module @f_kernel_0
// CHECK: llvm.func @lf
// CHECK: gpu.launch_func @lf_kernel::@lf_kernel
// CHECK: gpu.module @tree_kernel {
// CHECK: memref.store %arg0, %arg1
// CHECK: gpu.module @tree_kernel_3 {
// CHECK: %[[LEAF:.+]] = memref.load %arg0
// CHECK: gpu.launch_func @tree_kernel::@tree_kernel {{.*}} args(%[[LEAF]] : i16, %arg0 : memref<32xi16>)
// CHECK: gpu.module @parity_kernel {
// CHECK: llvm.mlir.global private @odds
// CHECK: func.func @odd
// CHECK: func.func @even
// CHECK: llvm.mlir.global external constant @steps
// CHECK-NEXT: {{^ *}}}{{$}}

// LAYOUT-COUNT-3: gpu.module @f_kernel{{.*}} attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>}

func.func private @g(f32) -> f32
func.func @h(%x: f32) { return }
memref.global "private" constant @glob : memref<4xf32> = dense<1.0>
func.func @callee(%x: f32) { func.call @h(%x) : (f32) -> () 
  %m = memref.get_global @glob : memref<4xf32>
  return }
func.func @f(%a: f32, %n: index, %m: memref<?xf32, 1>, %s: i32) -> index {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %t0 = gpu.wait async
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c8, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %n) {
    memref.store %a, %m[%tx] : memref<?xf32, 1>
    %r = func.call @g(%a) : (f32) -> f32
    func.call @callee(%r) : (f32) -> ()
    func.call @callee(%r) : (f32) -> ()
    "test.use"(%c0, %bx, %sz, %m) ({ "test.in"(%s, %c8) : (i32, index) -> () }) : (index, index, index, memref<?xf32, 1>) -> ()
    gpu.terminator
  }
  %t = gpu.launch async [%t0] clusters(%cx, %cy, %cz) in (%ex = %c1, %ey = %c1, %ez = %c1) blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c8, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) dynamic_shared_memory_size %s workgroup(%w : memref<4xf32, 3>) private(%p : memref<2xf32, 5>) {
    memref.store %a, %m[%tx] : memref<?xf32, 1>
    memref.store %a, %w[%cx] : memref<4xf32, 3>
    memref.store %a, %p[%ex] : memref<2xf32, 5>
    %cond = arith.cmpi slt, %tx, %n : index
    cf.cond_br %cond, ^bb1, ^bb2(%a : f32)
  ^bb1:
    gpu.terminator
  ^bb2(%z: f32):
    "test.z"(%z) : (f32) -> ()
    gpu.terminator
  } {foo = 1}
  scf.for %i = %c0 to %c8 step %c1 {
    %b = arith.cmpi slt, %i, %n : index
    scf.if %b {
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c8, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %n) {
        "test.inner"(%i) : (index) -> ()
        gpu.terminator
      }
    }
  }
  return %n : index
}
func.func @f2(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) { gpu.terminator }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@mymod) function(@myfun) { gpu.terminator }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@mymod) function(@myfun) { gpu.terminator }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@mymod) { gpu.terminator }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) function(@onlyfun) { gpu.terminator }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) { gpu.terminator }
  return
}
llvm.func @lf(%n: i64) {
  %i = builtin.unrealized_conversion_cast %n : i64 to index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %i, %gy = %i, %gz = %i) threads(%tx, %ty, %tz) in (%sx = %i, %sy = %i, %sz = %i) { 
   "test.x"() {a = @h} : () -> ()
   gpu.terminator }
  llvm.return
}
func.func @withattr() attributes {test.s = @h} { return }
func.func @f3(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) { 
   func.call @withattr() : () -> ()
   gpu.terminator }
  return
}

// A launch in a launch: the inner one becomes a kernel too, and what it takes comes through the outer one.
func.func @tree(%leaves: memref<32xi16>, %depth: index) {
  %fan = arith.constant 4 : index
  %one = arith.constant 1 : index
  gpu.launch blocks(%node, %_0, %_1) in (%nodes = %depth, %_2 = %one, %_3 = %one) threads(%child, %_4, %_5) in (%children = %fan, %_6 = %one, %_7 = %one) {
    %leaf = memref.load %leaves[%child] : memref<32xi16>
    gpu.launch blocks(%x, %_8, %_9) in (%xs = %one, %_10 = %one, %_11 = %one) threads(%y, %_12, %_13) in (%ys = %nodes, %_14 = %children, %_15 = %one) {
      memref.store %leaf, %leaves[%y] : memref<32xi16>
      gpu.terminator
    }
    gpu.terminator
  }
  return
}

// Two functions that call each other, a global of theirs, and one of the launch's own: each comes along once.
llvm.mlir.global external constant @steps(dense<[3, 1]> : tensor<2xi16>) : !llvm.array<2 x i16>
llvm.mlir.global private @odds(0.25 : f32) : f32
func.func @parity(%n: i16, %blocks: index) {
  gpu.launch blocks(%b, %_0, %_1) in (%bs = %blocks, %_2 = %blocks, %_3 = %blocks) threads(%t, %_4, %_5) in (%ts = %blocks, %_6 = %blocks, %_7 = %blocks) {
    %chance = llvm.mlir.addressof @odds : !llvm.ptr
    %is = func.call @odd(%n) : (i16) -> i1
    scf.if %is {
      %isnt = func.call @even(%n) : (i16) -> i1
    }
    gpu.terminator
  }
  return
}
func.func @even(%n: i16) -> i1 {
  %step = llvm.mlir.addressof @steps : !llvm.ptr
  %by = llvm.load %step : !llvm.ptr -> i16
  %rest = arith.subi %n, %by : i16
  %is = call @odd(%rest) : (i16) -> i1
  return %is : i1
}
func.func @odd(%n: i16) -> i1 {
  %is = func.call @even(%n) : (i16) -> i1
  return %is : i1
}
