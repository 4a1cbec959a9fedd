// What descriptors cannot be rewritten for.
// RUN: tern-opt %s --triton-rewrite-tensor-descriptor-to-pointer --split-input-file --verify-diagnostics --allow-unregistered-dialect

tt.func @signless(%d: !tt.tensordesc<tensor<8xi32>>, %o: i32, %x: tensor<8xi32>) {
  // expected-error@+2 {{'tt.descriptor_reduce' op reduces 'i32' by 'min', which is not done atomically without a descriptor}}
  // expected-note@+1 {{min and max take integers with a sign or without one, such as si32 and ui32}}
  tt.descriptor_reduce min, %d[%o], %x : !tt.tensordesc<tensor<8xi32>>, tensor<8xi32>
  tt.return
}

// -----

tt.func @floats(%d: !tt.tensordesc<tensor<8xf32>>, %o: i32, %x: tensor<8xf32>) {
  // expected-error@+2 {{'tt.descriptor_reduce' op reduces 'f32' by 'or', which}}
  // expected-note@+1 {{min and max take integers}}
  tt.descriptor_reduce or, %d[%o], %x : !tt.tensordesc<tensor<8xf32>>, tensor<8xf32>
  tt.return
}

// -----

tt.func @unknown_user(%d: !tt.tensordesc<tensor<8xf32>>) {
  // expected-error@+2 {{'some.op' op has a descriptor, which cannot be taken apart here}}
  // expected-note@+1 {{it may pass functions, branches, loops and arith.select}}
  "some.op"(%d) : (!tt.tensordesc<tensor<8xf32>>) -> ()
  tt.return
}

// -----

tt.func @rank(%b: !tt.ptr<f16>, %n: i32, %s: i64) {
  // expected-error@+1 {{'tt.make_tensor_descriptor' op makes a block of 17 dimensions, of which there may be 16}}
  %p = tt.make_tensor_descriptor %b, [%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n], [%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s] : <f16>, <tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2xf16>>
  tt.return
}
