// What is printed beside or instead of names and locations: users, unique names, locations for reading.

// RUN: tern-opt %s --mlir-print-value-users | FileCheck %s --check-prefix=USERS
// RUN: mlir-opt %s --mlir-print-value-users | FileCheck %s --check-prefix=USERS
// RUN: tern-opt %s --mlir-print-unique-ssa-ids | FileCheck %s --check-prefix=UNIQUE
// RUN: mlir-opt %s --mlir-print-unique-ssa-ids | FileCheck %s --check-prefix=UNIQUE
// RUN: tern-opt %s --mlir-print-debuginfo --mlir-pretty-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=PRETTY
// RUN: mlir-opt %s --mlir-print-debuginfo --mlir-pretty-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=PRETTY
// RUN: tern-opt %s --mlir-pretty-debuginfo | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: loc(
// PLAIN-NOT: "called"
// PLAIN: func.func @second
// PLAIN-NOT: "called"

// USERS-LABEL: func.func @first(%arg0: i32, %arg1: i32)
// USERS-NEXT: // %arg0 is used by %[[SUM:.+]], %[[PAIR:.+]]#0, %[[PAIR]]#1, %[[USE:.+]]
// USERS-NEXT: // %arg1 is unused
// USERS-NEXT: "test.use"(%arg0) : (i32) -> () // id: %[[USE]]
// USERS-NEXT: %[[PAIR]]:2 = "test.pair"(%arg0) : (i32) -> (i32, i32) // users: (%[[SUM]]), (unused)
// USERS-NEXT: %[[SUM]] = arith.addi %[[PAIR]]#0, %arg0 : i32 // user: %[[RETURN:.+]]
// USERS-NEXT: %{{.+}} = "test.lost"() : () -> i32 // unused
// USERS-NEXT: "test.none"() : () -> (){{$}}
// USERS-NEXT: return %[[SUM]] : i32 // id: %[[RETURN]]

// UNIQUE: func.func @first(%[[FIRST:arg[0-9]+]]: i32,
// UNIQUE-NEXT: "test.use"(%[[FIRST]])
// UNIQUE-NEXT: %[[PAIR:[0-9]+]]:2 =
// UNIQUE: func.func @second
// UNIQUE-NOT: %[[FIRST]]:
// UNIQUE-NOT: %[[PAIR]] =

// PRETTY-LABEL: func.func @second(%arg0: i32 a.mlir:1:2 to :9)
// PRETTY: ^bb0(%arg1: i32 [unknown]):
// PRETTY-NEXT: "test.use"(%arg1) : (i32) -> () "called" at b.mlir:3:4
// PRETTY-NEXT: {{^}}    "test.none"() : () -> () a.mlir:1:2
// PRETTY-NEXT: {{^}} at "caller"(b.mlir:3:4)
// PRETTY-NEXT: }) : (i32) -> i32 <"merged">["x", a.mlir:5:6]
func.func @first(%arg0: i32, %arg1: i32) -> i32 {
  "test.use"(%arg0) : (i32) -> ()
  %0:2 = "test.pair"(%arg0) : (i32) -> (i32, i32)
  %1 = arith.addi %0#0, %arg0 : i32
  %2 = "test.lost"() : () -> i32
  "test.none"() : () -> ()
  return %1 : i32
}

func.func @second(%arg0: i32 loc("a.mlir":1:2 to :9)) -> i32 {
  %0 = "test.branch"(%arg0) ({
  ^bb0(%arg1: i32 loc(unknown)):
    "test.use"(%arg1) : (i32) -> () loc(callsite("called" at "b.mlir":3:4))
    "test.none"() : () -> () loc(callsite("a.mlir":1:2 at "caller"("b.mlir":3:4)))
  }) : (i32) -> i32 loc(fused<"merged">["x", "a.mlir":5:6])
  return %0 : i32
}
