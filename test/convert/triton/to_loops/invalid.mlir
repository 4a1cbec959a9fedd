// RUN: tern-opt %s --split-input-file --verify-diagnostics --convert-triton-to-loops

tt.func public @call(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{'tt.call' op is not supported on processors}}
  tt.call @callee() : () -> ()
  tt.return
}
tt.func private @callee() {
  tt.return
}

// -----

tt.func public @unknown_function(%p: !tt.ptr<f32>) {
  %x = tt.load %p : !tt.ptr<f32>
  // expected-error @+2 {{'tt.extern_elementwise' op calls '__nv_made_up', which is not known on processors}}
  // expected-note @+1 {{functions of libdevice are known by their names}}
  %y = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_made_up"} : (f32) -> f32
  tt.store %p, %y : !tt.ptr<f32>
  tt.return
}

// -----

tt.func public @unknown_instruction(%p: !tt.ptr<i32>) {
  %x = tt.load %p : !tt.ptr<i32>
  // expected-error @+1 {{'tt.elementwise_inline_asm' op has an instruction that is not known on processors: 'vote.sync.any.pred p, q, r'}}
  %y = tt.elementwise_inline_asm "vote.sync.any.pred p, q, r; mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : i32 -> i32
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}

// -----

// expected-error @+1 {{'tt.func' op has an argument of type 'tensor<16xf32>', which cannot be passed to processors}}
tt.func public @tensor(%x: tensor<16xf32>) {
  tt.return
}

// -----

tt.func public @too_many(%p: !tt.ptr<f32>, %c: f32) {
  %x = tt.splat %c : f32 -> tensor<4xf32>
  // expected-error @+1 {{'tt.reduce' op has 17 values, and at most 16 are supported on processors}}
  %y:17 = "tt.reduce"(%x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x) <{axis = 0 : i32}> ({
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %a4: f32, %a5: f32, %a6: f32, %a7: f32, %a8: f32, %a9: f32, %a10: f32, %a11: f32, %a12: f32, %a13: f32, %a14: f32, %a15: f32, %a16: f32, %a17: f32, %a18: f32, %a19: f32, %a20: f32, %a21: f32, %a22: f32, %a23: f32, %a24: f32, %a25: f32, %a26: f32, %a27: f32, %a28: f32, %a29: f32, %a30: f32, %a31: f32, %a32: f32, %a33: f32):
    tt.reduce.return %a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
  }) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)
  tt.return
}
