// RUN: tern-opt %s --test-print-alignment --split-input-file --verify-diagnostics=only-expected

// What scalars say is what constants, hints and arithmetic leave of it.
tt.func @scalars(%n: i32 {tt.divisibility = 16 : i32}, %p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 24}}
  %c24 = arith.constant 24 : i32
  // expected-remark @below {{divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %c0 = arith.constant 0 : i32
  // expected-remark @below {{divisibility = [8], constancy = [1], constant_value = <none>}}
  %sum = arith.addi %n, %c24 : i32
  // expected-remark @below {{divisibility = [128], constancy = [1], constant_value = <none>}}
  %product = arith.muli %n, %c24 : i32
  // expected-remark @below {{constant_value = 0}}
  %zero = arith.muli %n, %c0 : i32
  // An offset of eight halves is one of 16 bytes.
  // expected-remark @below {{divisibility = [16], constancy = [1]}}
  %q = tt.addptr %p, %c24 : !tt.ptr<f16>, i32
  // expected-remark @below {{divisibility = [32]}}
  %hint = arith.addi %n, %sum {tt.divisibility = 32 : i32} : i32
  tt.return
}

// -----

// Signed constants are signed, of their own width.
tt.func @signs() {
  %m8 = arith.constant -8 : i32
  %c3 = arith.constant 3 : i32
  // expected-remark @below {{constant_value = -2}}
  %q = arith.divsi %m8, %c3 : i32
  // expected-remark @below {{constant_value = 1431655762}}
  %u = arith.divui %m8, %c3 : i32
  // expected-remark @below {{constant_value = -2}}
  %r = arith.remsi %m8, %c3 : i32
  // expected-remark @below {{constant_value = -8}}
  %least = arith.minsi %m8, %c3 : i32
  // expected-remark @below {{constant_value = 3}}
  %ul = arith.minui %m8, %c3 : i32
  %c2 = arith.constant 2 : i32
  // expected-remark @below {{constant_value = -2}}
  %shifted = arith.shrsi %m8, %c2 : i32
  tt.return
}

// -----

tt.func @no_division() {
  %c8 = arith.constant 8 : i32
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  // expected-remark @below {{constant_value = <none>}}
  %q = arith.divui %c8, %c0 : i32
  // expected-remark @below {{constant_value = <none>}}
  %r = arith.remsi %c8, %c0 : i32
  // expected-remark @below {{constant_value = <none>}}
  %s = arith.shli %c8, %c64 : i32
  tt.return
}

// -----

// Offsets of a tile, as kernels make them.
tt.func @tile(%stride: i32 {tt.divisibility = 16 : i32}, %p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [64, 1], divisibility = [1073741824, 1], constancy = [1, 1]}}
  %rows = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [1, 1073741824], constancy = [1, 1]}}
  %columns = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [64, 1]}}
  %strides = tt.splat %stride : i32 -> tensor<64x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 1]}}
  %lines = arith.muli %rows, %strides : tensor<64x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 64]}}
  %wide = tt.broadcast %lines : tensor<64x1xi32> -> tensor<64x64xi32>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [1, 1073741824], constancy = [64, 1]}}
  %tall = tt.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [1, 16], constancy = [1, 1]}}
  %offsets = arith.addi %wide, %tall : tensor<64x64xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [4, 16], constancy = [1, 1]}}
  %pointers = tt.addptr %base, %offsets : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  // expected-remark @below {{contiguity = [64, 1], divisibility = [16, 4], constancy = [1, 1]}}
  %turned = tt.trans %pointers {order = array<i32: 1, 0>} : tensor<64x64x!tt.ptr<f32>> -> tensor<64x64x!tt.ptr<f32>>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1]}}
  %loaded = tt.load %pointers : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// A range by one number: groups that both are aligned to.
tt.func @groups(%n: i32 {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %c4 = arith.constant dense<4> : tensor<128xi32>
  %ns = tt.splat %n : i32 -> tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [4]}}
  %q = arith.divsi %range, %c4 : tensor<128xi32>
  // expected-remark @below {{contiguity = [4], divisibility = [4], constancy = [1]}}
  %r = arith.remsi %range, %c4 : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [16]}}
  %mask = arith.cmpi slt, %range, %ns : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %other = arith.cmpi sgt, %range, %ns : tensor<128xi32>
  // Where the mask takes turns, groups are as short as its own, and any number of the old ones may come first.
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %s = arith.select %mask, %range, %ns : tensor<128xi1>, tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %m = arith.maxsi %range, %ns : tensor<128xi32>
  %three = arith.constant dense<3> : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1]}}
  %left = arith.shli %range, %three : tensor<128xi32>
  tt.return
}

// -----

// The counter of a loop, what is carried around it, and what branches bring together.
tt.func @control(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %first = tt.addptr %base, %range : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [16], constancy = [1]}}
  %end = scf.for %i = %c0 to %n step %c8 iter_args(%at = %first) -> (tensor<128x!tt.ptr<f32>>) : i32 {
    // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [128]}}
    %is = tt.splat %i : i32 -> tensor<128xi32>
    // expected-remark @below {{contiguity = [128], divisibility = [16], constancy = [1]}}
    %next = tt.addptr %at, %is : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    scf.yield %next : tensor<128x!tt.ptr<f32>>
  }
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %either = scf.if %c -> (i32) {
    scf.yield %c8 : i32
  } else {
    scf.yield %c0 : i32
  }
  // expected-remark @below {{divisibility = [8], constancy = [1]}}
  %last = scf.while (%x = %c8) : (i32) -> i32 {
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    %twice = arith.addi %y, %y : i32
    scf.yield %twice : i32
  }
  cf.cond_br %c, ^one(%c8 : i32), ^one(%n : i32)
^one(%z: i32):
  // expected-remark @below {{divisibility = [1]}}
  %copy = arith.addi %z, %c0 : i32
  tt.return
}

// -----

// What calls give joins; of tensors nothing is told.
tt.func private @callee(%n: i32, %t: tensor<8xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  // expected-remark @below {{divisibility = [8], constancy = [1]}}
  %r = arith.addi %n, %c0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %s = arith.addi %t, %t : tensor<8xi32>
  tt.return %r : i32
}
tt.func public @caller(%a: i32 {tt.divisibility = 16 : i32}, %b: i32 {tt.divisibility = 8 : i32}) {
  %t = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  // expected-remark @below {{divisibility = [1], constancy = [1]}}
  %0 = tt.call @callee(%a, %t) : (i32, tensor<8xi32>) -> i32
  %1 = tt.call @callee(%b, %t) : (i32, tensor<8xi32>) -> i32
  tt.return
}

// -----

// Partitions have what their op captures, and code that never runs says nothing.
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @partitions(%n: i32 {tt.divisibility = 16 : i32}) {
    // expected-remark @below {{divisibility = [16]}}
    %r = ttg.warp_specialize(%n)
    default {
      ttg.warp_yield %n : i32
    }
    partition0(%m: i32) num_warps(4) {
      // expected-remark @below {{divisibility = [32]}}
      %twice = arith.addi %m, %m {tt.divisibility = 32 : i32} : i32
      // expected-remark @below {{divisibility = [16]}}
      %same = arith.addi %m, %twice : i32
      ttg.warp_return
    } : (i32) -> i32
    tt.return
  }
}

// -----

// A hint of one number is of all dimensions.
tt.func @splat_hint(%p: tensor<16x16x!tt.ptr<f16>>, %x: tensor<16x16xi32>) {
  // expected-remark @below {{contiguity = [8, 8], divisibility = [16, 16]}}
  %q = tt.addptr %p, %x {tt.contiguity = dense<8> : tensor<16x16xi32>, tt.divisibility = dense<16> : tensor<16x16xi32>} : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  tt.return
}
