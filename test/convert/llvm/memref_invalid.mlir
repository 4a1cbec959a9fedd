// RUN: tern-opt --finalize-memref-to-llvm --split-input-file --verify-diagnostics %s
// RUN: mlir-opt --finalize-memref-to-llvm --split-input-file --verify-diagnostics %s

// expected-error @below {{redefinition of reserved function 'malloc' of different type '!llvm.func<void (i64)>' is prohibited}}
llvm.func @malloc(i64)
func.func @reserved() -> memref<f32> {
  %0 = memref.alloc() : memref<f32>
  return %0 : memref<f32>
}

// -----

// expected-error @unknown {{conversion of memref memory space "shared" to integer address space failed. Consider adding memory space conversions.}}
memref.global "private" @g : memref<4xf32, "shared">

// -----

// expected-error @unknown {{conversion to strided form failed either due to non-strided layout maps (which should have been normalized away) or other reasons}}
func.func @layout(%m : memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>, %i : index) {
  memref.prefetch %m[%i], read, locality<3>, data : memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>
  return
}

// -----

// What is exchanged has to come from the region, which becomes the loop.
func.func @exchange(%m : memref<4xi32>, %i : index, %v : i32) -> i32 {
  // expected-error @below {{result not defined in region}}
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
  ^bb0(%current : i32):
    memref.atomic_yield %v : i32
  }
  return %0 : i32
}
