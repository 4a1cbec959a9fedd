// Canonicalization gives what upstream's gives.
// RUN: tern-opt --canonicalize --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --canonicalize --allow-unregistered-dialect %s | diff - %t.mlir

func.func @assert_true(%c: i1) {
  %true = arith.constant true
  cf.assert %true, "holds"
  cf.assert %c, "may fail"
  return
}

func.func @merge_blocks(%x: i32) -> i32 {
  cf.br ^bb1(%x : i32)
^bb1(%a: i32):
  %0 = arith.addi %a, %a : i32
  cf.br ^bb2
^bb2:
  return %0 : i32
}

func.func @constant_condition(%x: i32, %y: i32) -> i32 {
  %true = arith.constant true
  cf.cond_br %true, ^bb1(%x : i32), ^bb1(%y : i32)
^bb1(%a: i32):
  return %a : i32
}

func.func @pass_through(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x : i32), ^bb2
^bb1(%a: i32):
  cf.br ^bb3(%a : i32)
^bb2:
  cf.br ^bb3(%y : i32)
^bb3(%b: i32):
  "test.use"(%b) : (i32) -> ()
  return %b : i32
}

func.func @equal_targets(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x : i32), ^bb1(%x : i32)
^bb1(%a: i32):
  return %a : i32
}

func.func @decided(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.a"(%c) : (i1) -> ()
  cf.cond_br %c, ^bb3, ^bb4
^bb2:
  "test.b"(%c) : (i1) -> ()
  cf.cond_br %c, ^bb3, ^bb4
^bb3:
  "test.c"(%c) : (i1) -> ()
  return
^bb4:
  "test.d"(%c) : (i1) -> ()
  return
}

func.func @switch_default_only(%f: i32, %x: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%x : i32)
  ]
^bb1(%a: i32):
  return %a : i32
}

func.func @switch_constant(%x: i32, %y: i32) -> i32 {
  %f = arith.constant 42 : i32
  cf.switch %f : i32, [
    default: ^bb1(%x : i32),
    42: ^bb2(%y : i32)
  ]
^bb1(%a: i32):
  "test.a"() : () -> ()
  return %a : i32
^bb2(%b: i32):
  "test.b"() : () -> ()
  return %b : i32
}

func.func @switch_like_default(%f: i32, %x: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%x : i32),
    42: ^bb1(%x : i32),
    43: ^bb2
  ]
^bb1(%a: i32):
  "test.a"() : () -> ()
  return %a : i32
^bb2:
  "test.b"() : () -> ()
  return %x : i32
}

func.func @switch_pass_through(%f: i32, %x: i32, %y: i32) {
  cf.switch %f : i32, [
    default: ^bb1(%x : i32),
    43: ^bb2(%y : i32),
    44: ^bb3
  ]
^bb1(%a: i32):
  "test.a"(%a) : (i32) -> ()
  cf.br ^bb4
^bb2(%b: i32):
  cf.br ^bb1(%b : i32)
^bb3:
  "test.c"() : () -> ()
  cf.br ^bb4
^bb4:
  return
}

func.func @switch_decided(%f: i32) {
  cf.switch %f : i32, [
    default: ^bb1,
    42: ^bb2
  ]
^bb1:
  "test.a"() : () -> ()
  cf.switch %f : i32, [
    default: ^bb3,
    42: ^bb4,
    43: ^bb5
  ]
^bb2:
  "test.b"() : () -> ()
  cf.switch %f : i32, [
    default: ^bb3,
    42: ^bb4
  ]
^bb3:
  "test.c"() : () -> ()
  return
^bb4:
  "test.d"() : () -> ()
  return
^bb5:
  "test.e"() : () -> ()
  return
}

func.func @endless() {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
}

func.func @switch_i64(%x: i32, %y: i32) -> i32 {
  %f = arith.constant -1 : i64
  cf.switch %f : i64, [
    default: ^bb1(%x : i32),
    -1: ^bb2(%y : i32),
    7: ^bb1(%y : i32)
  ]
^bb1(%a: i32):
  "test.a"() : () -> ()
  return %a : i32
^bb2(%b: i32):
  "test.b"() : () -> ()
  return %b : i32
}

func.func @cond_select(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c weights([2, 1]), ^bb1(%x : i32), ^bb1(%y : i32)
^bb1(%a: i32):
  return %a : i32
}

// Weights stay where a way is led past a block that only branches on.
func.func @weights_of_shorter_ways(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c weights([5, 9]), ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%x : i32)
^bb2:
  "test.effect"() : () -> ()
  cf.br ^bb3(%y : i32)
^bb3(%r: i32):
  return %r : i32
}

// Nobody is led around an endless loop of several blocks.
func.func @loop_of_three_blocks(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb4
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb3
^bb3:
  cf.br ^bb1
^bb4:
  return
}

func.func @ways_to_nowhere(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%x : i32)
^bb1:
  ub.unreachable
^bb2(%r: i32):
  "test.effect"() : () -> ()
  return %r : i32
}

// An op that nobody reaches may use its own result: no pattern gets to see it.
func.func @uses_itself() {
  return
^bb1:
  %one = arith.constant 1 : i32
  %sum = arith.addi %sum, %one : i32
  cf.br ^bb1
}
