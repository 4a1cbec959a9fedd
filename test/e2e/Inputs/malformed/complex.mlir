// Examples of complex ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.abs %a : complex<none>
// -----
%a = "test.value"() : () -> complex<f32>
%b = "test.value"() : () -> complex<f32>
%r = complex.add , %b : complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.angle %a : <f32>
// -----
%a = "test.value"() : () -> complex<f32>
%b = "test.value"() : () -> complex<f32>
%r = complex.atan2 %a, %b : complex
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.bitcast %a : complex<f32> to i7
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.conj %a : complex complex<f32>
// -----
%r = complex.constant [1.0 : f32,
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.cos %nowhere : complex<f32>
// -----
%x = "test.value"() : () -> f32
%r = complex.create %x, %x : <f32>
// -----
%a = "test.value"() : () -> complex<f32>
%b = "test.value"() : () -> complex<f32>
%r = complex.div %a, %b : complex<>f32
// -----
%a = "test.value"() : () -> complex<f32>
%b = "test.value"() : () -> complex<f32>
%r = complex.eq %a %a, %b : complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.exp %a : complex<f32 f32>
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.expm1x %a : complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.im : %a complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.log %a : : complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.log1p %a : complex<none>
// -----
%a = "test.value"() : () -> complex<f32>
%b = "test.value"() : () -> complex<f32>
%r = complex.mul %a%b , : complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.negx %a : complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%b = "test.value"() : () -> complex<f32>
%r = complex.neqx %a, %b : complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%b = "test.value"() : () -> complex<f32>
%r = complex.powx %a, %b : complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%i = "test.value"() : () -> i32
%r = complex.powi %a,
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.re : %a complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.rsqrt %a : complex< <f32>
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.signx %a : complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.sin %a complex :<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.sqrt  : complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%b = "test.value"() : () -> complex<f32>
%r = complex.sub %a, %b : complex<f32> >
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.tan complex.tan %a : complex<f32>
// -----
%a = "test.value"() : () -> complex<f32>
%r = complex.tanh complex.tanh %a : complex<f32>
