// The result is what upstream's pass gives.
// RUN: tern-opt --test-gpu-subgroup-reduce-lowering --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --test-gpu-subgroup-reduce-lowering --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --test-gpu-subgroup-reduce-lowering=expand-to-shuffles --allow-unregistered-dialect %s > %t.shuffles.mlir
// RUN: mlir-opt --test-gpu-subgroup-reduce-lowering=expand-to-shuffles --allow-unregistered-dialect %s | diff - %t.shuffles.mlir

gpu.module @m {
  gpu.func @a(%x: vector<7xbf16>, %y: bf16, %z: vector<3xi8>, %w : vector<1xf32>) kernel {
    %a = gpu.subgroup_reduce add %x : (vector<7xbf16>) -> vector<7xbf16>
    %b = gpu.subgroup_reduce mul %y uniform cluster(size = 4, stride = 2) : (bf16) -> bf16
    %c = gpu.subgroup_reduce minui %z  : (vector<3xi8>) -> vector<3xi8>
    %d = gpu.subgroup_reduce maxnumf %w  cluster(size = 8) : (vector<1xf32>) -> vector<1xf32>
    "test.u"(%a, %b, %c, %d) : (vector<7xbf16>, bf16, vector<3xi8>, vector<1xf32>) -> ()
    gpu.return
  }
  gpu.func @c(%x: i16, %y: i32, %z: i64, %w : vector<3xi64>, %q : vector<5xi24>) kernel {
    %a = gpu.subgroup_reduce add %x : (i16) -> i16
    %b = gpu.subgroup_reduce xor %y uniform cluster(size = 32, stride = 1)  : (i32) -> i32
    %c = gpu.subgroup_reduce minui %z  : (i64) -> i64
    %d = gpu.subgroup_reduce maxsi %w  cluster(size = 8) : (vector<3xi64>) -> vector<3xi64>
    %e = gpu.subgroup_reduce maxsi %q : (vector<5xi24>) -> vector<5xi24>
    "test.u"(%a, %b, %c, %d, %e) : (i16, i32, i64, vector<3xi64>, vector<5xi24>) -> ()
    gpu.return
  }
}
