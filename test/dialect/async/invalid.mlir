// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error@+1 {{'async.execute' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
  %0 = async.execute { }
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'async.execute' op along control flow edge from Operation async.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0:2 = async.execute -> !async.value<f32> {
    // expected-note@+1 {{region branch point}}
    async.yield
  }
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error@+1 {{'async.execute' op along control flow edge from Operation async.yield to parent: successor operand type #0 'i32' should match successor input type #0 '!async.value<f32>'}}
  %0:2 = async.execute -> !async.value<f32> {
    // expected-note@+1 {{region branch point}}
    async.yield %x : i32
  }
  return
}

// -----

func.func @f(%v: !async.value<f32>) {
  // expected-error@+2 {{'async.execute' op along control flow edge from parent to Region #0: region branch point has 1 operands, but region successor needs 0 inputs}}
  // expected-note@+1 {{region branch point}}
  %0 = "async.execute"(%v) <{operandSegmentSizes = array<i32: 0, 1>}> ({
    async.yield
  }) : (!async.value<f32>) -> !async.token
  return
}

// -----

func.func @f(%v: !async.value<f32>) {
  // expected-error@+1 {{'async.await' op result type 'i32' does not match async value type 'f32'}}
  %0 = "async.await"(%v) : (!async.value<f32>) -> i32
  return
}

// -----

// What is wrong with ops comes before what is wrong with their block, which has no end here.
func.func @f(%v: !async.value<f32>) {
  // expected-error@+1 {{'async.await' op result type 'i32' does not match async value type 'f32'}}
  %0 = "async.await"(%v) : (!async.value<f32>) -> i32
}

// -----

func.func @f(%t: !async.token) {
  // expected-error@+1 {{'async.await' op awaiting on a token must have empty result}}
  %0 = "async.await"(%t) : (!async.token) -> i32
  return
}

// -----

// expected-error@+1 {{'async.func' op result is expected to be at least of size 1, but got 0}}
async.func @f() {
  return
}

// -----

// expected-error@+1 {{'async.func' op result type must be async value type or async token type, but got 'i32'}}
async.func @f() -> i32 {
  return
}

// -----

// expected-error@+1 {{'async.func' op  results' (optional) async token type is expected to appear as the 1st return value, but got 2}}
async.func @f() -> (!async.value<f32>, !async.token) {
  return
}

// -----

async.func @f() -> (!async.token, !async.value<f32>) {
  // expected-error@+1 {{'async.return' op operand types do not match the types returned from the parent FuncOp}}
  return
}

// -----

// expected-error@+1 {{'async.func' op symbol declaration cannot have public visibility}}
async.func @f() -> !async.token

// -----

func.func @g(%x: i32) {
  // expected-error@+1 {{'async.call' op 'f' does not reference a valid async function}}
  async.call @f(%x) : (i32) -> !async.token
  return
}

// -----

async.func @f() -> !async.token {
  return
}
func.func @g(%x: i32) {
  // expected-error@+1 {{'async.call' op incorrect number of operands for callee}}
  %0 = async.call @f(%x) : (i32) -> !async.token
  return
}

// -----

async.func @f(%x: i32) -> !async.token {
  return
}
func.func @g(%x: i64) {
  // expected-error@+1 {{'async.call' op operand type mismatch: expected operand type 'i32', but provided 'i64' for operand number 0}}
  %0 = async.call @f(%x) : (i64) -> !async.token
  return
}

// -----

async.func @f() -> !async.token {
  return
}
func.func @g() {
  // expected-error@+1 {{'async.call' op incorrect number of results for callee}}
  async.call @f() : () -> ()
  return
}

// -----

async.func @f() -> !async.token {
  return
}
func.func @g() {
  // expected-error@+3 {{'async.call' op result type mismatch at index 0}}
  // expected-note@+2 {{      op result types: '!async.value<f32>'}}
  // expected-note@+1 {{function result types: '!async.token'}}
  %0 = async.call @f() : () -> !async.value<f32>
  return
}

// -----

func.func @g(%x: f64, %v: !async.value<f32>) {
  // expected-error@+1 {{'async.runtime.store' op failed to verify that type of 'value' matches element type of 'storage'}}
  "async.runtime.store"(%x, %v) : (f64, !async.value<f32>) -> ()
  return
}

// -----

func.func @g(%t: !async.token) {
  // expected-error@+1 {{attribute 'count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  "async.runtime.add_ref"(%t) {count = 0 : i64} : (!async.token) -> ()
  return
}
