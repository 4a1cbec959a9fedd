// What is computed on the host with affine maps is arithmetic when the pipeline is through.
// RUN: tern-opt %s --iree-hal-transformation-pipeline="targets=cpu" | FileCheck %s

// CHECK-LABEL: util.func public @count
// CHECK-NOT: affine.
// CHECK-DAG: arith.divsi
// CHECK-DAG: arith.minsi
// CHECK: util.return
util.func public @count(%n: index) -> index {
  %0 = affine.apply affine_map<()[s0] -> (s0 ceildiv 64)>()[%n]
  %1 = affine.min affine_map<()[s0, s1] -> (s0, s1, 65535)>()[%0, %n]
  util.return %1 : index
}

// CHECK-LABEL: util.func public @sum
// CHECK-NOT: scf.for
// CHECK: cf.cond_br
util.func public @sum(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = affine.for %i = 0 to %n iter_args(%a = %c0) -> (index) {
    %b = affine.apply affine_map<(d0)[s0] -> (d0 mod 3 + s0)>(%i)[%n]
    %c = arith.addi %a, %b : index
    affine.yield %c : index
  }
  util.return %0 : index
}
