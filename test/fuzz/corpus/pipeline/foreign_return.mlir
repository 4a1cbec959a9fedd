func.func @f() -> f16 {
  llvm.return
}
