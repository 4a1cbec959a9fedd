// All that is said of loops, and of the accesses in them.
#f = #llvm.loop_annotation<mustProgress = true>
#g1 = #llvm.access_group<id = distinct[0]<>>
#g2 = #llvm.access_group<id = distinct[1]<>>
#all = #llvm.loop_annotation<disableNonforced = true,
  vectorize = <disable = false, predicateEnable = true, scalableEnable = true, width = 8 : i32, followupVectorized = #f, followupEpilogue = #f, followupAll = #f>,
  interleave = <count = 2 : i32>,
  unroll = <disable = true, count = 3 : i32, runtimeDisable = true, full = true, followupUnrolled = #f, followupRemainder = #f, followupAll = #f>,
  unrollAndJam = <disable = true, count = 4 : i32, followupOuter = #f, followupInner = #f, followupRemainderOuter = #f, followupRemainderInner = #f, followupAll = #f>,
  licm = <disable = true, versioningDisable = true>,
  distribute = <disable = true, followupCoincident = #f, followupSequential = #f, followupFallback = #f, followupAll = #f>,
  pipeline = <disable = true, initiationinterval = 5 : i32>,
  peeled = <count = 6 : i32>,
  unswitch = <partialDisable = true>,
  mustProgress = true, isVectorized = true, parallelAccesses = #g1, #g2>
llvm.func @l(%c: i1, %p: !llvm.ptr) {
  llvm.br ^a
^a:
  %0 = llvm.load %p {access_groups = [#g1, #g2]} : !llvm.ptr -> i32
  llvm.store %0, %p {access_groups = [#g1]} : i32, !llvm.ptr
  llvm.cond_br %c weights([3, 4]), ^a, ^b {loop_annotation = #all}
^b:
  llvm.return
}
