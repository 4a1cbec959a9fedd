// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=70 --verify-diagnostics | FileCheck %s --check-prefix=SM70
// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=90 --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,SM90

#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#clamped = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @integers
  // CHECK-COUNT-2: llvm.add %{{.*}} overflow<nsw> : i32
  // CHECK-COUNT-2: llvm.sdiv
  // CHECK-COUNT-2: llvm.ashr
  // CHECK-COUNT-2: llvm.intr.umax
  // CHECK-COUNT-2: llvm.icmp "ult"
  // CHECK-COUNT-2: llvm.select %{{.*}} : i1, i32
  // CHECK-COUNT-2: llvm.sext %{{.*}} : i32 to i64
  tt.func private @integers(%x: tensor<256xi32, #b>, %y: tensor<256xi32, #b>) -> tensor<256xi64, #b> {
    %0 = arith.addi %x, %y overflow<nsw> : tensor<256xi32, #b>
    %1 = arith.divsi %0, %y : tensor<256xi32, #b>
    %2 = arith.shrsi %1, %y : tensor<256xi32, #b>
    %3 = arith.maxui %2, %x : tensor<256xi32, #b>
    %4 = arith.cmpi ult, %3, %x : tensor<256xi32, #b>
    %5 = arith.select %4, %x, %3 : tensor<256xi1, #b>, tensor<256xi32, #b>
    %6 = arith.extsi %5 : tensor<256xi32, #b> to tensor<256xi64, #b>
    tt.return %6 : tensor<256xi64, #b>
  }

  // What has no row of its own goes by what arith's conversion does with scalars.
  // CHECK-LABEL: llvm.func internal @by_scalars
  // CHECK-COUNT-2: llvm.sdiv
  // CHECK: llvm.return
  tt.func private @by_scalars(%x: tensor<256xi32, #b>) -> tensor<256xi32, #b> {
    %0 = arith.ceildivsi %x, %x : tensor<256xi32, #b>
    tt.return %0 : tensor<256xi32, #b>
  }

  // CHECK-LABEL: llvm.func internal @floats
  // CHECK-COUNT-2: llvm.fadd %{{.*}} : bf16
  // CHECK-COUNT-2: llvm.intr.minimum
  // CHECK-COUNT-2: llvm.fcmp "olt"
  // CHECK-COUNT-2: llvm.select %arg2, %{{.*}} : i1, bf16
  // CHECK-COUNT-2: llvm.fpext %{{.*}} : bf16 to f32
  tt.func private @floats(%x: tensor<256xbf16, #b>, %y: tensor<256xbf16, #b>, %c: i1) -> (tensor<256xf32, #b>, tensor<256xi1, #b>) {
    %0 = arith.addf %x, %y : tensor<256xbf16, #b>
    %1 = arith.minimumf %0, %y : tensor<256xbf16, #b>
    %2 = arith.cmpf olt, %1, %y : tensor<256xbf16, #b>
    %3 = arith.select %c, %1, %x : tensor<256xbf16, #b>
    %4 = arith.extf %3 : tensor<256xbf16, #b> to tensor<256xf32, #b>
    tt.return %4, %2 : tensor<256xf32, #b>, tensor<256xi1, #b>
  }

  // CHECK-LABEL: llvm.func internal @division
  // CHECK: llvm.call_intrinsic "llvm.nvvm.div.full"(%arg0, %arg0)
  // CHECK: llvm.call_intrinsic "llvm.nvvm.div.rn.d"(%arg1, %arg1)
  // CHECK: llvm.fpext %arg2 : f16 to f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.div.rn.f"
  // CHECK: llvm.fptrunc %{{.*}} : f32 to f16
  // CHECK: llvm.call_intrinsic "llvm.nvvm.div.rn.f"(%arg0, %arg0)
  // CHECK: llvm.call_intrinsic "llvm.nvvm.sqrt.rn.f"(%arg0)
  // CHECK: llvm.call_intrinsic "llvm.nvvm.sqrt.rn.d"(%arg1)
  tt.func private @division(%x: f32, %y: f64, %z: f16) -> (f32, f64, f16, f32, f32, f64) {
    %0 = arith.divf %x, %x : f32
    %1 = arith.divf %y, %y : f64
    %2 = arith.divf %z, %z : f16
    %3 = tt.precise_divf %x, %x : f32
    %4 = tt.precise_sqrt %x : f32
    %5 = tt.precise_sqrt %y : f64
    tt.return %0, %1, %2, %3, %4, %5 : f32, f64, f16, f32, f32, f64
  }

  // Pointers move by elements; bits stay as they are.
  // CHECK-LABEL: llvm.func internal @pointers
  // CHECK: llvm.getelementptr %arg0[%arg1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
  // CHECK: llvm.ptrtoint %{{.*}} : !llvm.ptr<1> to i64
  // CHECK: llvm.inttoptr %{{.*}} : i64 to !llvm.ptr<1>
  // CHECK: llvm.bitcast %arg1 : i32 to f32
  tt.func private @pointers(%p: !tt.ptr<f16>, %i: i32) -> (!tt.ptr<f32>, f32) {
    %0 = tt.addptr %p, %i : !tt.ptr<f16>, i32
    %1 = tt.ptr_to_int %0 : !tt.ptr<f16> -> i64
    %2 = tt.int_to_ptr %1 : i64 -> !tt.ptr<f16>
    %3 = tt.bitcast %2 : !tt.ptr<f16> -> !tt.ptr<f32>
    %4 = tt.bitcast %i : i32 -> f32
    tt.return %3, %4 : !tt.ptr<f32>, f32
  }

  // CHECK-LABEL: llvm.func internal @high_halves
  // CHECK: llvm.call @__nv_umulhi(%arg0, %arg0) : (i32, i32) -> i32
  // CHECK: llvm.call @__nv_umul64hi(%arg1, %arg1) : (i64, i64) -> i64
  tt.func private @high_halves(%x: i32, %y: i64) -> (i32, i64) {
    %0 = tt.mulhiui %x, %x : i32
    %1 = tt.mulhiui %y, %y : i64
    tt.return %0, %1 : i32, i64
  }

  // A bound and its negative take one instruction from sm_90 on, where NaN may get lost.
  // CHECK-LABEL: llvm.func internal @clamps
  // CHECK: llvm.intr.maximum(%arg0, %arg1)
  // CHECK: llvm.intr.minimum(%{{.*}}, %arg2)
  // SM70-LABEL: llvm.func internal @clamps(
  // SM70: %[[NAN:.*]] = llvm.fcmp "une" %arg0, %arg0
  // SM70: llvm.intr.maxnum(%arg0, %arg1)
  // SM70: %[[CLAMPED:.*]] = llvm.intr.minnum(%{{.*}}, %arg2)
  // SM70: %[[NONE:.*]] = llvm.mlir.constant(0x7FC00000 : f32)
  // SM70: llvm.select %[[NAN]], %[[NONE]], %[[CLAMPED]]
  // CHECK: llvm.fsub
  // SM80: llvm.intr.maxnum
  // SM80: llvm.intr.minnum
  // SM90: llvm.call_intrinsic "llvm.nvvm.fmin.xorsign.abs.f"(%arg0, %arg2)
  tt.func private @clamps(%x: f32, %low: f32, %high: f32) -> (f32, f32) {
    %0 = tt.clampf %x, %low, %high, propagateNan = all : f32
    %zero = arith.constant 0.0 : f32
    %negative = arith.subf %zero, %high : f32
    %1 = tt.clampf %x, %negative, %high, propagateNan = none : f32
    tt.return %0, %1 : f32, f32
  }

  // CHECK-LABEL: llvm.func internal @clamps_tensor
  // SM80: llvm.intr.maxnum
  // SM90-COUNT-2: llvm.call_intrinsic "llvm.nvvm.fmin.xorsign.abs.f"
  // SM90-NOT: maxnum
  // CHECK: llvm.return
  tt.func private @clamps_tensor(%x: tensor<256xf32, #clamped>, %high: tensor<256xf32, #clamped>) -> tensor<256xf32, #clamped> {
    %zero = arith.constant dense<0.0> : tensor<256xf32, #clamped>
    %negative = arith.subf %zero, %high : tensor<256xf32, #clamped>
    %0 = tt.clampf %x, %negative, %high, propagateNan = none : tensor<256xf32, #clamped>
    tt.return %0 : tensor<256xf32, #clamped>
  }
}

// -----

module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @narrow_precise(%x: f16) -> f16 {
    // expected-error @+2 {{'tt.precise_divf' op is of 'f16', but only f32 and f64 have precise operations}}
    // expected-error @+1 {{failed to legalize operation 'tt.precise_divf'}}
    %0 = tt.precise_divf %x, %x : f16
    tt.return %0 : f16
  }
}

// -----

module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @narrow_high_half(%x: i16) -> i16 {
    // expected-error @+2 {{'tt.mulhiui' op is of 'i16', but only i32 and i64 are multiplied so}}
    // expected-error @+1 {{failed to legalize operation 'tt.mulhiui'}}
    %0 = tt.mulhiui %x, %x : i16
    tt.return %0 : i16
  }
}
