// RUN: tern-opt --split-input-file --iree-codegen-cpu-materialize-upper-bound-tile-size --cse %s | FileCheck %s

// A factor and the sums of a product in f32 on a processor with AVX-512; a side that is narrow; integers; a batch.
// CHECK-LABEL: util.func public @avx512
// CHECK-NOT: upper_bound_tile_size
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK: util.return %[[C16]], %[[C1]], %[[C16]], %[[C16]], %[[C4]], %[[C1]], %[[C2]], %[[C16]], %[[C1]], %[[C1]], %[[C16]]
#avx512 = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu_features = "+avx,+avx2,+avx512f,+avx512bw", target_triple = "x86_64-unknown-linux-gnu"}>
#left = #iree_encoding.encoding<operand_index = 0 : index, op_type = matmul, element_types = [f32, f32, f32]>
#sums = #iree_encoding.encoding<operand_index = 2 : index, op_type = matmul, element_types = [f32, f32, f32]>
#narrow = #iree_encoding.encoding<operand_index = 0 : index, op_type = matmul, element_types = [f32, f32, f32], matmul_narrow_M = 3 : index>
#bytes = #iree_encoding.encoding<operand_index = 1 : index, op_type = matmul, element_types = [i8, i8, i32]>
#map = affine_map<(b, m, n, k) -> (b, k, m)>
#map1 = affine_map<(b, m, n, k) -> (b, n, k)>
#map2 = affine_map<(b, m, n, k) -> (b, m, n)>
#turned = #iree_encoding.encoding<operand_index = 0 : index, op_type = matmul, element_types = [f32, f32, f32], user_indexing_maps = [#map, #map1, #map2]>
module attributes {stream.affinity.default = #hal.device.affinity<@device>} {
  util.global private @device = #hal.device.target<"local", [#avx512]> : !hal.device
  util.func public @avx512() -> (index, index, index, index, index, index, index, index, index, index, index) {
    %0:2 = iree_encoding.upper_bound_tile_size tensor<?x?xf32, #left> -> index, index
    %1:2 = iree_encoding.upper_bound_tile_size tensor<?x?xf32, #sums> -> index, index
    %2:2 = iree_encoding.upper_bound_tile_size tensor<3x?xf32, #narrow> -> index, index
    %3:2 = iree_encoding.upper_bound_tile_size tensor<?x?xi8, #bytes> -> index, index
    %4:3 = iree_encoding.upper_bound_tile_size tensor<?x?x?xf32, #turned> -> index, index, index
    util.return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %4#0, %4#1, %4#2 : index, index, index, index, index, index, index, index, index, index, index
  }
}

// -----

// The largest tile of all targets; what an op is bound to; encodings that say nothing of a product, and targets without a row, have none.
// CHECK-LABEL: util.func public @several
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: util.return %[[C8]], %[[C4]], %[[C8]], %[[C1]], %[[C1]], %[[C1]]
// CHECK-LABEL: util.func public @elsewhere
// CHECK: util.return %c1, %c1 :
#arm = #hal.executable.target<"llvm-cpu", "embedded-elf-arm_64", {cpu_features = "+reserve-x18,-bf16,+i8mm", target_triple = "aarch64-unknown-unknown-eabi-elf"}>
#x86 = #hal.executable.target<"llvm-cpu", "system-elf-x86_64">
#vmvx = #hal.executable.target<"vmvx", "vmvx-bytecode-fb">
#gpu = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#right = #iree_encoding.encoding<operand_index = 1 : index, op_type = matmul, element_types = [f32, f32, f32]>
#window = #iree_encoding.encoding<operand_index = 0 : index, op_type = conv, element_types = [f32, f32, f32], user_indexing_maps = [affine_map<(m, n, k, r) -> (m, k)>, affine_map<(m, n, k, r) -> (k, n)>, affine_map<(m, n, k, r) -> (m, n)>]>
module {
  util.global private @host = #hal.device.select<[#hal.device.target<"local", [#arm, #x86]>, #hal.device.target<"local", [#vmvx]>]> : !hal.device
  util.global private @gpu = #hal.device.target<"vulkan", [#gpu]> : !hal.device
  util.func public @several() -> (index, index, index, index, index, index) attributes {stream.affinity = #hal.device.affinity<@host>} {
    %0:2 = iree_encoding.upper_bound_tile_size tensor<?x?xf32, #right> -> index, index
    %1:2 = iree_encoding.upper_bound_tile_size tensor<?x?xf32, #window> -> index, index
    %2:2 = iree_encoding.upper_bound_tile_size tensor<?x?xf32> -> index, index
    util.return %0#1, %0#0, %0#1, %1#0, %1#1, %2#0 : index, index, index, index, index, index
  }
  util.func public @elsewhere() -> (index, index) attributes {stream.affinity = #hal.device.affinity<@gpu>} {
    %0:2 = iree_encoding.upper_bound_tile_size tensor<?x?xf32, #right> -> index, index
    util.return %0#0, %0#1 : index, index
  }
}
