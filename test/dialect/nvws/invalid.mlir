// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @no_aref(%x: !ttg.memdesc<2x8xf32, #line, #smem, mutable>) {
  // expected-error @below {{expected an !nvws.aref, but got 'i32'}}
  %a = nvws.aref.create %x : i32
  tt.return
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @count(%x: !ttg.memdesc<2x8xf32, #line, #smem, mutable>) {
  // expected-error @below {{'nvws.aref.create' op has 1 buffers, but its type has 2}}
  %a = "nvws.aref.create"(%x) : (!ttg.memdesc<2x8xf32, #line, #smem, mutable>) -> !nvws.aref<[!ttg.memdesc<2x8xf32, #line, #smem, mutable>, !ttg.memdesc<2x8xf32, #line, #smem, mutable>]>
  tt.return
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @type(%x: !ttg.memdesc<2x8xf32, #line, #smem, mutable>) {
  // expected-error @below {{'nvws.aref.create' op buffer #0 has type '!ttg.memdesc<2x8xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable>', but the aref has}}
  %a = "nvws.aref.create"(%x) : (!ttg.memdesc<2x8xf32, #line, #smem, mutable>) -> !nvws.aref<[!ttg.memdesc<2x16xf32, #line, #smem, mutable>]>
  tt.return
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @shared(%x: !ttg.memdesc<2x8xf32, #line, #smem, mutable>) {
  // expected-error @below {{Aref buffer is used elsewhere, Aref cannot guarantee async safety}}
  %a = nvws.aref.create %x : <[!ttg.memdesc<2x8xf32, #line, #smem, mutable>]>
  "use"(%x) : (!ttg.memdesc<2x8xf32, #line, #smem, mutable>) -> ()
  tt.return
}

// -----

// What an op says comes before what is wrong with one behind it.
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @shared_with_wrong_one(%x: !ttg.memdesc<2x8xf32, #line, #smem, mutable>) {
  // expected-error @below {{Aref buffer is used elsewhere, Aref cannot guarantee async safety}}
  %a = nvws.aref.create %x : <[!ttg.memdesc<2x8xf32, #line, #smem, mutable>]>
  %0 = "arith.negf"(%x) : (!ttg.memdesc<2x8xf32, #line, #smem, mutable>) -> !ttg.memdesc<2x8xf32, #line, #smem, mutable>
  tt.return
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @depth(%x: !ttg.memdesc<2x8xf32, #line, #smem, mutable>, %y: !ttg.memdesc<3x8xf32, #line, #smem, mutable>) {
  // expected-error @below {{Leading dims of sliced aref inputs don't match.}}
  %a = nvws.aref.create %x, %y : <[!ttg.memdesc<2x8xf32, #line, #smem, mutable>, !ttg.memdesc<3x8xf32, #line, #smem, mutable>]>
  tt.return
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @results(%a: !nvws.aref<[!ttg.memdesc<2x8xf32, #line, #smem, mutable>]>) {
  // expected-error @below {{Aref has different number of arguments than enter}}
  %t = nvws.aref.put.enter %a : <[!ttg.memdesc<2x8xf32, #line, #smem, mutable>]> -> !ttg.async.token
  tt.return
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @rank(%a: !nvws.aref<[!ttg.memdesc<2x8xf32, #line, #smem, mutable>]>) {
  // expected-error @below {{Ranks don't match}}
  %b, %t = nvws.aref.get.enter %a : <[!ttg.memdesc<2x8xf32, #line, #smem, mutable>]> -> !ttg.memdesc<2x8xf32, #line, #smem, mutable>, !ttg.async.token
  tt.return
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @dims(%a: !nvws.aref<[!ttg.memdesc<2x8xf32, #line, #smem, mutable>]>) {
  // expected-error @below {{Dimensions don't match}}
  %b, %t = nvws.aref.get.enter %a : <[!ttg.memdesc<2x8xf32, #line, #smem, mutable>]> -> !ttg.memdesc<4xf32, #line, #smem, mutable>, !ttg.async.token
  tt.return
}

// -----

#scales = #ttng.tensor_memory_scales_encoding<>
tt.func @scales_rank(%a: !nvws.aref<[!ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory, mutable>]>) {
  // expected-error @below {{Dimensions don't match for TensorMemoryScalesEncodingAttr}}
  %b, %t = nvws.aref.get.enter %a : <[!ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory, mutable>]> -> !ttg.memdesc<128x8xi8, #scales, #ttng.tensor_memory, mutable>, !ttg.async.token
  tt.return
}

// -----

tt.func @warps() {
  // expected-error @below {{Must supply numWarps for each Warp Group.}}
  "nvws.warp_group"() ({
    nvws.warp_group.return
  }) {numWarps = array<i32>} : () -> ()
  tt.return
}

// -----

tt.func @no_group() {
  // expected-error @below {{Must have at least one region when there are results.}}
  %r = "nvws.warp_group"() {numWarps = array<i32>} : () -> i32
  tt.return
}

// -----

tt.func @no_yield() {
  // expected-error @below {{When nvws.warp_group op has results, the first region should be terminated by nvws.warp_group.yield op.}}
  %r = nvws.warp_group
  partition0 num_warps(4) {
    nvws.warp_group.return
  } : i32
  tt.return
}

// -----

tt.func @yield_count(%x: i32) {
  // expected-error @below {{Mismatch in the number of results returned by nvws.warp_group op and the number of the operands of the corresponding nvws.warp_group.yield op in the first region.}}
  %r = nvws.warp_group
  partition0 num_warps(4) {
    nvws.warp_group.yield %x, %x : i32, i32
  } : i32
  tt.return
}
