// RUN: tern-opt %s --allow-unregistered-dialect --verify-diagnostics --nvgpu-test-taskid-propagate=num-warp-groups=2

module {
  tt.func @while(%n: i32) {
    // expected-error @below {{cannot be divided among groups of warps}}
    // expected-note @below {{write it with scf.for and scf.if}}
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %k = arith.cmpi slt, %a, %n : i32
      scf.condition(%k) %a : i32
    } do {
    ^bb0(%a: i32):
      "use"(%a) {async_task_id = array<i32: 1>} : (i32) -> ()
      scf.yield %a : i32
    }
    tt.return
  }
}
