#domain = #llvm.alias_scope_domain<id = distinct[5]<>, description = "kernel">
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #domain>
#group = #llvm.access_group<id = distinct[2]<>>
llvm.func @f(%p: !llvm.ptr) {
  %0 = llvm.load %p {access_groups = [#group], alias_scopes = [#scope]} : !llvm.ptr -> i32
  llvm.return
}
