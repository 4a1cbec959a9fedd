// Symbols within the linked object; attributes of globals.
llvm.func @"odd name\22"(%a: i32) -> i32 {
 llvm.return %a : i32 }
llvm.mlir.alias external @al : !llvm.func<i32 (i32)> {
  %0 = llvm.mlir.addressof @"odd name\22" : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @ext()
llvm.func @u() -> !llvm.ptr {
  %0 = llvm.dso_local_equivalent @"odd name\22" : !llvm.ptr
  %1 = llvm.dso_local_equivalent @al : !llvm.ptr
  %2 = llvm.dso_local_equivalent @ext : !llvm.ptr
  %s = llvm.mlir.undef : !llvm.struct<(ptr, ptr, ptr)>
  %s0 = llvm.insertvalue %0, %s[0] : !llvm.struct<(ptr, ptr, ptr)>
  %s1 = llvm.insertvalue %1, %s0[1] : !llvm.struct<(ptr, ptr, ptr)>
  %s2 = llvm.insertvalue %2, %s1[2] : !llvm.struct<(ptr, ptr, ptr)>
  %p = llvm.extractvalue %s2[0] : !llvm.struct<(ptr, ptr, ptr)>
  llvm.return %p : !llvm.ptr
}
llvm.mlir.global external @vt() : i32 {
  %0 = llvm.dso_local_equivalent @ext : !llvm.ptr
  %1 = llvm.ptrtoint %0 : !llvm.ptr to i32
  llvm.return %1 : i32
}
llvm.mlir.global external @g(1 : i32) {target_specific_attrs = ["norecurse", ["bss-section", "my_bss.1"], ["a","b"]]} : i32
llvm.mlir.global external @h() {target_specific_attrs = []} : i32
llvm.mlir.global internal constant @sparse(sparse<[[0, 1], [1, 2]], [5, -7]> : tensor<2x3xi32>) : !llvm.array<2 x array<3 x i32>>
llvm.mlir.global internal constant @c(dense<[(1,2),(3,4)]> : tensor<2xcomplex<i32>>) : !llvm.array<2 x struct<(i32, i32)>>
llvm.mlir.global internal constant @d(dense<(1.5,2.0)> : tensor<2x1xcomplex<f32>>) : !llvm.array<2 x array<1 x struct<(f32, f32)>>>
