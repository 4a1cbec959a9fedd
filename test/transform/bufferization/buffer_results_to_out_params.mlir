// RUN: tern-opt %s --buffer-results-to-out-params --split-input-file --verify-diagnostics --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-opt %s --buffer-results-to-out-params --split-input-file --verify-diagnostics --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func private @makes(
// CHECK-SAME: %[[I:.*]]: i32, %[[O:.*]]: memref<4xf32> {test.mark}) -> i32
// CHECK: %[[M:.*]] = "test.make"
// CHECK: memref.copy %[[M]], %[[O]]
// CHECK: return %[[I]] : i32
func.func private @makes(%i: i32) -> (i32, memref<4xf32> {test.mark}) {
  %0 = "test.make"() : () -> memref<4xf32>
  return %i, %0 : i32, memref<4xf32>
}

// CHECK-LABEL: func.func @calls
// CHECK: %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK: %[[R:.*]] = call @makes(%{{.*}}, %[[A]]) : (i32, memref<4xf32>) -> i32
// CHECK: "test.use"(%[[R]], %[[A]])
func.func @calls(%i: i32) {
  %0:2 = call @makes(%i) : (i32) -> (i32, memref<4xf32>)
  "test.use"(%0#0, %0#1) : (i32, memref<4xf32>) -> ()
  return
}

// What is public keeps its signature.
// CHECK-LABEL: func.func @public() -> memref<4xf32>
func.func @public() -> memref<4xf32> {
  %0 = "test.make"() : () -> memref<4xf32>
  return %0 : memref<4xf32>
}

// -----

// expected-error @+1 {{cannot create out param for result with unsupported layout}}
func.func private @layout() -> memref<4xf32, strided<[2]>> {
  %0 = "test.make"() : () -> memref<4xf32, strided<[2]>>
  return %0 : memref<4xf32, strided<[2]>>
}

// -----

func.func private @unknown_size() -> memref<?xf32> {
  %0 = "test.make"() : () -> memref<?xf32>
  return %0 : memref<?xf32>
}

func.func @caller() {
  // expected-error @+1 {{cannot create out param for dynamically shaped result}}
  %0 = call @unknown_size() : () -> memref<?xf32>
  "test.use"(%0) : (memref<?xf32>) -> ()
  return
}
