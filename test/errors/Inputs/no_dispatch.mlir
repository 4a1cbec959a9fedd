// No public function: nothing that a device could run.
module {
  func.func private @helper(i32) -> i32
}
