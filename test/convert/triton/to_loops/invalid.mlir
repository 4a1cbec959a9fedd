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
