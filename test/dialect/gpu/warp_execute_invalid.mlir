// RUN: tern-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

func.func @arguments(%lane: index) {
  // expected-error @+1 {{'gpu.warp_execute_on_lane_0' op expected same number op arguments and block arguments.}}
  gpu.warp_execute_on_lane_0(%lane)[32] args(%lane : index) {
  }
  return
}

// -----

func.func @results(%lane: index) {
  // expected-error @+1 {{'gpu.warp_execute_on_lane_0' op expected same number of yield operands and return values.}}
  %0 = gpu.warp_execute_on_lane_0(%lane)[32] -> (index) {
  }
  return
}

// -----

func.func @terminator(%lane: index) {
  // expected-error @+2 {{'gpu.warp_execute_on_lane_0' op expects regions to end with 'gpu.yield', found 'test.end'}}
  // expected-note @+1 {{in custom textual format, the absence of terminator implies 'gpu.yield'}}
  "gpu.warp_execute_on_lane_0"(%lane) <{warp_size = 32 : i64}> ({
    "test.end"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @scalars(%lane: index) {
  // expected-error @+1 {{'gpu.warp_execute_on_lane_0' op expected vector type for distributed operands.}}
  %0 = gpu.warp_execute_on_lane_0(%lane)[32] -> (index) {
    %1 = "test.x"() : () -> i32
    gpu.yield %1 : i32
  }
  return
}

// -----

func.func @elements(%lane: index) {
  // expected-error @+1 {{'gpu.warp_execute_on_lane_0' op expected distributed vectors to have same rank and element type.}}
  %0 = gpu.warp_execute_on_lane_0(%lane)[32] -> (vector<2xf32>) {
    %1 = "test.x"() : () -> vector<64xi32>
    gpu.yield %1 : vector<64xi32>
  }
  return
}

// -----

func.func @multiple(%lane: index) {
  // expected-error @+1 {{'gpu.warp_execute_on_lane_0' op expected expanded vector dimension #0 (32) to be a multipler of the distributed vector dimension (3)}}
  %0 = gpu.warp_execute_on_lane_0(%lane)[32] -> (vector<3xi32>) {
    %1 = "test.x"() : () -> vector<32xi32>
    gpu.yield %1 : vector<32xi32>
  }
  return
}

// -----

func.func @product(%lane: index, %v: vector<2x2xi32>) {
  // expected-error @+1 {{incompatible distribution dimensions from 'vector<32x2xi32>' to 'vector<2x2xi32>' with warp size = 32}}
  gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<2x2xi32>) {
  ^bb0(%w: vector<32x2xi32>):
  }
  return
}
