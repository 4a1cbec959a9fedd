// RUN: tern-opt %s --symbol-privatize | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: mlir-opt %s --symbol-privatize | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: tern-opt %s --symbol-privatize='exclude=main,init' | FileCheck %s --check-prefixes=CHECK,SOME
// RUN: mlir-opt %s --symbol-privatize='exclude=main,init' | FileCheck %s --check-prefixes=CHECK,SOME

// SOME: func.func @main()
// ALL: func.func private @main()
func.func @main() {
  return
}
// SOME: func.func nested @init()
// ALL: func.func private @init()
func.func nested @init() {
  return
}
// CHECK: func.func private @helper()
func.func @helper() {
  return
}
// CHECK: memref.global "private" @table
memref.global @table : memref<4xf32>
// Only the symbols of this table, and only what has a name.
// CHECK: module @named attributes {sym_visibility = "private"} {
// CHECK-NEXT: func.func @inner()
module @named {
  func.func @inner()  {
    return
  }
}
// CHECK: module {
// CHECK-NEXT: func.func @also_inner()
module {
  func.func @also_inner() {
    return
  }
}
