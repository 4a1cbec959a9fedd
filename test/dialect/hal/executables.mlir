// Executables as they print, which is what upstream prints too.
// RUN: grep -v "^//" %s > %t.expected
// RUN: tern-opt %s | diff - %t.expected
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff - %t.expected
#executable_target_embedded = #hal.executable.target<"llvm-cpu", "embedded">
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
#pipeline_layout1 = #hal.pipeline.layout<constants = 3, bindings = []>
module {
  hal.executable.source public @source {
    hal.executable.export public @e ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device, %arg1: index) -> (index, index, index) {
      hal.return %arg1, %arg1, %arg1 : index, index, index
    } <workgroup_size = [1 : index, 1 : index, 1 : index]> attributes {foo = 1 : i32}
    hal.executable.condition(%arg0: !hal.device) -> i1 {
      %true = arith.constant true
      hal.return %true : i1
    }
    builtin.module {
      func.func @e() {
        return
      }
    }
  }
  hal.executable private @exe attributes {a = 2 : i32} {
    hal.executable.variant public @v target(#executable_target_embedded) objects([#hal.executable.object<{path = "a.o"}>]) sources({b = "x"}) attributes {zz} {
      hal.executable.export public @e ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device, %arg1: index) -> (index, index, index) {
        hal.return %arg1, %arg1, %arg1 : index, index, index
      }
      hal.executable.export public @e2 ordinal(1) layout(#pipeline_layout) condition(%arg0: !hal.device) -> i1 {
        %true = arith.constant true
        hal.return %true : i1
      } fallback(@e) count(%arg0: !hal.device, %arg1: index) -> (index, index, index) {
        hal.return %arg1, %arg1, %arg1 : index, index, index
      }
      hal.executable.export public @e3 layout(#pipeline_layout1) <workgroup_size = [1 : index, 1 : index, 1 : index]>
      hal.executable.constant.block(%arg0: !hal.device) -> (i32, i32) as ("foo", "bar") {
        %c3_i32 = arith.constant 3 : i32
        hal.return %c3_i32, %c3_i32 : i32, i32
      }
      hal.executable.constant.block() -> i32 as "foo2" attributes {x} {
        %c3_i32 = arith.constant 3 : i32
        hal.return %c3_i32 : i32
      }
      builtin.module {
        func.func @e() {
          return
        }
      }
    }
    hal.executable.binary public @b <format = "x", data = dense<1> : vector<3xi8>, mime_type = "q"> attributes {other}
  }
}

