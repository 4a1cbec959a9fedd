// Functions of libdevice by name; what is not known, and assembly, ends the run with its name.
// RUN: tern-opt %s --interpret=floats | FileCheck %s --check-prefix=FLOATS
// RUN: tern-opt %s --interpret=integers | FileCheck %s --check-prefix=INTEGERS
// RUN: not tern-opt %s --interpret=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tern-opt %s --interpret=assembly 2>&1 | FileCheck %s --check-prefix=ASSEMBLY

// FLOATS: @floats #0: ( 0, 1 ) : tensor<2xf32>
// FLOATS-NEXT: @floats #1: ( 1, 8 ) : tensor<2xf32>
// FLOATS-NEXT: @floats #2: ( 0, 0.5 ) : tensor<2xf32>
// FLOATS-NEXT: @floats #3: ( 1, 2.2795854 ) : tensor<2xf32>
// FLOATS-NEXT: @floats #4: 7 : f64
tt.func @floats() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, f64) {
  %x = arith.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %y = arith.constant dense<[5.0, 2.0]> : tensor<2xf32>
  %z = arith.constant dense<[0.0, 3.0]> : tensor<2xf32>
  %a = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_rintf"} : (tensor<2xf32>) -> tensor<2xf32>
  %b = tt.extern_elementwise %y, %z {libname = "", libpath = "", pure = true, symbol = "__nv_powf"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %e = arith.constant dense<[0.0, 0.520499878]> : tensor<2xf32>
  %c = tt.extern_elementwise %e {libname = "", libpath = "", pure = true, symbol = "__nv_erfinvf"} : (tensor<2xf32>) -> tensor<2xf32>
  %t = arith.constant dense<[0.0, 2.0]> : tensor<2xf32>
  %d = tt.extern_elementwise %t {libname = "", libpath = "", pure = true, symbol = "__nv_cyl_bessel_i0f"} : (tensor<2xf32>) -> tensor<2xf32>
  %p = arith.constant 2.0 : f64
  %q = arith.constant 3.0 : f64
  %r = arith.constant 1.0 : f64
  %f = tt.extern_elementwise %p, %q, %r {libname = "", libpath = "", pure = true, symbol = "__nv_fma"} : (f64, f64, f64) -> f64
  tt.return %a, %b, %c, %d, %f : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, f64
}

// INTEGERS: @integers #0: ( 31, 0 ) : tensor<2xi32>
// INTEGERS-NEXT: @integers #1: ( -1, 2147483647, 0, 2 ) : tensor<4xi32>
// INTEGERS-NEXT: @integers #2: ( 1, 0 ) : tensor<2xi32>
// INTEGERS-NEXT: @integers #3: ( -2147483648, -1 ) : tensor<2xi32>
tt.func @integers() -> (tensor<2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>) {
  %x = arith.constant dense<[1, -1]> : tensor<2xi32>
  %zeros = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_clz"} : (tensor<2xi32>) -> tensor<2xi32>
  %f = arith.constant dense<[-1.5, 3.0e30, 0x7FC00000, 2.5]> : tensor<4xf32>
  %down = tt.extern_elementwise %f {libname = "", libpath = "", pure = true, symbol = "__nv_float2int_rz"} : (tensor<4xf32>) -> tensor<4xi32>
  %n = arith.constant dense<[0x7FC00000, 0x7F800000]> : tensor<2xf32>
  %nan = tt.extern_elementwise %n {libname = "", libpath = "", pure = true, symbol = "__nv_isnanf"} : (tensor<2xf32>) -> tensor<2xi32>
  %turned = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_brev"} : (tensor<2xi32>) -> tensor<2xi32>
  tt.return %zeros, %down, %nan, %turned : tensor<2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>
}

// UNKNOWN: library.mlir:[[@LINE+3]]:8: error: 'tt.extern_elementwise' op calls '__nv_frobnicatef', which the reference interpreter does not know
// UNKNOWN: note: @unknown was run in the reference interpreter; lower the function to ops that the reference interpreter knows
tt.func @unknown(%x: f32) -> f32 {
  %r = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_frobnicatef"} : (f32) -> f32
  tt.return %r : f32
}

// ASSEMBLY: error: 'tt.elementwise_inline_asm' op is assembly, which the reference interpreter does not run: "not.b32 $0, $1;"
tt.func @assembly(%x: i32) -> i32 {
  %r = tt.elementwise_inline_asm "not.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : i32 -> i32
  tt.return %r : i32
}
