// What modules, functions and accesses say.
module attributes {llvm.ident = "mine", llvm.commandline = "tern -x", llvm.module_asm = ["nop", "nop2"], llvm.dependent_libraries = ["a", "b"]} {
llvm.func @g(%p: !llvm.ptr, %n: i32) attributes { function_entry_count = 4 : i64, work_group_size_hint = array<i32: 8, 1, 1>, reqd_work_group_size = array<i32: 1,2,3>, intel_reqd_sub_group_size = 16 : i32, vec_type_hint = #llvm.vec_type_hint<hint = vector<2xi32>, is_signed = true>} {
  %0 = llvm.load %p {llvm.mmra = [#llvm.mmra_tag<"a":"b">, #llvm.mmra_tag<"a":"c">]} : !llvm.ptr -> i32
  llvm.store %0, %p {llvm.mmra = [#llvm.mmra_tag<"a":"b">]} : i32, !llvm.ptr
  llvm.fence acquire {llvm.mmra = #llvm.mmra_tag<"a":"b">}
  %2 = llvm.atomicrmw add %p, %0 monotonic {llvm.mmra = []} : !llvm.ptr, i32
  llvm.call @g(%p, %n) {llvm.mmra = #llvm.mmra_tag<"a":"b">} : (!llvm.ptr, i32) -> ()
  llvm.return
}
llvm.func @h() attributes {vec_type_hint = #llvm.vec_type_hint<hint = f32>}
}
