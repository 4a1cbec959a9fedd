// Types and attributes are read and print back.
// RUN: tern-opt --allow-unregistered-dialect %s | FileCheck %s

// CHECK: stream.partitioning = #stream.partitioning_config<favor-min-peak-memory>
// CHECK-SAME: stream.resources = #stream.resource_config<{max_allocation_size = 1073741824, min_buffer_offset_alignment = 16, max_buffer_range = 134217728, min_buffer_range_alignment = 4, index_bits = 64, alias_mutable_bindings = true, memory_model = unified}>
module attributes {
  stream.partitioning = #stream.partitioning_config<favor-min-peak-memory>,
  stream.resources = #stream.resource_config<{
    max_allocation_size = 1073741824, min_buffer_offset_alignment = 16, max_buffer_range = 134217728,
    min_buffer_range_alignment = 4, index_bits = 64, alias_mutable_bindings = true, memory_model = unified
  }>
} {
  // What is left out has the default.
  // CHECK: "test.config"() {config = #stream.resource_config<{max_allocation_size = 4294967296, min_buffer_offset_alignment = 64, max_buffer_range = 4294967295, min_buffer_range_alignment = 1, index_bits = 32, alias_mutable_bindings = false, memory_model = discrete}>}
  "test.config"() {config = #stream.resource_config<{}>} : () -> ()
  // CHECK: "test.parameter"() {a = #stream.parameter.named<"scope"::"key"> : tensor<4xf32>, b = #stream.parameter.named<"key", {rank = 1 : i32}> : tensor<2xi8>}
  "test.parameter"() {
    a = #stream.parameter.named<"scope"::"key"> : tensor<4xf32>,
    b = #stream.parameter.named<"key", {rank = 1 : i32}> : tensor<2xi8>
  } : () -> ()
  // CHECK: util.global private mutable @t = #stream.timepoint<immediate> : !stream.timepoint
  util.global private mutable @t = #stream.timepoint<immediate> : !stream.timepoint
  // CHECK: "test.collective"() {op = #stream.collective<reduce_scatter with average : bf16>}
  "test.collective"() {op = #stream.collective<reduce_scatter with average : bf16>} : () -> ()
  // CHECK: -> (!stream.resource<*>, !stream.resource<external>, !stream.resource<staging>, !stream.resource<transient>, !stream.resource<variable>, !stream.resource<constant>, !stream.timepoint, !stream.binding, !stream.file, !stream.channel)
  "test.types"() : () -> (!stream.resource<*>, !stream.resource<external>, !stream.resource<staging>,
    !stream.resource<transient>, !stream.resource<variable>, !stream.resource<constant>, !stream.timepoint,
    !stream.binding, !stream.file, !stream.channel)
}
