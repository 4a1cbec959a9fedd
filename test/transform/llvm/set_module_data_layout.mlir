// RUN: tern-opt %s --set-llvm-module-datalayout='data-layout=e-m:e-i64:64' | FileCheck %s
// RUN: tern-opt %s --set-llvm-module-datalayout | FileCheck %s --check-prefix=EMPTY

// What the module had before goes.
// CHECK: module attributes {llvm.data_layout = "e-m:e-i64:64"} {
// EMPTY: module attributes {llvm.data_layout = ""} {
module attributes {llvm.data_layout = "E"} {}
