// A coroutine whose end gives nothing.
llvm.func @f(%h: !llvm.ptr, %m: !llvm.ptr) attributes {passthrough = ["presplitcoroutine"]} {
  %i = llvm.mlir.constant(0 : i32) : i32
  %f = llvm.mlir.constant(false) : i1
  %n = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %i, %n, %n, %n : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %sz = llvm.intr.coro.size : i64
  %al = llvm.intr.coro.align : i64
  %hdl = llvm.intr.coro.begin %id, %m : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %s = llvm.intr.coro.save %hdl : (!llvm.ptr) -> !llvm.token
  %r = llvm.intr.coro.suspend %s, %f : i8
  %pr = llvm.intr.coro.promise %hdl, %i, %f : (!llvm.ptr, i32, i1) -> !llvm.ptr
  %fr = llvm.intr.coro.free %id, %hdl : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.intr.coro.resume %hdl : !llvm.ptr
  %none = llvm.mlir.none : !llvm.token
  %e = llvm.intr.coro.end %hdl, %f, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}
