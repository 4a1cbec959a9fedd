// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s | tern-opt | FileCheck %s
// RUN: tern-opt %s --emit-bytecode | tern-opt | FileCheck %s

// What is as it is without saying so is left out; the order is the table's.
// CHECK-DAG: #[[A:tmem[0-9]*]] = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// CHECK-DAG: #[[B:tmem[0-9]*]] = #ttng.tensor_memory_encoding<blockM = 64, blockN = 512, colStride = 4, CTASplitM = 2, CTASplitN = 8, twoCTAs = true>
// CHECK-DAG: #[[C:tmem_scales[0-9]*]] = #ttng.tensor_memory_scales_encoding<>
// CHECK-DAG: #[[D:tmem_scales[0-9]*]] = #ttng.tensor_memory_scales_encoding<CTASplitN = 2>
// CHECK-DAG: #[[E:tmem_scales[0-9]*]] = #ttng.tensor_memory_scales_encoding<CTASplitM = 4, CTASplitN = 2>
// CHECK: module attributes {ttg.a = #[[A]], ttg.b = #[[B]], ttg.c = #[[C]], ttg.d = #[[D]], ttg.e = #[[E]], ttg.f = #ttng.tensor_memory}
module attributes {
  ttg.a = #ttng.tensor_memory_encoding<colStride = 1, twoCTAs = false, blockN = 64, blockM = 128, CTASplitM = 1>,
  ttg.b = #ttng.tensor_memory_encoding<blockM = 64, blockN = 512, colStride = 4, twoCTAs = true, CTASplitM = 2, CTASplitN = 8>,
  ttg.c = #ttng.tensor_memory_scales_encoding<CTASplitM = 1>,
  ttg.d = #ttng.tensor_memory_scales_encoding<CTASplitN = 2>,
  ttg.e = #ttng.tensor_memory_scales_encoding<CTASplitN = 2, CTASplitM = 4>,
  ttg.f = #ttng.tensor_memory} {}
