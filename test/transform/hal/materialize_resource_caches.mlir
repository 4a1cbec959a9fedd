// Executables are loaded once for each device, by the first variant that the device takes.
// RUN: tern-opt %s --iree-hal-materialize-resource-caches | FileCheck %s

// CHECK: #[[$EXECUTABLE_TARGET_FORMAT_A:.+]] = #hal.executable.target<"llvm-cpu", "format-a">
// CHECK-NEXT: #[[$EXECUTABLE_TARGET_FORMAT_B:.+]] = #hal.executable.target<"llvm-cpu", "format-b">
// CHECK-NEXT: #[[$PIPELINE_LAYOUT:.+]] = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
// CHECK-LABEL: util.global private @device
// CHECK-SAME: : !hal.device
// CHECK-LABEL: util.global private @device_executable_0_exe
// CHECK-SAME: : !hal.executable
// CHECK-NEXT: util.initializer {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[OK:.+]], %[[VALUE:.+]] = hal.device.query<%[[DEVICE]] : !hal.device> key("hal.executable.format" :: "format-a") : i1, i1 = false
// CHECK-NEXT: %[[OK_0:.+]], %[[VALUE_1:.+]] = hal.device.query<%[[DEVICE]] : !hal.device> key("hal.cpu" :: "avx") : i1, i1 = false
// CHECK-NEXT: %[[V0:.+]] = arith.andi %[[VALUE]], %[[VALUE_1]] : i1
// CHECK-NEXT: cf.cond_br %[[V0]], ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[OK_2:.+]], %[[VALUE_3:.+]] = hal.device.query<%[[DEVICE]] : !hal.device> key("hal.device" :: "limit") : i1, i32 = 7 : i32
// CHECK-NEXT: %[[EXECUTABLE:.+]] = hal.executable.create device(%[[DEVICE]] : !hal.device) affinity(%[[C_1_I64]]) target(@exe::@a) constants([%[[VALUE_3]]]) : !hal.executable
// CHECK-NEXT: cf.br ^bb5(%[[EXECUTABLE]] : !hal.executable)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: %[[OK_4:.+]], %[[VALUE_5:.+]] = hal.device.query<%[[DEVICE]] : !hal.device> key("hal.executable.format" :: "format-b") : i1, i1 = false
// CHECK-NEXT: cf.cond_br %[[VALUE_5]], ^bb3, ^bb4
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT: %[[C_1_I64_6:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[EXECUTABLE_7:.+]] = hal.executable.create device(%[[DEVICE]] : !hal.device) affinity(%[[C_1_I64_6]]) target(@exe::@b) : !hal.executable
// CHECK-NEXT: cf.br ^bb5(%[[EXECUTABLE_7]] : !hal.executable)
// CHECK-NEXT: ^bb4:  // pred: ^bb2
// CHECK-NEXT: %[[C14_I32:.+]] = arith.constant 14 : i32
// CHECK-NEXT: util.status.check_ok %[[C14_I32]], "HAL device `device` does not support any variant of executable `exe`; available formats: [format-a, format-b]"
// CHECK-NEXT: %[[V1:.+]] = util.null : !hal.executable
// CHECK-NEXT: cf.br ^bb5(%[[V1]] : !hal.executable)
// CHECK-NEXT: ^bb5(%[[V2:.+]]: !hal.executable):  // 3 preds: ^bb1, ^bb3, ^bb4
// CHECK-NEXT: util.global.store %[[V2]], @device_executable_0_exe : !hal.executable
// CHECK-NEXT: util.return
// CHECK-LABEL: hal.executable private @exe
// CHECK-NEXT: hal.executable.variant public @a target(#[[$EXECUTABLE_TARGET_FORMAT_A]]) {
// CHECK-NEXT: hal.executable.condition(%[[ARG0:.+]]: !hal.device) -> i1 {
// CHECK-NEXT: %[[OK:.+]], %[[VALUE:.+]] = hal.device.query<%[[ARG0]] : !hal.device> key("hal.cpu" :: "avx") : i1, i1 = false
// CHECK-NEXT: hal.return %[[VALUE]] : i1
// CHECK: hal.executable.export public @f ordinal(0) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-NEXT: hal.executable.constant.block(%[[ARG0]]: !hal.device) -> i32 as "limit" {
// CHECK-NEXT: %[[OK]], %[[VALUE]] = hal.device.query<%[[ARG0]] : !hal.device> key("hal.device" :: "limit") : i1, i32 = 7 : i32
// CHECK-NEXT: hal.return %[[VALUE]] : i32
// CHECK: hal.executable.variant public @b target(#[[$EXECUTABLE_TARGET_FORMAT_B]]) {
// CHECK-NEXT: hal.executable.export public @f ordinal(0) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-LABEL: util.func public @main
// CHECK-SAME: () -> (!hal.executable, !hal.executable) {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[DEVICE_EXECUTABLE_0_EXE:.+]] = util.global.load immutable @device_executable_0_exe : !hal.executable
// CHECK-NEXT: %[[DEVICE_EXECUTABLE_0_EXE_0:.+]] = util.global.load immutable @device_executable_0_exe : !hal.executable
// CHECK-NEXT: util.return %[[DEVICE_EXECUTABLE_0_EXE]], %[[DEVICE_EXECUTABLE_0_EXE_0]] : !hal.executable, !hal.executable
#layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
util.global private @device : !hal.device
hal.executable private @exe {
  hal.executable.variant public @a target(<"llvm-cpu", "format-a">) {
    hal.executable.condition(%device: !hal.device) -> i1 {
      %ok, %value = hal.device.query<%device : !hal.device> key("hal.cpu" :: "avx") : i1, i1 = false
      hal.return %value : i1
    }
    hal.executable.export public @f ordinal(0) layout(#layout)
    hal.executable.constant.block(%device: !hal.device) -> i32 as "limit" {
      %ok, %value = hal.device.query<%device : !hal.device> key("hal.device" :: "limit") : i1, i32 = 7 : i32
      hal.return %value : i32
    }
  }
  hal.executable.variant public @b target(<"llvm-cpu", "format-b">) {
    hal.executable.export public @f ordinal(0) layout(#layout)
  }
}
util.func public @main() -> (!hal.executable, !hal.executable) {
  %device = util.global.load immutable @device : !hal.device
  %0 = hal.executable.lookup device(%device : !hal.device) executable(@exe) : !hal.executable
  %1 = hal.executable.lookup device(%device : !hal.device) executable(@exe) : !hal.executable
  util.return %0, %1 : !hal.executable, !hal.executable
}
