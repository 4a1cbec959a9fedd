// Functions, control flow and their attributes as LLVM IR.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: FileCheck %s --input-file=%t.ll
// RUN: opt -passes=verify -disable-output %t.ll

// CHECK: @text = internal constant [4 x i8] c"abc\00"
llvm.mlir.global internal constant @text("abc\00")

// CHECK: declare float @external(i32, ...)
llvm.func @external(i32, ...) -> f32

// CHECK: define internal fastcc noundef i32 @attributes(ptr noalias readonly align 16 captures(none) %0, i32 signext %1) [[$ATTRS:#[0-9]+]]
llvm.func internal fastcc @attributes(%p: !llvm.ptr {llvm.noalias, llvm.align = 16 : i64, llvm.readonly, llvm.nocapture},
                                      %a: i32 {llvm.signext}) -> (i32 {llvm.noundef})
    attributes {no_unwind, passthrough = ["cold", ["alignstack", "16"], ["name", "value"]], target_cpu = "skylake",
                target_features = #llvm.target_features<["+avx2", "-fma"]>, prefer_vector_width = "512",
                frame_pointer = #llvm.framePointerKind<all>, uwtable_kind = #llvm.uwtableKind<async>,
                memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none,
                                                      errnoMem = none, targetMem0 = none, targetMem1 = none>,
                vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>} {
  // CHECK-NEXT: ret i32 %1
  llvm.return %a : i32
}

// Arguments of blocks are phis; the entry's are those of the function. The last branch to a block comes first.
// CHECK-LABEL: define i32 @loop(i32 %0)
llvm.func @loop(%n: i32) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  // CHECK: br label %[[HEAD:[0-9]+]]
  llvm.br ^head(%zero, %zero : i32, i32)
^head(%i: i32, %sum: i32):
  // CHECK: [[HEAD]]:
  // CHECK-NEXT: %[[I:[0-9]+]] = phi i32 [ %[[NEXT:[0-9]+]], %[[HEAD]] ], [ 0, %1 ]
  // CHECK-NEXT: %[[SUM:[0-9]+]] = phi i32 [ %[[TOTAL:[0-9]+]], %[[HEAD]] ], [ 0, %1 ]
  // CHECK-NEXT: %[[TOTAL]] = add nsw i32 %[[SUM]], %[[I]]
  // CHECK-NEXT: %[[NEXT]] = add i32 %[[I]], 1
  // CHECK-NEXT: %[[MORE:[0-9]+]] = icmp slt i32 %[[NEXT]], %0
  // CHECK-NEXT: br i1 %[[MORE]], label %[[HEAD]], label %{{[0-9]+}}, !prof [[$WEIGHTS:![0-9]+]], !llvm.loop [[$LOOP:![0-9]+]]
  %total = llvm.add %sum, %i overflow<nsw> : i32
  %next = llvm.add %i, %one : i32
  %more = llvm.icmp "slt" %next, %n : i32
  llvm.cond_br %more weights([9, 1]), ^head(%next, %total : i32, i32), ^done
      {loop_annotation = #llvm.loop_annotation<mustProgress = true, unroll = <disable = true>, vectorize = <width = 8 : i32>>}
^done:
  llvm.return %total : i32
}

// Two edges to one block with different values go by way of another block.
// CHECK-LABEL: define i32 @same_successor_twice(i1 %0, i32 %1, i32 %2)
llvm.func @same_successor_twice(%c: i1, %a: i32, %b: i32) -> i32 {
  // CHECK: br i1 %0, label %[[JOIN:[0-9]+]], label %[[BETWEEN:[0-9]+]]
  // CHECK: [[JOIN]]:
  // CHECK-NEXT: phi i32 [ %2, %[[BETWEEN]] ], [ %1, %3 ]
  // CHECK: [[BETWEEN]]:
  // CHECK-NEXT: br label %[[JOIN]]
  llvm.cond_br %c, ^join(%a : i32), ^join(%b : i32)
^join(%x: i32):
  llvm.return %x : i32
}

// Blocks may stand in any order, as long as definitions dominate uses.
// CHECK-LABEL: define i32 @out_of_order(i32 %0)
llvm.func @out_of_order(%a: i32) -> i32 {
  llvm.br ^second
^third:
  // CHECK: mul i32 %[[X:[0-9]+]], %0
  %y = llvm.mul %x, %a : i32
  llvm.return %y : i32
^second:
  %x = llvm.add %a, %a : i32
  llvm.br ^third
}

// CHECK-LABEL: define i32 @switching(i32 %0)
// CHECK: switch i32 %0, label %[[DEFAULT:[0-9]+]] [
// CHECK-NEXT: i32 1, label %[[ONE:[0-9]+]]
// CHECK-NEXT: i32 -7, label %[[DEFAULT]]
// CHECK-NEXT: ]
llvm.func @switching(%a: i32) -> i32 {
  llvm.switch %a : i32, ^default [
    1: ^one(%a : i32),
    -7: ^default
  ]
^default:
  llvm.return %a : i32
^one(%x: i32):
  llvm.return %x : i32
}

// CHECK-LABEL: define void @calls(i32 %0, ptr %1)
llvm.func @calls(%a: i32, %p: !llvm.ptr) {
  // CHECK: call float (i32, ...) @external(i32 %0, ptr %1)
  %0 = llvm.call @external(%a, %p) vararg(!llvm.func<f32 (i32, ...)>) : (i32, !llvm.ptr) -> f32
  // CHECK: call void %1(i32 %0)
  llvm.call %p(%a) : !llvm.ptr, (i32) -> ()
  // CHECK: notail call fastcc zeroext i32 @attributes(ptr nonnull %1, i32 %0) {{.*}}[ "deopt"(i32 %0) ]
  %1 = llvm.call fastcc notail @attributes(%p, %a) ["deopt"(%a : i32)] {no_unwind} : (!llvm.ptr {llvm.nonnull}, i32) -> (i32 {llvm.zeroext})
  // CHECK: call float @llvm.fma.f32(float %{{[0-9]+}}, float %{{[0-9]+}}, float %{{[0-9]+}})
  %2 = llvm.call_intrinsic "llvm.fma.f32"(%0, %0, %0) : (f32, f32, f32) -> f32
  // An intrinsic that LLVM has renamed.
  // CHECK: call float @llvm.nvvm.ex2.approx.ftz.f32(float
  %renamed = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"(%2) : (f32) -> f32
  // CHECK: call i32 asm sideeffect "bswap $0", "=r,0"(i32 %0)
  %3 = llvm.inline_asm has_side_effects "bswap $0", "=r,0" %a : (i32) -> i32
  llvm.return
}

// CHECK: attributes [[$ATTRS]] = { cold nounwind memory(argmem: readwrite) alignstack=16 uwtable vscale_range(1,16) "frame-pointer"="all" "name"="value" "prefer-vector-width"="512" "target-cpu"="skylake" "target-features"="+avx2,-fma" }
// CHECK: [[$WEIGHTS]] = !{!"branch_weights", i32 9, i32 1}
// CHECK: [[$LOOP]] = distinct !{[[$LOOP]], [[PROGRESS:![0-9]+]], [[WIDTH:![0-9]+]], [[UNROLL:![0-9]+]]}
// CHECK: [[PROGRESS]] = !{!"llvm.loop.mustprogress"}
// CHECK: [[WIDTH]] = !{!"llvm.loop.vectorize.width", i32 8}
// CHECK: [[UNROLL]] = !{!"llvm.loop.unroll.disable"}
