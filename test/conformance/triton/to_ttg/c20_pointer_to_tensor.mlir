// C20. The tensor that a pointer leads to gets an encoding; the address space stays.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s

// CHECK: #[[B:.*]] = #ttg.blocked<
// CHECK: tt.func @f(%{{.*}}: !tt.ptr<tensor<64x64xf16, #[[B]]>>, %{{.*}}: !tt.ptr<tensor<64x64xf16, #[[B]]>, 3>)
tt.func @f(%p: !tt.ptr<tensor<64x64xf16>>, %q: !tt.ptr<tensor<64x64xf16>, 3>) {
  tt.return
}
