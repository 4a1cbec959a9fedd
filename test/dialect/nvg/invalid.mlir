// RUN: tern-opt %s --split-input-file --verify-diagnostics

!four = !llvm.struct<(f32, f32, f32, f32)>
llvm.func @f(%a: i64, %use: i1) {
  // expected-error @below {{has a first operand of a type that wgmma does not multiply}}
  %0 = nvg.wgmma %a, %a, %use {eltTypeA = 7 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> !four
  llvm.return
}

// -----

!four = !llvm.struct<(f32, f32, f32, f32)>
llvm.func @f(%a: i64, %use: i1) {
  // expected-error @below {{multiplies f16 by bf16 to f32, which wgmma does not}}
  %0 = nvg.wgmma %a, %a, %use {eltTypeA = 4 : i32, eltTypeB = 5 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> !four
  llvm.return
}

// -----

!four = !llvm.struct<(f32, f32, f32, f32)>
llvm.func @f(%a: i64, %use: i1) {
  // expected-error @below {{multiplies s8 by an unknown type to f32, which wgmma does not}}
  %0 = nvg.wgmma %a, %a, %use {eltTypeA = 0 : i32, eltTypeB = 50 : i32, eltTypeC = 7 : i32, k = 32 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> !four
  llvm.return
}

// -----

!four = !llvm.struct<(f32, f32, f32, f32)>
llvm.func @f(%a: i64, %use: i1) {
  // expected-error @below {{has the shape 64x12x16, but wgmma takes 64 rows, up to 256 columns by eights, and a depth of 16}}
  %0 = nvg.wgmma %a, %a, %use {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 12 : i32} : (i64, i64, i1) -> !four
  llvm.return
}

// -----

!four = !llvm.struct<(f32, f32, f32, f32)>
llvm.func @f(%a: i64, %b: !four, %use: i1) {
  // expected-error @below {{has its second operand in registers, but wgmma reads it from shared memory}}
  %0 = nvg.wgmma %a, %b, %use {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, !four, i1) -> !four
  llvm.return
}

// -----

!four = !llvm.struct<(f32, f32, f32, f32)>
llvm.func @f(%a: i64, %use: i1) {
  // expected-error @below {{has an operand whose depth is not contiguous, which wgmma takes of f16 and bf16 alone}}
  %0 = nvg.wgmma %a, %a, %use {eltTypeA = 2 : i32, eltTypeB = 3 : i32, eltTypeC = 7 : i32, k = 32 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> !four
  llvm.return
}

// -----

llvm.func @f(%x: !llvm.struct<(i8)>) {
  // expected-error @below {{hands on a 'i8', but registers have 16, 32 or 64 bits}}
  %0 = nvg.wgmma_wait_group %x {pendings = 0 : i32} : !llvm.struct<(i8)>
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>) {
  // expected-error @below {{loads 1 bits, but registers have 8, 16, 32 or 64}}
  %0 = nvg.ld_acquire acquire, gpu, %p : (!llvm.ptr<1>) -> i1
  llvm.return
}
