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

// Aggregates that were inserted are searched for the value itself; of less nothing is gained.
llvm.func @nested(%a: f32, %b: i32, %s: !llvm.struct<(f32, i32)>, %t: !llvm.struct<(struct<(f32, i32)>, i32)>) -> (!llvm.struct<(f32, f32, f32, f32)>) {
  %0 = llvm.mlir.poison : !llvm.struct<(struct<(f32, i32)>, i32)>
  %1 = llvm.insertvalue %s, %0[0] : !llvm.struct<(struct<(f32, i32)>, i32)>
  %whole = llvm.extractvalue %1[0, 0] : !llvm.struct<(struct<(f32, i32)>, i32)>
  %2 = llvm.insertvalue %b, %s[1] : !llvm.struct<(f32, i32)>
  %3 = llvm.insertvalue %2, %0[0] : !llvm.struct<(struct<(f32, i32)>, i32)>
  %beside = llvm.extractvalue %3[0, 0] : !llvm.struct<(struct<(f32, i32)>, i32)>
  %4 = llvm.insertvalue %a, %2[0] : !llvm.struct<(f32, i32)>
  %5 = llvm.insertvalue %4, %t[0] : !llvm.struct<(struct<(f32, i32)>, i32)>
  %6 = llvm.insertvalue %b, %5[1] : !llvm.struct<(struct<(f32, i32)>, i32)>
  %found = llvm.extractvalue %6[0, 0] : !llvm.struct<(struct<(f32, i32)>, i32)>
  %7 = llvm.insertvalue %s, %t[0] : !llvm.struct<(struct<(f32, i32)>, i32)>
  %8 = llvm.insertvalue %b, %7[1] : !llvm.struct<(struct<(f32, i32)>, i32)>
  %last = llvm.extractvalue %8[0, 0] : !llvm.struct<(struct<(f32, i32)>, i32)>
  %9 = llvm.mlir.poison : !llvm.struct<(f32, f32, f32, f32)>
  %10 = llvm.insertvalue %whole, %9[0] : !llvm.struct<(f32, f32, f32, f32)>
  %11 = llvm.insertvalue %beside, %10[1] : !llvm.struct<(f32, f32, f32, f32)>
  %12 = llvm.insertvalue %found, %11[2] : !llvm.struct<(f32, f32, f32, f32)>
  %13 = llvm.insertvalue %last, %12[3] : !llvm.struct<(f32, f32, f32, f32)>
  llvm.return %13 : !llvm.struct<(f32, f32, f32, f32)>
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

llvm.func @cast_of_cast(%a: i32) -> vector<2xi16> {
  %0 = llvm.bitcast %a : i32 to f32
  %1 = llvm.bitcast %0 : f32 to vector<2xi16>
  llvm.return %1 : vector<2xi16>
}

llvm.func @zero_is_a_number() -> i64 {
  %0 = llvm.mlir.zero : i32
  %1 = llvm.zext %0 : i32 to i64
  llvm.return %1 : i64
}

llvm.func @element_of_a_sparse_constant() -> f32 {
  %0 = llvm.mlir.constant(sparse<[[1]], [42.0]> : tensor<4xf32>) : !llvm.array<4 x f32>
  %1 = llvm.extractvalue %0[1] : !llvm.array<4 x f32>
  %2 = llvm.extractvalue %0[2] : !llvm.array<4 x f32>
  %3 = llvm.fadd %1, %2 : f32
  llvm.return %3 : f32
}

llvm.func @part_of_a_complex_constant() -> i32 {
  %0 = llvm.mlir.constant(dense<(0, 1)> : tensor<2xcomplex<i32>>) : !llvm.array<2 x struct<(i32, i32)>>
  %1 = llvm.extractvalue %0[0, 1] : !llvm.array<2 x struct<(i32, i32)>>
  llvm.return %1 : i32
}

llvm.func @zero_that_was_inserted(%a: !llvm.array<2 x struct<(i16, i32)>>) -> i32 {
  %0 = llvm.mlir.zero : !llvm.struct<(i16, i32)>
  %1 = llvm.insertvalue %0, %a[0] : !llvm.array<2 x struct<(i16, i32)>>
  %2 = llvm.extractvalue %1[0, 1] : !llvm.array<2 x struct<(i16, i32)>>
  llvm.return %2 : i32
}

llvm.func @callee()
llvm.func @one_local_address(%c: i1) -> !llvm.ptr {
  %0 = llvm.dso_local_equivalent @callee : !llvm.ptr
  %1 = llvm.dso_local_equivalent @callee : !llvm.ptr
  %2 = llvm.select %c, %0, %1 : i1, !llvm.ptr
  llvm.return %2 : !llvm.ptr
}

llvm.func @unused_assembly(%a: i32) {
  llvm.inline_asm "pure", "r" %a : (i32) -> ()
  llvm.inline_asm has_side_effects "kept", "r" %a : (i32) -> ()
  llvm.return
}
