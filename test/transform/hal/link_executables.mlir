// Private executables for the same targets become one, for each list of targets; names in each other's way change.
// RUN: tern-opt %s --iree-hal-link-all-executables | FileCheck %s

// CHECK: #[[$EXECUTABLE_TARGET_A:.+]] = #hal.executable.target<"llvm-cpu", "a">
// CHECK-NEXT: #[[$EXECUTABLE_TARGET_B:.+]] = #hal.executable.target<"vulkan-spirv", "b">
// CHECK-NEXT: #[[$PIPELINE_LAYOUT:.+]] = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
// CHECK-LABEL: hal.executable private @module_linked
// CHECK-NEXT: hal.executable.variant public @a target(#[[$EXECUTABLE_TARGET_A]]) {
// CHECK-NEXT: hal.executable.export public @f ordinal(0) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-NEXT: hal.executable.export public @g ordinal(1) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-NEXT: hal.executable.export public @h ordinal(2) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-NEXT: builtin.module {
// CHECK-NEXT: func.func @f() {
// CHECK-NEXT: call @helper() : () -> ()
// CHECK-NEXT: return
// CHECK: func.func private @helper() {
// CHECK-NEXT: return
// CHECK: func.func @g() {
// CHECK-NEXT: call @helper_0() : () -> ()
// CHECK-NEXT: return
// CHECK: func.func @h() {
// CHECK-NEXT: return
// CHECK: func.func private @helper_0() {
// CHECK-NEXT: %[[C1_I32:.+]] = arith.constant 1 : i32
// CHECK-NEXT: return
// CHECK-LABEL: hal.executable private @both_targets
// CHECK-NEXT: hal.executable.variant public @a target(#[[$EXECUTABLE_TARGET_A]]) {
// CHECK-NEXT: hal.executable.export public @k ordinal(0) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-NEXT: builtin.module {
// CHECK-NEXT: func.func @k() {
// CHECK-NEXT: return
// CHECK: hal.executable.variant public @b target(#[[$EXECUTABLE_TARGET_B]]) {
// CHECK-NEXT: hal.executable.export public @k ordinal(0) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-NEXT: builtin.module {
// CHECK-NEXT: func.func @k() {
// CHECK-NEXT: return
// CHECK-LABEL: hal.executable private @of_objects
// CHECK-NEXT: hal.executable.variant public @a target(#[[$EXECUTABLE_TARGET_A]]) objects([#hal.executable.object<{path = "x.o"}>]) {
// CHECK-NEXT: hal.executable.export public @o ordinal(0) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-LABEL: util.func public @main
// CHECK-SAME: () -> (index, index, index, index) {
// CHECK-NEXT: %[[ORDINAL:.+]] = hal.executable.export.ordinal target(@module_linked::@a::@f) : index
// CHECK-NEXT: %[[ORDINAL_0:.+]] = hal.executable.export.ordinal target(@module_linked::@a::@h) : index
// CHECK-NEXT: %[[ORDINAL_1:.+]] = hal.executable.export.ordinal target(@both_targets::@b::@k) : index
// CHECK-NEXT: %[[ORDINAL_2:.+]] = hal.executable.export.ordinal target(@of_objects::@a::@o) : index
// CHECK-NEXT: util.return %[[ORDINAL]], %[[ORDINAL_0]], %[[ORDINAL_1]], %[[ORDINAL_2]] : index, index, index, index
#layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
#cpu = #hal.executable.target<"llvm-cpu", "a">
#gpu = #hal.executable.target<"vulkan-spirv", "b">
hal.executable private @first {
  hal.executable.variant public @a target(#cpu) {
    hal.executable.export public @f ordinal(0) layout(#layout)
    builtin.module {
      func.func @f() {
        func.call @helper() : () -> ()
        return
      }
      func.func private @helper() {
        return
      }
    }
  }
}
hal.executable private @second {
  hal.executable.variant public @a target(#cpu) {
    hal.executable.export public @g ordinal(0) layout(#layout)
    hal.executable.export public @h ordinal(1) layout(#layout)
    builtin.module {
      func.func @g() {
        func.call @helper() : () -> ()
        return
      }
      func.func @h() {
        return
      }
      func.func private @helper() {
        %c1 = arith.constant 1 : i32
        return
      }
    }
  }
}
hal.executable private @both_targets {
  hal.executable.variant public @a target(#cpu) {
    hal.executable.export public @k ordinal(0) layout(#layout)
    builtin.module {
      func.func @k() {
        return
      }
    }
  }
  hal.executable.variant public @b target(#gpu) {
    hal.executable.export public @k ordinal(0) layout(#layout)
    builtin.module {
      func.func @k() {
        return
      }
    }
  }
}
hal.executable private @of_objects {
  hal.executable.variant public @a target(#cpu) objects([#hal.executable.object<{path = "x.o"}>]) {
    hal.executable.export public @o ordinal(0) layout(#layout)
  }
}
util.func public @main() -> (index, index, index, index) {
  %0 = hal.executable.export.ordinal target(@first::@a::@f) : index
  %1 = hal.executable.export.ordinal target(@second::@a::@h) : index
  %2 = hal.executable.export.ordinal target(@both_targets::@b::@k) : index
  %3 = hal.executable.export.ordinal target(@of_objects::@a::@o) : index
  util.return %0, %1, %2, %3 : index, index, index, index
}
