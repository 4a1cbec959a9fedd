// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=index-bitwidth=32" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=index-bitwidth=32" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=has-redux=true allowed-dialects=func,arith,cf" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=has-redux=true allowed-dialects=func,arith,cf" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=use-bare-ptr-memref-call-conv=false" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=use-bare-ptr-memref-call-conv=false" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Kernels with ops of other dialects: reductions of a workgroup, loops, memory in all spaces, the width of index in the data
// layout. The host's functions stay. All as upstream's tool has it.

// CHECK: llvm.mlir.global internal @__wg_all_0() {addr_space = 3 : i32} : !llvm.array<32 x f32>
// CHECK-LABEL: llvm.func @all(
// CHECK: nvvm.shfl.sync bfly
// CHECK: nvvm.barrier0
// CHECK-LABEL: llvm.func @loop(
// CHECK: llvm.cond_br
// CHECK: llvm.call @__nv_expf
// CHECK-LABEL: llvm.func @alloc(
// CHECK: llvm.store %{{.+}}, %{{.+}} : f32, !llvm.ptr<1>
// CHECK: func.func @host(%{{.+}}: index) -> index
// CHECK-NEXT: arith.addi
// All-reduce, vectors, unranked results, blocks, casts.
gpu.module @m {
  gpu.func @all() {
    %arg0 = arith.constant 1.0 : f32
    %result = gpu.all_reduce add %arg0 uniform {} : (f32) -> (f32)
    gpu.return
  }
  gpu.func @all2(%a: i32) -> i32 {
    %result = gpu.all_reduce %a uniform {
    ^bb(%lhs : i32, %rhs : i32):
      %xor = arith.xori %lhs, %rhs : i32
      "gpu.yield"(%xor) : (i32) -> ()
    } : (i32) -> (i32)
    gpu.return %result : i32
  }
  gpu.func @ids() -> index {
    %g = gpu.global_id x
    gpu.return %g : index
  }
  gpu.func @sh64(%v: i64, %f: f64, %i: i32) -> (i64, f64) {
    %a, %b = gpu.shuffle xor %v, %i, %i : i64
    %c, %d = gpu.shuffle down %f, %i, %i : f64
    gpu.return %a, %c : i64, f64
  }
}
// -----
gpu.module @m {
  gpu.func @loop(%n: index, %m: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    cf.br ^h(%c0, %m : index, memref<?xf32>)
  ^h(%i: index, %x: memref<?xf32>):
    %c = arith.cmpi slt, %i, %n : index
    cf.cond_br %c, ^b(%x : memref<?xf32>), ^e
  ^b(%y: memref<?xf32>):
    %v = memref.load %y[%i] : memref<?xf32>
    %w = math.exp %v : f32
    memref.store %w, %y[%i] : memref<?xf32>
    %j = arith.addi %i, %c1 : index
    cf.br ^h(%j, %y : index, memref<?xf32>)
  ^e:
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @un(%m: memref<*xf32>, %n: memref<4xf32>) -> memref<4xf32> {
    gpu.return %n : memref<4xf32>
  }
  func.func @call(%m: memref<4xf32>) -> memref<4xf32> {
    return %m : memref<4xf32>
  }
  gpu.func @calls(%m: memref<4xf32>) kernel {
    %0 = func.call @call(%m) : (memref<4xf32>) -> memref<4xf32>
    gpu.return
  }
}
// -----
gpu.module @m attributes {dlti.dl_spec = #dlti.dl_spec<index = 32>} {
  gpu.func @k(%i: index, %m: memref<4xf32>) kernel {
    %t = gpu.thread_id x
    %f = arith.constant 1.0 : f32
    memref.store %f, %m[%t] : memref<4xf32>
    memref.store %f, %m[%i] : memref<4xf32>
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @alloc(%i: index, %f: f32) kernel {
    %a = memref.alloca() : memref<4xf32>
    %b = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
    %c = memref.alloca() : memref<4xf32, #gpu.address_space<global>>
    memref.store %f, %a[%i] : memref<4xf32>
    memref.store %f, %b[%i] : memref<4xf32, #gpu.address_space<private>>
    memref.store %f, %c[%i] : memref<4xf32, #gpu.address_space<global>>
    gpu.return
  }
  memref.global "private" @g : memref<8xf32, #gpu.address_space<workgroup>>
  gpu.func @glob(%i: index, %f: f32) kernel {
    %a = memref.get_global @g : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %f, %a[%i] : memref<8xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
// -----
gpu.module @m {
  func.func @idx(%a: index, %b: i32, %c: complex<f32>) -> (i32, index, index, f32) {
    %0 = arith.index_cast %a : index to i32
    %1 = index.add %a, %a
    %2 = arith.ceildivsi %a, %a : index
    %3 = complex.re %c : complex<f32>
    return %0, %1, %2, %3 : i32, index, index, f32
  }
}
func.func @host(%a: index) -> index {
  %0 = arith.addi %a, %a : index
  return %0 : index
}
// -----
gpu.module @m {
  gpu.func @v(%a: vector<4xf32>, %b: vector<2x4xf32>, %f: f32, %m: memref<8xf32>, %i: index) -> (vector<4xf32>, vector<2x4xf32>, f32) {
    %0 = vector.broadcast %f : f32 to vector<4xf32>
    %1 = arith.addf %0, %a : vector<4xf32>
    %2 = vector.load %m[%i] : memref<8xf32>, vector<4xf32>
    %3 = arith.mulf %1, %2 : vector<4xf32>
    vector.store %3, %m[%i] : memref<8xf32>, vector<4xf32>
    %4 = vector.insert %3, %b[0] : vector<4xf32> into vector<2x4xf32>
    %5 = vector.extract %3[1] : f32 from vector<4xf32>
    %6 = vector.reduction <add>, %3 : vector<4xf32> into f32
    %7 = arith.addf %5, %6 : f32
    %8 = math.exp %4 : vector<2x4xf32>
    gpu.return %3, %8, %7 : vector<4xf32>, vector<2x4xf32>, f32
  }
}
// -----
gpu.module @m {
  gpu.func @res(%a: f32) -> (f32 {llvm.noundef}) {
    gpu.return %a : f32
  }
  gpu.func @ranked(%a: memref<*xf32>, %b: memref<?x?xf32, strided<[?, 1], offset: ?>>) kernel {
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @un(%a: memref<?xf32>) kernel {
    gpu.return
  }
}
// -----
gpu.module @m {
  memref.global "private" constant @c : memref<4xf32> = dense<1.0>
  gpu.func @g(%i: index) -> f32 {
    %0 = memref.get_global @c : memref<4xf32>
    %1 = memref.load %0[%i] : memref<4xf32>
    %2 = memref.atomic_rmw addf %1, %0[%i] : (f32, memref<4xf32>) -> f32
    gpu.return %2 : f32
  }
  func.func @br(%c: i1, %a: memref<4xf32>, %b: memref<4xf32>) -> memref<4xf32> {
    cf.cond_br %c, ^x(%a : memref<4xf32>), ^x(%b : memref<4xf32>)
  ^x(%r: memref<4xf32>):
    return %r : memref<4xf32>
  }
}
// -----
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  gpu.func @g(%i: index, %x: f16) -> (index, f16) {
    %0 = arith.muli %i, %i : index
    %1 = math.log1p %x : f16
    %2 = math.cbrt %x : f16
    %3 = arith.addf %1, %2 : f16
    %4 = ub.poison : index
    %5 = arith.addi %0, %4 : index
    gpu.return %5, %3 : index, f16
  }
}
// -----
gpu.module @m {
  gpu.func @mem(%a: memref<8x8xf32>, %i: index) {
    %s = memref.subview %a[%i, 0] [1, 8] [1, 1] : memref<8x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    %c = memref.cast %s : memref<8xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
    %d = arith.constant 0 : index
    %n = memref.dim %c, %d : memref<?xf32, strided<[1], offset: ?>>
    %v = memref.load %c[%n] : memref<?xf32, strided<[1], offset: ?>>
    memref.store %v, %a[%i, %i] : memref<8x8xf32>
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @b(%x: bf16, %f8: f8E4M3FN) -> (bf16, f8E4M3FN) {
    %0 = math.tanh %x : bf16
    gpu.return %0, %f8 : bf16, f8E4M3FN
  }
  gpu.func @f128(%x: f80) -> f80 {
    %0 = math.tanh %x : f80
    gpu.return %0 : f80
  }
}
