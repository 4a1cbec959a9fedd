// RUN: tern-opt %s --split-input-file --tritongpu-remove-layout-conversions | FileCheck %s

// What is computed from a load has its encoding, and what the store needs is computed in that of the store.
#slow = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #[[$WIDE:.*]] = #ttg.blocked<{sizePerThread = [4]
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @flows_forward
  tt.func @flows_forward(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>) {
    // CHECK-NOT: ttg.convert_layout
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #slow>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #slow>
    %at = tt.addptr %ps, %range : tensor<1024x!tt.ptr<f32>, #slow>, tensor<1024xi32, #slow>
    %wide = ttg.convert_layout %at : tensor<1024x!tt.ptr<f32>, #slow> -> tensor<1024x!tt.ptr<f32>, #wide>
    // CHECK: %[[X:.*]] = tt.load %{{.*}} : tensor<1024x!tt.ptr<f32>, #[[$WIDE]]>
    %loaded = tt.load %wide : tensor<1024x!tt.ptr<f32>, #wide>
    %x = ttg.convert_layout %loaded : tensor<1024xf32, #wide> -> tensor<1024xf32, #slow>
    // CHECK: %[[Y:.*]] = math.exp %[[X]] : tensor<1024xf32, #[[$WIDE]]>
    %y = math.exp %x : tensor<1024xf32, #slow>
    %qs = tt.splat %q : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #slow>
    %to = tt.addptr %qs, %range : tensor<1024x!tt.ptr<f32>, #slow>, tensor<1024xi32, #slow>
    %to_wide = ttg.convert_layout %to : tensor<1024x!tt.ptr<f32>, #slow> -> tensor<1024x!tt.ptr<f32>, #wide>
    %y_wide = ttg.convert_layout %y : tensor<1024xf32, #slow> -> tensor<1024xf32, #wide>
    // CHECK: tt.store %{{.*}}, %[[Y]] : tensor<1024x!tt.ptr<f32>, #[[$WIDE]]>
    tt.store %to_wide, %y_wide : tensor<1024x!tt.ptr<f32>, #wide>
    tt.return
  }

  // What is loaded is not loaded twice.
  // CHECK-LABEL: @keeps_load
  tt.func @keeps_load(%at: tensor<1024x!tt.ptr<f32>, #wide>) -> (tensor<1024xf32, #wide>, tensor<1024xf32, #slow>) {
    // CHECK-NEXT: %[[X:.*]] = tt.load %{{.*}}
    // CHECK-NEXT: %[[C:.*]] = ttg.convert_layout %[[X]]
    // CHECK-NEXT: tt.return %[[X]], %[[C]]
    %x = tt.load %at : tensor<1024x!tt.ptr<f32>, #wide>
    %y = ttg.convert_layout %x : tensor<1024xf32, #wide> -> tensor<1024xf32, #slow>
    tt.return %x, %y : tensor<1024xf32, #wide>, tensor<1024xf32, #slow>
  }

  // Carried values have one encoding all around the loop, and what it ends with is converted once.
  // CHECK-LABEL: @converts_behind_loop
  tt.func @converts_behind_loop(%at: tensor<1024x!tt.ptr<f32>, #wide>, %n: i32) -> tensor<1024xf32, #slow> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<1024xf32, #slow>
    // CHECK: %[[L:.*]] = scf.for {{.*}} -> (tensor<1024xf32, #[[$WIDE]]>)
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<1024xf32, #slow>) : i32 {
      %x = tt.load %at : tensor<1024x!tt.ptr<f32>, #wide>
      %y = ttg.convert_layout %x : tensor<1024xf32, #wide> -> tensor<1024xf32, #slow>
      // CHECK-NOT: ttg.convert_layout
      %z = arith.addf %acc, %y : tensor<1024xf32, #slow>
      scf.yield %z : tensor<1024xf32, #slow>
    }
    // CHECK: }
    // CHECK: %[[C:.*]] = ttg.convert_layout %[[L]]
    // CHECK: tt.return %[[C]]
    tt.return %sum : tensor<1024xf32, #slow>
  }

  // The same through scf.while and scf.if.
  // CHECK-LABEL: @flows_through_control
  tt.func @flows_through_control(%x: tensor<1024xf32, #wide>, %c: i1) -> tensor<1024xf32, #wide> {
    // CHECK-NOT: ttg.convert_layout
    %y = ttg.convert_layout %x : tensor<1024xf32, #wide> -> tensor<1024xf32, #slow>
    // CHECK: scf.while {{.*}} : (tensor<1024xf32, #[[$WIDE]]>) -> tensor<1024xf32, #[[$WIDE]]>
    %w = scf.while (%a = %y) : (tensor<1024xf32, #slow>) -> tensor<1024xf32, #slow> {
      scf.condition(%c) %a : tensor<1024xf32, #slow>
    } do {
    ^bb0(%b: tensor<1024xf32, #slow>):
      %e = math.exp %b : tensor<1024xf32, #slow>
      scf.yield %e : tensor<1024xf32, #slow>
    }
    // CHECK: scf.if %{{.*}} -> (tensor<1024xf32, #[[$WIDE]]>)
    %r = scf.if %c -> (tensor<1024xf32, #slow>) {
      %s = math.sin %w : tensor<1024xf32, #slow>
      scf.yield %s : tensor<1024xf32, #slow>
    } else {
      scf.yield %w : tensor<1024xf32, #slow>
    }
    %z = ttg.convert_layout %r : tensor<1024xf32, #slow> -> tensor<1024xf32, #wide>
    tt.return %z : tensor<1024xf32, #wide>
  }

  // A reduction to a scalar and an assertion take what there is.
  // CHECK-LABEL: @sinks
  tt.func @sinks(%x: tensor<1024xf32, #wide>, %c: tensor<1024xi1, #wide>) -> f32 {
    // CHECK-NOT: ttg.convert_layout
    %y = ttg.convert_layout %x : tensor<1024xf32, #wide> -> tensor<1024xf32, #slow>
    %d = ttg.convert_layout %c : tensor<1024xi1, #wide> -> tensor<1024xi1, #slow>
    // CHECK: tt.assert %{{.*}}, "true" : tensor<1024xi1, #[[$WIDE]]>
    tt.assert %d, "true" : tensor<1024xi1, #slow>
    // CHECK: (tensor<1024xf32, #[[$WIDE]]>) -> f32
    %r = "tt.reduce"(%y) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<1024xf32, #slow>) -> f32
    tt.return %r : f32
  }

  // Five times exp of what others use as well costs more than to convert it; four times does not.
  // CHECK-LABEL: @keeps_what_costs_more
  tt.func @keeps_what_costs_more(%f: f32) -> (tensor<1024xf32, #wide>, tensor<1024xf32, #slow>, tensor<1024xf32, #slow>) {
    %x = tt.splat %f : f32 -> tensor<1024xf32, #wide>
    %1 = math.exp %x : tensor<1024xf32, #wide>
    %2 = math.exp %1 : tensor<1024xf32, #wide>
    %3 = math.exp %2 : tensor<1024xf32, #wide>
    // CHECK-COUNT-3: math.exp %{{.*}} : tensor<1024xf32, #blocked1>
    // CHECK: %[[FOUR:.*]] = math.exp %{{.*}} : tensor<1024xf32, #blocked1>
    // CHECK-NEXT: %{{.*}} = math.exp %{{.*}} : tensor<1024xf32, #[[$WIDE]]>
    %4 = math.exp %3 : tensor<1024xf32, #wide>
    // CHECK-NEXT: %[[E:.*]] = math.exp %{{.*}} : tensor<1024xf32, #[[$WIDE]]>
    // CHECK-NEXT: %[[C:.*]] = ttg.convert_layout %[[E]]
    // CHECK-NEXT: tt.return %[[E]], %[[C]], %[[FOUR]]
    %5 = math.exp %4 : tensor<1024xf32, #wide>
    %g = ttg.convert_layout %5 : tensor<1024xf32, #wide> -> tensor<1024xf32, #slow>
    %h = ttg.convert_layout %4 : tensor<1024xf32, #wide> -> tensor<1024xf32, #slow>
    tt.return %5, %g, %h : tensor<1024xf32, #wide>, tensor<1024xf32, #slow>, tensor<1024xf32, #slow>
  }

  // Cheap things are computed again: numbers, their sums, and comparisons of both.
  // CHECK-LABEL: @computes_again
  tt.func @computes_again(%n: i32) -> (tensor<1024xi1, #wide>, tensor<1024xi1, #slow>) {
    // CHECK-NOT: ttg.convert_layout
    // CHECK: arith.cmpi slt, {{.*}} : tensor<1024xi32, #[[$WIDE]]>
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #wide>
    %ns = tt.splat %n : i32 -> tensor<1024xi32, #wide>
    %m = arith.cmpi slt, %range, %ns : tensor<1024xi32, #wide>
    %o = ttg.convert_layout %m : tensor<1024xi1, #wide> -> tensor<1024xi1, #slow>
    tt.return %m, %o : tensor<1024xi1, #wide>, tensor<1024xi1, #slow>
  }
}

// -----

// Sums of products win over blocks. Both halves of an extension are converted where they are narrow.
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-DAG: #[[$BLOCKED:.*]] = #ttg.blocked
// CHECK-DAG: #[[$MMA:.*]] = #ttg.nvidia_mma
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @converts_narrow
  tt.func @converts_narrow(%at: tensor<64x64x!tt.ptr<f16>, #blocked>, %s: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    // CHECK: %[[X:.*]] = tt.load %{{.*}} : tensor<64x64x!tt.ptr<f16>, #[[$BLOCKED]]>
    // CHECK: %[[C:.*]] = ttg.convert_layout %[[X]] : tensor<64x64xf16, #[[$BLOCKED]]> -> tensor<64x64xf16, #[[$MMA]]>
    // CHECK: %[[E:.*]] = arith.extf %[[C]] : tensor<64x64xf16, #[[$MMA]]> to tensor<64x64xf32, #[[$MMA]]>
    // CHECK: arith.addf %[[E]], %{{.*}} : tensor<64x64xf32, #[[$MMA]]>
    %x = tt.load %at : tensor<64x64x!tt.ptr<f16>, #blocked>
    %e = arith.extf %x : tensor<64x64xf16, #blocked> to tensor<64x64xf32, #blocked>
    %c = ttg.convert_layout %s : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
    %sum = arith.addf %e, %c : tensor<64x64xf32, #blocked>
    %r = ttg.convert_layout %sum : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
    tt.return %r : tensor<64x64xf32, #mma>
  }

  // A conversion to an operand moves next to the load, so that the load can be pipelined.
  // CHECK-LABEL: @converts_next_to_load
  tt.func @converts_next_to_load(%at: tensor<64x64x!tt.ptr<i8>, #blocked>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      // CHECK: %[[X:.*]] = tt.load
      // CHECK-NEXT: %[[C:.*]] = ttg.convert_layout %[[X]] : tensor<64x64xi8, #[[$BLOCKED]]> -> tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #[[$MMA]], kWidth = 2}>>
      // CHECK-NEXT: %[[F:.*]] = arith.sitofp %[[C]]
      // CHECK-NEXT: tt.dot %[[F]]
      %x = tt.load %at : tensor<64x64x!tt.ptr<i8>, #blocked>
      %f = arith.sitofp %x : tensor<64x64xi8, #blocked> to tensor<64x64xf16, #blocked>
      %a = ttg.convert_layout %f : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
      %d = tt.dot %a, %b, %acc : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }

  // In a loop only the branch that needs a conversion has one.
  // CHECK-LABEL: @converts_in_branch
  tt.func @converts_in_branch(%at: tensor<64x64x!tt.ptr<f32>, #blocked>, %zero: tensor<64x64xf32, #mma>, %c: i1, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %none = arith.constant dense<0.0> : tensor<64x64xf32, #blocked>
    // CHECK: scf.for
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      // CHECK: %[[R:.*]] = scf.if %{{.*}} -> (tensor<64x64xf32, #[[$MMA]]>)
      %x = scf.if %c -> (tensor<64x64xf32, #blocked>) {
        // CHECK: tt.load
        // CHECK: ttg.convert_layout
        // CHECK: scf.yield
        %y = tt.load %at : tensor<64x64x!tt.ptr<f32>, #blocked>
        scf.yield %y : tensor<64x64xf32, #blocked>
      } else {
        // CHECK: else
        // CHECK-NOT: ttg.convert_layout
        scf.yield %none : tensor<64x64xf32, #blocked>
      }
      %z = ttg.convert_layout %x : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
      // CHECK: arith.addf %[[R]], %{{.*}} : tensor<64x64xf32, #[[$MMA]]>
      %sum = arith.addf %z, %acc : tensor<64x64xf32, #mma>
      scf.yield %sum : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }
}

// -----

// Shapes change the encoding that flows on: a slice, what it is a slice of, turned, joined and reshaped.
#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[$BLOCKED:.*]] = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[$TURNED:.*]] = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @changes_shapes
  tt.func @changes_shapes(%x: tensor<32x8xf32, #blocked>) -> (tensor<8x32xf32, #other>, tensor<32x1xf32, #other>) {
    %y = ttg.convert_layout %x : tensor<32x8xf32, #blocked> -> tensor<32x8xf32, #other>
    // CHECK: %[[T:.*]] = tt.trans %{{.*}} : tensor<32x8xf32, #[[$BLOCKED]]> -> tensor<8x32xf32, #[[$TURNED]]>
    // CHECK: ttg.convert_layout %[[T]]
    %t = tt.trans %y {order = array<i32: 1, 0>} : tensor<32x8xf32, #other> -> tensor<8x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>>
    %u = ttg.convert_layout %t : tensor<8x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>> -> tensor<8x32xf32, #other>
    // CHECK: (tensor<32x8xf32, #[[$BLOCKED]]>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #[[$BLOCKED]]}>>
    %r = "tt.reduce"(%y) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.maximumf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<32x8xf32, #other>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #other}>>
    // Converted before it gets a dimension that others would have to be told of.
    // CHECK: %[[R:.*]] = ttg.convert_layout {{.*}} -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #[[OTHER:.*]]}>>
    // CHECK: tt.expand_dims %[[R]] {{.*}} -> tensor<32x1xf32, #[[OTHER]]>
    %e = tt.expand_dims %r {axis = 1 : i32} : tensor<32xf32, #ttg.slice<{dim = 1, parent = #other}>> -> tensor<32x1xf32, #other>
    tt.return %u, %e : tensor<8x32xf32, #other>, tensor<32x1xf32, #other>
  }
}

// -----

// A wait is not done again in another encoding: the registers would be copied before it.
#wide = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
#narrow = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: tt.func public @wait_once
  // CHECK: ttng.warp_group_dot_wait
  // CHECK-NOT: ttng.warp_group_dot_wait
  // CHECK: tt.return
  tt.func public @wait_once(%sums: tensor<64x64xf32, #narrow>, %x: tensor<64x64xf32, #wide>) -> (tensor<64x64xf32, #narrow>, tensor<64x64xf32, #wide>) {
    %done = ttng.warp_group_dot_wait %sums {pendings = 0 : i32} : tensor<64x64xf32, #narrow>
    %same = ttg.convert_layout %done : tensor<64x64xf32, #narrow> -> tensor<64x64xf32, #wide>
    %r = arith.addf %same, %x : tensor<64x64xf32, #wide>
    tt.return %done, %r : tensor<64x64xf32, #narrow>, tensor<64x64xf32, #wide>
  }
}
