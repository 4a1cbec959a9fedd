#l = loc("f.c":3:4 to 5:6)
module @m attributes {t.a = loc(unknown)} {
  "t.op"() : () -> () loc(#l)
  "t.op"() : () -> () loc(callsite("in"("f":1:1) at fused[#l, "x"]))
} loc(unknown)
