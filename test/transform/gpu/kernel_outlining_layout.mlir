// A data layout that is none is refused before anything is changed.
// RUN: not tern-opt --pass-pipeline="builtin.module(gpu-kernel-outlining{data-layout-str='garbage'})" %s 2>&1 | FileCheck --check-prefix=TEXT %s
// RUN: not tern-opt --pass-pipeline="builtin.module(gpu-kernel-outlining{data-layout-str='1 : i32'})" %s 2>&1 | FileCheck --check-prefix=NUMBER %s
// RUN: not tern-opt --pass-pipeline="builtin.module(gpu-kernel-outlining{data-layout-str='#dlti.map<index = 32 : i32>'})" %s 2>&1 | FileCheck --check-prefix=MAP %s

// TEXT: error: expected attribute value
// TEXT: note: in the option data-layout-str of gpu-kernel-outlining
// NUMBER: error: the option data-layout-str of gpu-kernel-outlining is 1 : i32, which is no data layout
// NUMBER: note: give a #dlti.dl_spec
// MAP: error: the option data-layout-str of gpu-kernel-outlining is #dlti.map<index = 32 : i32>, which is no data layout

func.func @f() {
  return
}
