// RUN: tern-opt %s --allow-unregistered-dialect --verify-diagnostics --nvws-assign-stage-phase

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // The loop hands the token on, but neither enters nor uses a buffer: it is not known which place it means behind the loop.
  tt.func @lost(%n: i32, %m: !ttg.memdesc<4x8xf32, #line, #smem, mutable>) {
    %a = nvws.aref.create %m : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>
    %b, %t = nvws.aref.put.enter %a : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]> -> !ttg.memdesc<8xf32, #line, #smem, mutable>, !ttg.async.token
    // expected-error @below {{hands on the token of an aref, but not the place that belongs to it}}
    %r = scf.for %i = %n to %n step %n iter_args(%ct = %t) -> (!ttg.async.token) : i32 {
      scf.yield %ct : !ttg.async.token
    }
    nvws.aref.put.exit %a, %r [#nvws.async_op<none>] : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>, !ttg.async.token
    tt.return
  }
}
