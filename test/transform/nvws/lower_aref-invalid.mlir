// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --nvws-lower-aref

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @kind(%m: !ttg.memdesc<4x8xf32, #line, #smem, mutable>) {
    %a = nvws.aref.create %m : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>
    %b, %t = nvws.aref.put.enter %a : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]> -> !ttg.memdesc<8xf32, #line, #smem, mutable>, !ttg.async.token
    // expected-error @below {{has work of kind 'cp_async', of which it is not known how a barrier hears}}
    // expected-note @below {{puts may wait for none, tc5mma and tma_load, gets for none, tc5mma and wgmma}}
    nvws.aref.put.exit %a, %t [#nvws.async_op<cp_async>] : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>, !ttg.async.token
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @user(%m: !ttg.memdesc<4x8xf32, #line, #smem, mutable>) {
    %a = nvws.aref.create %m : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>
    // expected-error @below {{uses an aref, but neither puts nor gets}}
    "use"(%a) : (!nvws.aref<[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>) -> ()
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @partitions(%m: !ttg.memdesc<4x8xf32, #line, #smem, mutable>) {
    %a = nvws.aref.create %m : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>
    // expected-error @below {{is for several partitions, but only one may put or get}}
    %b, %t = nvws.aref.put.enter %a {ttg.partition = array<i32: 0, 1>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]> -> !ttg.memdesc<8xf32, #line, #smem, mutable>, !ttg.async.token
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @empty() {
    // expected-error @below {{has no buffers}}
    %a = "nvws.aref.create"() : () -> !nvws.aref<[]>
    tt.return
  }
}
