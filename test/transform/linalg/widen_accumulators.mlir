// RUN: tern-opt %s --linalg-widen-accumulators | FileCheck %s
// RUN: tern-opt %s --linalg-widen-accumulators=most-bytes=64 | FileCheck %s --check-prefix=LITTLE
// RUN: tern-opt %s --linalg-widen-accumulators --iree-codegen-tile-and-distribute-to-workgroups --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=TILED
// RUN: tern-opt %s --linalg-widen-accumulators --mlir-print-op-generic \
// RUN:   | mlir-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --linalg-widen-accumulators --mlir-pass-statistics 2>&1 | FileCheck %s --check-prefix=STATISTICS
// STATISTICS: 11 num-widened

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// The fill goes to the temporary, which becomes as small as a tile.

// CHECK-LABEL: func.func @filled
// CHECK: %[[OUT:.*]] = iree.placeholder {{.*}}@ret0
// CHECK-NOT: linalg.fill ins(%{{.*}} : bf16)
// CHECK: %[[SUMS:.*]] = memref.alloca() : memref<512x512xf32>
// CHECK: %[[ZERO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: linalg.fill ins(%[[ZERO]] : f32) outs(%[[SUMS]] : memref<512x512xf32>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<512x512xbf16>, memref<512x512xbf16>) outs(%[[SUMS]] : memref<512x512xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]] : memref<512x512xf32>) outs(%[[OUT]] : memref<512x512xbf16>)
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: return
// LITTLE-LABEL: func.func @filled
// LITTLE: linalg.matmul {{.*}} outs(%{{.*}} : memref<512x512xf32>)
// TILED-LABEL: func.func @filled
// TILED: memref.alloca() : memref<128x256xf32>
// UPSTREAM-LABEL: func.func @filled
// UPSTREAM: linalg.matmul {{.*}} outs(%{{.*}} : memref<512x512xf32>)
func.func @filled() {
  %two = arith.constant 2.0 : bf16
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<512x512xbf16>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xbf16>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x512xbf16>
  linalg.fill ins(%two : bf16) outs(%o : memref<512x512xbf16>)
  linalg.matmul ins(%a, %b : memref<512x512xbf16>, memref<512x512xbf16>) outs(%o : memref<512x512xbf16>)
  return
}

// What was there is extended. The host knows the number of rows.

// CHECK-LABEL: func.func @added_to
// CHECK: %[[OUT:.*]] = iree.placeholder {{.*}}@ret0
// CHECK: %[[SIZE:.*]] = memref.dim %[[OUT]]
// CHECK: %[[SUMS:.*]] = memref.alloca(%[[SIZE]]) : memref<?x512xf32>
// CHECK: linalg.generic {{.*}} ins(%[[OUT]] : memref<?x512xf16>) outs(%[[SUMS]] : memref<?x512xf32>)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: linalg.matmul {{.*}} outs(%[[SUMS]] : memref<?x512xf32>)
// TILED-LABEL: func.func @added_to
// TILED: memref.alloca() : memref<{{[0-9]+}}x{{[0-9]+}}xf32>
func.func @added_to() {
  %m = hal.interface.load.constant offset = 0 : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<?x512xf16>{%m}
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xf16>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<?x512xf16>{%m}
  linalg.matmul ins(%a, %b : memref<?x512xf16>, memref<512x512xf16>) outs(%o : memref<?x512xf16>)
  return
}

// Something reads what was filled, or the op itself does.

// CHECK-LABEL: func.func @read_between
// CHECK: linalg.fill ins(%{{.*}} : bf16)
// CHECK: memref.load
// CHECK: arith.extf
// CHECK: linalg.reduce
// CHECK-LABEL: func.func @reads_itself
// CHECK: linalg.fill ins(%{{.*}} : bf16)
// CHECK: arith.extf
// CHECK: iterator_types = ["parallel", "reduction"]
func.func @read_between(%a: memref<8x64xbf16>) -> bf16 {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %o = memref.alloc() : memref<8xbf16>
  linalg.fill ins(%z : bf16) outs(%o : memref<8xbf16>)
  %r = memref.load %o[%c0] : memref<8xbf16>
  linalg.reduce {arith.addf} ins(%a : memref<8x64xbf16>) outs(%o : memref<8xbf16>) dimensions = [1]
  return %r : bf16
}

func.func @reads_itself(%a: memref<8x8xbf16>) {
  %z = arith.constant 0.0 : bf16
  %o = memref.alloc() : memref<8xbf16>
  linalg.fill ins(%z : bf16) outs(%o : memref<8xbf16>)
  linalg.generic {indexing_maps = [#id, #column, #row], iterator_types = ["parallel", "reduction"]}
    ins(%a, %o : memref<8x8xbf16>, memref<8xbf16>) outs(%o : memref<8xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %acc: bf16):
    %p = arith.mulf %x, %y : bf16
    %s = arith.addf %acc, %p : bf16
    linalg.yield %s : bf16
  }
  return
}

// Terms that are computed, of which one has other users.

// CHECK-LABEL: func.func @two_sums
// CHECK-DAG: %[[A:.*]] = memref.alloca() : memref<64xf32>
// CHECK-DAG: %[[B:.*]] = memref.alloca() : memref<64xf32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : memref<64xf32>, memref<64xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f16, %[[S:.*]]: f32, %[[T:.*]]: f32):
// CHECK-NEXT: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]] fastmath<contract> : f16
// CHECK-NEXT: %[[TERM:.*]] = arith.extf %[[SQUARE]] : f16 to f32
// CHECK-NEXT: %[[NEGATED:.*]] = arith.negf %[[TERM]] : f32
// CHECK-NEXT: %[[FIRST:.*]] = arith.addf %[[NEGATED]], %[[S]] fastmath<nnan> : f32
// CHECK-NEXT: %[[AGAIN:.*]] = arith.extf %[[SQUARE]] : f16 to f32
// CHECK-NEXT: %[[SECOND:.*]] = arith.subf %[[T]], %[[AGAIN]] : f32
// CHECK-NEXT: linalg.yield %[[FIRST]], %[[SECOND]] : f32, f32
func.func @two_sums(%a: memref<64x512xf16>, %o: memref<64xf16>, %p: memref<64xf16>) {
  linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<64x512xf16>) outs(%o, %p : memref<64xf16>, memref<64xf16>) {
  ^bb0(%x: f16, %s: f16, %t: f16):
    %square = arith.mulf %x, %x fastmath<contract> : f16
    %n = arith.negf %square : f16
    %0 = arith.addf %n, %s fastmath<nnan> : f16
    %1 = arith.subf %t, %square : f16
    linalg.yield %0, %1 : f16, f16
  }
  return
}

// Named ops stay what they are, unless they round what they multiply.

// CHECK-LABEL: func.func @named
// CHECK: linalg.reduce
// CHECK: arith.addf %{{.*}} : f32
// CHECK: linalg.matmul ins(%{{.*}} : memref<4x512xf8E4M3FN>, memref<512x4xbf16>) outs(%{{.*}} : memref<4x4xf32>)
// CHECK: linalg.conv_1d_nwc_wcf {{.*}} outs(%{{.*}} : memref<1x6x2xf32>)
// CHECK: linalg.pooling_nwc_sum {{.*}} outs(%{{.*}} : memref<1x6x4xf32>)
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%{{.*}} : memref<4x512xf32>, memref<512x4xf32>) outs(%{{.*}} : memref<4x4xf32>)
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: arith.mulf %{{.*}} : f32
func.func @named(%a: memref<4x512xf16>, %s: memref<4xf16>, %f: memref<4x512xf8E4M3FN>, %b: memref<512x4xbf16>, %o: memref<4x4xbf16>,
                 %i: memref<1x8x4xf16>, %k: memref<3x4x2xf16>, %c: memref<1x6x2xf16>, %w: memref<3xf16>, %p: memref<1x6x4xf16>,
                 %x: memref<4x512xf32>, %y: memref<512x4xf32>) {
  linalg.reduce {arith.addf} ins(%a : memref<4x512xf16>) outs(%s : memref<4xf16>) dimensions = [1]
  linalg.matmul ins(%f, %b : memref<4x512xf8E4M3FN>, memref<512x4xbf16>) outs(%o : memref<4x4xbf16>)
  linalg.conv_1d_nwc_wcf ins(%i, %k : memref<1x8x4xf16>, memref<3x4x2xf16>) outs(%c : memref<1x6x2xf16>)
  linalg.pooling_nwc_sum ins(%i, %w : memref<1x8x4xf16>, memref<3xf16>) outs(%p : memref<1x6x4xf16>)
  linalg.matmul ins(%x, %y : memref<4x512xf32>, memref<512x4xf32>) outs(%o : memref<4x4xbf16>)
  return
}

// In loops, temporaries are taken once; their sizes must be known.

// CHECK-LABEL: func.func @in_a_loop
// CHECK: scf.for
// CHECK: memref.alloca() : memref<16x16xf32>
// CHECK: linalg.matmul {{.*}} outs(%{{.*}} : memref<16x16xf32>)
// CHECK: linalg.matmul {{.*}} outs(%{{.*}} : memref<?x16xbf16>)
// LITTLE-LABEL: func.func @in_a_loop
// LITTLE-NOT: xf32>
// LITTLE: return
func.func @in_a_loop(%a: memref<16x16xbf16>, %b: memref<16x16xbf16>, %o: memref<16x16xbf16>, %p: memref<?x16xbf16>, %q: memref<?x16xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    linalg.matmul ins(%a, %b : memref<16x16xbf16>, memref<16x16xbf16>) outs(%o : memref<16x16xbf16>)
    linalg.matmul ins(%p, %b : memref<?x16xbf16>, memref<16x16xbf16>) outs(%q : memref<?x16xbf16>)
  }
  return
}

// What loses nothing, what is wide, what says how it rounds, what is no sum of one accumulator, what has no elements, and what would take much of the stack,
// because the ops have no loop in common that could be cut, or nobody knows its length.

// CHECK-LABEL: func.func @left_alone
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @left_alone(%a: memref<64x512xbf16>, %o: memref<64xbf16>, %x: memref<64x512xf32>, %s: memref<64xf32>, %e: memref<0xbf16>, %d: memref<0x512xbf16>) {
  linalg.reduce {arith.maximumf} ins(%a : memref<64x512xbf16>) outs(%o : memref<64xbf16>) dimensions = [1]
  linalg.reduce {arith.addf} ins(%x : memref<64x512xf32>) outs(%s : memref<64xf32>) dimensions = [1]
  linalg.reduce {arith.addf} ins(%d : memref<0x512xbf16>) outs(%e : memref<0xbf16>) dimensions = [1]
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<64x512xbf16>) outs(%o : memref<64xbf16>) {
  ^bb0(%y: bf16, %acc: bf16):
    %0 = arith.extf %acc : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  }
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<64x512xbf16>) outs(%o : memref<64xbf16>) {
  ^bb0(%y: bf16, %acc: bf16):
    %0 = arith.mulf %acc, %acc : bf16
    %1 = arith.addf %0, %y : bf16
    linalg.yield %1 : bf16
  }
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<64x512xbf16>) outs(%o : memref<64xbf16>) {
  ^bb0(%y: bf16, %acc: bf16):
    %0 = arith.subf %y, %acc : bf16
    linalg.yield %0 : bf16
  }
  return
}

// CHECK-LABEL: func.func @much_memory
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @much_memory() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<512x512xbf16>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xbf16>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x512xbf16>
  %p = iree.placeholder for "interface buffer" {binding = @io::@ret1} : memref<512x512xbf16>
  linalg.matmul ins(%a, %b : memref<512x512xbf16>, memref<512x512xbf16>) outs(%o : memref<512x512xbf16>)
  linalg.matmul ins(%o, %o : memref<512x512xbf16>, memref<512x512xbf16>) outs(%p : memref<512x512xbf16>)
  return
}

// CHECK-LABEL: func.func @unknown_length
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @unknown_length(%n: memref<index>) {
  %m = memref.load %n[] : memref<index>
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<?x512xbf16>{%m}
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xbf16>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<?x512xbf16>{%m}
  linalg.matmul ins(%a, %b : memref<?x512xbf16>, memref<512x512xbf16>) outs(%o : memref<?x512xbf16>)
  return
}

func.func private @declared(%a: memref<4xbf16>)

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @ret1, set=0, binding=3, type="StorageBuffer", access="Write|Discard"
}
