// RUN: tern-opt %s --split-input-file --iree-stream-pack-dispatch-operands --allow-unregistered-dialect | FileCheck %s

// Values of any width become words of 32 bits on the host, and are put together again in the function.

// CHECK-LABEL: func.func @f
// CHECK-SAME: (%[[A:[^:]+]]: i32, %[[B:[^:]+]]: !stream.binding, %[[C:[^:]+]]: i32, %[[DLO:[^:]+]]: i32, %[[DHI:[^:]+]]: i32, %[[E:[^:]+]]: i32, %[[FLO:[^:]+]]: i32, %[[FHI:[^:]+]]: i32, %[[GRE:[^:]+]]: i32, %[[GIM:[^:]+]]: i32, %[[H:[^:]+]]: i32)
// CHECK: %[[A2:.+]] = arith.index_cast %[[A]] {stream.values = [1 : index]} : i32 to index
// CHECK: %[[C2:.+]] = arith.trunci %[[C]] : i32 to i1
// CHECK: %[[LO:.+]] = arith.extui %[[DLO]] : i32 to i64
// CHECK: %[[HI:.+]] = arith.extui %[[DHI]] : i32 to i64
// CHECK: %[[SHIFTED:.+]] = arith.shli %[[HI]], %{{.+}} : i64
// CHECK: %[[D2:.+]] = arith.ori %[[LO]], %[[SHIFTED]] : i64
// CHECK: %[[E1:.+]] = arith.trunci %[[E]] : i32 to i16
// CHECK: %[[E2:.+]] = arith.bitcast %[[E1]] : i16 to bf16
// CHECK: %[[F2:.+]] = arith.bitcast %{{.+}} : i64 to f64
// CHECK: %[[RE:.+]] = arith.bitcast %[[GRE]] : i32 to f32
// CHECK: %[[IM:.+]] = arith.bitcast %[[GIM]] : i32 to f32
// CHECK: %[[G2:.+]] = complex.create %[[RE]], %[[IM]] : complex<f32>
// CHECK: "test.use"(%[[A2]], %[[B]], %[[C2]], %[[D2]], %[[E2]], %[[F2]], %[[G2]], %[[H]])
stream.executable private @exe {
  stream.executable.export public @f
  builtin.module {
    func.func @f(%a: index {stream.values = [1 : index]}, %b: !stream.binding, %c: i1, %d: i64, %e: bf16, %f: f64, %g: complex<f32>, %h: i32) {
      "test.use"(%a, %b, %c, %d, %e, %f, %g, %h) : (index, !stream.binding, i1, i64, bf16, f64, complex<f32>, i32) -> ()
      return
    }
  }
}

// CHECK-LABEL: util.func public @host
// CHECK-SAME: (%[[R:[^:]+]]: !stream.resource<transient>, %[[A:[^:]+]]: index, %[[C:[^:]+]]: i1, %[[D:[^:]+]]: i64, %[[E:[^:]+]]: bf16, %[[F:[^:]+]]: f64, %[[G:[^:]+]]: complex<f32>, %[[H:[^:]+]]: i32)
// CHECK: %[[A2:.+]] = arith.index_castui %[[A]] : index to i32
// CHECK: %[[C2:.+]] = arith.extui %[[C]] : i1 to i32
// CHECK: %[[DLO:.+]] = arith.trunci %[[D]] : i64 to i32
// CHECK: %[[DS:.+]] = arith.shrui %[[D]], %{{.+}} : i64
// CHECK: %[[DHI:.+]] = arith.trunci %[[DS]] : i64 to i32
// CHECK: %[[E1:.+]] = arith.bitcast %[[E]] : bf16 to i16
// CHECK: %[[E2:.+]] = arith.extui %[[E1]] : i16 to i32
// CHECK: %[[F1:.+]] = arith.bitcast %[[F]] : f64 to i64
// CHECK: %[[FLO:.+]] = arith.trunci %[[F1]] : i64 to i32
// CHECK: %[[FHI:.+]] = arith.trunci %{{.+}} : i64 to i32
// CHECK: %[[RE:.+]] = complex.re %[[G]]
// CHECK: %[[RE2:.+]] = arith.bitcast %[[RE]] : f32 to i32
// CHECK: %[[IM:.+]] = complex.im %[[G]]
// CHECK: %[[IM2:.+]] = arith.bitcast %[[IM]] : f32 to i32
// CHECK: stream.cmd.execute
// CHECK: stream.cmd.dispatch @exe::@f(%[[A2]], %[[C2]], %[[DLO]], %[[DHI]], %[[E2]], %[[FLO]], %[[FHI]], %[[RE2]], %[[IM2]], %[[H]] : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
util.func public @host(%r: !stream.resource<transient>, %a: index, %c: i1, %d: i64, %e: bf16, %f: f64, %g: complex<f32>, %h: i32) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %t = stream.cmd.execute with(%r as %s: !stream.resource<transient>{%c8}) {
    stream.cmd.dispatch @exe::@f(%a, %c, %d, %e, %f, %g, %h : index, i1, i64, bf16, f64, complex<f32>, i32) {
      rw %s[%c0 for %c8] : !stream.resource<transient>{%c8}
    }
  } => !stream.timepoint
  util.return %t : !stream.timepoint
}

// -----

// Constants are words at once; an index takes as many bits as the target says.

#config = #stream.resource_config<{
  max_allocation_size = 1073741824,
  min_buffer_offset_alignment = 16,
  max_buffer_range = 1073741824,
  min_buffer_range_alignment = 16,
  index_bits = 64,
  alias_mutable_bindings = false,
  memory_model = unified
}>
// CHECK-LABEL: func.func @g
// CHECK-SAME: (%{{[^:]+}}: i32, %{{[^:]+}}: i32, %{{[^:]+}}: i32, %{{[^:]+}}: i32)
// CHECK: arith.index_castui %{{.+}} : i64 to index
stream.executable private @exe attributes {stream.resources = #config} {
  stream.executable.export public @g
  builtin.module {
    func.func @g(%a: index, %b: i64) {
      "test.use"(%a, %b) : (index, i64) -> ()
      return
    }
  }
}
// CHECK-LABEL: util.func public @constants
// CHECK-DAG: %[[LO:.+]] = arith.constant 1 : i32
// CHECK-DAG: %[[HI:.+]] = arith.constant 2 : i32
// CHECK-DAG: %[[ONES:.+]] = arith.constant -1 : i32
// CHECK: stream.cmd.dispatch @exe::@g(%[[LO]], %[[HI]], %[[ONES]], %{{.+}} : i32, i32, i32, i32)
util.func public @constants() -> !stream.timepoint {
  %a = arith.constant 8589934593 : index
  %b = arith.constant -1 : i64
  %t = stream.cmd.execute with() {
    stream.cmd.dispatch @exe::@g(%a, %b : index, i64) {
    }
  } => !stream.timepoint
  util.return %t : !stream.timepoint
}

// -----

// What cannot be negative takes all bits; the sign of anything else is kept. A counter that starts at 0 and grows is a size;
// one that may start anywhere is not, nor is what it is computed of.

// CHECK-LABEL: func.func @signs
// CHECK-SAME: (%[[DIM:[^:]+]]: i32, %[[LESS:[^:]+]]: i32, %[[COUNTER:[^:]+]]: i32, %[[MASKED:[^:]+]]: i32, %[[MOVED:[^:]+]]: i32)
// CHECK-NEXT: arith.index_castui %[[DIM]]
// CHECK-NEXT: arith.index_cast %[[LESS]]
// CHECK-NEXT: arith.index_castui %[[COUNTER]]
// CHECK-NEXT: arith.index_castui %[[MASKED]]
// CHECK-NEXT: arith.index_cast %[[MOVED]]
stream.executable private @exe {
  stream.executable.export public @signs
  builtin.module {
    func.func @signs(%a: index, %b: index, %c: index, %d: index, %e: index) {
      "test.use"(%a, %b, %c, %d, %e) : (index, index, index, index, index) -> ()
      return
    }
  }
}
util.func public @host(%view: !hal.buffer_view, %any: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %dim = hal.buffer_view.dim<%view : !hal.buffer_view>[0] : index
  %less = arith.subi %dim, %c1 : index
  %masked = arith.andi %any, %c7 : index
  cf.br ^bb1(%c0, %any : index, index)
^bb1(%counter: index, %moved: index):
  %t = stream.cmd.execute with() {
    stream.cmd.dispatch @exe::@signs(%dim, %less, %counter, %masked, %moved : index, index, index, index, index) {
    }
  } => !stream.timepoint
  %next = arith.addi %counter, %c1 : index
  %next_moved = arith.addi %moved, %c1 : index
  %again = arith.cmpi slt, %next, %dim : index
  cf.cond_br %again, ^bb1(%next, %next_moved : index, index), ^bb2
^bb2:
  util.return
}

// Of code that somebody else wrote there is no function to pack.
hal.executable private @external {
  hal.executable.variant public @v target(<"llvm-cpu", "embedded-elf-x86_64">) objects([#hal.executable.object<{path = "f.o"}>]) {
    hal.executable.export public @f ordinal(0) layout(#hal.pipeline.layout<constants = 4, bindings = []>)
  }
}

// CHECK-LABEL: util.func public @calls_external
// CHECK-SAME: (%[[I:.+]]: i32, %[[X:.+]]: f32, %[[Y:.+]]: f64)
// CHECK-DAG: %[[X_WORD:.+]] = arith.bitcast %[[X]] : f32 to i32
// CHECK-DAG: %[[Y_BITS:.+]] = arith.bitcast %[[Y]] : f64 to i64
// CHECK: stream.cmd.dispatch @external::@v::@f(%[[I]], %[[X_WORD]], %{{.+}}, %{{.+}} : i32, i32, i32, i32)
util.func public @calls_external(%i: i32, %x: f32, %y: f64) {
  %t = stream.cmd.execute with() {
    stream.cmd.dispatch @external::@v::@f(%i, %x, %y : i32, f32, f64) {
    }
  } => !stream.timepoint
  util.return
}
