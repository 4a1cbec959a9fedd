// RUN: tern-opt %s --split-input-file --iree-stream-encode-host-tensors --cse | FileCheck %s

// An element takes the next power of two of bytes; dynamic dimensions multiply.

// CHECK-LABEL: @sizes
// CHECK-SAME: (%[[A0:.+]]: index, %[[A1:.+]]: index) -> (index, index, index, index, index)
// CHECK: %[[V2:.+]] = arith.muli %[[A0]], %c10 : index
// CHECK-NEXT: %[[V3:.+]] = arith.muli %[[A1]], %[[V2]] : index
// CHECK: util.return %c80, %[[V3]], %c12, %c3, %c16 : index, index, index, index, index
util.func private @sizes(%d: index, %e: index) -> (index, index, index, index, index) {
  %0 = stream.tensor.sizeof tensor<4x5xf32> : index
  %1 = stream.tensor.sizeof tensor<?x5x?xi16>{%d, %e} : index
  %2 = stream.tensor.sizeof tensor<12xi4> : index
  %3 = stream.tensor.sizeof tensor<3xi1> : index
  %4 = stream.tensor.sizeof tensor<2xcomplex<f32>> : index
  util.return %0, %1, %2, %3, %4 : index, index, index, index, index
}

// -----

// Affinities stay.

// CHECK-LABEL: @empty
// CHECK-SAME: (%[[A0:.+]]: index) -> !stream.resource<*>
// CHECK: %[[V1:.+]] = stream.async.alloca on(#hal.device.affinity<@device>) : !stream.resource<*>{%[[A0]]}
// CHECK-NEXT: util.return %[[V1]] : !stream.resource<*>
util.func private @empty(%n: index) -> !stream.resource<*> {
  %0 = stream.tensor.empty on(#hal.device.affinity<@device>) : tensor<?xf32>{%n} in !stream.resource<*>{%n}
  util.return %0 : !stream.resource<*>
}
util.global private @device : !hal.device

// -----

// What repeats is filled in, with as short a pattern as says the same.

// CHECK-LABEL: @constants
// CHECK: %[[V0:.+]] = stream.async.constant : !stream.resource<constant>{%c8} = dense<[1, 2]> : tensor<2xi32>
// CHECK: %[[V1:.+]] = stream.async.splat %c1_i8 : i8 -> !stream.resource<constant>{%c8}
// CHECK-NEXT: %[[V2:.+]] = stream.async.splat %c1_i8 : i8 -> !stream.resource<constant>{%c8}
// CHECK-NEXT: util.return %[[V0]], %[[V1]], %[[V2]], %c8 : !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, index
util.func private @constants() -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, index) {
  %0 = stream.tensor.constant : tensor<2xi32> in !stream.resource<constant> = dense<[1, 2]> : tensor<2xi32>
  %1 = stream.tensor.constant : tensor<2xi32> in !stream.resource<constant> = dense<16843009> : tensor<2xi32>
  %2 = stream.tensor.constant : tensor<8xi1> in !stream.resource<constant> = dense<true> : tensor<8xi1>
  %n = stream.resource.size %0 : !stream.resource<constant>
  util.return %0, %1, %2, %n : !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>, index
}

// -----

// Fill patterns are the bits of an element.

// CHECK-LABEL: @splats
// CHECK-SAME: (%[[A0:.+]]: index, %[[A1:.+]]: i1, %[[A2:.+]]: f16, %[[A3:.+]]: i64, %[[A4:.+]]: complex<f32>, %[[A5:.+]]: i4) -> (!stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>)
// CHECK: %[[V6:.+]] = arith.extui %[[A1]] : i1 to i8
// CHECK-NEXT: %[[V7:.+]] = stream.async.splat %[[V6]] : i8 -> !stream.resource<*>{%[[A0]]}
// CHECK-NEXT: %[[V8:.+]] = arith.bitcast %[[A2]] : f16 to i16
// CHECK-NEXT: %[[V9:.+]] = stream.async.splat %[[V8]] : i16 -> !stream.resource<*>{%[[A0]]}
// CHECK-NEXT: %[[V10:.+]] = stream.async.splat %[[A3]] : i64 -> !stream.resource<*>{%[[A0]]}
// CHECK-NEXT: %[[V11:.+]] = complex.re %[[A4]] : complex<f32>
// CHECK-NEXT: %[[V12:.+]] = arith.bitcast %[[V11]] : f32 to i32
// CHECK-NEXT: %[[V13:.+]] = arith.extui %[[V12]] : i32 to i64
// CHECK-NEXT: %[[V14:.+]] = complex.im %[[A4]] : complex<f32>
// CHECK-NEXT: %[[V15:.+]] = arith.bitcast %[[V14]] : f32 to i32
// CHECK-NEXT: %[[V16:.+]] = arith.extui %[[V15]] : i32 to i64
// CHECK: %[[V17:.+]] = arith.shli %[[V16]], %c32_i64 : i64
// CHECK-NEXT: %[[V18:.+]] = arith.ori %[[V13]], %[[V17]] : i64
// CHECK-NEXT: %[[V19:.+]] = stream.async.splat %[[V18]] : i64 -> !stream.resource<*>{%[[A0]]}
// CHECK-NEXT: %[[V20:.+]] = arith.extui %[[A5]] : i4 to i8
// CHECK-NEXT: %[[V21:.+]] = stream.async.splat %[[V20]] : i8 -> !stream.resource<*>{%[[A0]]}
// CHECK-NEXT: util.return %[[V7]], %[[V9]], %[[V10]], %[[V19]], %[[V21]] : !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>
util.func private @splats(%n: index, %a: i1, %b: f16, %c: i64, %d: complex<f32>, %e: i4) -> (!stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>) {
  %0 = stream.tensor.splat %a : i1 -> tensor<4xi1> in !stream.resource<*>{%n}
  %1 = stream.tensor.splat %b : f16 -> tensor<4xf16> in !stream.resource<*>{%n}
  %2 = stream.tensor.splat %c : i64 -> tensor<4xi64> in !stream.resource<*>{%n}
  %3 = stream.tensor.splat %d : complex<f32> -> tensor<4xcomplex<f32>> in !stream.resource<*>{%n}
  %4 = stream.tensor.splat %e : i4 -> tensor<4xi4> in !stream.resource<*>{%n}
  util.return %0, %1, %2, %3, %4 : !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>
}

// -----

// Longer patterns than 64 bits are written out.

// CHECK-LABEL: @wide_splat
// CHECK-SAME: (%[[A0:.+]]: index) -> !stream.resource<*>
// CHECK: %[[V1:.+]] = stream.async.constant : !stream.resource<*>{%[[A0]]} = dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f64>>
// CHECK-NEXT: util.return %[[V1]] : !stream.resource<*>
util.func private @wide_splat(%n: index) -> !stream.resource<*> {
  %c = complex.constant [1.0 : f64, 2.0 : f64] : complex<f64>
  %0 = stream.tensor.splat %c : complex<f64> -> tensor<2xcomplex<f64>> in !stream.resource<*>{%n}
  util.return %0 : !stream.resource<*>
}

// -----

// A copy of a value is the value, unless its lifetime changes.

// CHECK-LABEL: @clones
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: !stream.resource<constant>, %[[A2:.+]]: index) -> (!stream.resource<*>, !stream.resource<*>, !stream.resource<*>)
// CHECK: %[[V3:.+]] = stream.async.clone %[[A1]] : !stream.resource<constant>{%[[A2]]} -> !stream.resource<*>{%[[A2]]}
// CHECK-NEXT: util.return %[[A0]], %[[V3]], %[[A0]] : !stream.resource<*>, !stream.resource<*>, !stream.resource<*>
util.func private @clones(%x: !stream.resource<*>, %y: !stream.resource<constant>, %n: index) -> (!stream.resource<*>, !stream.resource<*>, !stream.resource<*>) {
  %0 = stream.tensor.clone %x : tensor<4xi32> in !stream.resource<*>{%n} -> tensor<4xi32> in !stream.resource<*>{%n}
  %1 = stream.tensor.clone %y : tensor<4xi32> in !stream.resource<constant>{%n} -> tensor<4xi32> in !stream.resource<*>{%n}
  %2 = stream.tensor.encode %x : tensor<4xi32> in !stream.resource<*>{%n} -> tensor<4xi32> in !stream.resource<*>{%n}
  util.return %0, %1, %2 : !stream.resource<*>, !stream.resource<*>, !stream.resource<*>
}

// -----

// Indices of elements become offsets of bytes.

// CHECK-LABEL: @slices
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: index, %[[A2:.+]]: index, %[[A3:.+]]: index, %[[A4:.+]]: index) -> (!stream.resource<*>, !stream.resource<*>)
// CHECK: %[[V5:.+]] = arith.muli %[[A3]], %c8 : index
// CHECK: %[[V6:.+]] = arith.muli %[[V5]], %c4 : index
// CHECK-NEXT: %[[V7:.+]] = arith.addi %[[V6]], %[[A2]] : index
// CHECK-NEXT: %[[V8:.+]] = stream.async.slice %[[A0]][%[[V6]] to %[[V7]]] : !stream.resource<*>{%[[A1]]} -> !stream.resource<*>{%[[A2]]}
// CHECK-NEXT: %[[V9:.+]] = arith.muli %[[A3]], %[[A4]] : index
// CHECK: %[[V10:.+]] = arith.muli %[[V9]], %c2 : index
// CHECK-NEXT: %[[V11:.+]] = arith.addi %[[V10]], %[[A2]] : index
// CHECK-NEXT: %[[V12:.+]] = stream.async.slice %[[A0]][%[[V10]] to %[[V11]]] : !stream.resource<*>{%[[A1]]} -> !stream.resource<*>{%[[A2]]}
// CHECK-NEXT: util.return %[[V8]], %[[V12]] : !stream.resource<*>, !stream.resource<*>
util.func private @slices(%x: !stream.resource<*>, %n: index, %m: index, %i: index, %d: index) -> (!stream.resource<*>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = stream.tensor.slice %x[%i, %c0 for %c1, %c8] : tensor<4x8xf32> in !stream.resource<*>{%n} -> tensor<1x8xf32> in !stream.resource<*>{%m}
  %1 = stream.tensor.slice %x[%i, %c0 for %c1, %d] : tensor<4x?xi16>{%d} in !stream.resource<*>{%n} -> tensor<1x?xi16>{%d} in !stream.resource<*>{%m}
  util.return %0, %1 : !stream.resource<*>, !stream.resource<*>
}

// -----

// The bytes of a whole tensor, or of a run of elements, are filled.

// CHECK-LABEL: @update_and_fill
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: !stream.resource<*>, %[[A2:.+]]: index, %[[A3:.+]]: index, %[[A4:.+]]: index, %[[A5:.+]]: f32) -> (!stream.resource<*>, !stream.resource<*>, !stream.resource<*>)
// CHECK: %[[V6:.+]] = arith.muli %[[A4]], %c8 : index
// CHECK: %[[V7:.+]] = arith.muli %[[V6]], %c4 : index
// CHECK-NEXT: %[[V8:.+]] = arith.addi %[[V7]], %[[A3]] : index
// CHECK-NEXT: %[[V9:.+]] = stream.async.update %[[A1]], %[[A0]][%[[V7]] to %[[V8]]] : !stream.resource<*>{%[[A3]]} -> %[[A0]] as !stream.resource<*>{%[[A2]]}
// CHECK-NEXT: %[[V10:.+]] = arith.bitcast %[[A5]] : f32 to i32
// CHECK: %[[V11:.+]] = arith.addi %[[V7]], %c32 : index
// CHECK-NEXT: %[[V12:.+]] = stream.async.fill %[[V10]], %[[A0]][%[[V7]] to %[[V11]] for %c32] : i32 -> %[[A0]] as !stream.resource<*>{%[[A2]]}
// CHECK: %[[V13:.+]] = stream.async.fill %[[V10]], %[[A0]][%c0 to %[[A2]] for %[[A2]]] : i32 -> %[[A0]] as !stream.resource<*>{%[[A2]]}
// CHECK-NEXT: util.return %[[V9]], %[[V12]], %[[V13]] : !stream.resource<*>, !stream.resource<*>, !stream.resource<*>
util.func private @update_and_fill(%x: !stream.resource<*>, %u: !stream.resource<*>, %n: index, %m: index, %i: index, %v: f32) -> (!stream.resource<*>, !stream.resource<*>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = stream.tensor.update %u, %x[%i, %c0] : tensor<1x8xf32> in !stream.resource<*>{%m} -> tensor<4x8xf32> in %x as !stream.resource<*>{%n}
  %1 = stream.tensor.fill %v, %x[%i, %c0 for %c1, %c8] : f32 -> tensor<4x8xf32> in %x as !stream.resource<*>{%n}
  %2 = stream.tensor.fill %v, %x : f32 -> tensor<f32> in %x as !stream.resource<*>{%n}
  util.return %0, %1, %2 : !stream.resource<*>, !stream.resource<*>, !stream.resource<*>
}

// -----

// The host has numbers of its own types; in memory they are bits.

// CHECK-LABEL: @host_values
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<staging>, %[[A1:.+]]: index, %[[A2:.+]]: index, %[[A3:.+]]: i1, %[[A4:.+]]: f32, %[[A5:.+]]: bf16) -> (i1, f32, index, bf16, !stream.resource<staging>, !stream.resource<staging>, !stream.resource<staging>)
// CHECK: %[[V6:.+]] = stream.async.load %[[A0]][%[[A2]]] : !stream.resource<staging>{%[[A1]]} -> i8
// CHECK-NEXT: %[[V7:.+]] = arith.trunci %[[V6]] : i8 to i1
// CHECK: %[[V8:.+]] = arith.muli %[[A2]], %c4 : index
// CHECK-NEXT: %[[V9:.+]] = stream.async.load %[[A0]][%[[V8]]] : !stream.resource<staging>{%[[A1]]} -> f32
// CHECK: %[[V10:.+]] = arith.muli %[[A2]], %c8 : index
// CHECK-NEXT: %[[V11:.+]] = stream.async.load %[[A0]][%[[V10]]] : !stream.resource<staging>{%[[A1]]} -> i64
// CHECK-NEXT: %[[V12:.+]] = arith.index_cast %[[V11]] : i64 to index
// CHECK: %[[V13:.+]] = stream.async.load %[[A0]][%c0] : !stream.resource<staging>{%[[A1]]} -> i16
// CHECK-NEXT: %[[V14:.+]] = arith.bitcast %[[V13]] : i16 to bf16
// CHECK-NEXT: %[[V15:.+]] = arith.extui %[[A3]] : i1 to i8
// CHECK-NEXT: %[[V16:.+]] = stream.async.store %[[V15]], %[[A0]][%[[A2]]] : i8 -> %[[A0]] as !stream.resource<staging>{%[[A1]]}
// CHECK-NEXT: %[[V17:.+]] = stream.async.store %[[A4]], %[[A0]][%[[V8]]] : f32 -> %[[A0]] as !stream.resource<staging>{%[[A1]]}
// CHECK: %[[V18:.+]] = arith.muli %[[A2]], %c2 : index
// CHECK-NEXT: %[[V19:.+]] = arith.bitcast %[[A5]] : bf16 to i16
// CHECK-NEXT: %[[V20:.+]] = stream.async.store %[[V19]], %[[A0]][%[[V18]]] : i16 -> %[[A0]] as !stream.resource<staging>{%[[A1]]}
// CHECK-NEXT: util.return %[[V7]], %[[V9]], %[[V12]], %[[V14]], %[[V16]], %[[V17]], %[[V20]] : i1, f32, index, bf16, !stream.resource<staging>, !stream.resource<staging>, !stream.resource<staging>
util.func private @host_values(%x: !stream.resource<staging>, %n: index, %i: index, %b: i1, %f: f32, %h: bf16) -> (i1, f32, index, bf16, !stream.resource<staging>, !stream.resource<staging>, !stream.resource<staging>) {
  %0 = stream.tensor.load %x[%i] : tensor<4xi1> in !stream.resource<staging>{%n} -> i1
  %1 = stream.tensor.load %x[%i] : tensor<4xf32> in !stream.resource<staging>{%n} -> f32
  %2 = stream.tensor.load %x[%i] : tensor<4xindex> in !stream.resource<staging>{%n} -> index
  %3 = stream.tensor.load %x[] : tensor<bf16> in !stream.resource<staging>{%n} -> bf16
  %4 = stream.tensor.store %b, %x[%i] : i1 -> tensor<4xi1> in %x as !stream.resource<staging>{%n}
  %5 = stream.tensor.store %f, %x[%i] : f32 -> tensor<4xf32> in %x as !stream.resource<staging>{%n}
  %6 = stream.tensor.store %h, %x[%i] : bf16 -> tensor<4xbf16> in %x as !stream.resource<staging>{%n}
  util.return %0, %1, %2, %3, %4, %5, %6 : i1, f32, index, bf16, !stream.resource<staging>, !stream.resource<staging>, !stream.resource<staging>
}

// -----

// Operands are ranges of bytes, in their place among the scalars.

// CHECK-LABEL: @dispatch
// CHECK-SAME: (%[[A0:.+]]: !stream.resource<*>, %[[A1:.+]]: index, %[[A2:.+]]: index, %[[A3:.+]]: i32) -> (!stream.resource<*>, !stream.resource<*>)
// CHECK: %[[V4:.+]]:2 = stream.async.dispatch on(#hal.device.affinity<@device>) @e::@f[%[[A2]]](%[[A0]][%c0 to %[[A1]] for %[[A1]]], %[[A3]]) {note = 1 : i32} : (!stream.resource<*>{%[[A1]]}, i32) -> (%[[A0]]{%[[A1]]}, !stream.resource<*>{%[[A1]]})
// CHECK-NEXT: util.return %[[V4]]#0, %[[V4]]#1 : !stream.resource<*>, !stream.resource<*>
util.func private @dispatch(%x: !stream.resource<*>, %n: index, %w: index, %s: i32) -> (!stream.resource<*>, !stream.resource<*>) {
  %0:2 = stream.tensor.dispatch on(#hal.device.affinity<@device>) @e::@f[%w](%x, %s) {note = 1 : i32} : (tensor<4xf32> in !stream.resource<*>{%n}, i32) -> (tensor<4xf32> in %x{%n}, tensor<4xf32> in !stream.resource<*>{%n})
  util.return %0#0, %0#1 : !stream.resource<*>, !stream.resource<*>
}
stream.executable private @e {
  stream.executable.export public @f
}
util.global private @device : !hal.device

// -----

// Imports and exports keep the types that the outside needs.

// CHECK-LABEL: @kept
// CHECK-SAME: (%[[A0:.+]]: !hal.buffer_view, %[[A1:.+]]: index) -> !hal.buffer_view
// CHECK: %[[V2:.+]] = stream.tensor.import %[[A0]] : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%[[A1]]}
// CHECK-NEXT: %[[V3:.+]] = stream.tensor.export %[[V2]] : tensor<4xf32> in !stream.resource<external>{%[[A1]]} -> !hal.buffer_view
// CHECK-NEXT: util.return %[[V3]] : !hal.buffer_view
util.func private @kept(%v: !hal.buffer_view, %n: index) -> !hal.buffer_view {
  %0 = stream.tensor.import %v : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%n}
  %1 = stream.tensor.export %0 : tensor<4xf32> in !stream.resource<external>{%n} -> !hal.buffer_view
  util.return %1 : !hal.buffer_view
}
