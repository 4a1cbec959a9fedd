// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{failed to verify 'elementType': 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer}}
func.func private @element(!amx.tile<4x4xf64>)

// -----

// expected-error @+1 {{expected static shape}}
func.func private @shape(!amx.tile<4x?xi8>)

// -----

func.func @dimensions() {
  // expected-error @+1 {{result #0 must be tile of 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer values, but got '!amx.tile<1x2x3xf32>'}}
  %0 = amx.tile_zero : !amx.tile<1x2x3xf32>
  return
}

// -----

func.func @rows() {
  // expected-error @+1 {{op bad row height: 20}}
  %0 = amx.tile_zero : !amx.tile<20x20xf32>
  return
}

// -----

func.func @wide(%m: memref<4x64xf32>, %i: index) {
  // expected-error @+1 {{op bad column width: 128}}
  %0 = amx.tile_load %m[%i, %i] : memref<4x64xf32> into !amx.tile<4x32xf32>
  return
}

// -----

func.func @words(%m: memref<4x64xi8>, %i: index, %t: !amx.tile<4x6xi8>) {
  // expected-error @+1 {{op bad column width: 6}}
  amx.tile_store %m[%i, %i], %t : memref<4x64xi8>, !amx.tile<4x6xi8>
  return
}

// -----

func.func @indices(%m: memref<4x64xf32>, %i: index) {
  // expected-error @+1 {{op requires 2 indices}}
  %0 = amx.tile_load %m[%i], %i : memref<4x64xf32> into !amx.tile<4x16xf32>
  return
}

// -----

func.func @line(%m: memref<64xf32>, %i: index, %t: !amx.tile<4x16xf32>) {
  // expected-error @+1 {{op requires at least 2D memref}}
  amx.tile_store %m[%i], %t : memref<64xf32>, !amx.tile<4x16xf32>
  return
}

// -----

func.func @apart(%m: memref<4x64xf32, strided<[256, 2]>>, %i: index) {
  // expected-error @+1 {{op requires memref with unit innermost stride}}
  %0 = amx.tile_load %m[%i, %i] : memref<4x64xf32, strided<[256, 2]>> into !amx.tile<4x16xf32>
  return
}

// -----

func.func @kinds(%a: !amx.tile<4x8xbf16>, %b: !amx.tile<4x8xf16>, %c: !amx.tile<4x4xf32>) {
  // expected-error @+1 {{op unsupported type combination}}
  %0 = amx.tile_mulf %a, %b, %c : !amx.tile<4x8xbf16>, !amx.tile<4x8xf16>, !amx.tile<4x4xf32>
  return
}

// -----

func.func @sum(%a: !amx.tile<4x8xbf16>, %c: !amx.tile<4x4xi32>) {
  // expected-error @+1 {{operand #2 must be tile of 32-bit float values, but got '!amx.tile<4x4xi32>'}}
  %0 = amx.tile_mulf %a, %a, %c : !amx.tile<4x8xbf16>, !amx.tile<4x8xbf16>, !amx.tile<4x4xi32>
  return
}

// -----

func.func @depth(%a: !amx.tile<4x8xbf16>, %b: !amx.tile<5x8xbf16>, %c: !amx.tile<4x4xf32>) {
  // expected-error @+1 {{op bad mult shape: 4 x 4 x 4}}
  %0 = amx.tile_mulf %a, %b, %c : !amx.tile<4x8xbf16>, !amx.tile<5x8xbf16>, !amx.tile<4x4xf32>
  return
}

// -----

func.func @height(%a: !amx.tile<4x16xi8>, %b: !amx.tile<4x16xi8>, %c: !amx.tile<3x4xi32>) {
  // expected-error @+1 {{op bad mult shape: 3 x 4 x 4}}
  %0 = amx.tile_muli %a, %b, %c : !amx.tile<4x16xi8>, !amx.tile<4x16xi8>, !amx.tile<3x4xi32>
  return
}

// -----

func.func @width(%a: !amx.tile<4x16xi8>, %b: !amx.tile<4x16xi8>, %c: !amx.tile<4x3xi32>) {
  // expected-error @+1 {{op bad mult shape: 4 x 3 x 4}}
  %0 = amx.tile_muli %a, %b zext, %c : !amx.tile<4x16xi8>, !amx.tile<4x16xi8>, !amx.tile<4x3xi32>
  return
}
