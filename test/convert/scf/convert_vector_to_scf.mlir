// Transfers as loops or straight code, and printing: what upstream's pass gives.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf | diff -b - %t.0.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='full-unroll' > %t.1.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='full-unroll' | diff -b - %t.1.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='target-rank=0' > %t.2.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='target-rank=0' | diff -b - %t.2.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='full-unroll target-rank=0 lower-tensors' > %t.3.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='full-unroll target-rank=0 lower-tensors' | diff -b - %t.3.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='lower-tensors lower-scalable' > %t.4.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='lower-tensors lower-scalable' | diff -b - %t.4.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='lower-tensors full-unroll' > %t.5.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='lower-tensors full-unroll' | diff -b - %t.5.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='target-rank=2' > %t.6.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='target-rank=2' | diff -b - %t.6.ours

func.func @write2(%m: memref<?x?xf32>, %i: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %i] : vector<2x4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @read3(%m: memref<?x?x?xf32>, %i: index, %p: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %p : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}

// -----

func.func @read3m(%m: memref<?x?x?xf32>, %i: index, %p: f32, %k: vector<2x3x4xi1>) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %p, %k {in_bounds = [true, false, true]} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}

// -----

func.func @write3m(%m: memref<?x?x?xf32>, %i: index, %v: vector<2x3x4xf32>, %k: vector<2x3x4xi1>) {
  vector.transfer_write %v, %m[%i, %i, %i], %k {in_bounds = [true, false, true]} : vector<2x3x4xf32>, memref<?x?x?xf32>
  return
}

// -----

func.func @read_bcastm(%m: memref<?x?x?xf32>, %i: index, %p: f32, %k: vector<4x2xi1>) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %p, %k {permutation_map = affine_map<(d0,d1,d2) -> (d2, 0, d0)>, in_bounds = [false, true, false]} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}

// -----

func.func @read_bcast1(%m: memref<?x?x?xf32>, %i: index, %p: f32, %k: vector<4xi1>) -> vector<3x4xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %p, %k {permutation_map = affine_map<(d0,d1,d2) -> (0, d0)>, in_bounds = [true, false]} : memref<?x?x?xf32>, vector<3x4xf32>
  return %0 : vector<3x4xf32>
}

// -----

func.func @read_bcast2(%m: memref<?x?x?xf32>, %i: index, %p: f32, %k: vector<3xi1>) -> vector<3x4xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %p, %k {permutation_map = affine_map<(d0,d1,d2) -> (d1, 0)>, in_bounds = [false, true]} : memref<?x?x?xf32>, vector<3x4xf32>
  return %0 : vector<3x4xf32>
}

// -----

func.func @read_loop(%m: memref<?x?xf32>, %i: index, %p: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %i step %c1 {
    %0 = vector.transfer_read %m[%i, %j], %p : memref<?x?xf32>, vector<2x4xf32>
    "test.use"(%0) : (vector<2x4xf32>) -> ()
  }
  return
}

// -----

func.func @read_par(%m: memref<?x?xf32>, %i: index, %p: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%j) = (%c0) to (%i) step (%c1) {
    %0 = vector.transfer_read %m[%i, %j], %p : memref<?x?xf32>, vector<2x4xf32>
    "test.use"(%0) : (vector<2x4xf32>) -> ()
  }
  return
}

// -----

func.func @read_affine(%m: memref<?x?xf32>, %i: index, %p: f32) {
  affine.for %j = 0 to 10 {
    affine.for %jj = 0 to 10 {
    %0 = vector.transfer_read %m[%jj, %j], %p : memref<?x?xf32>, vector<2x4xf32>
    "test.use"(%0) : (vector<2x4xf32>) -> ()
    }
  }
  return
}

// -----

func.func @read_tensor2(%m: tensor<?x?xf32>, %i: index, %p: f32, %v: vector<2x4xf32>) -> (vector<2x4xf32>, tensor<?x?xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p : tensor<?x?xf32>, vector<2x4xf32>
  %1 = vector.transfer_write %v, %m[%i, %i] : vector<2x4xf32>, tensor<?x?xf32>
  return %0, %1 : vector<2x4xf32>, tensor<?x?xf32>
}

// -----

func.func @scalable(%m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<2x[4]xf32>) -> (vector<2x[4]xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<2x[4]xf32>
  vector.transfer_write %v, %m[%i, %i] : vector<2x[4]xf32>, memref<?x?xf32>
  return %0 : vector<2x[4]xf32>
}

// -----

func.func @scalable_lead(%m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<[4]x2xf32>) -> (vector<[4]x2xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<[4]x2xf32>
  vector.transfer_write %v, %m[%i, %i] : vector<[4]x2xf32>, memref<?x?xf32>
  return %0 : vector<[4]x2xf32>
}

// -----

func.func @scalable_transpose(%vec: vector<4x[4]xf32>, %dest: memref<?x?xf32>, %i: index, %j: index) {
  %t = vector.transpose %vec, [1, 0] : vector<4x[4]xf32> to vector<[4]x4xf32>
  vector.transfer_write %t, %dest[%i, %j] {in_bounds = [true, true]} : vector<[4]x4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @scalable_transpose_mask(%vec: vector<4x[4]xf32>, %dest: memref<?x?xf32>, %i: index, %j: index) {
  %t = vector.transpose %vec, [1, 0] : vector<4x[4]xf32> to vector<[4]x4xf32>
  %k = vector.create_mask %i, %j : vector<[4]x4xi1>
  vector.transfer_write %t, %dest[%i, %j], %k {in_bounds = [true, true]} : vector<[4]x4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @scalable_transpose_tensor(%vec: vector<4x[4]xf32>, %dest: tensor<?x?xf32>, %i: index, %j: index) -> tensor<?x?xf32> {
  %t = vector.transpose %vec, [1, 0] : vector<4x[4]xf32> to vector<[4]x4xf32>
  %k = vector.create_mask %i, %j : vector<[4]x4xi1>
  %r = vector.transfer_write %t, %dest[%i, %j], %k {in_bounds = [true, true]} : vector<[4]x4xf32>, tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @print(%a: vector<2x3xf32>) {
  vector.print %a : vector<2x3xf32>
  return
}

// -----

func.func @print0(%a: vector<f32>, %b: vector<[4]xi32>, %c: vector<3xi5>, %d: vector<2xui7>, %e: vector<2xi1>, %f: vector<3xsi8>, %g: vector<2xindex>) {
  vector.print %a : vector<f32>
  vector.print %b : vector<[4]xi32>
  vector.print %c : vector<3xi5>
  vector.print %d : vector<2xui7>
  vector.print %e : vector<2xi1> punctuation <comma>
  vector.print %f : vector<3xsi8>
  vector.print %g : vector<2xindex>
  return
}

// -----

func.func @strided1(%m: memref<?x?xf32>, %i: index, %p: f32, %k: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p, %k {permutation_map = affine_map<(d0,d1)->(d0)>} : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %i], %k {permutation_map = affine_map<(d0,d1)->(d0)>} : vector<4xf32>, memref<?x?xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @strided1s(%m: memref<?x?xf32>, %i: index, %p: f32, %k: vector<[4]xi1>, %v: vector<[4]xf32>) -> vector<[4]xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p, %k {permutation_map = affine_map<(d0,d1)->(d0)>} : memref<?x?xf32>, vector<[4]xf32>
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0,d1)->(d0)>, in_bounds = [true]} : vector<[4]xf32>, memref<?x?xf32>
  return %0 : vector<[4]xf32>
}

// -----

func.func @write_gap(%m: memref<?x?x?x?xf32>, %i: index, %v: vector<3x4xf32>, %k: vector<3x4xi1>) {
  vector.transfer_write %v, %m[%i, %i, %i, %i], %k {permutation_map = affine_map<(d0,d1,d2,d3)->(d1, d2)>} : vector<3x4xf32>, memref<?x?x?x?xf32>
  return
}

// -----

func.func @insert_chain(%m: memref<?x?x?xf32>, %i: index, %p: f32, %v: vector<5x2x4xf32>) -> vector<5x2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %p : memref<?x?x?xf32>, vector<2x4xf32>
  %1 = vector.insert %0, %v [3] : vector<2x4xf32> into vector<5x2x4xf32>
  %2 = vector.extract %v[2] : vector<2x4xf32> from vector<5x2x4xf32>
  vector.transfer_write %2, %m[%i, %i, %i] : vector<2x4xf32>, memref<?x?x?xf32>
  return %1 : vector<5x2x4xf32>
}

// -----

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
