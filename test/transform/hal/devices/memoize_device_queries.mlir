// Queries of one device with one key and default are one query, when the module is loaded.
// RUN: tern-opt %s --iree-hal-memoize-device-queries | FileCheck %s

// CHECK-LABEL: util.global private @device
// CHECK-SAME: : !hal.device
// CHECK-LABEL: util.global private @device_query_1_cat_key_ok
// CHECK-SAME: : i1
// CHECK-LABEL: util.global private @device_query_1_cat_key
// CHECK-SAME: : i32
// CHECK-NEXT: util.initializer {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load @device : !hal.device
// CHECK-NEXT: %[[OK:.+]], %[[VALUE:.+]] = hal.device.query<%[[DEVICE]] : !hal.device> key("cat" :: "key") : i1, i32 = 2 : i32
// CHECK-NEXT: util.global.store %[[OK]], @device_query_1_cat_key_ok : i1
// CHECK-NEXT: util.global.store %[[VALUE]], @device_query_1_cat_key : i32
// CHECK-NEXT: util.return
// CHECK-LABEL: util.global private @device_query_0_cat_key_ok
// CHECK-SAME: : i1
// CHECK-LABEL: util.global private @device_query_0_cat_key
// CHECK-SAME: : i32
// CHECK-NEXT: util.initializer {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load @device : !hal.device
// CHECK-NEXT: %[[OK:.+]], %[[VALUE:.+]] = hal.device.query<%[[DEVICE]] : !hal.device> key("cat" :: "key") : i1, i32 = 1 : i32
// CHECK-NEXT: util.global.store %[[OK]], @device_query_0_cat_key_ok : i1
// CHECK-NEXT: util.global.store %[[VALUE]], @device_query_0_cat_key : i32
// CHECK-NEXT: util.return
// CHECK-LABEL: util.func public @main
// CHECK-SAME: (%[[ARG0:.+]]: !hal.device) -> (i32, i32, i32, i1) {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[DEVICE_QUERY_0_CAT_KEY:.+]] = util.global.load immutable @device_query_0_cat_key : i32
// CHECK-NEXT: %[[DEVICE_QUERY_0_CAT_KEY_0:.+]] = util.global.load immutable @device_query_0_cat_key : i32
// CHECK-NEXT: %[[DEVICE_QUERY_1_CAT_KEY:.+]] = util.global.load immutable @device_query_1_cat_key : i32
// CHECK-NEXT: %[[OK:.+]], %[[VALUE:.+]] = hal.device.query<%[[ARG0]] : !hal.device> key("cat" :: "key") : i1, i1 = false
// CHECK-NEXT: util.return %[[DEVICE_QUERY_0_CAT_KEY]], %[[DEVICE_QUERY_0_CAT_KEY_0]], %[[DEVICE_QUERY_1_CAT_KEY]], %[[VALUE]] : i32, i32, i32, i1
util.global private @device : !hal.device
util.func public @main(%other: !hal.device) -> (i32, i32, i32, i1) {
  %device = util.global.load immutable @device : !hal.device
  %ok0, %0 = hal.device.query<%device : !hal.device> key("cat" :: "key") : i1, i32 = 1 : i32
  %ok1, %1 = hal.device.query<%device : !hal.device> key("cat" :: "key") : i1, i32 = 1 : i32
  %ok2, %2 = hal.device.query<%device : !hal.device> key("cat" :: "key") : i1, i32 = 2 : i32
  %ok3, %3 = hal.device.query<%other : !hal.device> key("cat" :: "key") : i1, i1 = false
  util.return %0, %1, %2, %3 : i32, i32, i32, i1
}
