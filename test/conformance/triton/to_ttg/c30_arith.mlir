// C30. Each op of arith gets the encoding, and a constant keeps its value with the new type.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s

// CHECK: arith.addi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.subi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.muli %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.divui %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.divsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.remui %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.remsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.andi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.ori %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.xori %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.shli %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.shrui %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.shrsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.maxsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.maxui %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.minsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.minui %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.ceildivsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.ceildivui %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.floordivsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
// CHECK: arith.subf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
// CHECK: arith.mulf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
// CHECK: arith.divf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
// CHECK: arith.remf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
// CHECK: arith.minimumf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
// CHECK: arith.maxnumf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
// CHECK: arith.minnumf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
// CHECK: arith.negf %{{.*}} : tensor<128xf32, #blocked>
// CHECK: arith.trunci %{{.*}} : tensor<128xi32, #blocked> to tensor<128xi8, #blocked>
// CHECK: arith.extsi %{{.*}} : tensor<128xi32, #blocked> to tensor<128xi64, #blocked>
// CHECK: arith.extui %{{.*}} : tensor<128xi32, #blocked> to tensor<128xi64, #blocked>
// CHECK: arith.truncf %{{.*}} : tensor<128xf32, #blocked> to tensor<128xf16, #blocked>
// CHECK: arith.extf %{{.*}} : tensor<128xf32, #blocked> to tensor<128xf64, #blocked>
// CHECK: arith.sitofp %{{.*}} : tensor<128xi32, #blocked> to tensor<128xf32, #blocked>
// CHECK: arith.uitofp %{{.*}} : tensor<128xi32, #blocked> to tensor<128xf32, #blocked>
// CHECK: arith.fptosi %{{.*}} : tensor<128xf32, #blocked> to tensor<128xi32, #blocked>
// CHECK: arith.fptoui %{{.*}} : tensor<128xf32, #blocked> to tensor<128xi32, #blocked>
// CHECK: arith.bitcast %{{.*}} : tensor<128xf32, #blocked> to tensor<128xi32, #blocked>
// CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<128xi1, #blocked>, tensor<128xi32, #blocked>
// CHECK: arith.constant dense<7> : tensor<128xi32, #blocked>
tt.func @f(%x: tensor<128xi32>, %w: tensor<128xi32>, %y: tensor<128xf32>, %z: tensor<128xf32>) {
  %addi = arith.addi %x, %w : tensor<128xi32>
  %subi = arith.subi %x, %w : tensor<128xi32>
  %muli = arith.muli %x, %w : tensor<128xi32>
  %divui = arith.divui %x, %w : tensor<128xi32>
  %divsi = arith.divsi %x, %w : tensor<128xi32>
  %remui = arith.remui %x, %w : tensor<128xi32>
  %remsi = arith.remsi %x, %w : tensor<128xi32>
  %andi = arith.andi %x, %w : tensor<128xi32>
  %ori = arith.ori %x, %w : tensor<128xi32>
  %xori = arith.xori %x, %w : tensor<128xi32>
  %shli = arith.shli %x, %w : tensor<128xi32>
  %shrui = arith.shrui %x, %w : tensor<128xi32>
  %shrsi = arith.shrsi %x, %w : tensor<128xi32>
  %maxsi = arith.maxsi %x, %w : tensor<128xi32>
  %maxui = arith.maxui %x, %w : tensor<128xi32>
  %minsi = arith.minsi %x, %w : tensor<128xi32>
  %minui = arith.minui %x, %w : tensor<128xi32>
  %ceildivsi = arith.ceildivsi %x, %w : tensor<128xi32>
  %ceildivui = arith.ceildivui %x, %w : tensor<128xi32>
  %floordivsi = arith.floordivsi %x, %w : tensor<128xi32>
  %addf = arith.addf %y, %z : tensor<128xf32>
  %subf = arith.subf %y, %z : tensor<128xf32>
  %mulf = arith.mulf %y, %z : tensor<128xf32>
  %divf = arith.divf %y, %z : tensor<128xf32>
  %remf = arith.remf %y, %z : tensor<128xf32>
  %maximumf = arith.maximumf %y, %z : tensor<128xf32>
  %minimumf = arith.minimumf %y, %z : tensor<128xf32>
  %maxnumf = arith.maxnumf %y, %z : tensor<128xf32>
  %minnumf = arith.minnumf %y, %z : tensor<128xf32>
  %negf = arith.negf %y : tensor<128xf32>
  %trunci = arith.trunci %x : tensor<128xi32> to tensor<128xi8>
  %extsi = arith.extsi %x : tensor<128xi32> to tensor<128xi64>
  %extui = arith.extui %x : tensor<128xi32> to tensor<128xi64>
  %truncf = arith.truncf %y : tensor<128xf32> to tensor<128xf16>
  %extf = arith.extf %y : tensor<128xf32> to tensor<128xf64>
  %sitofp = arith.sitofp %x : tensor<128xi32> to tensor<128xf32>
  %uitofp = arith.uitofp %x : tensor<128xi32> to tensor<128xf32>
  %fptosi = arith.fptosi %y : tensor<128xf32> to tensor<128xi32>
  %fptoui = arith.fptoui %y : tensor<128xf32> to tensor<128xi32>
  %bitcast = arith.bitcast %y : tensor<128xf32> to tensor<128xi32>
  %cmpi = arith.cmpi slt, %x, %w : tensor<128xi32>
  %cmpf = arith.cmpf olt, %y, %z : tensor<128xf32>
  %select = arith.select %cmpi, %x, %w : tensor<128xi1>, tensor<128xi32>
  %constant = arith.constant dense<7> : tensor<128xi32>
  tt.return
}
