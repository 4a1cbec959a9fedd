// Attributes of arguments and results, of functions and of calls.
llvm.func @params(%a: !llvm.ptr {llvm.noalias, llvm.nonnull, llvm.readonly, llvm.nocapture, llvm.noundef, llvm.align = 32 : i64, llvm.dereferenceable = 16 : i64},
    %b: !llvm.ptr {llvm.dereferenceable_or_null = 16 : i64, llvm.nofree, llvm.writeonly, llvm.writable, llvm.dead_on_unwind, llvm.inreg},
    %c: !llvm.ptr {llvm.byval = !llvm.struct<(i32)>}, %d: !llvm.ptr {llvm.byref = i32}, %e: !llvm.ptr {llvm.nest},
    %f: i8 {llvm.signext}, %g: i8 {llvm.zeroext, llvm.range = #llvm.constant_range<i8, 0, 12>, llvm.noundef}, %h: !llvm.ptr {llvm.readnone, llvm.allocptr},
    %j: !llvm.ptr {llvm.alignstack = 16 : i64}, %k: i64 {llvm.allocalign}, %l: !llvm.ptr {llvm.preallocated = i32})
    -> (i64 {llvm.noundef, llvm.signext, llvm.range = #llvm.constant_range<i64, -4, 12>})
// -----
llvm.func @sret(%a: !llvm.ptr {llvm.sret = i64, llvm.noalias})
llvm.func @returned(%b: !llvm.ptr {llvm.returned}) -> (!llvm.ptr {llvm.noalias, llvm.nonnull, llvm.align = 8 : i64, llvm.dereferenceable = 4 : i64, llvm.dereferenceable_or_null = 8 : i64})
// -----
llvm.func @swift(%a: !llvm.ptr {llvm.swiftself}, %b: !llvm.ptr {llvm.swifterror}, %c: !llvm.ptr {llvm.swiftasync})
// -----
llvm.func @g(!llvm.ptr, i8) -> i64
llvm.func @calls(%p: !llvm.ptr, %i: i8) {
  %0 = llvm.call @g(%p, %i) : (!llvm.ptr {llvm.noalias, llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64}, i8 {llvm.signext}) -> (i64 {llvm.zeroext, llvm.range = #llvm.constant_range<i64, 0, 12>})
  %1 = llvm.call fastcc tail @g(%p, %i) {convergent, no_unwind, will_return, noinline, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = write, targetMem0 = readwrite, targetMem1 = none>} : (!llvm.ptr, i8) -> i64
  llvm.return
}
// -----
llvm.func @kernel(%a: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant}) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1, 2, 3>, nvvm.reqntid = array<i32: 4, 5, 6>, nvvm.minctasm = 7 : i32, nvvm.maxnreg = 8 : i32, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.cluster_max_blocks = 9 : i32, nvvm.blocksareclusters} {
  llvm.return
}
// -----
llvm.func @amd() attributes {rocdl.kernel, rocdl.flat_work_group_size = "64,128", rocdl.max_flat_work_group_size = 128 : i32, rocdl.waves_per_eu = 2 : i32, rocdl.unsafe_fp_atomics = true, rocdl.uniform_work_group_size = false, rocdl.reqd_work_group_size = array<i32: 16, 4, 2>} {
  llvm.return
}
// -----
llvm.func @accesses(%p: !llvm.ptr, %v: f32, %i: i32) {
  %0 = llvm.load volatile %p atomic syncscope("agent") monotonic {alignment = 4 : i64, rocdl.last_use} : !llvm.ptr -> f32
  %1 = llvm.load %p invariant {nontemporal, invariantGroup, noalias_scopes = [], dereferenceable = #llvm.dereferenceable<bytes = 8, mayBeNull = true>} : !llvm.ptr -> !llvm.ptr
  %2 = llvm.atomicrmw volatile fadd %p, %v syncscope("wg") seq_cst {alignment = 8 : i64, rocdl.no_fine_grained_memory, rocdl.no_remote_memory, rocdl.ignore_denormal_mode} : !llvm.ptr, f32
  %3 = llvm.cmpxchg weak volatile %p, %i, %i syncscope("wg") acq_rel monotonic {alignment = 8 : i64} : !llvm.ptr, i32
  llvm.store volatile %v, %p atomic syncscope("agent") release {alignment = 4 : i64} : f32, !llvm.ptr
  llvm.fence syncscope("agent") seq_cst
  llvm.return
}
