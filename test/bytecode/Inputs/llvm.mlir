llvm.func @sum(%x: i32, %y: i32) -> i32 {
  %0 = llvm.add %x, %y overflow<nsw> : i32
  llvm.return %0 : i32
}
