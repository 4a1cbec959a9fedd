// 8-bit floats are multiplied by an instruction that PTX has since 8.4: the text says so, and no higher.

// RUN: tern-compile %s -o %t.ptx --target=cuda --cuda-target=sm_89
// RUN: FileCheck %s < %t.ptx

// CHECK: .version 8.4
// CHECK: .target sm_89
// CHECK: cp.async.cg.shared.global
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32
hal.executable.variant "*" {
  module {
    func.func @main() {
      %zero = arith.constant 0.0 : f32
      %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<256x512xf8E4M3FN>
      %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<128x512xf8E5M2>
      %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<256x128xf32>
      linalg.fill ins(%zero : f32) outs(%c : memref<256x128xf32>)
      linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
          ins(%a, %b : memref<256x512xf8E4M3FN>, memref<128x512xf8E5M2>) outs(%c : memref<256x128xf32>)
      return
    }
    hal.interface private @io {
      hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
      hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
      hal.interface.binding @ret0, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
    }
  }
}
