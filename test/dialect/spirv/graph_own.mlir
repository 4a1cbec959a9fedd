// Graphs, in their pretty form: read, printed, read by upstream's tool, and printed by it the same.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file %t.mlir | diff %t.mlir -
// In the generic form a graph has a function type here, and the type of graphs upstream.

spirv.module Logical Vulkan {
  spirv.ARM.Graph @graph(%arg0: !spirv.arm.tensor<14x19xi16>) -> !spirv.arm.tensor<14x19xi16> {
    spirv.ARM.GraphOutputs %arg0 : !spirv.arm.tensor<14x19xi16>
  }
}

// -----

spirv.module Logical Vulkan {
  spirv.ARM.Graph @graph(%arg0: !spirv.arm.tensor<14x19xi16>) -> !spirv.arm.tensor<14x19xi16> {
    %0 = spirv.ARM.GraphConstant {graph_constant_id = 42 : i32} : !spirv.arm.tensor<14x19xi16>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<14x19xi16>
  }
}

// -----

spirv.module Logical Vulkan {
  spirv.ARM.Graph @graph(%arg0: !spirv.arm.tensor<14x19xi16>) -> !spirv.arm.tensor<14x19xi16> {
    spirv.ARM.GraphOutputs %arg0 : !spirv.arm.tensor<14x19xi16>
  }
}
