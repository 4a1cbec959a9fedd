// RUN: tern-opt --help | FileCheck %s --check-prefix=HELP
// HELP: USAGE: tern-opt [options] <input file>
// HELP: --split-input-file=<TEXT>
// HELP: Passes:
// HELP: --canonicalize{{.*}}- Canonicalize operations
// HELP: --region-simplify=<string>
// HELP: =aggressive

// RUN: tern-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// DIALECTS: Available Dialects: {{.*}}arith,{{.*}}func,
// RUN: tern-opt --show-op arith.addi | FileCheck %s --check-prefix=OP
// OP: arith.addi -
// OP: operands: {{ *}}lhs: SignlessIntegerOrIndexLike, rhs
// RUN: not tern-opt --show-op=arith.nothing 2>&1 | FileCheck %s --check-prefix=NOOP
// NOOP: no operation 'arith.nothing' is registered
// RUN: tern-opt --show-op='!nvgpu' | FileCheck %s --check-prefix=TYPES
// TYPES: nvgpu.device.async.token - device async token type
// TYPES: nvgpu.warpgroup.descriptor -
// RUN: tern-opt --show-op='#nvgpu.oob' | FileCheck %s --check-prefix=ATTR
// ATTR: nvgpu.oob - one of zero, nan
// ATTR-NOT: nvgpu
// RUN: not tern-opt --show-op='!nvgpu.nothing' 2>&1 | FileCheck %s --check-prefix=NOTYPE
// NOTYPE: no operation '!nvgpu.nothing' is registered

// RUN: not tern-opt %s --canonicaliz 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR: Unknown command line argument '--canonicaliz'.  Try: 'tern-opt --help'
// NEAR-NEXT: Did you mean '--canonicalize'?
// RUN: not tern-opt %s -mlir-print-op-generics 2>&1 | FileCheck %s --check-prefix=NEARFLAG
// NEARFLAG: Did you mean '--mlir-print-op-generic'?
// RUN: not tern-opt %s --verify-each=maybe 2>&1 | FileCheck %s --check-prefix=BOOL
// BOOL: for the --verify-each option: 'maybe' is no boolean
// RUN: not tern-opt %s --mlir-elide-elementsattrs-if-larger=x 2>&1 | FileCheck %s --check-prefix=INT
// INT: for the --mlir-elide-elementsattrs-if-larger option: 'x' is no integer
// RUN: not tern-opt %s -o 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: for the --o option: requires a value
// RUN: not tern-opt %s %s 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: Too many positional arguments specified
// RUN: not tern-opt %s --cse --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: option can't be used with individual pass options
// RUN: not tern-opt %t.nothing 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: tern-opt: cannot {{.*}}.nothing': No such file or directory

// Both dash forms, options with and without values, standard input.
// RUN: tern-opt -mlir-print-op-generic -verify-each=false < %s | FileCheck %s --check-prefix=GENERIC
// RUN: cat %s | tern-opt - --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// GENERIC: "builtin.module"() ({
// GENERIC: "func.func"()

// A failure leaves the output file alone.
// RUN: echo untouched > %t.out
// RUN: not tern-opt %s --pass-pipeline='builtin.module(func.func(symbol-dce))' -o %t.out
// RUN: FileCheck %s --check-prefix=UNTOUCHED --input-file=%t.out
// UNTOUCHED: untouched
// RUN: tern-opt %s -o %t.out
// RUN: FileCheck %s --check-prefix=WRITTEN --input-file=%t.out
// WRITTEN: func.func @f

// RUN: tern-opt %s --mlir-print-debuginfo | FileCheck %s --check-prefix=DEBUG
// DEBUG: loc(
// RUN: tern-opt %s --no-implicit-module | FileCheck %s --check-prefix=ALONE
// ALONE-NOT: module
// ALONE: func.func @f
// RUN: tern-opt %s --verify-roundtrip | FileCheck %s --check-prefix=WRITTEN

func.func @f() {
  return
}
