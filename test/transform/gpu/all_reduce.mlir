// The result is what upstream's pass gives.
// RUN: tern-opt --test-gpu-rewrite --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --test-gpu-rewrite --allow-unregistered-dialect %s | diff - %t.mlir

gpu.module @m {
  gpu.func @k(%x: f32) kernel {
    %a = gpu.all_reduce add %x uniform {} : (f32) -> f32
    gpu.return
  }
  gpu.func @k2(%x: i32) workgroup(%w : memref<3xf32, 3>) kernel {
    %a = gpu.all_reduce  %x uniform {
    ^bb(%l : i32, %r : i32):
      %s = arith.maxsi %l, %r : i32
      gpu.yield %s : i32
    } : (i32) -> i32
    %b = gpu.all_reduce minui %x uniform {} : (i32) -> i32
    "test.u"(%b) : (i32) -> ()
    gpu.return
  }
  gpu.func @k3(%x: f32) kernel {
    %a = gpu.all_reduce add %x {} : (f32) -> f32
    gpu.return
  }
}
gpu.module @kinds {
  gpu.func @mul_i(%x: i32) -> i32 {
    %0 = gpu.all_reduce mul %x uniform {} : (i32) -> i32
    gpu.return %0 : i32
  }
  gpu.func @minui_i(%x: i32) -> i32 {
    %0 = gpu.all_reduce minui %x uniform {} : (i32) -> i32
    gpu.return %0 : i32
  }
  gpu.func @minsi_i(%x: i32) -> i32 {
    %0 = gpu.all_reduce minsi %x uniform {} : (i32) -> i32
    gpu.return %0 : i32
  }
  gpu.func @maxui_i(%x: i32) -> i32 {
    %0 = gpu.all_reduce maxui %x uniform {} : (i32) -> i32
    gpu.return %0 : i32
  }
  gpu.func @maxsi_i(%x: i32) -> i32 {
    %0 = gpu.all_reduce maxsi %x uniform {} : (i32) -> i32
    gpu.return %0 : i32
  }
  gpu.func @and_i(%x: i32) -> i32 {
    %0 = gpu.all_reduce and %x uniform {} : (i32) -> i32
    gpu.return %0 : i32
  }
  gpu.func @or_i(%x: i32) -> i32 {
    %0 = gpu.all_reduce or %x uniform {} : (i32) -> i32
    gpu.return %0 : i32
  }
  gpu.func @xor_i(%x: i32) -> i32 {
    %0 = gpu.all_reduce xor %x uniform {} : (i32) -> i32
    gpu.return %0 : i32
  }
  gpu.func @mul_f(%x: f16) -> f16 {
    %0 = gpu.all_reduce mul %x uniform {} : (f16) -> f16
    gpu.return %0 : f16
  }
  gpu.func @minnumf_f(%x: f16) -> f16 {
    %0 = gpu.all_reduce minnumf %x uniform {} : (f16) -> f16
    gpu.return %0 : f16
  }
  gpu.func @maxnumf_f(%x: f16) -> f16 {
    %0 = gpu.all_reduce maxnumf %x uniform {} : (f16) -> f16
    gpu.return %0 : f16
  }
  gpu.func @minimumf_f(%x: f16) -> f16 {
    %0 = gpu.all_reduce minimumf %x uniform {} : (f16) -> f16
    gpu.return %0 : f16
  }
  gpu.func @maximumf_f(%x: f16) -> f16 {
    %0 = gpu.all_reduce maximumf %x uniform {} : (f16) -> f16
    gpu.return %0 : f16
  }
  gpu.func @body_with_blocks(%x: i32) -> i32 {
    %0 = gpu.all_reduce %x uniform {
    ^bb0(%a: i32, %b: i32):
      %c = arith.cmpi slt, %a, %b : i32
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      %d = arith.addi %a, %b : i32
      gpu.yield %d : i32
    ^bb2:
      gpu.yield %b : i32
    } : (i32) -> i32
    gpu.return %0 : i32
  }
}
