builtin.module(iree-codegen-linalg-to-llvm-pipeline)
func.func @f(%x: i32) {
  "test.use"(%x) : (i32) -> ()
  return
}
