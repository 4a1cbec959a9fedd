// Examples of math ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%x = "test.value"() : () -> f32
%r = math.absf : %x f32
// -----
%i = "test.value"() : () -> i32
%r = math.absi ^bb9 : i32
// -----
%x = "test.value"() : () -> f32
%r = math.acos @x : f32
// -----
%x = "test.value"() : () -> f32
%r = math.acosh @x : f32
// -----
%x = "test.value"() : () -> f32
%r = math.asin %x : i7
// -----
%x = "test.value"() : () -> f32
%r = math.asinh : %x f32
// -----
%x = "test.value"() : () -> f32
%r = %x math.atan : f32
// -----
%x = "test.value"() : () -> f32
%y = "test.value"() : () -> f32
%r = %x math.atan2, %y : f32
// -----
%x = "test.value"() : () -> f32
%r = math.atanh %x %x : f32
// -----
%x = "test.value"() : () -> f32
%r = math.cbrt  : f32
// -----
%x = "test.value"() : () -> f32
%r = math.ceilx %x : f32
// -----
%x = "test.value"() : () -> f32
%y = "test.value"() : () -> f32
%r = math.clampf %x to [%x, %y: ] f32
// -----
%x = "test.value"() : () -> f32
%y = "test.value"() : () -> f32
%r = math.copysignx %x, %y : f32
// -----
%x = "test.value"() : () -> f32
%r = math.cos %x : i7
// -----
%x = "test.value"() : () -> f32
%r = math.cosh %nowhere : f32
// -----
%i = "test.value"() : () -> i32
%r = math.ctlz %i :
// -----
%i = "test.value"() : () -> i32
%r = %i math.ctpop : i32
// -----
%i = "test.value"() : () -> i32
%r = math.cttz @x : i32
// -----
%x = "test.value"() : () -> f32
%r = math.erf %x :
// -----
%x = "test.value"() : () -> f32
%r = math.erfc %x :
// -----
%x = "test.value"() : () -> f32
%r = math.exp %x : none
// -----
%x = "test.value"() : () -> f32
%r = math.exp2 %x : vector<3xi1>
// -----
%x = "test.value"() : () -> f32
%r = math.expm1x %x : f32
// -----
%x = "test.value"() : () -> f32
%r =
// -----
%x = "test.value"() : () -> f32
%y = "test.value"() : () -> f32
%r = math.fmax %x, %y, %x : f32
// -----
%x = "test.value"() : () -> f32
%i = "test.value"() : () -> i32
%r = math.fpowi %x %x, %i : f32, i32
// -----
%i = "test.value"() : () -> i32
%r = math.ipowi @x, %i : i32
// -----
%x = "test.value"() : () -> f32
%r = math.isfinite %x :
// -----
%x = "test.value"() : () -> f32
%r = math.isinf %x : !llvm.ptr
// -----
%x = "test.value"() : () -> f32
%r = math.isnan math.isnan %x : f32
// -----
%x = "test.value"() : () -> f32
%r = %x math.isnormal : f32
// -----
%x = "test.value"() : () -> f32
%r = math.log : %x f32
// -----
%x = "test.value"() : () -> f32
%r = math.log10x %x : f32
// -----
%x = "test.value"() : () -> f32
%r = math.log1p %x : tensor<2xf32>
// -----
%x = "test.value"() : () -> f32
%r = math.log2 %x
// -----
%x = "test.value"() : () -> f32
%y = "test.value"() : () -> f32
%r =
// -----
%x = "test.value"() : () -> f32
%r = math.round %x f32 :
// -----
%x = "test.value"() : () -> f32
%r = math.roundeven %x : f32 f32
// -----
%x = "test.value"() : () -> f32
%r = math.rsqrt @x : f32
// -----
%x = "test.value"() : () -> f32
%r = math.sin @x : f32
// -----
%x = "test.value"() : () -> f32
%s, %c =
// -----
%x = "test.value"() : () -> f32
%r = math.sinh %x : f32 f32
// -----
%x = "test.value"() : () -> f32
%r = math.sqrt
// -----
%x = "test.value"() : () -> f32
%r = math.tan %x %x : f32
// -----
%x = "test.value"() : () -> f32
%r = math.tanh : %x f32
// -----
%x = "test.value"() : () -> f32
%r =
