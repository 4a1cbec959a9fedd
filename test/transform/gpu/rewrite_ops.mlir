// The result is what upstream's pass gives.
// RUN: tern-opt --test-gpu-rewrite --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --test-gpu-rewrite --allow-unregistered-dialect %s | diff - %t.mlir

gpu.module @m {
  gpu.func @k(%x: i64, %f: f64, %o: i32, %w: i32, %g: f32) kernel {
    %a, %p = gpu.shuffle xor %x, %o, %w : i64
    %b, %q = gpu.shuffle up %f, %o, %w : f64
    %c, %qq = gpu.shuffle up %g, %o, %w : f32
    %id = gpu.global_id x
    %id1 = gpu.global_id x upper_bound 64
    %si = gpu.subgroup_id : index
    "test.u"(%a, %p, %b, %q, %id, %id1, %si, %c, %qq) : (i64, i1, f64, i1, index, index, index, f32, i1) -> ()
    gpu.return
  }
}
