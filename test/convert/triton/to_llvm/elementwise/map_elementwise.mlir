// Scalar code for each element, or for several in registers that follow one another.
// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=90 --reconcile-unrealized-casts | FileCheck %s

#line = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func internal @pairs
  // CHECK-SAME: (%[[X:.*]]: !llvm.struct<(f32, f32, f32, f32)>, %[[N:.*]]: !llvm.struct<(i32, i32, i32, i32)>
  tt.func private @pairs(%x: tensor<512xf32, #line>, %n: tensor<512xi32, #line>) -> tensor<512xf32, #line> {
    // CHECK-DAG: %[[X0:.*]] = llvm.extractvalue %[[X]][0]
    // CHECK-DAG: %[[X1:.*]] = llvm.extractvalue %[[X]][1]
    // CHECK-DAG: %[[X2:.*]] = llvm.extractvalue %[[X]][2]
    // CHECK-DAG: %[[X3:.*]] = llvm.extractvalue %[[X]][3]
    // CHECK-DAG: %[[N0:.*]] = llvm.extractvalue %[[N]][0]
    // CHECK-DAG: %[[N2:.*]] = llvm.extractvalue %[[N]][2]
    // CHECK: %[[D:.*]] = llvm.fsub %[[X0]], %[[X1]]
    // CHECK: %[[F:.*]] = llvm.sitofp %[[N0]]
    // CHECK: %[[S:.*]] = llvm.fadd %[[D]], %[[F]]
    // CHECK: %[[E:.*]] = llvm.fsub %[[X2]], %[[X3]]
    // CHECK: %[[G:.*]] = llvm.sitofp %[[N2]]
    // CHECK: %[[T:.*]] = llvm.fadd %[[E]], %[[G]]
    // CHECK: llvm.insertvalue %[[S]], %{{.*}}[0]
    // CHECK: llvm.insertvalue %[[D]], %{{.*}}[1]
    // CHECK: llvm.insertvalue %[[T]], %{{.*}}[2]
    // CHECK: llvm.insertvalue %[[E]], %{{.*}}[3]
    %y = "tt.map_elementwise"(%x, %n) <{pack = 2 : i32}> ({
    ^bb0(%a: f32, %b: f32, %i: i32, %j: i32):
      %d = arith.subf %a, %b : f32
      %f = arith.sitofp %i : i32 to f32
      %s = arith.addf %d, %f : f32
      tt.map_elementwise.return %s, %d : f32, f32
    }) : (tensor<512xf32, #line>, tensor<512xi32, #line>) -> tensor<512xf32, #line>
    tt.return %y : tensor<512xf32, #line>
  }
}

// -----

// Blocks are copied for each element; the second element's begin where the first's end. Floats of 8 bits are bytes.
#line = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func internal @branches
  // CHECK-SAME: (%[[X:.*]]: !llvm.struct<(i8, i8)>, %[[N:.*]]: !llvm.struct<(i32, i32)>
  tt.func private @branches(%x: tensor<256xf8E5M2, #line>, %n: tensor<256xi32, #line>) -> (tensor<256xf8E5M2, #line>, tensor<256xi32, #line>) {
    // CHECK-DAG: %[[X0:.*]] = llvm.extractvalue %[[X]][0]
    // CHECK-DAG: %[[N0:.*]] = llvm.extractvalue %[[N]][0]
    // CHECK: llvm.cond_br %{{.*}}, ^[[THEN:bb[0-9]+]](%[[X0]] : i8), ^[[REST:bb[0-9]+]](%[[X0]], %[[N0]] : i8, i32)
    // CHECK: ^[[THEN]](%[[A:.*]]: i8):
    // CHECK: %[[Q:.*]] = llvm.sdiv %{{.*}}, %[[N0]]
    // CHECK: llvm.br ^[[REST]](%[[A]], %[[Q]] : i8, i32)
    // CHECK: ^[[REST]](%[[R0:.*]]: i8, %[[J0:.*]]: i32):
    // CHECK: llvm.br ^[[SECOND:bb[0-9]+]](%[[R0]], %[[J0]] : i8, i32)
    // CHECK: ^[[SECOND]](%[[Y0:.*]]: i8, %[[M0:.*]]: i32):
    // CHECK: llvm.cond_br %{{.*}}, ^{{bb[0-9]+}}({{.*}}), ^[[END:bb[0-9]+]]
    // CHECK: ^[[END]](%[[R1:.*]]: i8, %[[J1:.*]]: i32):
    // CHECK: llvm.br ^[[LAST:bb[0-9]+]](%[[R1]], %[[J1]] : i8, i32)
    // CHECK: ^[[LAST]](%[[Y1:.*]]: i8, %[[M1:.*]]: i32):
    // CHECK: llvm.insertvalue %[[Y0]], %{{.*}}[0]
    // CHECK: llvm.insertvalue %[[Y1]], %{{.*}}[1]
    // CHECK: llvm.insertvalue %[[M0]], %{{.*}}[0]
    // CHECK: llvm.insertvalue %[[M1]], %{{.*}}[1]
    %y:2 = "tt.map_elementwise"(%x, %n) <{pack = 1 : i32}> ({
    ^bb0(%a: f8E5M2, %i: i32):
      %zero = arith.constant 0 : i32
      %c = arith.cmpi ne, %i, %zero : i32
      cf.cond_br %c, ^bb1(%a : f8E5M2), ^bb2(%a, %i : f8E5M2, i32)
    ^bb1(%b: f8E5M2):
      %hundred = arith.constant 100 : i32
      %q = arith.divsi %hundred, %i : i32
      cf.br ^bb2(%b, %q : f8E5M2, i32)
    ^bb2(%r: f8E5M2, %j: i32):
      tt.map_elementwise.return %r, %j : f8E5M2, i32
    }) : (tensor<256xf8E5M2, #line>, tensor<256xi32, #line>) -> (tensor<256xf8E5M2, #line>, tensor<256xi32, #line>)
    tt.return %y#0, %y#1 : tensor<256xf8E5M2, #line>, tensor<256xi32, #line>
  }
}
