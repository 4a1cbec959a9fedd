// gpu.warp_execute_on_lane_0 is read and written as upstream does, in both forms.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s | diff - %t.generic.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.generic.mlir | diff %t.mlir -

func.func @warp(%l: index, %v: vector<4xf32>) -> vector<1xf32> {
  gpu.warp_execute_on_lane_0(%l)[32] {
    "test.x"() : () -> ()
  }
  gpu.warp_execute_on_lane_0(%l)[32] {
    "test.x"() : () -> ()
    gpu.yield
  } {a = 1}
  %r = gpu.warp_execute_on_lane_0(%l)[32] -> (vector<1xf32>) {
    %0 = "test.y"() : () -> vector<32xf32>
    gpu.yield %0 : vector<32xf32>
  }
  %r2:2 = gpu.warp_execute_on_lane_0(%l)[32] args(%v, %l : vector<4xf32>, index) -> (vector<1xf32>, index) {
   ^bb0(%w: vector<128xf32>, %k: index):
    %0 = "test.y"() : () -> vector<32xf32>
    gpu.yield %0, %k : vector<32xf32>, index
  }
  return %r : vector<1xf32>
}
