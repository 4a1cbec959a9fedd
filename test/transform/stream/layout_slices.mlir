// RUN: tern-opt %s --split-input-file --iree-stream-layout-slices --canonicalize --cse | FileCheck %s

// Slices that are not needed together share bytes, at aligned places.

// CHECK-LABEL: @static
// CHECK-DAG: %[[TOTAL:.+]] = arith.constant 178 : index
// CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG: %[[C128:.+]] = arith.constant 128 : index
// CHECK: util.return %[[TOTAL]], %[[C0]], %[[C128]], %[[C0]]
util.func public @static() -> (index, index, index, index) {
  %c100 = arith.constant 100 : index
  %c50 = arith.constant 50 : index
  %0:4 = stream.resource.pack slices({
    [0, 1] = %c100,
    [1, 2] = %c50,
    [2, 3] = %c100
  }) : index
  util.return %0#0, %0#1, %0#2, %0#3 : index, index, index, index
}

// -----

// Placed by their intervals these need 3 * 64 and 192 bytes more; large ones first, the small ones fill the gap.

// CHECK-LABEL: @by_size
// CHECK-DAG: %[[TOTAL:.+]] = arith.constant 384 : index
// CHECK: util.return %[[TOTAL]]
util.func public @by_size() -> index {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %0:5 = stream.resource.pack slices({
    [0, 1] = %c64,
    [0, 3] = %c128,
    [2, 4] = %c128,
    [3, 5] = %c128
  }) : index
  util.return %0#0 : index
}

// -----

// Sizes that are only known when the program runs share bytes with the same size only, behind the constant ones.

// CHECK-LABEL: @dynamic
// CHECK-SAME: (%[[A:.+]]: index, %[[B:.+]]: index)
// CHECK-DAG: %[[C64:.+]] = arith.constant 64 : index
// CHECK-DAG: %[[AA:.+]] = util.align %[[A]], %[[C64]]
// CHECK-DAG: %[[AFTER_A:.+]] = arith.addi %[[AA]], %[[C64]]
// CHECK-DAG: %[[BB:.+]] = util.align %[[B]], %[[C64]]
// CHECK-DAG: %[[TOTAL:.+]] = arith.addi %[[AFTER_A]], %[[BB]]
// CHECK: util.return %[[TOTAL]], %{{.+}}, %[[C64]], %[[C64]], %[[AFTER_A]]
util.func public @dynamic(%a: index, %b: index) -> (index, index, index, index, index) {
  %c50 = arith.constant 50 : index
  %0:5 = stream.resource.pack slices({
    [0, 9] = %c50,
    [0, 1] = %a,
    [2, 3] = %a,
    [1, 2] = %b
  }) : index
  util.return %0#0, %0#1, %0#2, %0#3, %0#4 : index, index, index, index, index
}

// -----

// Alignments of the target, and an offset to start from.

// CHECK-LABEL: @configured
// CHECK-DAG: %[[C32:.+]] = arith.constant 32 : index
// CHECK-DAG: %[[C16:.+]] = arith.constant 16 : index
// CHECK-DAG: %[[BASE:.+]] = arith.addi %{{.+}}, %[[C16]]
// CHECK-DAG: %[[END:.+]] = arith.addi %{{.+}}, %[[C32]]
// CHECK: util.return %[[END]], %{{.+}}, %[[BASE]]
#config = #stream.resource_config<{
  max_allocation_size = 1073741824,
  min_buffer_offset_alignment = 16,
  max_buffer_range = 1073741824,
  min_buffer_range_alignment = 16,
  index_bits = 32,
  alias_mutable_bindings = false,
  memory_model = unified
}>
util.func public @configured(%offset: index) -> (index, index, index) attributes {stream.resources = #config} {
  %c5 = arith.constant 5 : index
  %0:3 = stream.resource.pack offset(%offset) slices({
    [0, 1] = %c5,
    [0, 1] = %c5
  }) : index
  util.return %0#0, %0#1, %0#2 : index, index, index
}
