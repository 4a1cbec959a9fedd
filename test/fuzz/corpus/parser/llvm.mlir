llvm.mlir.global internal constant @g("abc\00") {addr_space = 0 : i32} : !llvm.array<4 x i8>
llvm.func @f(%p: !llvm.ptr {llvm.noalias}, %n: i64) -> !llvm.struct<(i32, ptr)> attributes {passthrough = ["nounwind"]} {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  %1 = llvm.getelementptr inbounds %p[%n, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"s", (i32, array<2 x f32>)>
  %2 = llvm.load %1 {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store %2, %0 : i32, !llvm.ptr
  %3 = llvm.mlir.undef : !llvm.struct<(i32, ptr)>
  %4 = llvm.insertvalue %2, %3[0] : !llvm.struct<(i32, ptr)>
  llvm.return %4 : !llvm.struct<(i32, ptr)>
}
