// Canonicalization gives what upstream's gives.
// RUN: tern-opt --canonicalize %s > %t.mlir
// RUN: mlir-opt --canonicalize %s | diff -b - %t.mlir

llvm.func @aggregates(%a: i32, %b: f32, %s: !llvm.struct<(i32, struct<(f32, i32)>)>) -> (!llvm.struct<(i32, i32, f32)>) {
  %0 = llvm.insertvalue %a, %s[0] : !llvm.struct<(i32, struct<(f32, i32)>)>
  %1 = llvm.insertvalue %b, %0[1, 0] : !llvm.struct<(i32, struct<(f32, i32)>)>
  %2 = llvm.extractvalue %1[0] : !llvm.struct<(i32, struct<(f32, i32)>)>
  %3 = llvm.extractvalue %1[1, 0] : !llvm.struct<(i32, struct<(f32, i32)>)>
  %4 = llvm.extractvalue %s[1] : !llvm.struct<(i32, struct<(f32, i32)>)>
  %5 = llvm.extractvalue %4[1] : !llvm.struct<(f32, i32)>
  %6 = llvm.mlir.poison : !llvm.struct<(i32, i32, f32)>
  %7 = llvm.insertvalue %2, %6[0] : !llvm.struct<(i32, i32, f32)>
  %8 = llvm.insertvalue %5, %7[1] : !llvm.struct<(i32, i32, f32)>
  %9 = llvm.insertvalue %3, %8[2] : !llvm.struct<(i32, i32, f32)>
  llvm.return %9 : !llvm.struct<(i32, i32, f32)>
}

llvm.func @addresses(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %c = llvm.mlir.constant(3 : i32) : i32
  %0 = llvm.getelementptr %p[%i, %c] : (!llvm.ptr, i64, i32) -> !llvm.ptr, !llvm.array<8 x f32>
  %1 = llvm.getelementptr %0[0] : (!llvm.ptr) -> !llvm.ptr, f32
  %2 = llvm.bitcast %1 : !llvm.ptr to !llvm.ptr
  %3 = llvm.addrspacecast %2 : !llvm.ptr to !llvm.ptr<1>
  %4 = llvm.addrspacecast %3 : !llvm.ptr<1> to !llvm.ptr
  llvm.return %4 : !llvm.ptr
}

llvm.func @numbers(%a: i32) -> (!llvm.struct<(i1, i64, i32, i32)>) {
  %0 = llvm.icmp "eq" %a, %a : i32
  %c = llvm.mlir.constant(-1 : i32) : i32
  %1 = llvm.zext %c : i32 to i64
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %2 = llvm.or %c5, %c2 : i32
  %3 = llvm.shl %c5, %c2 : i32
  %4 = llvm.mlir.poison : !llvm.struct<(i1, i64, i32, i32)>
  %5 = llvm.insertvalue %0, %4[0] : !llvm.struct<(i1, i64, i32, i32)>
  %6 = llvm.insertvalue %1, %5[1] : !llvm.struct<(i1, i64, i32, i32)>
  %7 = llvm.insertvalue %2, %6[2] : !llvm.struct<(i1, i64, i32, i32)>
  %8 = llvm.insertvalue %3, %7[3] : !llvm.struct<(i1, i64, i32, i32)>
  llvm.return %8 : !llvm.struct<(i1, i64, i32, i32)>
}

llvm.func @keeps_volatile(%p: !llvm.ptr) {
  %0 = llvm.load %p : !llvm.ptr -> i32
  %1 = llvm.load volatile %p : !llvm.ptr -> i32
  llvm.return
}
