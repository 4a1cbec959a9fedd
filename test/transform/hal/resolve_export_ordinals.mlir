// Names of exports become their numbers.
// RUN: tern-opt %s --iree-hal-resolve-export-ordinals | FileCheck %s

// CHECK: #[[$EXECUTABLE_TARGET_A:.+]] = #hal.executable.target<"llvm-cpu", "a">
// CHECK-NEXT: #[[$PIPELINE_LAYOUT:.+]] = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
// CHECK-LABEL: hal.executable private @exe
// CHECK-NEXT: hal.executable.variant public @v target(#[[$EXECUTABLE_TARGET_A]]) {
// CHECK-NEXT: hal.executable.export public @f ordinal(0) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-NEXT: hal.executable.export public @g ordinal(3) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-LABEL: util.func public @numbers
// CHECK-SAME: (%[[ARG0:.+]]: !hal.executable) -> (index, i64) {
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : index
// CHECK-NEXT: %[[C3_I64:.+]] = arith.constant 3 : i64
// CHECK-NEXT: util.return %[[C3]], %[[C3_I64]] : index, i64
#layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "a">) {
    hal.executable.export public @f ordinal(0) layout(#layout)
    hal.executable.export public @g ordinal(3) layout(#layout)
  }
}
util.func public @numbers(%exe: !hal.executable) -> (index, i64) {
  %0 = hal.executable.export.ordinal target(@exe::@v::@g) : index
  %1 = hal.executable.lookup.function target(%exe : !hal.executable) function(@exe::@v::@g) : i64
  util.return %0, %1 : index, i64
}
