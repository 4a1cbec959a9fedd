// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff -b - %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: tern-opt --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt %t.generic.mlir | diff -b - %t.mlir
// RUN: mlir-opt --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt %t.upstream.mlir | diff %t.mlir -

llvm.func @values(
    %i32: i32, %ptr: !llvm.ptr, %i64: i64, %f32: f32, %v4xf32: vector<4xf32>, %struct_i32_array2_x_f32:
    !llvm.struct<(i32, array<2 x f32>)>, %struct_i32_f32: !llvm.struct<(i32, f32)>, %i1: i1) {
  %0 = llvm.ashr exact %i32, %i32 : i32
  %1 = llvm.add %i32, %i32 overflow<nsw> : i32
  %2 = llvm.addrspacecast %ptr : !llvm.ptr to !llvm.ptr<1>
  %3 = llvm.alloca %i64 x f32 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %4 = llvm.and %i32, %i32 : i32
  %5 = llvm.cmpxchg %ptr, %i32, %i32 acq_rel monotonic : !llvm.ptr, i32
  %6 = llvm.atomicrmw fadd %ptr, %f32 monotonic : !llvm.ptr, f32
  %7 = llvm.bitcast %i32 : i32 to f32
  %8 = llvm.call_intrinsic "llvm.sqrt.f32"(%f32) : (f32) -> f32
  %9 = llvm.mlir.constant(42 : i32) : i32
  %10 = llvm.mlir.constant(dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>) : vector<2xf32>
  %11 = llvm.extractelement %v4xf32[%i32 : i32] : vector<4xf32>
  %12 = llvm.extractvalue %struct_i32_array2_x_f32[1, 0] : !llvm.struct<(i32, array<2 x f32>)>
  %13 = llvm.fadd %f32, %f32 : f32
  %14 = llvm.fcmp "olt" %f32, %f32 : f32
  %15 = llvm.fdiv %f32, %f32 : f32
  %16 = llvm.fmul %f32, %f32 : f32
  %17 = llvm.fneg %f32 : f32
  %18 = llvm.fpext %f32 : f32 to f64
  %19 = llvm.fptosi %f32 : f32 to i32
  %20 = llvm.fptoui %f32 : f32 to i32
  %21 = llvm.fptrunc %f32 : f32 to f16
  %22 = llvm.frem %f32, %f32 : f32
  %23 = llvm.fsub %f32, %f32 : f32
  llvm.fence syncscope("agent") seq_cst
  %24 = llvm.freeze %i32 : i32
  %25 = llvm.getelementptr inbounds %ptr[%i64, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %26 = llvm.icmp "slt" %i32, %i32 : i32
  %27 = llvm.inline_asm has_side_effects "bswap $0", "=r,0" %i32 : (i32) -> i32
  %28 = llvm.insertelement %f32, %v4xf32[%i32 : i32] : vector<4xf32>
  %29 = llvm.insertvalue %f32, %struct_i32_f32[1] : !llvm.struct<(i32, f32)>
  %30 = llvm.inttoptr %i64 : i64 to !llvm.ptr
  %31 = llvm.lshr exact %i32, %i32 : i32
  %32 = llvm.load %ptr {alignment = 4 : i64} : !llvm.ptr -> f32
  %33 = llvm.mul %i32, %i32 overflow<nsw> : i32
  %34 = llvm.mlir.none : !llvm.token
  %35 = llvm.or disjoint %i32, %i32 : i32
  %36 = llvm.mlir.poison : i32
  %37 = llvm.ptrtoint %ptr : !llvm.ptr to i64
  %38 = llvm.sdiv exact %i32, %i32 : i32
  %39 = llvm.sext %i32 : i32 to i64
  %40 = llvm.sitofp %i32 : i32 to f32
  %41 = llvm.srem %i32, %i32 : i32
  %42 = llvm.select %i1, %f32, %f32 : i1, f32
  %43 = llvm.shl %i32, %i32 overflow<nsw> : i32
  %44 = llvm.shufflevector %v4xf32, %v4xf32 [0, 0, 0, 7, -1] : vector<4xf32>
  llvm.store volatile %f32, %ptr : f32, !llvm.ptr
  %45 = llvm.sub %i32, %i32 overflow<nsw> : i32
  %46 = llvm.trunc %i32 overflow<nsw> : i32 to i16
  %47 = llvm.udiv exact %i32, %i32 : i32
  %48 = llvm.uitofp %i32 : i32 to f32
  %49 = llvm.urem %i32, %i32 : i32
  %50 = llvm.mlir.undef : i32
  %51 = llvm.va_arg %ptr : (!llvm.ptr) -> i32
  %52 = llvm.xor %i32, %i32 : i32
  %53 = llvm.zext nneg %i32 : i32 to i64
  %54 = llvm.mlir.zero : !llvm.ptr
  llvm.return
}

llvm.func @flags(%a: i32, %b: i64, %x: f32, %p: !llvm.ptr, %q: !llvm.ptr<3>, %v: vector<4xi32>, %s: vector<[4]xf32>) {
  %0 = llvm.add %a, %a overflow<nsw, nuw> : i32
  %1 = llvm.add %a, %a : i32
  %2 = llvm.mul %v, %v overflow<nuw> : vector<4xi32>
  %3 = llvm.udiv exact %a, %a : i32
  %4 = llvm.or disjoint %a, %a : i32
  %5 = llvm.trunc %b overflow<nsw, nuw> : i64 to i32
  %6 = llvm.uitofp nneg %a : i32 to f32
  %7 = llvm.fadd %x, %x {fastmathFlags = #llvm.fastmath<fast>} : f32
  %8 = llvm.fmul %s, %s {fastmathFlags = #llvm.fastmath<nnan, ninf, nsz, arcp, contract, afn>} : vector<[4]xf32>
  %9 = llvm.fneg %x {fastmathFlags = #llvm.fastmath<contract, reassoc>} : f32
  %10 = llvm.getelementptr inbounds|nuw %p[%b, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %11 = llvm.getelementptr nusw %p[-1] : (!llvm.ptr) -> !llvm.ptr, i8
  %12 = llvm.getelementptr %q[0, %a, 2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x array<4 x f32>>
  %13 = llvm.load volatile %p {alignment = 16 : i64, nontemporal} : !llvm.ptr -> vector<4xf32>
  %14 = llvm.load %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %15 = llvm.load %p invariant invariant_group dereferenceable<bytes = 8, mayBeNull = true> : !llvm.ptr -> !llvm.ptr
  llvm.store %a, %p atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store %a, %q invariant_group {nontemporal} : i32, !llvm.ptr<3>
  %16 = llvm.cmpxchg weak volatile %p, %a, %a syncscope("agent") seq_cst acquire : !llvm.ptr, i32
  %17 = llvm.atomicrmw volatile umax %p, %a syncscope("agent") release : !llvm.ptr, i32
  %18 = llvm.alloca inalloca %a x !llvm.struct<packed (i8, i32)> {alignment = 1 : i64} : (i32) -> !llvm.ptr
  %19 = llvm.inttoptr %b dereferenceable<bytes = 4> : i64 to !llvm.ptr
  %20 = llvm.fcmp "uno" %x, %x {fastmathFlags = #llvm.fastmath<ninf>} : f32
  %21 = llvm.icmp "ne" %p, %p : !llvm.ptr
  llvm.return
}

llvm.func @constants() {
  %0 = llvm.mlir.constant("text") : !llvm.array<4 x i8>
  %1 = llvm.mlir.constant(dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>) : !llvm.array<2 x vector<2xi32>>
  %2 = llvm.mlir.constant([1.0 : f32, 2 : i32]) : !llvm.struct<(f32, i32)>
  %3 = llvm.mlir.constant(0 : index) : i64
  %4 = llvm.mlir.constant(dense<0.0> : vector<[4]xf32>) : vector<[4]xf32>
  %5 = llvm.mlir.constant(true) : i1
  %6 = llvm.mlir.zero : !llvm.struct<"named", (ptr, struct<"opaque", opaque>)>
  llvm.return
}

llvm.func @types(!llvm.ptr<7>, !llvm.array<0 x i8>, !llvm.struct<()>, !llvm.struct<packed (i1)>,
                 !llvm.struct<"id", packed (i8, array<3 x ptr<1>>)>, !llvm.metadata, !llvm.token, !llvm.x86_amx,
                 !llvm.ppc_fp128, !llvm.target<"spirv.Image", f32, 1, 0>, vector<2x!llvm.ptr>, bf16, f80, f128) -> !llvm.struct<(ptr)>

llvm.func @callee(i32, ...) -> f32
llvm.func internal hidden local_unnamed_addr fastcc @attributes(
    %a: !llvm.ptr {llvm.noalias, llvm.align = 16 : i64, llvm.readonly}, %b: i32 {llvm.signext}) -> (i32 {llvm.noundef})
    vscale_range(1, 16) attributes {
      dso_local, no_unwind, passthrough = ["cold", ["alignstack", "16"]], frame_pointer = #llvm.framePointerKind<all>,
      memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none,
                                            targetMem0 = none, targetMem1 = none>,
      target_cpu = "skylake", target_features = #llvm.target_features<["+avx2", "-fma"]>,
      uwtable_kind = #llvm.uwtableKind<async>} {
  llvm.return %b : i32
}

llvm.func @calls(%a: i32, %p: !llvm.ptr) {
  %0 = llvm.call @callee(%a, %p) vararg(!llvm.func<f32 (i32, ...)>) : (i32, !llvm.ptr) -> f32
  llvm.call %p(%a) : !llvm.ptr, (i32) -> ()
  %1 = llvm.call fastcc notail @attributes(%p, %a) ["deopt"(%a, %p : i32, !llvm.ptr), "x"()] {no_unwind} : (!llvm.ptr {llvm.nonnull}, i32) -> (i32 {llvm.zeroext})
  %2 = llvm.call_intrinsic "llvm.fma.f32"(%0, %0, %0) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32, f32) -> f32
  llvm.inline_asm asm_dialect = intel "nop", "" : () -> ()
  llvm.return
}

llvm.func @personality(...) -> i32
llvm.func @unwinding(%a: i32) -> i32 attributes {personality = @personality} {
  %z = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.invoke @attributes(%z, %a) to ^bb1(%a : i32) unwind ^bb2 : (!llvm.ptr, i32) -> i32
^bb1(%1: i32):
  llvm.return %1 : i32
^bb2:
  %2 = llvm.landingpad cleanup (catch %z : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %2 : !llvm.struct<(ptr, i32)>
}

llvm.func @branches(%a: i32, %c: i1, %p: !llvm.ptr) {
  llvm.cond_br %c weights([1, 9]), ^bb1(%a : i32), ^bb2 {loop_annotation = #llvm.loop_annotation<disableNonforced = true, unroll = <disable = true, count = 4 : i32>>}
^bb1(%0: i32):
  llvm.switch %0 : i32, ^bb2 [
    1: ^bb1(%a : i32),
    -7: ^bb3(%a, %c : i32, i1)
  ] {branch_weights = array<i32: 1, 2, 3>}
^bb2:
  llvm.switch %a : i32, ^bb4 [
  ]
^bb3(%1: i32, %2: i1):
  llvm.indirectbr %p : !llvm.ptr, [
    ^bb1(%1 : i32),
    ^bb4
  ]
^bb4:
  llvm.blocktag <id = 3>
  llvm.unreachable
}

llvm.mlir.global internal constant @text("abc\00") {dso_local}
llvm.mlir.global linkonce hidden thread_local unnamed_addr @g(dense<1> : tensor<2xi32>) {alignment = 8 : i64, section = "data"} : !llvm.array<2 x i32>
llvm.mlir.global external @declared() {addr_space = 3 : i32} : !llvm.array<0 x f32>
llvm.mlir.global private @computed() : !llvm.struct<(ptr, i32)> {
  %0 = llvm.mlir.poison : !llvm.struct<(ptr, i32)>
  %1 = llvm.mlir.addressof @text : !llvm.ptr
  %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(ptr, i32)>
  llvm.return %2 : !llvm.struct<(ptr, i32)>
}
llvm.mlir.alias weak protected @alias {dso_local} : i32 {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @pick() -> !llvm.ptr {
  %0 = llvm.blockaddress <function = @branches, tag = <id = 3>> : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @start() {
  llvm.return
}
llvm.mlir.ifunc external @ifunc : !llvm.func<i32 (i32)>, !llvm.ptr @pick {dso_local}
llvm.mlir.global_ctors ctors = [@start], priorities = [65535 : i32], data = [#llvm.zero]
llvm.mlir.global_dtors dtors = [@start], priorities = [0 : i32], data = [@g]
llvm.comdat @comdats {
  llvm.comdat_selector @any any
  llvm.comdat_selector @same samesize
}
llvm.mlir.global external @merged(0 : i32) comdat(@comdats::@any) : i32
llvm.func @merged_function() comdat(@comdats::@same) {
  llvm.return
}
llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<max, "PIC Level", 2 : i32>]
llvm.linker_options ["-l", "m"]
