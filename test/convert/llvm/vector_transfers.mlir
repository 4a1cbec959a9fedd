// Transfers of one dimension as accesses with masks; others stay: what upstream's pass gives.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm | diff -b - %t.0.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='use-vector-alignment' > %t.1.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='use-vector-alignment' | diff -b - %t.1.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='force-32bit-vector-indices=0' > %t.2.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='force-32bit-vector-indices=0' | diff -b - %t.2.ours

func.func @read1(%m: memref<?xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %p : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @read1s(%m: memref<8xf32>, %i: index, %p: f32) -> vector<[4]xf32> {
  %0 = vector.transfer_read %m[%i], %p : memref<8xf32>, vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

// -----

func.func @write1(%m: memref<?xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?xf32>
  return
}

// -----

func.func @read_masked(%m: memref<?xf32>, %i: index, %p: f32, %k: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %p, %k : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @read_masked_in(%m: memref<?xf32>, %i: index, %p: f32, %k: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %p, %k {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @write_masked(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>) {
  vector.transfer_write %v, %m[%i, %i], %k : vector<4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @read2(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// -----

func.func @read2in(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// -----

func.func @write2in(%m: memref<?x?xf32>, %i: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true]} : vector<2x4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @read_perm(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @read_bcast(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (0)>} : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @read_0d(%m: memref<f32>, %p: f32, %v: vector<f32>) -> vector<f32> {
  %0 = vector.transfer_read %m[], %p : memref<f32>, vector<f32>
  vector.transfer_write %v, %m[] : vector<f32>, memref<f32>
  return %0 : vector<f32>
}

// -----

func.func @read_strided(%m: memref<?xf32, strided<[2]>>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %p : memref<?xf32, strided<[2]>>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @read_tensor(%m: tensor<?xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %p : tensor<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @read_index(%m: memref<?xindex>, %i: index, %p: index) -> vector<4xindex> {
  %0 = vector.transfer_read %m[%i], %p : memref<?xindex>, vector<4xindex>
  return %0 : vector<4xindex>
}

// -----

func.func @read_vecmem(%m: memref<?xvector<4xf32>>, %i: index, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %p {in_bounds=[]}: memref<?xvector<4xf32>>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @load2(%m: memref<?x?xf32>, %i: index, %v: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.load %m[%i, %i] : memref<?x?xf32>, vector<2x4xf32>
  vector.store %v, %m[%i, %i] : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// -----

func.func @read_reverse(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
