// Names of functions and globals.
// RUN: not tern-opt %s --split-input-file -o /dev/null 2>&1 | FileCheck %s --strict-whitespace --implicit-check-not=error:

// A function defined twice.
// CHECK: {{^}}{{.*}}symbols.mlir:[[@LINE+9]]:1: error: redefinition of symbol named 'f'
// CHECK-NEXT:{{^}}func.func @f() {
// CHECK-NEXT:{{^}}^{{$}}
// CHECK-NEXT: {{^}}{{.*}}symbols.mlir:[[@LINE+3]]:1: note: see existing symbol definition here
// CHECK-NEXT:{{^}}func.func @f() {
// CHECK-NEXT:{{^}}^{{$}}
func.func @f() {
  return
}
func.func @f() {
  return
}

// -----

// A call of what does not exist.
// CHECK: {{^}}{{.*}}symbols.mlir:[[@LINE+4]]:3: error: 'func.call' op 'nowhere' does not reference a valid function
// CHECK-NEXT:{{^}}  call @nowhere() : () -> ()
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f() {
  call @nowhere() : () -> ()
  return
}

// -----

// A call of what is no function.
// CHECK: {{^}}{{.*}}symbols.mlir:[[@LINE+5]]:3: error: 'func.call' op 'g' does not reference a valid function
// CHECK-NEXT:{{^}}  call @g() : () -> ()
// CHECK-NEXT:{{^}}  ^{{$}}
memref.global @g : memref<4xf32>
func.func @f() {
  call @g() : () -> ()
  return
}

// -----

// A function that is nowhere, as a constant.
// CHECK: {{^}}{{.*}}symbols.mlir:[[@LINE+4]]:8: error: 'func.constant' op reference to undefined function 'nowhere'
// CHECK-NEXT:{{^}}  %0 = func.constant @nowhere : () -> ()
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f() {
  %0 = func.constant @nowhere : () -> ()
  return
}

// -----

// A global that does not exist.
// CHECK: {{^}}{{.*}}symbols.mlir:[[@LINE+4]]:8: error: 'memref.get_global' op 'nowhere' does not reference a valid global memref
// CHECK-NEXT:{{^}}  %0 = memref.get_global @nowhere : memref<4xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f() {
  %0 = memref.get_global @nowhere : memref<4xf32>
  return
}

// -----

// A global of another type.
// CHECK: {{^}}{{.*}}symbols.mlir:[[@LINE+5]]:8: error: 'memref.get_global' op result type 'memref<8xf32>' does not match type 'memref<4xf32>' of the global memref @g
// CHECK-NEXT:{{^}}  %0 = memref.get_global @g : memref<8xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
memref.global @g : memref<4xf32>
func.func @f() {
  %0 = memref.get_global @g : memref<8xf32>
  return
}

// -----

// A public function without a body.
// CHECK: {{^}}{{.*}}symbols.mlir:[[@LINE+3]]:1: error: 'func.func' op symbol declaration cannot have public visibility
// CHECK-NEXT:{{^}}func.func public @f()
// CHECK-NEXT:{{^}}^{{$}}
func.func public @f()

// -----

// A visibility that there is none of.
// CHECK: {{^}}{{.*}}symbols.mlir:[[@LINE+3]]:1: error: 'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "secret"
// CHECK-NEXT:{{^}}"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "secret"}> ({}) : () -> ()
// CHECK-NEXT:{{^}}^{{$}}
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "secret"}> ({}) : () -> ()

// -----

// A symbol without a table around it.
// CHECK: {{^}}{{.*}}symbols.mlir:[[@LINE+5]]:5: error: 'func.func' op symbol's parent must have the SymbolTable trait
// CHECK-NEXT:{{^}}    func.func private @g()
// CHECK-NEXT:{{^}}    ^{{$}}
func.func @f(%c: i1) {
  scf.if %c {
    func.func private @g()
  }
  return
}
