// RUN: tern-opt %s --convert-triton-gpu-to-llvm --verify-diagnostics

module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @too_many(%a0: i32, %a1: i32, %a2: i32, %a3: i32, %a4: i32, %a5: i32, %a6: i32, %a7: i32, %a8: i32) {
    // expected-error @+2 {{'tt.elementwise_inline_asm' op has 9 operands and 1 results, and may have up to 8 and from 1 to 8}}
    // expected-error @+1 {{failed to legalize operation 'tt.elementwise_inline_asm'}}
    %0 = tt.elementwise_inline_asm "foo" {constraints = "=r,r,r,r,r,r,r,r,r,r", packed_element = 1 : i32, pure = true} %a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8 : i32, i32, i32, i32, i32, i32, i32, i32, i32 -> i32
    tt.return
  }
}
