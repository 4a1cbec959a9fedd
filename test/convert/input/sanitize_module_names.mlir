// RUN: tern-opt %s --iree-sanitize-module-names | FileCheck %s

// CHECK: module @my_model_2_x
// CHECK: util.func public @"we.ird-f"
module @"my model-2.x" {
  util.func public @"we.ird-f"() {
    util.return
  }
}
