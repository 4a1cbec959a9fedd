// RUN: tern-opt %s --iree-convert-to-nvvm | FileCheck %s

// CHECK-LABEL: llvm.func @shuffles
module {
  func.func @shuffles() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<1xf32>
    %h = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<1xf16>
    %l = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<1xi64>
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : i32
    %c16 = arith.constant 16 : i32
    %a = memref.load %x[%c0] : memref<1xf32>
    %b = memref.load %h[%c0] : memref<1xf16>
    %c = memref.load %l[%c0] : memref<1xi64>
    // The last lane that may be read is that of the width; all lanes take part.
    // CHECK: %[[CLAMP:.*]] = llvm.sub %{{.*}}, %{{.*}} : i32
    // CHECK: nvvm.shfl.sync bfly %{{.*}}, %{{.*}}, %{{.*}}, %[[CLAMP]] : f32 -> f32
    %0, %v0 = gpu.shuffle xor %a, %c4, %c16 : f32
    memref.store %0, %x[%c0] : memref<1xf32>
    // Narrow values travel in a word, wide ones in two.
    // CHECK: llvm.bitcast %{{.*}} : f16 to i16
    // CHECK: llvm.zext %{{.*}} : i16 to i32
    // CHECK: nvvm.shfl.sync down
    // CHECK: llvm.trunc %{{.*}} : i32 to i16
    // CHECK: llvm.bitcast %{{.*}} : i16 to f16
    %1, %v1 = gpu.shuffle down %b, %c4, %c16 : f16
    memref.store %1, %h[%c0] : memref<1xf16>
    // CHECK-COUNT-2: nvvm.shfl.sync up
    // CHECK: llvm.or
    // Whether there is such a lane.
    // CHECK: %[[PAIR:.*]] = nvvm.shfl.sync up {{.*}} {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
    // CHECK: %[[VALID:.*]] = llvm.extractvalue %[[PAIR]][1]
    // CHECK: llvm.select %[[VALID]]
    %2, %v2 = gpu.shuffle up %c, %c4, %c16 : i64
    %3 = arith.select %v2, %2, %c : i64
    memref.store %3, %l[%c0] : memref<1xi64>
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b2, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
}
