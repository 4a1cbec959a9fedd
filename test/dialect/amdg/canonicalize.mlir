// RUN: tern-opt %s --canonicalize | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // Tiles fill the result row by row: the one at (64, 32) of two by two is the last.
  // CHECK-LABEL: tt.func @takes_one_of_several
  // CHECK-SAME: (%{{.*}}: {{.*}}, %{{.*}}: {{.*}}, %[[C:[a-z0-9]+]]: tensor<64x32xf16, #{{[a-z]+}}>, %[[D:[a-z0-9]+]]: tensor
  // CHECK-NEXT: tt.return %[[D]], %[[C]]
  tt.func @takes_one_of_several(%a: tensor<64x32xf16, #b>, %b: tensor<64x32xf16, #b>, %c: tensor<64x32xf16, #b>, %d: tensor<64x32xf16, #b>) -> (tensor<64x32xf16, #b>, tensor<64x32xf16, #b>) {
    %0 = amdg.concat %a, %b, %c, %d : tensor<64x32xf16, #b>, tensor<64x32xf16, #b>, tensor<64x32xf16, #b>, tensor<64x32xf16, #b> -> tensor<128x64xf16, #b>
    %1 = amdg.extract_slice %0 [64, 32] : tensor<128x64xf16, #b> to tensor<64x32xf16, #b>
    %2 = amdg.extract_slice %0 [64, 0] : tensor<128x64xf16, #b> to tensor<64x32xf16, #b>
    tt.return %1, %2 : tensor<64x32xf16, #b>, tensor<64x32xf16, #b>
  }

  // CHECK-LABEL: tt.func @keeps_a_slice_of_several
  // CHECK: amdg.concat
  // CHECK: amdg.extract_slice
  tt.func @keeps_a_slice_of_several(%a: tensor<64x32xf16, #b>) -> tensor<64x64xf16, #b> {
    %0 = amdg.concat %a, %a, %a, %a : tensor<64x32xf16, #b>, tensor<64x32xf16, #b>, tensor<64x32xf16, #b>, tensor<64x32xf16, #b> -> tensor<128x64xf16, #b>
    %1 = amdg.extract_slice %0 [64, 0] : tensor<128x64xf16, #b> to tensor<64x64xf16, #b>
    tt.return %1 : tensor<64x64xf16, #b>
  }

  // CHECK-LABEL: tt.func @is_its_only_source
  // CHECK-SAME: %[[A:[a-z0-9]+]]: tensor
  // CHECK-NEXT: tt.return %[[A]]
  tt.func @is_its_only_source(%a: tensor<64x32xf16, #b>) -> tensor<64x32xf16, #b> {
    %0 = amdg.concat %a : tensor<64x32xf16, #b> -> tensor<64x32xf16, #b>
    tt.return %0 : tensor<64x32xf16, #b>
  }
}
