// RUN: tern-opt %s --convert-ub-to-spirv > %t.mlir
// RUN: mlir-opt %s --convert-ub-to-spirv | diff - %t.mlir

module attributes {
  spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Int16, Int64, Float64, Shader], []>, #spirv.resource_limits<>>
} {
  func.func @poison(%c: i1) -> (i16, vector<4xf32>) {
    %0 = ub.poison : i16
    %1 = ub.poison : vector<4xf32>
    %2 = ub.poison : index
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    ub.unreachable
  ^bb2:
    return %0, %1 : i16, vector<4xf32>
  }
}
