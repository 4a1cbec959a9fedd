// RUN: tern-opt %s --split-input-file --tritongpu-optimize-accumulator-init --allow-unregistered-dialect | FileCheck %s

#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#b8 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
#t8 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8}>
#smem = #ttg.shared_memory
!a = !ttg.memdesc<64x16xf16, #s, #smem>
!b = !ttg.memdesc<16x16xf16, #s, #smem>
!c = tensor<64x16xf32, #m>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @always_zero
  // CHECK: %[[NO:.*]] = arith.constant false
  // CHECK: ttng.warp_group_dot %{{.*}}, %{{.*}}, %{{.*}}, %[[NO]] :
  tt.func @always_zero(%a: !a, %b: !b, %n: i32) -> !c {
    %zero = arith.constant dense<0.0> : !c
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero) -> (!c) : i32 {
      %d = ttng.warp_group_dot %a, %b, %zero : !a * !b -> !c
      scf.yield %d : !c
    }
    tt.return %r : !c
  }

  // CHECK-LABEL: tt.func @starts_at_zero
  // CHECK-DAG: %[[NO:.*]] = arith.constant false
  // CHECK-DAG: %[[YES:.*]] = arith.constant true
  // CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[ADDS:.*]] = %[[NO]])
  // CHECK: %[[D:.*]] = ttng.warp_group_dot %{{.*}}, %{{.*}}, %[[X]], %[[ADDS]] :
  // CHECK: scf.yield %[[D]], %[[YES]]
  tt.func @starts_at_zero(%a: !a, %b: !b, %n: i32) -> !c {
    %zero = arith.constant dense<0.0> : !c
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero) -> (!c) : i32 {
      %d = ttng.warp_group_dot %a, %b, %x : !a * !b -> !c
      scf.yield %d : !c
    }
    tt.return %r : !c
  }

  // CHECK-LABEL: tt.func @starts_elsewhere
  // CHECK: iter_args(%[[X:[^,]*]] = %arg3) ->
  // CHECK: ttng.warp_group_dot %{{.*}}, %{{.*}}, %[[X]] :
  tt.func @starts_elsewhere(%a: !a, %b: !b, %n: i32, %c: !c) -> !c {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c) -> (!c) : i32 {
      %d = ttng.warp_group_dot %a, %b, %x : !a * !b -> !c
      scf.yield %d : !c
    }
    tt.return %r : !c
  }

  // The next iteration is told; what comes out of the loop is zero still.
  // CHECK-LABEL: tt.func @select_behind
  // CHECK: %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%[[X:.*]] = %arg4, %[[ADDS:.*]] = %true)
  // CHECK: %[[D:.*]] = ttng.warp_group_dot %{{.*}}, %{{.*}}, %[[X]], %[[ADDS]] :
  // CHECK: scf.yield %[[D]], %arg3
  // CHECK: %[[R:.*]] = arith.select %[[LOOP]]#1, %[[LOOP]]#0, %{{.*}}
  // CHECK: tt.return %[[R]]
  tt.func @select_behind(%a: !a, %b: !b, %n: i32, %keep: i1, %c: !c) -> !c {
    %zero = arith.constant dense<0.0> : !c
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c) -> (!c) : i32 {
      %d = ttng.warp_group_dot %a, %b, %x : !a * !b -> !c
      %s = arith.select %keep, %d, %zero : !c
      scf.yield %s : !c
    }
    tt.return %r : !c
  }

  // CHECK-LABEL: tt.func @conditional_before
  // CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %arg4, %[[ADDS:.*]] = %true)
  // CHECK: %[[FLAG:.*]] = arith.select %arg3, %false, %[[ADDS]]
  // CHECK: %[[IF:.*]] = scf.if %arg3
  // CHECK: "test.use"
  // CHECK: scf.yield %[[X]]
  // CHECK: scf.yield %[[X]]
  // CHECK: %[[D:.*]] = ttng.warp_group_dot %{{.*}}, %{{.*}}, %[[IF]], %[[FLAG]] :
  // CHECK: scf.yield %[[D]], %true
  tt.func @conditional_before(%a: !a, %b: !b, %n: i32, %reset: i1, %c: !c) -> !c {
    %zero = arith.constant dense<0.0> : !c
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c) -> (!c) : i32 {
      %s = scf.if %reset -> (!c) {
        "test.use"() : () -> ()
        scf.yield %zero : !c
      } else {
        scf.yield %x : !c
      }
      %d = ttng.warp_group_dot %a, %b, %s : !a * !b -> !c
      scf.yield %d : !c
    }
    tt.return %r : !c
  }

  // Somebody else sees the zero.
  // CHECK-LABEL: tt.func @used_elsewhere
  // CHECK: ttng.warp_group_dot %{{.*}}, %{{.*}}, %{{[^,]*}} :
  // CHECK: arith.select
  tt.func @used_elsewhere(%a: !a, %b: !b, %n: i32, %keep: i1, %c: !c) -> !c {
    %zero = arith.constant dense<0.0> : !c
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c) -> (!c) : i32 {
      %d = ttng.warp_group_dot %a, %b, %x : !a * !b -> !c
      %s = arith.select %keep, %d, %zero : !c
      "test.use"(%s) : (!c) -> ()
      scf.yield %s : !c
    }
    tt.return %r : !c
  }

  // A flag that is there stays.
  // CHECK-LABEL: tt.func @has_flag
  // CHECK: ttng.warp_group_dot %{{.*}}, %{{.*}}, %{{.*}}, %arg3 :
  tt.func @has_flag(%a: !a, %b: !b, %n: i32, %adds: i1) -> !c {
    %zero = arith.constant dense<0.0> : !c
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero) -> (!c) : i32 {
      %d = ttng.warp_group_dot %a, %b, %x, %adds : !a * !b -> !c
      scf.yield %d : !c
    }
    tt.return %r : !c
  }

  // CHECK-LABEL: tt.func @adds_parts
  // CHECK: ttng.warp_group_dot %{{.*}}, %{{.*}}, %{{[^,]*}} {
  tt.func @adds_parts(%a: !ttg.memdesc<64x32xf8E5M2, #b8, #smem>, %b: !ttg.memdesc<32x16xf8E5M2, #t8, #smem>, %n: i32) -> tensor<64x16xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 32]}>> {
    %zero = arith.constant dense<0.0> : tensor<64x16xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 32]}>>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero) -> (tensor<64x16xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 32]}>>) : i32 {
      %d = ttng.warp_group_dot %a, %b, %x {maxNumImpreciseAcc = 32 : i32} : !ttg.memdesc<64x32xf8E5M2, #b8, #smem> * !ttg.memdesc<32x16xf8E5M2, #t8, #smem> -> tensor<64x16xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 32]}>>
      scf.yield %d : tensor<64x16xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 32]}>>
    }
    tt.return %r : tensor<64x16xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 32]}>>
  }
}

// -----

#r = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
!a = !ttg.memdesc<128x64xf16, #s, #smem>
!b = !ttg.memdesc<64x128xf16, #s, #smem>
!c = tensor<128x128xf32, #r>
!d = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // Memory that begins with zero begins with anything, once the product does not read it.
  // CHECK-LABEL: tt.func @tensor_memory
  // CHECK: scf.for
  // CHECK: %[[D:.*]], %[[T:.*]] = ttng.tmem_alloc : () ->
  // CHECK: ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %[[D]][%[[T]]], %false, %true
  tt.func @tensor_memory(%a: !a, %b: !b, %n: i32) {
    %zero = arith.constant dense<0.0> : !c
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %d, %t = ttng.tmem_alloc %zero : (!c) -> (!d, !ttg.async.token)
      %u = ttng.tc_gen5_mma %a, %b, %d[%t], %true, %true : !a, !b, !d
      %x, %v = ttng.tmem_load %d[%u] : !d -> !c
      "test.use"(%x) : (!c) -> ()
    }
    tt.return
  }

  // CHECK-LABEL: tt.func @carried_tensor_memory
  // CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[ADDS:.*]] = %false)
  // CHECK: ttng.tmem_alloc %[[X]] :
  // CHECK: ttng.tc_gen5_mma %{{.*}}, %[[ADDS]], %true
  tt.func @carried_tensor_memory(%a: !a, %b: !b, %n: i32) -> !c {
    %zero = arith.constant dense<0.0> : !c
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %zero) -> (!c) : i32 {
      %d, %t = ttng.tmem_alloc %y : (!c) -> (!d, !ttg.async.token)
      %u = ttng.tc_gen5_mma %a, %b, %d[%t], %true, %true : !a, !b, !d
      %x, %v = ttng.tmem_load %d[%u] : !d -> !c
      scf.yield %x : !c
    }
    tt.return %r : !c
  }

  // Read before the product.
  // CHECK-LABEL: tt.func @read_before
  // CHECK: ttng.tmem_alloc %{{.*}} : (tensor
  tt.func @read_before(%a: !a, %b: !b, %y: !c) {
    %true = arith.constant true
    %false = arith.constant false
    %d, %t = ttng.tmem_alloc %y : (!c) -> (!d, !ttg.async.token)
    %x, %v = ttng.tmem_load %d[%t] : !d -> !c
    %u = ttng.tc_gen5_mma %a, %b, %d[%v], %false, %true : !a, !b, !d
    "test.use"(%x) : (!c) -> ()
    tt.return
  }
}
