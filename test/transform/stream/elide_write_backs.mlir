// RUN: tern-opt %s --iree-stream-elide-write-backs --canonicalize | FileCheck %s

stream.executable private @e {
  stream.executable.export public @write
}

// A cache that the caller gives away, and wants back with a row more.
// CHECK-LABEL: util.func public @cache
// CHECK: %[[S:.*]] = stream.tensor.import consume
// CHECK: %[[C:.*]] = stream.async.cast %[[S]]
// CHECK-NOT: stream.async.clone
// CHECK: %[[D:.*]] = stream.async.dispatch @e::@write(%{{.*}}, %[[C]][%c0 to %c64 for %c64]) : {{.*}} -> %[[C]]{%c64}
// CHECK-NOT: stream.async.update
// CHECK: %[[R:.*]] = stream.async.cast %[[D]]
// CHECK: util.return %[[R]]
util.func public @cache(%arg0: !hal.buffer_view, %key: !stream.resource<*>) -> !stream.resource<external> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %s = stream.tensor.import consume %arg0 : !hal.buffer_view -> tensor<16xf32> in !stream.resource<external>{%c64}
  %c = stream.async.cast %s : !stream.resource<external>{%c64} -> !stream.resource<*>{%c64}
  %1 = stream.async.clone %c : !stream.resource<*>{%c64} -> !stream.resource<*>{%c64}
  %2 = stream.async.dispatch @e::@write(%key[%c0 to %c64 for %c64], %1[%c0 to %c64 for %c64]) : (!stream.resource<*>{%c64}, !stream.resource<*>{%c64}) -> %1{%c64}
  %3 = stream.async.clone %s : !stream.resource<external>{%c64} -> !stream.resource<external>{%c64}
  %4 = stream.async.update %2, %3[%c0 to %c64] : !stream.resource<*>{%c64} -> %3 as !stream.resource<external>{%c64}
  util.return %4 : !stream.resource<external>
}

// It may be read before the first write, and be written by several.
// CHECK-LABEL: util.func public @twice
// CHECK: %[[C:.*]] = stream.async.cast
// CHECK: stream.async.dispatch @e::@write(%[[C]]
// CHECK: %[[D:.*]] = stream.async.dispatch @e::@write(%{{.*}}, %[[C]][
// CHECK: stream.async.dispatch @e::@write(%{{.*}}, %[[D]][
// CHECK-NOT: stream.async.update
// CHECK: util.return
util.func public @twice(%arg0: !hal.buffer_view, %key: !stream.resource<*>) -> (!stream.resource<external>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %s = stream.tensor.import consume %arg0 : !hal.buffer_view -> tensor<16xf32> in !stream.resource<external>{%c64}
  %c = stream.async.cast %s : !stream.resource<external>{%c64} -> !stream.resource<*>{%c64}
  %0 = stream.async.dispatch @e::@write(%c[%c0 to %c64 for %c64]) : (!stream.resource<*>{%c64}) -> !stream.resource<*>{%c64}
  %1 = stream.async.clone %c : !stream.resource<*>{%c64} -> !stream.resource<*>{%c64}
  %2 = stream.async.dispatch @e::@write(%key[%c0 to %c64 for %c64], %1[%c0 to %c64 for %c64]) : (!stream.resource<*>{%c64}, !stream.resource<*>{%c64}) -> %1{%c64}
  %3 = stream.async.dispatch @e::@write(%key[%c0 to %c64 for %c64], %2[%c0 to %c64 for %c64]) : (!stream.resource<*>{%c64}, !stream.resource<*>{%c64}) -> %2{%c64}
  %4 = stream.async.update %3, %s[%c0 to %c64] : !stream.resource<*>{%c64} -> %s as !stream.resource<external>{%c64}
  util.return %4, %0 : !stream.resource<external>, !stream.resource<*>
}

// What was there before is read after the write.
// CHECK-LABEL: util.func public @read_later
// CHECK: stream.async.clone
// CHECK: stream.async.update
util.func public @read_later(%arg0: !hal.buffer_view, %key: !stream.resource<*>) -> (!stream.resource<external>, !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %s = stream.tensor.import consume %arg0 : !hal.buffer_view -> tensor<16xf32> in !stream.resource<external>{%c64}
  %c = stream.async.cast %s : !stream.resource<external>{%c64} -> !stream.resource<*>{%c64}
  %1 = stream.async.clone %c : !stream.resource<*>{%c64} -> !stream.resource<*>{%c64}
  %2 = stream.async.dispatch @e::@write(%key[%c0 to %c64 for %c64], %1[%c0 to %c64 for %c64]) : (!stream.resource<*>{%c64}, !stream.resource<*>{%c64}) -> %1{%c64}
  %3 = stream.async.dispatch @e::@write(%2[%c0 to %c64 for %c64], %c[%c0 to %c64 for %c64]) : (!stream.resource<*>{%c64}, !stream.resource<*>{%c64}) -> !stream.resource<*>{%c64}
  %4 = stream.async.update %2, %s[%c0 to %c64] : !stream.resource<*>{%c64} -> %s as !stream.resource<external>{%c64}
  util.return %4, %3 : !stream.resource<external>, !stream.resource<*>
}

// The write itself reads it.
// CHECK-LABEL: util.func public @read_at_once
// CHECK: stream.async.clone
// CHECK: stream.async.update
util.func public @read_at_once(%arg0: !hal.buffer_view) -> !stream.resource<external> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %s = stream.tensor.import consume %arg0 : !hal.buffer_view -> tensor<16xf32> in !stream.resource<external>{%c64}
  %c = stream.async.cast %s : !stream.resource<external>{%c64} -> !stream.resource<*>{%c64}
  %1 = stream.async.clone %c : !stream.resource<*>{%c64} -> !stream.resource<*>{%c64}
  %2 = stream.async.dispatch @e::@write(%c[%c0 to %c64 for %c64], %1[%c0 to %c64 for %c64]) : (!stream.resource<*>{%c64}, !stream.resource<*>{%c64}) -> %1{%c64}
  %4 = stream.async.update %2, %s[%c0 to %c64] : !stream.resource<*>{%c64} -> %s as !stream.resource<external>{%c64}
  util.return %4 : !stream.resource<external>
}

// Another one's memory, a part of it, memory that the caller keeps, and a version that others read too.
// CHECK-LABEL: util.func public @others
// CHECK-COUNT-4: stream.async.clone
// CHECK-COUNT-4: stream.async.update
util.func public @others(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view, %arg3: !hal.buffer_view, %arg4: !hal.buffer_view)
    -> (!stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.resource<external>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %a = stream.tensor.import consume %arg0 : !hal.buffer_view -> tensor<16xf32> in !stream.resource<external>{%c64}
  %b = stream.tensor.import consume %arg1 : !hal.buffer_view -> tensor<16xf32> in !stream.resource<external>{%c64}
  %c = stream.tensor.import consume %arg2 : !hal.buffer_view -> tensor<16xf32> in !stream.resource<external>{%c64}
  %d = stream.tensor.import %arg3 : !hal.buffer_view -> tensor<16xf32> in !stream.resource<external>{%c64}
  %e = stream.tensor.import consume %arg4 : !hal.buffer_view -> tensor<16xf32> in !stream.resource<external>{%c64}
  %0 = stream.async.clone %a : !stream.resource<external>{%c64} -> !stream.resource<external>{%c64}
  %2 = stream.async.clone %c : !stream.resource<external>{%c64} -> !stream.resource<external>{%c64}
  %3 = stream.async.clone %d : !stream.resource<external>{%c64} -> !stream.resource<external>{%c64}
  %4 = stream.async.clone %e : !stream.resource<external>{%c64} -> !stream.resource<external>{%c64}
  %5 = stream.async.dispatch @e::@write(%0[%c0 to %c64 for %c64]) : (!stream.resource<external>{%c64}) -> %0{%c64}
  %6 = stream.async.dispatch @e::@write(%2[%c0 to %c64 for %c64]) : (!stream.resource<external>{%c64}) -> %2{%c64}
  %7 = stream.async.dispatch @e::@write(%3[%c0 to %c64 for %c64]) : (!stream.resource<external>{%c64}) -> %3{%c64}
  %8 = stream.async.dispatch @e::@write(%4[%c0 to %c64 for %c64]) : (!stream.resource<external>{%c64}) -> %4{%c64}
  %9 = stream.async.dispatch @e::@write(%8[%c0 to %c64 for %c64]) : (!stream.resource<external>{%c64}) -> %8{%c64}
  %10 = stream.async.update %5, %b[%c0 to %c64] : !stream.resource<external>{%c64} -> %b as !stream.resource<external>{%c64}
  %11 = stream.async.update %6, %c[%c0 to %c32] : !stream.resource<external>{%c32} -> %c as !stream.resource<external>{%c64}
  %12 = stream.async.update %7, %d[%c0 to %c64] : !stream.resource<external>{%c64} -> %d as !stream.resource<external>{%c64}
  %13 = stream.async.update %9, %e[%c0 to %c64] : !stream.resource<external>{%c64} -> %e as !stream.resource<external>{%c64}
  util.return %10, %11, %12, %13, %8 : !stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.resource<external>
}
