// Ops among the lanes of a warp: what is refused, with upstream's words.
// RUN: tern-opt --verify-diagnostics --split-input-file %s
// RUN: mlir-opt --verify-diagnostics --split-input-file %s

llvm.func @f(%a0: f32, %a1: i32) {
  // expected-error @below {{'nvvm.redux.sync' op 'min' redux kind unsupported with 'f32' type. Only supported type is 'i32'.}}
  %r0 = "nvvm.redux.sync"(%a0, %a1) <{kind = #nvvm<redux_kind min>, nan = false}> : (f32, i32) -> f32
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.redux.sync' op abs attribute is supported only for f32 type}}
  %r0 = "nvvm.redux.sync"(%a0, %a0) <{kind = #nvvm<redux_kind fmax>, abs = true}> : (i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: f32, %a1: i32) {
  // expected-error @below {{'nvvm.redux.sync' op 'max' redux kind unsupported with 'f32' type. Only supported type is 'i32'.}}
  %r0 = "nvvm.redux.sync"(%a0, %a1) <{kind = #nvvm<redux_kind max>, nan = true}> : (f32, i32) -> f32
  llvm.return
}

// -----

llvm.func @f(%a0: f32, %a1: i32) {
  // expected-error @below {{'nvvm.redux.sync' op failed to verify that all of {res, val} have same type}}
  %r0 = "nvvm.redux.sync"(%a0, %a1) <{kind = #nvvm<redux_kind or>, nan = false}> : (f32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: f32, %a1: i32) {
  // expected-error @below {{'nvvm.redux.sync' op 'or' redux kind unsupported with 'f32' type. Only supported type is 'i32'.}}
  %r0 = "nvvm.redux.sync"(%a0, %a1) <{kind = #nvvm<redux_kind or>, nan = true}> : (f32, i32) -> f32
  llvm.return
}

// -----

llvm.func @f(%a0: f32, %a1: i32) {
  // expected-error @below {{'nvvm.redux.sync' op 'xor' redux kind unsupported with 'f32' type. Only supported type is 'i32'.}}
  %r0 = "nvvm.redux.sync"(%a0, %a1) <{kind = #nvvm<redux_kind xor>, nan = true}> : (f32, i32) -> f32
  llvm.return
}

// -----

llvm.func @f(%a0: f32, %a1: i32) {
  // expected-error @below {{'nvvm.redux.sync' op 'umax' redux kind unsupported with 'f32' type. Only supported type is 'i32'.}}
  %r0 = "nvvm.redux.sync"(%a0, %a1) <{kind = #nvvm<redux_kind umax>, abs = false}> : (f32, i32) -> f32
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.redux.sync' op 'fmax' redux kind unsupported with 'i32' type. Only supported type is 'f32'.}}
  %r0 = "nvvm.redux.sync"(%a0, %a0) <{kind = #nvvm<redux_kind fmax>, abs = false, nan = false}> : (i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.shfl.sync' op "return_value_and_is_valid" attribute must be specified when the return type is a struct type}}
  %r0 = "nvvm.shfl.sync"(%a0, %a0, %a0, %a0) <{kind = #nvvm<shfl_kind up>}> : (i32, i32, i32, i32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.shfl.sync' op expected return type to be of type 'i32' but got 'f32' instead}}
  %r0 = "nvvm.shfl.sync"(%a0, %a0, %a0, %a0) <{kind = #nvvm<shfl_kind idx>}> : (i32, i32, i32, i32) -> f32
  llvm.return
}

// -----

llvm.func @f(%a0: i32, %a1: f32) {
  // expected-error @below {{'nvvm.shfl.sync' op expected return type to be a two-element struct}}
  %r0 = "nvvm.shfl.sync"(%a0, %a1, %a0, %a0) <{kind = #nvvm<shfl_kind bfly>, return_value_and_is_valid}> : (i32, f32, i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: i32, %a1: f32) {
  // expected-error @below {{'nvvm.shfl.sync' op expected return type to be of type 'f32' but got 'i32' instead}}
  %r0 = "nvvm.shfl.sync"(%a0, %a1, %a0, %a0) <{kind = #nvvm<shfl_kind idx>}> : (i32, f32, i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: i32, %a1: f32) {
  // expected-error @below {{'nvvm.shfl.sync' op expected first element in the returned struct to be of type 'f32' but got 'i32' instead}}
  %r0 = "nvvm.shfl.sync"(%a0, %a1, %a0, %a0) <{kind = #nvvm<shfl_kind down>, return_value_and_is_valid}> : (i32, f32, i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32, %a1: i1) {
  // expected-error @below {{'nvvm.vote.sync' op vote.sync 'any', 'all' and 'uni' returns an i1}}
  %r0 = "nvvm.vote.sync"(%a0, %a1) <{kind = #nvvm<vote_sync_kind all>}> : (i32, i1) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: i32, %a1: i1) {
  // expected-error @below {{'nvvm.vote.sync' op vote.sync 'ballot' returns an i32}}
  %r0 = "nvvm.vote.sync"(%a0, %a1) <{kind = #nvvm<vote_sync_kind ballot>}> : (i32, i1) -> i1
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.match.sync' op match.sync 'all' returns a two element struct with first element as i32 and second element as i1}}
  %r0 = "nvvm.match.sync"(%a0, %a0) <{kind = #nvvm<match_sync_kind all>}> : (i32, i32) -> !llvm.struct<(f32, i1)>
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{'nvvm.match.sync' op match.sync 'any' returns an i32}}
  %r0 = "nvvm.match.sync"(%a0, %a0) <{kind = #nvvm<match_sync_kind any>}> : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return
}
