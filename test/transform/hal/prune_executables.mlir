// Exports and executables that nobody names go; their functions become private, for symbol-dce. The rest is numbered anew.
// RUN: tern-opt %s --iree-hal-prune-executables | FileCheck %s

// CHECK: #[[$EXECUTABLE_TARGET_F:.+]] = #hal.executable.target<"llvm-cpu", "f">
// CHECK-NEXT: #[[$PIPELINE_LAYOUT:.+]] = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
// CHECK-LABEL: hal.executable private @ex
// CHECK-NEXT: hal.executable.variant public @v target(#[[$EXECUTABLE_TARGET_F]]) {
// CHECK-NEXT: hal.executable.export public @used ordinal(0) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-NEXT: hal.executable.export public @also_used ordinal(1) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-NEXT: builtin.module {
// CHECK-NEXT: func.func private @only_of_unused() {
// CHECK-NEXT: return
// CHECK: func.func private @unused() {
// CHECK-NEXT: call @only_of_unused() : () -> ()
// CHECK-NEXT: return
// CHECK: func.func @used() {
// CHECK-NEXT: return
// CHECK: func.func @also_used() {
// CHECK-NEXT: return
// CHECK-LABEL: hal.executable public @kept
// CHECK-NEXT: hal.executable.variant public @v target(#[[$EXECUTABLE_TARGET_F]]) {
// CHECK-NEXT: hal.executable.export public @e ordinal(0) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-LABEL: util.func public @main
// CHECK-SAME: (%[[ARG0:.+]]: !hal.executable) -> (i64, i64) {
// CHECK-NEXT: %[[FUNCTION_ID:.+]] = hal.executable.lookup.function target(%[[ARG0]] : !hal.executable) function(@ex::@v::@used) : i64
// CHECK-NEXT: %[[FUNCTION_ID_0:.+]] = hal.executable.lookup.function target(%[[ARG0]] : !hal.executable) function(@ex::@v::@also_used) : i64
// CHECK-NEXT: util.return %[[FUNCTION_ID]], %[[FUNCTION_ID_0]] : i64, i64
#layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
hal.executable private @ex {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    hal.executable.export public @unused ordinal(0) layout(#layout)
    hal.executable.export public @used ordinal(1) layout(#layout)
    hal.executable.export public @also_used ordinal(2) layout(#layout)
    builtin.module {
      func.func private @only_of_unused() {
        return
      }
      func.func @unused() {
        func.call @only_of_unused() : () -> ()
        return
      }
      func.func @used() {
        return
      }
      func.func @also_used() {
        return
      }
    }
  }
}
hal.executable private @gone {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    hal.executable.export public @e ordinal(0) layout(#layout)
  }
}
hal.executable public @kept {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    hal.executable.export public @e ordinal(0) layout(#layout)
  }
}
util.func public @main(%exe: !hal.executable) -> (i64, i64) {
  %0 = hal.executable.lookup.function target(%exe : !hal.executable) function(@ex::@v::@used) : i64
  %1 = hal.executable.lookup.function target(%exe : !hal.executable) function(@ex::@v::@also_used) : i64
  util.return %0, %1 : i64, i64
}
