// RUN: tern-opt %s --iree-convert-to-nvvm --verify-diagnostics

module {
  func.func @vectors() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4xf32>
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : i32
    %c16 = arith.constant 16 : i32
    %a = vector.load %x[%c0] : memref<4xf32>, vector<4xf32>
    // expected-error @+2 {{'gpu.shuffle' op is a shuffle that there is no code for, of 'vector<4xf32>'}}
    // expected-error @+1 {{failed to legalize operation 'gpu.shuffle'}}
    %0, %v0 = gpu.shuffle xor %a, %c4, %c16 : vector<4xf32>
    vector.store %0, %x[%c0] : memref<4xf32>, vector<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
  }
}
