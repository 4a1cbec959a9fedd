// RUN: tern-opt %s | tern-opt | FileCheck %s

func.func private @f(tensor<2xi32>) -> tensor<2xi32>

// CHECK-LABEL: func.func @ops
// CHECK: "interpreter.run_parallel"(%{{.*}}, %{{.*}}) <{programs = {{\[\[}}@f, @f]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
// CHECK: interpreter.probe %{{.*}}, probe_id = "a/b" : tensor<2xi32>
func.func @ops(%a: tensor<2xi32>) -> tensor<2xi32> {
  %0:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@f, @f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  %1 = interpreter.probe %0#1, probe_id = "a/b" : tensor<2xi32>
  return %1 : tensor<2xi32>
}
