func.func @f(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %c0 to %n step %n iter_args(%a = %x) -> (f32) {
    %t = arith.cmpi eq, %i, %n : index
    %b = scf.if %t -> (f32) { scf.yield %a : f32 } else { scf.yield %x : f32 }
    scf.yield %b : f32
  }
  %w = scf.while (%a = %r) : (f32) -> f32 {
    %t = arith.constant true
    scf.condition(%t) %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%n, %n) { scf.reduce }
  return %w : f32
}
