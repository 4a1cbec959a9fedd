
vm.module public @m {
  vm.export @__init
  vm.func private @__init() {
    vm.return
  }
  vm.export @__deinit
  vm.func private @__deinit() {
    %0 = vm.const.i32 1
    vm.fail %0
  }
}
