// Attributes are printed as they were read.
// RUN: tern-opt --allow-unregistered-dialect %s | FileCheck %s

// CHECK: a = #util.byte_pattern<7> : tensor<4xi8>
"test.op"() {a = #util.byte_pattern<7> : tensor<4xi8>} : () -> ()
// CHECK: a = #util.byte_range<4, 8>
"test.op"() {a = #util.byte_range<4, 8>} : () -> ()
// CHECK: a = [#util.inline.always, #util.inline.never]
"test.op"() {a = [#util.inline.always, #util.inline.never]} : () -> ()
// CHECK: a = #util.int.assumption<umin = 1, udiv = 4>
"test.op"() {a = #util.int.assumption<umin = 1, udiv = 4>} : () -> ()
// CHECK: a = #util.int.assumption<umin = 9223372036854775808, umax = 18446744073709551615>
"test.op"() {a = #util.int.assumption<umin = 9223372036854775808, umax = 0xffffffffffffffff>} : () -> ()
// CHECK: a = #util.null : !util.buffer, b = #util.uninitialized : tensor<4xf32>
"test.op"() {a = #util.null : !util.buffer, b = #util.uninitialized : tensor<4xf32>} : () -> ()
// CHECK: a = #util.preprocessing_pipeline<"cse">
"test.op"() {a = #util.preprocessing_pipeline<"cse">} : () -> ()
// CHECK: "test.types"() : () -> (!util.object, !util.list<?>, !util.list<!util.buffer>, !util.ptr<i32>, !util.variant, !util.unused)
%0:6 = "test.types"() : () -> (!util.object, !util.list<?>, !util.list<!util.buffer>, !util.ptr<i32>, !util.variant, !util.unused)
// Older names.
// CHECK: "test.types"() : () -> (!util.buffer, !util.buffer)
%1:2 = "test.types"() : () -> (!util.byte_buffer, !util.mutable_byte_buffer)
// CHECK: util.initializer {
// CHECK-NEXT: util.return
util.initializer {
  util.initializer.return
}
