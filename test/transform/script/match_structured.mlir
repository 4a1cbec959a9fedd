// Matchers of structured ops: what they find, and what they say. Upstream's interpreter says the same.
// RUN: tern-opt %s --transform-interpreter --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --transform-interpreter --split-input-file --verify-diagnostics

func.func @product_and_more(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  // expected-remark@+7 {{product}}
  // expected-remark@+6 {{m 0 : i64}}
  // expected-remark@+5 {{n 1 : i64}}
  // expected-remark@+4 {{k 2 : i64}}
  // expected-remark@+3 {{extents 4 : i64, 8 : i64}}
  // expected-remark@+2 {{inputs 2 : i64}}
  // expected-remark@+1 {{map affine_map<(d0, d1, d2) -> (d0, d1)>}}
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  // expected-remark@+1 {{elementwise}}
  %1 = linalg.exp ins(%0 : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  // expected-remark@+1 {{passthrough}}
  %2 = linalg.copy ins(%1 : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @product(%op: !transform.any_op {transform.readonly}) -> (!transform.any_op, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.affine_map) {
    %0:6 = transform.match.structured %op : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.affine_map) {
    ^bb0(%m: !transform.any_op):
      transform.match.structured.body %m {contraction = ["arith.mulf", "arith.addf"]} : !transform.any_op
      transform.match.structured.body %m {reduction_position = 0} : !transform.any_op
      %r:4 = transform.match.structured.classify_contraction_dims %m : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
      transform.match.structured.dim %m[-1] {reduction} : !transform.any_op
      %d = transform.match.structured.dim %m[except(1)] : (!transform.any_op) -> !transform.param<i64>
      %n = transform.match.structured.num_inputs %m : (!transform.any_op) -> !transform.param<i64>
      %a = transform.match.structured.init %m[0] {projected_permutation} : (!transform.any_op) -> !transform.affine_map
      transform.match.structured.yield %r#1, %r#2, %r#3, %d, %n, %a : !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.affine_map
    }
    transform.yield %op, %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : !transform.any_op, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.affine_map
  }
  transform.named_sequence @say_product(%op: !transform.any_op {transform.readonly}, %m: !transform.param<i64> {transform.readonly}, %n: !transform.param<i64> {transform.readonly}, %k: !transform.param<i64> {transform.readonly}, %d: !transform.param<i64> {transform.readonly}, %i: !transform.param<i64> {transform.readonly}, %a: !transform.affine_map {transform.readonly}) {
    transform.debug.emit_remark_at %op, "product" : !transform.any_op
    transform.debug.emit_param_as_remark %m, "m" at %op : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %n, "n" at %op : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %k, "k" at %op : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %d, "extents" at %op : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %i, "inputs" at %op : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %a, "map" at %op : !transform.affine_map, !transform.any_op
    transform.yield
  }
  transform.named_sequence @passthrough(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.structured %op : !transform.any_op {
    ^bb0(%m: !transform.any_op):
      transform.match.structured.body %m {passthrough} : !transform.any_op
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @say_passthrough(%op: !transform.any_op {transform.readonly}) {
    transform.debug.emit_remark_at %op, "passthrough" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @elementwise(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.structured %op : !transform.any_op {
    ^bb0(%m: !transform.any_op):
      transform.match.structured.body %m {elementwise} : !transform.any_op
      transform.match.structured.yield
    }
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @say_elementwise(%op: !transform.any_op {transform.readonly}) {
    transform.debug.emit_remark_at %op, "elementwise" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    transform.foreach_match in %root @product -> @say_product, @passthrough -> @say_passthrough, @elementwise -> @say_elementwise : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A window that moves by 2 over every third element, of many images.
// expected-remark@+1 {{visited}}
module {
  func.func @convolution(%i: tensor<2x9x4xf32>, %f: tensor<2x4x8xf32>, %o: tensor<2x3x8xf32>) -> tensor<2x3x8xf32> {
    // expected-remark@+8 {{batch 0 : i64}}
    // expected-remark@+7 {{image 1 : i64}}
    // expected-remark@+6 {{channel 2 : i64}}
    // expected-remark@+5 {{window 3 : i64}}
    // expected-remark@+4 {{input 4 : i64}}
    // expected-remark@+3 {{strides 2 : i64}}
    // expected-remark@+2 {{dilations 3 : i64}}
    // expected-remark@+1 {{visited}}
    %0 = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>}
        ins(%i, %f : tensor<2x9x4xf32>, tensor<2x4x8xf32>) outs(%o : tensor<2x3x8xf32>) -> tensor<2x3x8xf32>
    return %0 : tensor<2x3x8xf32>
  }
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %conv = transform.structured.match ops{["linalg.conv_1d_nwc_wcf"]} in %root : (!transform.any_op) -> !transform.any_op
    %0:8 = transform.match.structured %conv : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>) {
    ^bb0(%m: !transform.any_op):
      %c:8 = transform.match.structured.classify_convolution_dims %m : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
      transform.match.structured.yield %c#0, %c#1, %c#2, %c#3, %c#4, %c#5, %c#6, %c#7 : !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>
    }
    transform.debug.emit_param_as_remark %0#0, "batch" at %conv : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %0#1, "image" at %conv : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %0#2, "channel" at %conv : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %0#3, "window" at %conv : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %0#4, "input" at %conv : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %0#6, "strides" at %conv : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %0#7, "dilations" at %conv : !transform.param<i64>, !transform.any_op
    // What fails inside leaves what came before it.
    %parent = transform.get_parent_op %conv {op_name = "builtin.module"} : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %parent, "visited" : !transform.any_op
    %1:2 = transform.match.structured failures(suppress) %conv : (!transform.any_op) -> (!transform.any_op, !transform.param<i64>) {
    ^bb0(%m: !transform.any_op):
      transform.match.structured.body %m {elementwise} : !transform.any_op
      %r = transform.match.structured.rank %m : (!transform.any_op) -> !transform.param<i64>
      transform.match.structured.yield %m, %r : !transform.any_op, !transform.param<i64>
    }
    transform.debug.emit_remark_at %1#0, "visited" : !transform.any_op
    %n = transform.num_associations %1#1 : (!transform.param<i64>) -> !transform.param<i64>
    %zero = transform.param.constant 0 : i64 -> !transform.param<i64>
    transform.match.param.cmpi eq %n, %zero : !transform.param<i64>
    transform.yield
  }
}
