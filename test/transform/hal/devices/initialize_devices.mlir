// The globals of devices are initialised by code that finds the device.
// RUN: tern-opt %s --iree-hal-initialize-devices --split-input-file | FileCheck %s

// CHECK-LABEL: util.global private @device
// CHECK-SAME: : !hal.device
// CHECK-NEXT: util.initializer {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C0_0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[DEVICE_COUNT:.+]] = hal.devices.count : index
// CHECK-NEXT: %[[V0:.+]] = util.null : !hal.device
// CHECK-NEXT: %[[V1:.+]]:2 = scf.for %[[ARG0:.+]] = %[[C0]] to %[[DEVICE_COUNT]] step %[[C1]] iter_args(%[[ARG1:.+]] = %[[C0]], %[[ARG2:.+]] = %[[V0]]) -> (index, !hal.device) {
// CHECK-NEXT: %[[DEVICE_N:.+]] = hal.devices.get %[[ARG0]] : !hal.device
// CHECK-NEXT: %[[OK:.+]], %[[VALUE:.+]] = hal.device.query<%[[DEVICE_N]] : !hal.device> key("hal.device.id" :: "local*") : i1, i1 = false
// CHECK-NEXT: %[[OK_1:.+]], %[[VALUE_2:.+]] = hal.device.query<%[[DEVICE_N]] : !hal.device> key("hal.executable.format" :: "format-a") : i1, i1 = false
// CHECK-NEXT: %[[V5:.+]] = arith.andi %[[VALUE]], %[[VALUE_2]] : i1
// CHECK-NEXT: %[[V6:.+]] = arith.cmpi eq, %[[ARG1]], %[[C0_0]] : index
// CHECK-NEXT: %[[V7:.+]] = arith.andi %[[V5]], %[[V6]] : i1
// CHECK-NEXT: %[[V8:.+]] = arith.select %[[V7]], %[[DEVICE_N]], %[[ARG2]] : !hal.device
// CHECK-NEXT: %[[V9:.+]] = arith.select %[[V5]], %[[C1]], %[[C0]] : index
// CHECK-NEXT: %[[V10:.+]] = arith.addi %[[ARG1]], %[[V9]] : index
// CHECK-NEXT: scf.yield %[[V10]], %[[V8]] : index, !hal.device
// CHECK: %[[V2:.+]] = util.null : !hal.device
// CHECK-NEXT: %[[V3:.+]] = util.cmp.eq %[[V1]]#1, %[[V2]] : !hal.device
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C18_I32:.+]] = arith.constant 18 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.select %[[V3]], %[[C18_I32]], %[[C0_I32]] : i32
// CHECK-NEXT: util.status.check_ok %[[V4]], "HAL device `device` not found or unavailable: local with format-a"
// CHECK-NEXT: util.global.store %[[V1]]#1, @device : !hal.device
// CHECK-NEXT: util.return
util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "format-a">]> : !hal.device

// -----

// The second device of its kind, or else any other.
// CHECK-LABEL: util.global private @first
// CHECK-SAME: : !hal.device
// CHECK-NEXT: util.initializer {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C0_0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[DEVICE_COUNT:.+]] = hal.devices.count : index
// CHECK-NEXT: %[[V0:.+]] = util.null : !hal.device
// CHECK-NEXT: %[[V1:.+]]:2 = scf.for %[[ARG0:.+]] = %[[C0]] to %[[DEVICE_COUNT]] step %[[C1]] iter_args(%[[ARG1:.+]] = %[[C0]], %[[ARG2:.+]] = %[[V0]]) -> (index, !hal.device) {
// CHECK-NEXT: %[[DEVICE_N:.+]] = hal.devices.get %[[ARG0]] : !hal.device
// CHECK-NEXT: %[[OK:.+]], %[[VALUE:.+]] = hal.device.query<%[[DEVICE_N]] : !hal.device> key("hal.device.id" :: "local*") : i1, i1 = false
// CHECK-NEXT: %[[OK_1:.+]], %[[VALUE_2:.+]] = hal.device.query<%[[DEVICE_N]] : !hal.device> key("hal.executable.format" :: "format-a") : i1, i1 = false
// CHECK-NEXT: %[[V5:.+]] = arith.andi %[[VALUE]], %[[VALUE_2]] : i1
// CHECK-NEXT: %[[V6:.+]] = arith.cmpi eq, %[[ARG1]], %[[C0_0]] : index
// CHECK-NEXT: %[[V7:.+]] = arith.andi %[[V5]], %[[V6]] : i1
// CHECK-NEXT: %[[V8:.+]] = arith.select %[[V7]], %[[DEVICE_N]], %[[ARG2]] : !hal.device
// CHECK-NEXT: %[[V9:.+]] = arith.select %[[V5]], %[[C1]], %[[C0]] : index
// CHECK-NEXT: %[[V10:.+]] = arith.addi %[[ARG1]], %[[V9]] : index
// CHECK-NEXT: scf.yield %[[V10]], %[[V8]] : index, !hal.device
// CHECK: %[[V2:.+]] = util.null : !hal.device
// CHECK-NEXT: %[[V3:.+]] = util.cmp.eq %[[V1]]#1, %[[V2]] : !hal.device
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C18_I32:.+]] = arith.constant 18 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.select %[[V3]], %[[C18_I32]], %[[C0_I32]] : i32
// CHECK-NEXT: util.status.check_ok %[[V4]], "HAL device `first` not found or unavailable: local with format-a"
// CHECK-NEXT: util.global.store %[[V1]]#1, @first : !hal.device
// CHECK-NEXT: util.return
// CHECK-LABEL: util.global private @device
// CHECK-SAME: : !hal.device
// CHECK-NEXT: util.initializer {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C1_0:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[DEVICE_COUNT:.+]] = hal.devices.count : index
// CHECK-NEXT: %[[V0:.+]] = util.null : !hal.device
// CHECK-NEXT: %[[V1:.+]]:2 = scf.for %[[ARG0:.+]] = %[[C0]] to %[[DEVICE_COUNT]] step %[[C1]] iter_args(%[[ARG1:.+]] = %[[C0]], %[[ARG2:.+]] = %[[V0]]) -> (index, !hal.device) {
// CHECK-NEXT: %[[DEVICE_N:.+]] = hal.devices.get %[[ARG0]] : !hal.device
// CHECK-NEXT: %[[OK:.+]], %[[VALUE:.+]] = hal.device.query<%[[DEVICE_N]] : !hal.device> key("hal.device.id" :: "vulkan*") : i1, i1 = false
// CHECK-NEXT: %[[OK_1:.+]], %[[VALUE_2:.+]] = hal.device.query<%[[DEVICE_N]] : !hal.device> key("hal.executable.format" :: "format-b") : i1, i1 = false
// CHECK-NEXT: %[[V8:.+]] = arith.andi %[[VALUE]], %[[VALUE_2]] : i1
// CHECK-NEXT: %[[V9:.+]] = arith.cmpi eq, %[[ARG1]], %[[C1_0]] : index
// CHECK-NEXT: %[[V10:.+]] = arith.andi %[[V8]], %[[V9]] : i1
// CHECK-NEXT: %[[V11:.+]] = arith.select %[[V10]], %[[DEVICE_N]], %[[ARG2]] : !hal.device
// CHECK-NEXT: %[[V12:.+]] = arith.select %[[V8]], %[[C1]], %[[C0]] : index
// CHECK-NEXT: %[[V13:.+]] = arith.addi %[[ARG1]], %[[V12]] : index
// CHECK-NEXT: scf.yield %[[V13]], %[[V11]] : index, !hal.device
// CHECK: %[[V2:.+]] = util.null : !hal.device
// CHECK-NEXT: %[[V3:.+]] = util.cmp.eq %[[V1]]#1, %[[V2]] : !hal.device
// CHECK-NEXT: %[[V4:.+]] = scf.if %[[V3]] -> (!hal.device) {
// CHECK-NEXT: %[[FIRST:.+]] = util.global.load @first : !hal.device
// CHECK-NEXT: scf.yield %[[FIRST]] : !hal.device
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[V1]]#1 : !hal.device
// CHECK: %[[V5:.+]] = util.null : !hal.device
// CHECK-NEXT: %[[V6:.+]] = util.cmp.eq %[[V4]], %[[V5]] : !hal.device
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C18_I32:.+]] = arith.constant 18 : i32
// CHECK-NEXT: %[[V7:.+]] = arith.select %[[V6]], %[[C18_I32]], %[[C0_I32]] : i32
// CHECK-NEXT: util.status.check_ok %[[V7]], "HAL device `device` not found or unavailable: vulkan with format-b"
// CHECK-NEXT: util.global.store %[[V4]], @device : !hal.device
// CHECK-NEXT: util.return
util.global private @first = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "format-a">]> : !hal.device
util.global private @device = #hal.device.select<[#hal.device.target<"vulkan", {ordinal = 1 : index}, [#hal.executable.target<"vulkan-spirv", "format-b">]> : !hal.device, #hal.device.fallback<@first> : !hal.device]> : !hal.device

// -----

// CHECK-LABEL: util.global private @device
// CHECK-SAME: : !hal.device
// CHECK-NEXT: util.initializer {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[DEVICE_COUNT:.+]] = hal.devices.count : index
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi slt, %[[C2]], %[[DEVICE_COUNT]] : index
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (!hal.device) {
// CHECK-NEXT: %[[DEVICE_2:.+]] = hal.devices.get %[[C2]] : !hal.device
// CHECK-NEXT: scf.yield %[[DEVICE_2]] : !hal.device
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V5:.+]] = util.null : !hal.device
// CHECK-NEXT: scf.yield %[[V5]] : !hal.device
// CHECK: %[[V2:.+]] = util.null : !hal.device
// CHECK-NEXT: %[[V3:.+]] = util.cmp.eq %[[V1]], %[[V2]] : !hal.device
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C18_I32:.+]] = arith.constant 18 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.select %[[V3]], %[[C18_I32]], %[[C0_I32]] : i32
// CHECK-NEXT: util.status.check_ok %[[V4]], "HAL device `device` not found or unavailable: #hal.device.ordinal<2> : !hal.device"
// CHECK-NEXT: util.global.store %[[V1]], @device : !hal.device
// CHECK-NEXT: util.return
util.global private @device = #hal.device.ordinal<2> : !hal.device
