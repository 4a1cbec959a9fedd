// Products of warp groups run by themselves, and are waited for where somebody needs that.
// RUN: tern-opt %s --tritongpu-pipeline --canonicalize --allow-unregistered-dialect | FileCheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!sums = tensor<64x64xf32, #mma>
!memory = !ttg.memdesc<64x64xf16, #shared, #smem>
!buffers = !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
!buffer = !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // Only the next product needs the sums: one product may be under way when an iteration ends. A wait has the memory, too.
  // CHECK-LABEL: @next_only(
  // CHECK: %[[R:.*]] = scf.for %{{.*}} iter_args(%[[C:.*]] = %{{.*}})
  // CHECK: %[[B:.*]] = ttg.memdesc_index
  // CHECK: %[[D:.*]] = ttng.warp_group_dot %[[A:.*]], %[[B]], %[[C]] {{.*}}isAsync = true
  // CHECK: %[[W:.*]]:3 = ttng.warp_group_dot_wait %[[D]], %[[A]], %[[B]] {pendings = 1 : i32}
  // CHECK: scf.yield %[[W]]#0
  // CHECK: %[[E:.*]] = ttng.warp_group_dot_wait %[[R]] {pendings = 0 : i32}
  // CHECK: tt.return %[[E]]
  tt.func @next_only(%a: !memory, %b: !buffers, %c: !sums, %l: i32, %u: i32, %s: i32) -> !sums {
    %r = scf.for %i = %l to %u step %s iter_args(%acc = %c) -> (!sums) : i32 {
      %m = ttg.memdesc_index %b[%i] : !buffers -> !buffer
      %d = ttng.warp_group_dot %a, %m, %acc : !memory * !buffer -> !sums
      scf.yield %d : !sums
    }
    tt.return %r : !sums
  }

  // Memory that the iteration makes may be written to by the next one; sums that the iteration reads have to be there.
  // CHECK-LABEL: @at_once(
  // CHECK: scf.for
  // CHECK: %[[B:.*]] = ttg.local_alloc
  // CHECK: %[[D:.*]] = ttng.warp_group_dot
  // CHECK: %[[W:.*]]:3 = ttng.warp_group_dot_wait %[[D]], %{{.*}}, %[[B]] {pendings = 0 : i32}
  // CHECK: scf.yield %[[W]]#0
  // CHECK: }
  // CHECK-NOT: warp_group_dot_wait
  // CHECK: scf.for
  // CHECK: %[[D1:.*]] = ttng.warp_group_dot
  // CHECK: %[[W1:.*]]:3 = ttng.warp_group_dot_wait %[[D1]], {{.*}} {pendings = 0 : i32}
  // CHECK: "my.use"(%[[W1]]#0)
  tt.func @at_once(%a: !memory, %b: !buffers, %x: tensor<64x64xf16, #rows>, %c: !sums, %l: i32, %u: i32, %s: i32) -> !sums {
    %r = scf.for %i = %l to %u step %s iter_args(%acc = %c) -> (!sums) : i32 {
      %m = ttg.local_alloc %x : (tensor<64x64xf16, #rows>) -> !memory
      %d = ttng.warp_group_dot %a, %m, %acc : !memory * !memory -> !sums
      scf.yield %d : !sums
    }
    scf.for %i = %l to %u step %s : i32 {
      %m = ttg.memdesc_index %b[%i] : !buffers -> !buffer
      %d = ttng.warp_group_dot %a, %m, %c : !memory * !buffer -> !sums
      "my.use"(%d) : (!sums) -> ()
    }
    tt.return %r : !sums
  }

  // Waits that are put off: for sums that are handed on where the next iteration first uses them, or another matrix that it is handed;
  // for others before their first use, while the product that began behind it goes on. A copy for later begins where no product of the
  // iterations before is under way.
  // CHECK-LABEL: @put_off(
  // CHECK: %[[R:.*]]:2 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[SUMS:.*]] = %{{.*}}, %[[NEW:.*]] = %{{.*}})
  // CHECK: %[[TOP:.*]]:2 = ttng.warp_group_dot_wait %[[SUMS]], %[[NEW]] {pendings = 0 : i32}
  // CHECK: ttng.barrier_expect
  // CHECK: %[[NEXT:.*]] = arith.addi %[[I]]
  // CHECK: %[[SLOT:.*]] = ttg.memdesc_index %{{.*}}[%[[NEXT]]]
  // CHECK: ttng.async_tma_copy_global_to_local %{{.*}}[%[[NEXT]], %[[NEXT]]] %[[SLOT]]
  // CHECK: %[[HALF:.*]] = arith.mulf %[[TOP]]#0
  // CHECK: arith.truncf %[[TOP]]#1
  // CHECK: %[[D:.*]] = ttng.warp_group_dot {{.*}}isAsync = true
  // CHECK: %[[E:.*]] = ttng.warp_group_dot %{{.*}}, %{{.*}}, %[[HALF]] {{.*}}isAsync = true
  // CHECK: %[[W:.*]]:3 = ttng.warp_group_dot_wait %[[D]], {{.*}} {pendings = 1 : i32}
  // CHECK: %[[P:.*]] = math.exp2 %[[W]]#0
  // CHECK-NOT: ttng.
  // CHECK: scf.yield %[[E]], %[[P]]
  // CHECK: ttng.warp_group_dot_wait %[[R]]#0{{.*}} {pendings = 0 : i32}
  tt.func @put_off(%a: !memory, %b: !buffers, %c: !sums, %l: i32, %u: i32, %s: i32, %half: !sums, %desc: !tt.tensordesc<tensor<64x64xf16, #shared>>,
                   %full: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %p: i1) -> !sums {
    %zeros = arith.constant dense<0.0> : !sums
    %r:2 = scf.for %i = %l to %u step %s iter_args(%acc = %c, %old = %c) -> (!sums, !sums) : i32 {
      %small = arith.mulf %acc, %half : !sums
      %narrow = arith.truncf %old : !sums to tensor<64x64xf16, #mma>
      %w = ttg.convert_layout %narrow : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #a>
      %m = ttg.memdesc_index %b[%i] : !buffers -> !buffer
      %d = ttng.warp_group_dot %a, %m, %zeros : !memory * !buffer -> !sums
      %e = ttng.warp_group_dot %w, %m, %small : tensor<64x64xf16, #a> * !buffer -> !sums
      %x = math.exp2 %d : !sums
      %next = arith.addi %i, %s : i32
      ttng.barrier_expect %full, 8192, %p : !ttg.memdesc<1xi64, #bar, #smem, mutable>
      %slot = ttg.memdesc_index %b[%next] : !buffers -> !buffer
      ttng.async_tma_copy_global_to_local %desc[%next, %next] %slot, %full, %p : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !buffer
      scf.yield %e, %x : !sums, !sums
    } {tern.late_waits}
    tt.return %r#0 : !sums
  }

  // In a branch the sums are waited for there.
  // CHECK-LABEL: @in_branch(
  // CHECK: %[[D:.*]] = ttng.warp_group_dot
  // CHECK: %[[W:.*]]:3 = ttng.warp_group_dot_wait %[[D]], {{.*}} {pendings = 1 : i32}
  // CHECK: scf.if
  // CHECK: %[[I:.*]]:{{[0-9]}} = ttng.warp_group_dot_wait %[[W]]#0{{.*}} {pendings = 0 : i32}
  // CHECK: "my.use"(%[[I]]#0)
  tt.func @in_branch(%a: !memory, %b: !buffers, %c: !sums, %l: i32, %u: i32, %s: i32, %p: i1) -> !sums {
    %r = scf.for %i = %l to %u step %s iter_args(%acc = %c) -> (!sums) : i32 {
      %m = ttg.memdesc_index %b[%i] : !buffers -> !buffer
      %d = ttng.warp_group_dot %a, %m, %acc : !memory * !buffer -> !sums
      scf.if %p {
        "my.use"(%d) : (!sums) -> ()
      }
      scf.yield %d : !sums
    }
    tt.return %r : !sums
  }

  // The sums of the iteration before are read behind a product that is waited for: so these are there, too.
  // CHECK-LABEL: @behind_another(
  // CHECK: scf.for %{{.*}} iter_args(%[[C:.*]] = %{{.*}})
  // CHECK: %[[D:.*]] = ttng.warp_group_dot
  // CHECK: %[[W:.*]]:4 = ttng.warp_group_dot_wait %[[D]], %{{.*}}, %{{.*}}, %[[C]] {pendings = 0 : i32}
  // CHECK: %[[SCALED:.*]] = arith.mulf %[[W]]#3, %[[W]]#0
  // CHECK: %[[D1:.*]] = ttng.warp_group_dot %{{.*}}, %{{.*}}, %[[SCALED]] {{.*}}isAsync = true
  // CHECK-NOT: warp_group_dot_wait
  // CHECK: scf.yield %[[D1]]
  tt.func @behind_another(%a: !memory, %b: !buffers, %zero: !sums, %l: i32, %u: i32, %s: i32) -> !sums {
    %r = scf.for %i = %l to %u step %s iter_args(%acc = %zero) -> (!sums) : i32 {
      %m = ttg.memdesc_index %b[%i] : !buffers -> !buffer
      %d = ttng.warp_group_dot %a, %m, %zero : !memory * !buffer -> !sums
      %scaled = arith.mulf %acc, %d : !sums
      %e = ttng.warp_group_dot %a, %m, %scaled : !memory * !buffer -> !sums
      scf.yield %e : !sums
    }
    tt.return %r : !sums
  }

  // Registers of a product are free when it is waited for. It is made of parts as deep as one instruction, so that all but one of them
  // may be under way.
  // CHECK-LABEL: @registers(
  // CHECK: %[[X:.*]] = "my.make"()
  // CHECK: %[[RESHAPED:.*]] = tt.reshape %[[X]] : tensor<64x32xf16, {{.*}}> -> tensor<64x2x16xf16,
  // CHECK: %[[TURNED:.*]] = tt.trans %[[RESHAPED]] {order = array<i32: 0, 2, 1>}
  // CHECK: %[[L:.*]], %[[H:.*]] = tt.split %[[TURNED]]
  // CHECK: %[[L1:.*]] = ttg.convert_layout %[[L]]
  // CHECK: %[[H1:.*]] = ttg.convert_layout %[[H]]
  // CHECK: %[[ML:.*]] = ttg.memdesc_subslice %{{.*}}[0, 0] {{.*}} -> !ttg.memdesc<16x64xf16, #shared, #smem, 32x64>
  // CHECK: %[[MH:.*]] = ttg.memdesc_subslice %{{.*}}[16, 0]
  // CHECK: %[[D0:.*]] = ttng.warp_group_dot %[[L1]], %[[ML]], %{{.*}}isAsync = true
  // CHECK: %[[W0:.*]]:2 = ttng.warp_group_dot_wait %[[D0]], %[[ML]] {pendings = 1 : i32}
  // CHECK: %[[D1:.*]] = ttng.warp_group_dot %[[H1]], %[[MH]], %[[W0]]#0, %true {{.*}}isAsync = true
  // CHECK: %[[W1:.*]]:2 = ttng.warp_group_dot_wait %[[D1]], %[[MH]] {pendings = 1 : i32}
  // CHECK: scf.yield %[[W1]]#0
  tt.func @registers(%b: !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>, %c: !sums, %l: i32, %u: i32, %s: i32) -> !sums {
    %r = scf.for %i = %l to %u step %s iter_args(%acc = %c) -> (!sums) : i32 {
      %m = ttg.memdesc_index %b[%i] : !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
      %x = "my.make"() : () -> tensor<64x32xf16, #a>
      %d = ttng.warp_group_dot %x, %m, %acc : tensor<64x32xf16, #a> * !ttg.memdesc<32x64xf16, #shared, #smem, mutable> -> !sums
      scf.yield %d : !sums
    }
    tt.return %r : !sums
  }

  // A loop that wants one stage is left alone.
  // CHECK-LABEL: @one_stage(
  // CHECK: ttng.warp_group_dot
  // CHECK-NOT: isAsync = true
  // CHECK-NOT: warp_group_dot_wait
  // CHECK: tt.return
  tt.func @one_stage(%a: !memory, %b: !buffers, %c: !sums, %l: i32, %u: i32, %s: i32) -> !sums {
    %r = scf.for %i = %l to %u step %s iter_args(%acc = %c) -> (!sums) : i32 {
      %m = ttg.memdesc_index %b[%i] : !buffers -> !buffer
      %d = ttng.warp_group_dot %a, %m, %acc : !memory * !buffer -> !sums
      scf.yield %d : !sums
    } {tt.num_stages = 1 : i32}
    tt.return %r : !sums
  }
}
