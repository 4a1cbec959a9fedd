// RUN: not tern-opt %s --linalg-to-vector-loops=vector-bytes=48 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not tern-opt %s --linalg-to-vector-loops=vector-bytes=8 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not tern-opt %s --linalg-to-vector-loops=max-accumulators=0 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tern-opt %s --linalg-to-vector-loops=max-accumulators=1000 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tern-opt %s --linalg-to-vector-loops=unroll-reduction=0 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not tern-opt %s --linalg-to-vector-loops=unroll-reduction=17 2>&1 | FileCheck %s --check-prefix=STEPS

// BYTES: error: 'builtin.module' op option 'vector-bytes' must be a power of two from 16 to 256
// COUNT: error: 'builtin.module' op option 'max-accumulators' must be from 1 to 128
// STEPS: error: 'builtin.module' op option 'unroll-reduction' must be from 1 to 16
module {
}
