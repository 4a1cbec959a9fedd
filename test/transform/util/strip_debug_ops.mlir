// RUN: tern-opt %s --iree-util-strip-debug-ops | FileCheck %s --check-prefix=ALL
// RUN: tern-opt %s --pass-pipeline='builtin.module(flow.executable(iree-util-strip-debug-ops))' | FileCheck %s

// In executables alone, as the pipeline has it, checks of the host stay.
// CHECK-LABEL: func.func @device
// CHECK-NOT: cf.assert
// CHECK-LABEL: util.func public @host
// CHECK: cf.assert
// ALL-NOT: cf.assert
flow.executable private @exe {
  flow.executable.export public @device
  builtin.module {
    func.func @device(%ok: i1) {
      cf.assert %ok, "on the device"
      return
    }
  }
}
util.func public @host(%ok: i1) {
  cf.assert %ok, "on the host"
  util.return
}
