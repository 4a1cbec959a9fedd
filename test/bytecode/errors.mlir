// What is wrong with a file is said at the file, with the byte it is at and who wrote it.
// RUN: tern-opt --emit-bytecode %s -o %t.bc
// RUN: head -c 100 %t.bc > %t.cut
// RUN: not tern-opt %t.cut 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: errors.mlir.tmp.cut:0:0: error: expected {{[0-9]+}} bytes, but only {{[0-9]+}} remain
// CUT-NEXT: errors.mlir.tmp.cut:0:0: note: at byte {{[0-9]+}} of 100
// CUT-NEXT: errors.mlir.tmp.cut:0:0: note: in bytecode version 6 produced by: tern
// CUT-NOT: {{.}}
// RUN: head -c 100 %t.bc | not tern-translate --iree-vm-ir-to-bytecode-module 2>&1 | FileCheck %s --check-prefix=STDIN
// STDIN: <stdin>:0:0: error: expected {{[0-9]+}} bytes, but only {{[0-9]+}} remain
// RUN: not tern-compile %t.cut -o %t.tern 2>&1 | FileCheck %s --check-prefix=CUT

// Dialects that are not known are refused, unless they are allowed.
// RUN: echo '"nowhere.op"() : () -> ()' | tern-opt --allow-unregistered-dialect --emit-bytecode -o %t.nowhere
// RUN: not tern-opt %t.nowhere 2>&1 | FileCheck %s --check-prefix=DIALECT
// DIALECT: tmp.nowhere:0:0: error: dialect 'nowhere' is unknown
// DIALECT: note: if that is intended, use --allow-unregistered-dialect
// RUN: tern-opt --allow-unregistered-dialect %t.nowhere | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: "nowhere.op"() : () -> ()
// RUN: env LC_ALL=C sed 's/constant/constanx/' %t.bc > %t.op
// RUN: not tern-opt --allow-unregistered-dialect %t.op 2>&1 | FileCheck %s --check-prefix=OP
// OP: tmp.op:0:0: error: unregistered operation 'arith.constanx' found in dialect ('arith')

// RUN: echo 'func.func @f() { %0 = "emitc.constant"() <{value = 1 : i32}> : () -> i32 return }' | mlir-opt --emit-bytecode -o %t.emitc
// RUN: not tern-opt --allow-unregistered-dialect %t.emitc 2>&1 | FileCheck %s --check-prefix=PROPERTIES
// PROPERTIES: error: operation 'emitc.constant' was registered where the file was written, but is not here: its properties cannot be read

// Attributes in their textual form say where in that text they are wrong.
// RUN: echo '"nowhere.op"() {a = #arith.fastmath<fast>} : () -> ()' | tern-opt --allow-unregistered-dialect --emit-bytecode -o %t.text
// RUN: env LC_ALL=C sed 's/fastmath<fast>/fastmath<slow>/' %t.text > %t.slow
// RUN: not tern-opt --allow-unregistered-dialect %t.slow 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: #arith.fastmath<slow>:1:17: error:
// TEXT: note: in bytecode version 6 produced by: tern

// The verifier speaks of the place that an op says it is from, and says nothing of the file.
// RUN: env LC_ALL=C sed 's/private/privatt/' %t.bc > %t.renamed
// RUN: not tern-opt %t.renamed 2>&1 | FileCheck %s --check-prefix=PLACE
// PLACE: errors.mlir:[[@LINE+11]]:1: error: 'func.func' op visibility expected to be one of
// PLACE-NOT: produced by

// A version that there is not.
// RUN: not tern-opt --emit-bytecode-version=7 --emit-bytecode %s 2>&1 | FileCheck %s --check-prefix=VERSION
// VERSION: errors.mlir:{{.*}} error: unsupported version requested 7, must be in range [0, 6]

func.func @g() -> i32 {
  %0 = arith.constant 1 : i32
  return %0 : i32
}
func.func private @declared()
