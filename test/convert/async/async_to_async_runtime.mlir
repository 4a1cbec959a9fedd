// Tasks as coroutines, and functions that block: what upstream's pass gives.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --async-to-async-runtime > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --async-to-async-runtime | diff -b - %t.0.ours

// What a task takes from around it becomes arguments, in the order in which it is used; constants are made anew in the task.
func.func @fill_both(%from: vector<8xi16>, %a: memref<?xi16>, %b: memref<64xi16>, %at: index) {
  %half = arith.constant 32 : index
  %three = arith.constant 3 : i16
  %task = async.execute {
    vector.store %from, %b[%half] : memref<64xi16>, vector<8xi16>
    %next = arith.addi %at, %half : index
    memref.store %three, %a[%next] : memref<?xi16>
    memref.store %three, %a[%at] : memref<?xi16>
    async.yield
  }
  memref.store %three, %b[%at] : memref<64xi16>
  async.await %task : !async.token
  async.await %task : !async.token
  return
}

// -----

// Tasks of tasks: one waits for two that it starts, of which the second has one of its own that nobody waits for.
func.func @tree(%node: memref<7xi64>, %value: i64, %left: index, %right: index) -> i64 {
  %root, %sum = async.execute -> !async.value<i64> {
    %less, %l = async.execute -> !async.value<i64> {
      %x = memref.load %node[%left] : memref<7xi64>
      async.yield %x : i64
    }
    %more = async.execute {
      memref.store %value, %node[%right] : memref<7xi64>
      %leaf = async.execute {
        "test.leaf"(%value) : (i64) -> ()
        async.yield
      }
      async.yield
    }
    async.await %more : !async.token
    %y = async.await %l : !async.value<i64>
    %s = arith.addi %y, %value : i64
    async.yield %s : i64
  }
  %result = async.await %sum : !async.value<i64>
  return %result : i64
}

// -----

// Tokens and values of others, given from outside and by tasks before: they are waited for one by one before the task begins.
func.func @two_roads(%before: !async.token, %scale: !async.value<f64>) -> (f64, i1) {
  %first, %x, %is = async.execute [%before] (%scale as %s: !async.value<f64>) -> (!async.value<f64>, !async.value<i1>) {
    %double = arith.addf %s, %s : f64
    %same = arith.cmpf oeq, %double, %s : f64
    async.yield %double, %same : f64, i1
  }
  %second, %y = async.execute [%first, %before] (%x as %u: !async.value<f64>, %scale as %v: !async.value<f64>) -> !async.value<f64> {
    %quotient = arith.divf %u, %v : f64
    async.yield %quotient : f64
  }
  %z = async.await %y : !async.value<f64>
  async.await %first : !async.token
  %said = async.await %is : !async.value<i1>
  return %z, %said : f64, i1
}

// -----

// A group of as many tasks as there are rows, waited for by a task, which suspends, and a group with that task, waited for by the
// function, which blocks.
func.func @rows(%image: memref<?x96xf32>, %rows: index) {
  %first = arith.constant 1 : index
  %two = arith.constant 2 : index
  %black = arith.constant 0.0 : f32
  %odd = async.create_group %rows : !async.group
  %other = async.create_group %two : !async.group
  scf.parallel (%row) = (%first) to (%rows) step (%two) {
    %done = async.execute {
      memref.store %black, %image[%row, %two] : memref<?x96xf32>
      async.yield
    }
    %place = async.add_to_group %done, %odd : !async.token
    "test.place"(%place) : (index) -> ()
    scf.reduce
  }
  %all = async.execute {
    async.await_all %odd
    memref.store %black, %image[%first, %first] : memref<?x96xf32>
    async.yield
  }
  %rank = async.add_to_group %all, %other : !async.token
  async.await_all %other
  return
}

// -----

// Control flow around a wait in a task becomes blocks; that of a function stays.
func.func @sometimes(%token: !async.token, %value: !async.value<index>, %is: i1) {
  %task = async.execute {
    scf.if %is {
      async.await %token : !async.token
    } else {
      %n = async.await %value : !async.value<index>
      "test.use"(%n) : (index) -> ()
    }
    async.yield
  }
  scf.if %is {
    async.await %task : !async.token
  }
  return
}

// -----

// A task whose assertion fails sets its token and its values to an error, in the middle, too; a function's assertion stays.
func.func @checks(%n: i32, %m: memref<1xi32>, %at: index) -> i32 {
  %zero = arith.constant 0 : i32
  %positive = arith.cmpi sgt, %n, %zero : i32
  cf.assert %positive, "n must be positive"
  %task, %root = async.execute -> !async.value<i32> {
    %before = memref.load %m[%at] : memref<1xi32>
    %set = arith.cmpi ne, %before, %zero : i32
    cf.assert %set, "m must be set"
    memref.store %n, %m[%at] : memref<1xi32>
    cf.assert %positive, "n has changed"
    async.yield %before : i32
  }
  %result = async.await %root : !async.value<i32>
  return %result : i32
}
