// RUN: not tern-opt %s --nvws-lower-aref=num-stages=0 2>&1 | FileCheck %s

// CHECK: error: 'nvws-lower-aref' takes 1 or more as 'num-stages', but got 0
module {}
