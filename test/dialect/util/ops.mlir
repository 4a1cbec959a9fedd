// Each op is read, printed, and read again from both forms.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s > %t.generic.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.generic.mlir | diff %t.mlir -

// CHECK: util.null : !util.buffer
%r = util.null : !util.buffer

// -----

// CHECK: util.cast %{{.*}} : !util.object to !util.buffer
%o = "test.value"() : () -> !util.object
%r = util.cast %o : !util.object to !util.buffer

// -----

// CHECK: util.cmp.eq %{{.*}}, %{{.*}} : !util.buffer
%b = "test.value"() : () -> !util.buffer
%r = util.cmp.eq %b, %b : !util.buffer

// -----

// CHECK: util.cmp.ne %{{.*}}, %{{.*}} : !util.buffer
%b = "test.value"() : () -> !util.buffer
%r = util.cmp.ne %b, %b : !util.buffer

// -----

// CHECK: util.switch i32 from [%{{.*}}, %{{.*}}] at %{{.*}} else %{{.*}} : i32
%i = "test.value"() : () -> index
%a = "test.value"() : () -> i32
%r = util.switch i32 from [%a, %a] at %i else %a : i32

// -----

// CHECK: util.numeric.optional_narrow %{{.*}} : tensor<4xf32> as si8 <min_value = -2 : si8, max_value = 7 : si8>
%t = "test.value"() : () -> tensor<4xf32>
%r = util.numeric.optional_narrow %t : tensor<4xf32> as si8 <min_value = -2 : si8, max_value = 7 : si8>

// -----

// CHECK: util.range.min %{{.*}}, %{{.*}} : index
%i = "test.value"() : () -> index
%r = util.range.min %i, %i : index

// -----

// CHECK: util.range.max %{{.*}}, %{{.*}} : index
%i = "test.value"() : () -> index
%r = util.range.max %i, %i : index

// -----

// CHECK: util.range.extents [%{{.*}} for %{{.*}}], [%{{.*}} for %{{.*}}] : index
%i = "test.value"() : () -> index
%a, %b = util.range.extents [%i for %i], [%i for %i] : index

// -----

// CHECK: util.align %{{.*}}, %{{.*}} : index
%i = "test.value"() : () -> index
%r = util.align %i, %i : index

// -----

// CHECK: util.sizeof f32
%r = util.sizeof f32

// -----

// CHECK: util.assume.int %{{.*}}<umin = 0, umax = 64, udiv = 16> : index
%i = "test.value"() : () -> index
%r = util.assume.int %i<umin = 0, umax = 64, udiv = 16> : index

// -----

// CHECK: util.optimization_barrier %{{.*}} : tensor<4xf32>
%t = "test.value"() : () -> tensor<4xf32>
%r = util.optimization_barrier %t : tensor<4xf32>

// -----

// CHECK: util.unfoldable_constant dense<1.000000e+00> : tensor<4xf32>
%r = util.unfoldable_constant dense<1.0> : tensor<4xf32>

// -----

// CHECK: util.unreachable "never"
util.func private @f() {
  util.unreachable "never"
}

// -----

// CHECK: util.scf.unreachable "never"
util.scf.unreachable "never"

// -----

// CHECK: util.func public @f(%{{.*}}: tensor<?xf32>, %{{.*}}: index) -> (%{{.*}}, i32) {
util.func public @f(%arg0: tensor<?xf32>, %arg1: index) -> (%arg0, i32) {
  %c = arith.constant 1 : i32
  util.return %arg0, %c : tensor<?xf32>, i32
}
util.func private @m.g(%arg0: i32) -> i32

// -----

// CHECK: util.call @g(%{{.*}}) : (i32) -> i32
util.func private @g(%arg0: i32) -> i32
util.func private @f(%arg0: i32) -> i32 {
  %r = util.call @g(%arg0) : (i32) -> i32
  util.return %r : i32
}

// -----

// CHECK: util.return
util.initializer {
  util.return
}

// -----

// CHECK: util.initializer {
util.initializer {
  util.return
}

// -----

// CHECK: util.global private @w : tensor<4xf32>
util.global private mutable @g = 4 : i32
util.global private @w : tensor<4xf32>

// -----

// CHECK: util.global.address @g : !util.ptr<i32>
util.global private @g : i32
util.func private @f() {
  %r = util.global.address @g : !util.ptr<i32>
  util.return
}

// -----

// CHECK: util.global.load @g : i32
util.global private @g : i32
util.func private @f() -> i32 {
  %r = util.global.load @g : i32
  util.return %r : i32
}

// -----

// CHECK: util.global.store %{{.*}}, @g : i32
util.global private mutable @g : i32
util.func private @f(%arg0: i32) {
  util.global.store %arg0, @g : i32
  util.return
}

// -----

// CHECK: util.global.load.indirect %{{.*}} : !util.ptr<i32> -> i32
%p = "test.value"() : () -> !util.ptr<i32>
%r = util.global.load.indirect %p : !util.ptr<i32> -> i32

// -----

// CHECK: util.global.store.indirect %{{.*}}, %{{.*}} : i32 -> !util.ptr<i32>
%p = "test.value"() : () -> !util.ptr<i32>
%v = "test.value"() : () -> i32
util.global.store.indirect %v, %p : i32 -> !util.ptr<i32>

// -----

// CHECK: util.list.create %{{.*}} : !util.list<f32>
%i = "test.value"() : () -> index
%r = util.list.create %i : !util.list<f32>

// -----

// CHECK: util.list.construct [%{{.*}} : i32, %{{.*}} : i32] : !util.list<i32>
%v = "test.value"() : () -> i32
%r = util.list.construct [%v : i32, %v : i32] : !util.list<i32>

// -----

// CHECK: util.list.size %{{.*}} : !util.list<f32>
%l = "test.value"() : () -> !util.list<f32>
%i = "test.value"() : () -> index
%r = util.list.size %l : !util.list<f32>

// -----

// CHECK: util.list.resize %{{.*}}, %{{.*}} : !util.list<f32>
%l = "test.value"() : () -> !util.list<f32>
%i = "test.value"() : () -> index
util.list.resize %l, %i : !util.list<f32>

// -----

// CHECK: util.list.get %{{.*}}[%{{.*}}] : !util.list<f32>
%l = "test.value"() : () -> !util.list<f32>
%i = "test.value"() : () -> index
%r = util.list.get %l[%i] : !util.list<f32>

// -----

// CHECK: util.list.set %{{.*}}[%{{.*}}], %{{.*}} : !util.list<f32>
%l = "test.value"() : () -> !util.list<f32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
util.list.set %l[%i], %v : !util.list<f32>

// -----

// CHECK: util.buffer.constant "name" <alignment = 16> : !util.buffer = "text"
%r = util.buffer.constant : !util.buffer = dense<[1, 2]> : tensor<2xi8>
%s = util.buffer.constant "name" <alignment = 16> : !util.buffer = "text"

// -----

// CHECK: util.buffer.alloc uninitialized : !util.buffer{%{{.*}}}
%n = "test.value"() : () -> index
%r = util.buffer.alloc uninitialized : !util.buffer{%n}

// -----

// CHECK: util.buffer.dealloc %{{.*}} : !util.buffer{%{{.*}}}
%b = "test.value"() : () -> !util.buffer
%n = "test.value"() : () -> index
%i = "test.value"() : () -> index
util.buffer.dealloc %b : !util.buffer{%n}

// -----

// CHECK: util.buffer.slice %{{.*}}[%{{.*}}] : !util.buffer{%{{.*}}} -> !util.buffer{%{{.*}}}
%b = "test.value"() : () -> !util.buffer
%n = "test.value"() : () -> index
%i = "test.value"() : () -> index
%r = util.buffer.slice %b[%i] : !util.buffer{%n} -> !util.buffer{%n}

// -----

// CHECK: util.buffer.subspan %{{.*}}[%{{.*}}] : !util.buffer{%{{.*}}} -> !util.buffer{%{{.*}}}
%b = "test.value"() : () -> !util.buffer
%n = "test.value"() : () -> index
%i = "test.value"() : () -> index
%r = util.buffer.subspan %b[%i] : !util.buffer{%n} -> !util.buffer{%n}

// -----

// CHECK: util.buffer.size %{{.*}} : !util.buffer
%b = "test.value"() : () -> !util.buffer
%n = "test.value"() : () -> index
%i = "test.value"() : () -> index
%r = util.buffer.size %b : !util.buffer

// -----

// CHECK: util.buffer.storage %{{.*}} : !util.buffer{%{{.*}}} -> (memref<?xi8>, index)
%b = "test.value"() : () -> !util.buffer
%n = "test.value"() : () -> index
%i = "test.value"() : () -> index
%m, %o = util.buffer.storage %b : !util.buffer{%n} -> (memref<?xi8>, index)

// -----

// CHECK: util.buffer.copy %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}], %{{.*}} : !util.buffer{%{{.*}}} -> !util.buffer{%{{.*}}}
%b = "test.value"() : () -> !util.buffer
%n = "test.value"() : () -> index
%i = "test.value"() : () -> index
util.buffer.copy %b[%i], %b[%i], %n : !util.buffer{%n} -> !util.buffer{%n}

// -----

// CHECK: util.buffer.compare %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}], %{{.*}} : !util.buffer{%{{.*}}}, !util.buffer{%{{.*}}}
%b = "test.value"() : () -> !util.buffer
%n = "test.value"() : () -> index
%i = "test.value"() : () -> index
%r = util.buffer.compare %b[%i], %b[%i], %n : !util.buffer{%n}, !util.buffer{%n}

// -----

// CHECK: util.buffer.fill %{{.*}}, %{{.*}}[%{{.*}} for %{{.*}}] : i32 -> !util.buffer{%{{.*}}}
%b = "test.value"() : () -> !util.buffer
%n = "test.value"() : () -> index
%i = "test.value"() : () -> index
%v = "test.value"() : () -> i32
util.buffer.fill %v, %b[%i for %n] : i32 -> !util.buffer{%n}

// -----

// CHECK: util.buffer.load %{{.*}}[%{{.*}} for %{{.*}}] : !util.buffer{%{{.*}}} -> i32
%b = "test.value"() : () -> !util.buffer
%n = "test.value"() : () -> index
%i = "test.value"() : () -> index
%r = util.buffer.load %b[%i for %n] : !util.buffer{%n} -> i32

// -----

// CHECK: util.buffer.store %{{.*}}, %{{.*}}[%{{.*}} for %{{.*}}] : i32 -> !util.buffer{%{{.*}}}
%b = "test.value"() : () -> !util.buffer
%n = "test.value"() : () -> index
%i = "test.value"() : () -> index
%v = "test.value"() : () -> i32
util.buffer.store %v, %b[%i for %n] : i32 -> !util.buffer{%n}

// -----

// CHECK: util.buffer.hash %{{.*}}[%{{.*}} for %{{.*}}] : !util.buffer{%{{.*}}} -> i64
%b = "test.value"() : () -> !util.buffer
%n = "test.value"() : () -> index
%i = "test.value"() : () -> index
%r = util.buffer.hash %b[%i for %n] : !util.buffer{%n} -> i64

// -----

// CHECK: util.status.check_ok %{{.*}}, "it failed"
%s = "test.value"() : () -> i32
util.status.check_ok %s, "it failed"
