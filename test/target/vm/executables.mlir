// Executables are sections of their own, and what programs say of their functions is kept.
// RUN: tern-translate %s --iree-vm-ir-to-bytecode-module -o %t.tern
// RUN: tern-translate %t.tern --tern-disassemble | FileCheck %s

// CHECK: module file version 3, 2 sections
// CHECK: export 0 "main" function 0
// CHECK-NEXT: "iree.abi.declaration" = "sync func @main(%input0: tensor<?x4xf32> {iree.abi.affinity = 1}, %input1: ui8) -> (%output0: tensor<complex<f64>>, !hal.fence)"
// CHECK-NEXT: argument 0 "input0" tensor<?x4xf32> element 78
// CHECK-NEXT: argument 1 "input1" ui8 element 36
// CHECK-NEXT: result 0 "output0" tensor<complex<f64>> element 99
// CHECK-NEXT: result 1 "" !hal.fence element 0
// CHECK: rodata 0 "kernels" executable 0 size 92 alignment 8 "application/x-tern-executable"
// CHECK: executable 0: target "cpu" format "f" entry points 1
// CHECK-NEXT: entry point 0 "go" constants 2
// CHECK-NEXT: binding 0.1 "x" read element 78 [4] alignment 64
// CHECK-NEXT: code: 3 bytes
vm.module public @program {
  vm.rodata private @kernels <mime_type = "application/x-tern-executable"> #util.composite<92xi8, [
    dense<3> : tensor<1xi32>, "cpu", dense<0> : tensor<1xi8>,
    dense<1> : tensor<1xi32>, "f", dense<0> : tensor<3xi8>,
    dense<1> : tensor<1xi32>,
    dense<2> : tensor<1xi32>, "go", dense<0> : tensor<2xi8>,
    dense<[2, 1]> : tensor<2xi32>,
    dense<[0, 1, 1, 78]> : tensor<4xi32>, dense<1> : tensor<1xi32>, "x", dense<0> : tensor<3xi8>,
    dense<[1, 64, 4, 0, -1]> : tensor<5xi32>,
    dense<0> : tensor<1xi32>,
    dense<3> : tensor<1xi32>, "abc", dense<0> : tensor<1xi8>
  ]>
  vm.func private @main(%a: !vm.ref<!hal.buffer_view>, %b: i32) {
    vm.return
  }
  vm.export @main attributes {iree.reflection = {iree.abi.declaration = "sync func @main(%input0: tensor<?x4xf32> {iree.abi.affinity = 1}, %input1: ui8) -> (%output0: tensor<complex<f64>>, !hal.fence)"}}
}
