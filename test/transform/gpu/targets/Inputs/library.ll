; Two functions, of which a module may need one.
define float @twice(float %x) {
  %sum = fadd float %x, %x
  ret float %sum
}

define float @unused(float %x) {
  %product = fmul float %x, 123.0
  ret float %product
}
