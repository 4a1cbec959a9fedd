// RUN: tern-opt %s --pass-pipeline="builtin.module(annotate-module{attributes='test.a = 1 : i64, nvvm.target = #nvvm.target<chip = \"sm_90a\">'})" | FileCheck %s
// RUN: not tern-opt %s --annotate-module='attributes="test.a = "' 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: not tern-opt %s --annotate-module='attributes="test.a} {"' 2>&1 | FileCheck %s --check-prefix=MORE

// The attribute that is there already is replaced, others stay.
// CHECK: module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">, test.a = 1 : i64, test.kept}
module attributes {test.a = "old", test.kept} {
}

// CUT: error: expected attribute value
// MORE: error:
