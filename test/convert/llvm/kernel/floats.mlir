// RUN: tern-opt %s --iree-convert-to-nvvm --canonicalize | FileCheck %s

// f32 to bf16 is an instruction; from f64 the rounding is made by integers, as on other processors.

// CHECK-LABEL: llvm.func @round
// CHECK: llvm.fptrunc %{{.+}} : f32 to bf16
// CHECK: llvm.fptrunc %{{.+}} : vector<2xf32> to vector<2xbf16>
// CHECK: llvm.fptrunc %{{.+}} : f64 to f32
// CHECK-NOT: llvm.fptrunc
// CHECK: llvm.bitcast %{{.+}} : i16 to bf16
func.func @round() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64xf32>
  %wide = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64xf64>
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64xbf16>
  %x = gpu.thread_id x
  %0 = memref.load %in[%x] : memref<64xf32>
  %1 = arith.truncf %0 : f32 to bf16
  memref.store %1, %out[%x] : memref<64xbf16>
  %2 = vector.load %in[%c0] : memref<64xf32>, vector<2xf32>
  %3 = arith.truncf %2 : vector<2xf32> to vector<2xbf16>
  vector.store %3, %out[%c0] : memref<64xbf16>, vector<2xbf16>
  %4 = memref.load %wide[%x] : memref<64xf64>
  %5 = arith.truncf %4 : f64 to bf16
  memref.store %5, %out[%x] : memref<64xbf16>
  return
}

// exp2 that takes what has no normal exponent for zero is an instruction for each number; others are LLVM's.

// CHECK-LABEL: llvm.func @flushing
// CHECK: %[[Y:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%{{.*}}) : (f32) -> f32
// CHECK: llvm.store %[[Y]]
// CHECK: %[[LANE:.*]] = llvm.extractelement %[[X:.*]][%{{.*}} : i32] : vector<2xf32>
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[LANE]])
// CHECK: %[[FIRST:.*]] = llvm.insertelement
// CHECK: llvm.extractelement %[[X]]
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK: llvm.insertelement %{{.*}}, %[[FIRST]]
// CHECK: llvm.intr.exp2(%[[X]]) {fastmathFlags = #llvm.fastmath<afn>} : (vector<2xf32>) -> vector<2xf32>
func.func @flushing() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64xf32>
  %out = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64xf32>
  %x = gpu.thread_id x
  %0 = memref.load %in[%x] : memref<64xf32>
  %1 = math.exp2 %0 fastmath<afn> {tern.flushes_subnormals} : f32
  memref.store %1, %out[%x] : memref<64xf32>
  %2 = vector.load %in[%c0] : memref<64xf32>, vector<2xf32>
  %3 = math.exp2 %2 fastmath<afn> {tern.flushes_subnormals} : vector<2xf32>
  vector.store %3, %out[%c0] : memref<64xf32>, vector<2xf32>
  %4 = math.exp2 %2 fastmath<afn> : vector<2xf32>
  vector.store %4, %out[%c0] : memref<64xf32>, vector<2xf32>
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
}
