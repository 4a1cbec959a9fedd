// RUN: tern-opt %s --stablehlo-raise-associative-scans | FileCheck %s
// RUN: tern-opt %s --stablehlo-raise-associative-scans --stablehlo-cumulative-windows-to-loops=tiles=true | FileCheck %s --check-prefix=TILES

// One more value says whether there is anything yet.
// CHECK-LABEL: func.func @products(
// CHECK-SAME: %[[X:.*]]: tensor<16xf32>
// CHECK-NOT: stablehlo.slice
// CHECK: %[[T:.*]] = stablehlo.constant dense<true> : tensor<16xi1>
// CHECK: %[[R:.*]]:2 = "stablehlo.reduce_window"(%[[X]], %[[T]], %{{.*}}, %{{.*}}) {{.*}}padding = dense<{{\[}}[15, 0]]>{{.*}}window_dimensions = array<i64: 16>
// CHECK: ^bb0(%[[A:.*]]: tensor<f32>, %[[HAS_A:.*]]: tensor<i1>, %[[B:.*]]: tensor<f32>, %[[HAS_B:.*]]: tensor<i1>):
// CHECK: %[[P:.*]] = stablehlo.multiply %[[A]], %[[B]]
// CHECK: %[[L:.*]] = stablehlo.select %[[HAS_B]], %[[P]], %[[A]]
// CHECK: %[[S:.*]] = stablehlo.select %[[HAS_A]], %[[L]], %[[B]]
// CHECK: %[[H:.*]] = stablehlo.or %[[HAS_A]], %[[HAS_B]]
// CHECK: stablehlo.return %[[S]], %[[H]]
// CHECK-NOT: stablehlo.pad
// CHECK: return %[[R]]#0
// TILES-LABEL: func.func @products(
// TILES-NOT: reduce_window
// TILES: scf.forall
func.func @products(%x0: tensor<16xf32>) -> (tensor<16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x0 [0:15:2] : (tensor<16xf32>) -> tensor<8xf32>
  %1 = stablehlo.slice %x0 [1:16:2] : (tensor<16xf32>) -> tensor<8xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<8xf32>
  %3 = stablehlo.slice %2 [0:7:2] : (tensor<8xf32>) -> tensor<4xf32>
  %4 = stablehlo.slice %2 [1:8:2] : (tensor<8xf32>) -> tensor<4xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<4xf32>
  %6 = stablehlo.slice %5 [0:3:2] : (tensor<4xf32>) -> tensor<2xf32>
  %7 = stablehlo.slice %5 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %8 = stablehlo.multiply %6, %7 : tensor<2xf32>
  %9 = stablehlo.slice %8 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %10 = stablehlo.slice %8 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
  %11 = stablehlo.multiply %9, %10 : tensor<1xf32>
  %12 = stablehlo.slice %8 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %13 = stablehlo.pad %12, %zero, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %14 = stablehlo.pad %11, %zero, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %15 = stablehlo.add %13, %14 : tensor<2xf32>
  %16 = stablehlo.slice %15 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %17 = stablehlo.slice %5 [2:4:2] : (tensor<4xf32>) -> tensor<1xf32>
  %18 = stablehlo.multiply %16, %17 : tensor<1xf32>
  %19 = stablehlo.slice %5 [0:1:1] : (tensor<4xf32>) -> tensor<1xf32>
  %20 = stablehlo.concatenate %19, %18, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %21 = stablehlo.pad %20, %zero, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %22 = stablehlo.pad %15, %zero, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %23 = stablehlo.add %21, %22 : tensor<4xf32>
  %24 = stablehlo.slice %23 [0:3:1] : (tensor<4xf32>) -> tensor<3xf32>
  %25 = stablehlo.slice %2 [2:8:2] : (tensor<8xf32>) -> tensor<3xf32>
  %26 = stablehlo.multiply %24, %25 : tensor<3xf32>
  %27 = stablehlo.slice %2 [0:1:1] : (tensor<8xf32>) -> tensor<1xf32>
  %28 = stablehlo.concatenate %27, %26, dim = 0 : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  %29 = stablehlo.pad %28, %zero, low = [0], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %30 = stablehlo.pad %23, %zero, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %31 = stablehlo.add %29, %30 : tensor<8xf32>
  %32 = stablehlo.slice %31 [0:7:1] : (tensor<8xf32>) -> tensor<7xf32>
  %33 = stablehlo.slice %x0 [2:16:2] : (tensor<16xf32>) -> tensor<7xf32>
  %34 = stablehlo.multiply %32, %33 : tensor<7xf32>
  %35 = stablehlo.slice %x0 [0:1:1] : (tensor<16xf32>) -> tensor<1xf32>
  %36 = stablehlo.concatenate %35, %34, dim = 0 : (tensor<1xf32>, tensor<7xf32>) -> tensor<8xf32>
  %37 = stablehlo.pad %36, %zero, low = [0], high = [1], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %38 = stablehlo.pad %31, %zero, low = [1], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %39 = stablehlo.add %37, %38 : tensor<16xf32>
  return %39 : tensor<16xf32>
}

// Two values at a time, of which only the second has a result: it needs the first. An odd number of elements.
// CHECK-LABEL: func.func @recurrence(
// CHECK-SAME: %[[X:.*]]: tensor<19xf32>, %[[Y:.*]]: tensor<19xf32>
// CHECK: %[[R:.*]]:3 = "stablehlo.reduce_window"(%[[Y]], %[[X]],
// CHECK: ^bb0(%[[Y1:.*]]: tensor<f32>, %[[X1:.*]]: tensor<f32>, %{{.*}}: tensor<i1>, %[[Y2:.*]]: tensor<f32>, %[[X2:.*]]: tensor<f32>, %{{.*}}: tensor<i1>):
// CHECK: %[[M:.*]] = stablehlo.multiply %[[X2]], %[[Y1]]
// CHECK: stablehlo.add %[[M]], %[[Y2]]
// CHECK: stablehlo.multiply %[[X1]], %[[X2]]
// CHECK: return %[[R]]#0
func.func @recurrence(%x0: tensor<19xf32>, %x1: tensor<19xf32>) -> (tensor<19xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x0 [0:18:2] : (tensor<19xf32>) -> tensor<9xf32>
  %1 = stablehlo.slice %x1 [0:18:2] : (tensor<19xf32>) -> tensor<9xf32>
  %2 = stablehlo.slice %x0 [1:19:2] : (tensor<19xf32>) -> tensor<9xf32>
  %3 = stablehlo.slice %x1 [1:19:2] : (tensor<19xf32>) -> tensor<9xf32>
  %4 = stablehlo.multiply %0, %2 : tensor<9xf32>
  %5 = stablehlo.multiply %2, %1 : tensor<9xf32>
  %6 = stablehlo.add %5, %3 : tensor<9xf32>
  %7 = stablehlo.slice %4 [0:8:2] : (tensor<9xf32>) -> tensor<4xf32>
  %8 = stablehlo.slice %6 [0:8:2] : (tensor<9xf32>) -> tensor<4xf32>
  %9 = stablehlo.slice %4 [1:9:2] : (tensor<9xf32>) -> tensor<4xf32>
  %10 = stablehlo.slice %6 [1:9:2] : (tensor<9xf32>) -> tensor<4xf32>
  %11 = stablehlo.multiply %7, %9 : tensor<4xf32>
  %12 = stablehlo.multiply %9, %8 : tensor<4xf32>
  %13 = stablehlo.add %12, %10 : tensor<4xf32>
  %14 = stablehlo.slice %11 [0:3:2] : (tensor<4xf32>) -> tensor<2xf32>
  %15 = stablehlo.slice %13 [0:3:2] : (tensor<4xf32>) -> tensor<2xf32>
  %16 = stablehlo.slice %11 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %17 = stablehlo.slice %13 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %18 = stablehlo.multiply %14, %16 : tensor<2xf32>
  %19 = stablehlo.multiply %16, %15 : tensor<2xf32>
  %20 = stablehlo.add %19, %17 : tensor<2xf32>
  %22 = stablehlo.slice %20 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %23 = stablehlo.slice %18 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
  %24 = stablehlo.slice %20 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
  %26 = stablehlo.multiply %23, %22 : tensor<1xf32>
  %27 = stablehlo.add %26, %24 : tensor<1xf32>
  %32 = stablehlo.slice %20 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %33 = stablehlo.pad %32, %zero, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %34 = stablehlo.pad %27, %zero, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %35 = stablehlo.add %33, %34 : tensor<2xf32>
  %37 = stablehlo.slice %35 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %38 = stablehlo.slice %11 [2:4:2] : (tensor<4xf32>) -> tensor<1xf32>
  %39 = stablehlo.slice %13 [2:4:2] : (tensor<4xf32>) -> tensor<1xf32>
  %41 = stablehlo.multiply %38, %37 : tensor<1xf32>
  %42 = stablehlo.add %41, %39 : tensor<1xf32>
  %48 = stablehlo.slice %13 [0:1:1] : (tensor<4xf32>) -> tensor<1xf32>
  %49 = stablehlo.concatenate %48, %42, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %50 = stablehlo.pad %49, %zero, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %51 = stablehlo.pad %35, %zero, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %52 = stablehlo.add %50, %51 : tensor<4xf32>
  %53 = stablehlo.slice %4 [2:9:2] : (tensor<9xf32>) -> tensor<4xf32>
  %54 = stablehlo.slice %6 [2:9:2] : (tensor<9xf32>) -> tensor<4xf32>
  %56 = stablehlo.multiply %53, %52 : tensor<4xf32>
  %57 = stablehlo.add %56, %54 : tensor<4xf32>
  %63 = stablehlo.slice %6 [0:1:1] : (tensor<9xf32>) -> tensor<1xf32>
  %64 = stablehlo.concatenate %63, %57, dim = 0 : (tensor<1xf32>, tensor<4xf32>) -> tensor<5xf32>
  %65 = stablehlo.pad %64, %zero, low = [0], high = [0], interior = [1] : (tensor<5xf32>, tensor<f32>) -> tensor<9xf32>
  %66 = stablehlo.pad %52, %zero, low = [1], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<9xf32>
  %67 = stablehlo.add %65, %66 : tensor<9xf32>
  %68 = stablehlo.slice %x0 [2:19:2] : (tensor<19xf32>) -> tensor<9xf32>
  %69 = stablehlo.slice %x1 [2:19:2] : (tensor<19xf32>) -> tensor<9xf32>
  %71 = stablehlo.multiply %68, %67 : tensor<9xf32>
  %72 = stablehlo.add %71, %69 : tensor<9xf32>
  %78 = stablehlo.slice %x1 [0:1:1] : (tensor<19xf32>) -> tensor<1xf32>
  %79 = stablehlo.concatenate %78, %72, dim = 0 : (tensor<1xf32>, tensor<9xf32>) -> tensor<10xf32>
  %80 = stablehlo.pad %79, %zero, low = [0], high = [0], interior = [1] : (tensor<10xf32>, tensor<f32>) -> tensor<19xf32>
  %81 = stablehlo.pad %67, %zero, low = [1], high = [1], interior = [1] : (tensor<9xf32>, tensor<f32>) -> tensor<19xf32>
  %82 = stablehlo.add %80, %81 : tensor<19xf32>
  return %82 : tensor<19xf32>
}

// Both have one: it is one window.
// CHECK-LABEL: func.func @both(
// CHECK: %[[R:.*]]:3 = "stablehlo.reduce_window"(
// CHECK-NOT: reduce_window
// CHECK: return %[[R]]#1, %[[R]]#0
func.func @both(%x0: tensor<16xf32>, %x1: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x0 [0:15:2] : (tensor<16xf32>) -> tensor<8xf32>
  %1 = stablehlo.slice %x1 [0:15:2] : (tensor<16xf32>) -> tensor<8xf32>
  %2 = stablehlo.slice %x0 [1:16:2] : (tensor<16xf32>) -> tensor<8xf32>
  %3 = stablehlo.slice %x1 [1:16:2] : (tensor<16xf32>) -> tensor<8xf32>
  %4 = stablehlo.multiply %0, %2 : tensor<8xf32>
  %5 = stablehlo.multiply %2, %1 : tensor<8xf32>
  %6 = stablehlo.add %5, %3 : tensor<8xf32>
  %7 = stablehlo.slice %4 [0:7:2] : (tensor<8xf32>) -> tensor<4xf32>
  %8 = stablehlo.slice %6 [0:7:2] : (tensor<8xf32>) -> tensor<4xf32>
  %9 = stablehlo.slice %4 [1:8:2] : (tensor<8xf32>) -> tensor<4xf32>
  %10 = stablehlo.slice %6 [1:8:2] : (tensor<8xf32>) -> tensor<4xf32>
  %11 = stablehlo.multiply %7, %9 : tensor<4xf32>
  %12 = stablehlo.multiply %9, %8 : tensor<4xf32>
  %13 = stablehlo.add %12, %10 : tensor<4xf32>
  %14 = stablehlo.slice %11 [0:3:2] : (tensor<4xf32>) -> tensor<2xf32>
  %15 = stablehlo.slice %13 [0:3:2] : (tensor<4xf32>) -> tensor<2xf32>
  %16 = stablehlo.slice %11 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %17 = stablehlo.slice %13 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %18 = stablehlo.multiply %14, %16 : tensor<2xf32>
  %19 = stablehlo.multiply %16, %15 : tensor<2xf32>
  %20 = stablehlo.add %19, %17 : tensor<2xf32>
  %21 = stablehlo.slice %18 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %22 = stablehlo.slice %20 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %23 = stablehlo.slice %18 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
  %24 = stablehlo.slice %20 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
  %25 = stablehlo.multiply %21, %23 : tensor<1xf32>
  %26 = stablehlo.multiply %23, %22 : tensor<1xf32>
  %27 = stablehlo.add %26, %24 : tensor<1xf32>
  %28 = stablehlo.slice %18 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %29 = stablehlo.pad %28, %zero, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %30 = stablehlo.pad %25, %zero, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %31 = stablehlo.add %29, %30 : tensor<2xf32>
  %32 = stablehlo.slice %20 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %33 = stablehlo.pad %32, %zero, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %34 = stablehlo.pad %27, %zero, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %35 = stablehlo.add %33, %34 : tensor<2xf32>
  %36 = stablehlo.slice %31 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %37 = stablehlo.slice %35 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %38 = stablehlo.slice %11 [2:4:2] : (tensor<4xf32>) -> tensor<1xf32>
  %39 = stablehlo.slice %13 [2:4:2] : (tensor<4xf32>) -> tensor<1xf32>
  %40 = stablehlo.multiply %36, %38 : tensor<1xf32>
  %41 = stablehlo.multiply %38, %37 : tensor<1xf32>
  %42 = stablehlo.add %41, %39 : tensor<1xf32>
  %43 = stablehlo.slice %11 [0:1:1] : (tensor<4xf32>) -> tensor<1xf32>
  %44 = stablehlo.concatenate %43, %40, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %45 = stablehlo.pad %44, %zero, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %46 = stablehlo.pad %31, %zero, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %47 = stablehlo.add %45, %46 : tensor<4xf32>
  %48 = stablehlo.slice %13 [0:1:1] : (tensor<4xf32>) -> tensor<1xf32>
  %49 = stablehlo.concatenate %48, %42, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %50 = stablehlo.pad %49, %zero, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %51 = stablehlo.pad %35, %zero, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %52 = stablehlo.add %50, %51 : tensor<4xf32>
  %53 = stablehlo.slice %47 [0:3:1] : (tensor<4xf32>) -> tensor<3xf32>
  %54 = stablehlo.slice %52 [0:3:1] : (tensor<4xf32>) -> tensor<3xf32>
  %55 = stablehlo.slice %4 [2:8:2] : (tensor<8xf32>) -> tensor<3xf32>
  %56 = stablehlo.slice %6 [2:8:2] : (tensor<8xf32>) -> tensor<3xf32>
  %57 = stablehlo.multiply %53, %55 : tensor<3xf32>
  %58 = stablehlo.multiply %55, %54 : tensor<3xf32>
  %59 = stablehlo.add %58, %56 : tensor<3xf32>
  %60 = stablehlo.slice %4 [0:1:1] : (tensor<8xf32>) -> tensor<1xf32>
  %61 = stablehlo.concatenate %60, %57, dim = 0 : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  %62 = stablehlo.pad %61, %zero, low = [0], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %63 = stablehlo.pad %47, %zero, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %64 = stablehlo.add %62, %63 : tensor<8xf32>
  %65 = stablehlo.slice %6 [0:1:1] : (tensor<8xf32>) -> tensor<1xf32>
  %66 = stablehlo.concatenate %65, %59, dim = 0 : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  %67 = stablehlo.pad %66, %zero, low = [0], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %68 = stablehlo.pad %52, %zero, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %69 = stablehlo.add %67, %68 : tensor<8xf32>
  %70 = stablehlo.slice %64 [0:7:1] : (tensor<8xf32>) -> tensor<7xf32>
  %71 = stablehlo.slice %69 [0:7:1] : (tensor<8xf32>) -> tensor<7xf32>
  %72 = stablehlo.slice %x0 [2:16:2] : (tensor<16xf32>) -> tensor<7xf32>
  %73 = stablehlo.slice %x1 [2:16:2] : (tensor<16xf32>) -> tensor<7xf32>
  %74 = stablehlo.multiply %70, %72 : tensor<7xf32>
  %75 = stablehlo.multiply %72, %71 : tensor<7xf32>
  %76 = stablehlo.add %75, %73 : tensor<7xf32>
  %77 = stablehlo.slice %x0 [0:1:1] : (tensor<16xf32>) -> tensor<1xf32>
  %78 = stablehlo.concatenate %77, %74, dim = 0 : (tensor<1xf32>, tensor<7xf32>) -> tensor<8xf32>
  %79 = stablehlo.pad %78, %zero, low = [0], high = [1], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %80 = stablehlo.pad %64, %zero, low = [1], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %81 = stablehlo.add %79, %80 : tensor<16xf32>
  %82 = stablehlo.slice %x1 [0:1:1] : (tensor<16xf32>) -> tensor<1xf32>
  %83 = stablehlo.concatenate %82, %76, dim = 0 : (tensor<1xf32>, tensor<7xf32>) -> tensor<8xf32>
  %84 = stablehlo.pad %83, %zero, low = [0], high = [1], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %85 = stablehlo.pad %69, %zero, low = [1], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %86 = stablehlo.add %84, %85 : tensor<16xf32>
  return %81, %86 : tensor<16xf32>, tensor<16xf32>
}

// Too few to be worth it.
// CHECK-LABEL: func.func @few(
// CHECK-NOT: reduce_window
// CHECK: return
func.func @few(%x0: tensor<15xf32>) -> (tensor<15xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x0 [0:14:2] : (tensor<15xf32>) -> tensor<7xf32>
  %1 = stablehlo.slice %x0 [1:15:2] : (tensor<15xf32>) -> tensor<7xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<7xf32>
  %3 = stablehlo.slice %2 [0:6:2] : (tensor<7xf32>) -> tensor<3xf32>
  %4 = stablehlo.slice %2 [1:7:2] : (tensor<7xf32>) -> tensor<3xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<3xf32>
  %6 = stablehlo.slice %5 [0:2:2] : (tensor<3xf32>) -> tensor<1xf32>
  %7 = stablehlo.slice %5 [1:3:2] : (tensor<3xf32>) -> tensor<1xf32>
  %8 = stablehlo.multiply %6, %7 : tensor<1xf32>
  %9 = stablehlo.slice %5 [2:3:2] : (tensor<3xf32>) -> tensor<1xf32>
  %10 = stablehlo.multiply %8, %9 : tensor<1xf32>
  %11 = stablehlo.slice %5 [0:1:1] : (tensor<3xf32>) -> tensor<1xf32>
  %12 = stablehlo.concatenate %11, %10, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %13 = stablehlo.pad %12, %zero, low = [0], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  %14 = stablehlo.pad %8, %zero, low = [1], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<3xf32>
  %15 = stablehlo.add %13, %14 : tensor<3xf32>
  %16 = stablehlo.slice %2 [2:7:2] : (tensor<7xf32>) -> tensor<3xf32>
  %17 = stablehlo.multiply %15, %16 : tensor<3xf32>
  %18 = stablehlo.slice %2 [0:1:1] : (tensor<7xf32>) -> tensor<1xf32>
  %19 = stablehlo.concatenate %18, %17, dim = 0 : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  %20 = stablehlo.pad %19, %zero, low = [0], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  %21 = stablehlo.pad %15, %zero, low = [1], high = [1], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
  %22 = stablehlo.add %20, %21 : tensor<7xf32>
  %23 = stablehlo.slice %x0 [2:15:2] : (tensor<15xf32>) -> tensor<7xf32>
  %24 = stablehlo.multiply %22, %23 : tensor<7xf32>
  %25 = stablehlo.slice %x0 [0:1:1] : (tensor<15xf32>) -> tensor<1xf32>
  %26 = stablehlo.concatenate %25, %24, dim = 0 : (tensor<1xf32>, tensor<7xf32>) -> tensor<8xf32>
  %27 = stablehlo.pad %26, %zero, low = [0], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<15xf32>
  %28 = stablehlo.pad %22, %zero, low = [1], high = [1], interior = [1] : (tensor<7xf32>, tensor<f32>) -> tensor<15xf32>
  %29 = stablehlo.add %27, %28 : tensor<15xf32>
  return %29 : tensor<15xf32>
}

// One level does something else with its even places,
// CHECK-LABEL: func.func @another_even(
// CHECK-NOT: reduce_window
// CHECK: return
func.func @another_even(%x0: tensor<16xf32>) -> (tensor<16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x0 [0:15:2] : (tensor<16xf32>) -> tensor<8xf32>
  %1 = stablehlo.slice %x0 [1:16:2] : (tensor<16xf32>) -> tensor<8xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<8xf32>
  %3 = stablehlo.slice %2 [0:7:2] : (tensor<8xf32>) -> tensor<4xf32>
  %4 = stablehlo.slice %2 [1:8:2] : (tensor<8xf32>) -> tensor<4xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<4xf32>
  %6 = stablehlo.slice %5 [0:3:2] : (tensor<4xf32>) -> tensor<2xf32>
  %7 = stablehlo.slice %5 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %8 = stablehlo.multiply %6, %7 : tensor<2xf32>
  %9 = stablehlo.slice %8 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %10 = stablehlo.slice %8 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
  %11 = stablehlo.multiply %9, %10 : tensor<1xf32>
  %12 = stablehlo.slice %8 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %13 = stablehlo.pad %12, %zero, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %14 = stablehlo.pad %11, %zero, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %15 = stablehlo.add %13, %14 : tensor<2xf32>
  %16 = stablehlo.slice %15 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %17 = stablehlo.slice %5 [2:4:2] : (tensor<4xf32>) -> tensor<1xf32>
  %18 = stablehlo.maximum %16, %17 : tensor<1xf32>
  %19 = stablehlo.slice %5 [0:1:1] : (tensor<4xf32>) -> tensor<1xf32>
  %20 = stablehlo.concatenate %19, %18, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %21 = stablehlo.pad %20, %zero, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %22 = stablehlo.pad %15, %zero, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %23 = stablehlo.add %21, %22 : tensor<4xf32>
  %24 = stablehlo.slice %23 [0:3:1] : (tensor<4xf32>) -> tensor<3xf32>
  %25 = stablehlo.slice %2 [2:8:2] : (tensor<8xf32>) -> tensor<3xf32>
  %26 = stablehlo.multiply %24, %25 : tensor<3xf32>
  %27 = stablehlo.slice %2 [0:1:1] : (tensor<8xf32>) -> tensor<1xf32>
  %28 = stablehlo.concatenate %27, %26, dim = 0 : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  %29 = stablehlo.pad %28, %zero, low = [0], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %30 = stablehlo.pad %23, %zero, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %31 = stablehlo.add %29, %30 : tensor<8xf32>
  %32 = stablehlo.slice %31 [0:7:1] : (tensor<8xf32>) -> tensor<7xf32>
  %33 = stablehlo.slice %x0 [2:16:2] : (tensor<16xf32>) -> tensor<7xf32>
  %34 = stablehlo.multiply %32, %33 : tensor<7xf32>
  %35 = stablehlo.slice %x0 [0:1:1] : (tensor<16xf32>) -> tensor<1xf32>
  %36 = stablehlo.concatenate %35, %34, dim = 0 : (tensor<1xf32>, tensor<7xf32>) -> tensor<8xf32>
  %37 = stablehlo.pad %36, %zero, low = [0], high = [1], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %38 = stablehlo.pad %31, %zero, low = [1], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %39 = stablehlo.add %37, %38 : tensor<16xf32>
  return %39 : tensor<16xf32>
}

// or with pairs,
// CHECK-LABEL: func.func @another_pair(
// CHECK-NOT: reduce_window
// CHECK: return
func.func @another_pair(%x0: tensor<16xf32>) -> (tensor<16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x0 [0:15:2] : (tensor<16xf32>) -> tensor<8xf32>
  %1 = stablehlo.slice %x0 [1:16:2] : (tensor<16xf32>) -> tensor<8xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<8xf32>
  %3 = stablehlo.slice %2 [0:7:2] : (tensor<8xf32>) -> tensor<4xf32>
  %4 = stablehlo.slice %2 [1:8:2] : (tensor<8xf32>) -> tensor<4xf32>
  %5 = stablehlo.maximum %3, %4 : tensor<4xf32>
  %6 = stablehlo.slice %5 [0:3:2] : (tensor<4xf32>) -> tensor<2xf32>
  %7 = stablehlo.slice %5 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %8 = stablehlo.multiply %6, %7 : tensor<2xf32>
  %9 = stablehlo.slice %8 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %10 = stablehlo.slice %8 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
  %11 = stablehlo.multiply %9, %10 : tensor<1xf32>
  %12 = stablehlo.slice %8 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %13 = stablehlo.pad %12, %zero, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %14 = stablehlo.pad %11, %zero, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %15 = stablehlo.add %13, %14 : tensor<2xf32>
  %16 = stablehlo.slice %15 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %17 = stablehlo.slice %5 [2:4:2] : (tensor<4xf32>) -> tensor<1xf32>
  %18 = stablehlo.multiply %16, %17 : tensor<1xf32>
  %19 = stablehlo.slice %5 [0:1:1] : (tensor<4xf32>) -> tensor<1xf32>
  %20 = stablehlo.concatenate %19, %18, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %21 = stablehlo.pad %20, %zero, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %22 = stablehlo.pad %15, %zero, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %23 = stablehlo.add %21, %22 : tensor<4xf32>
  %24 = stablehlo.slice %23 [0:3:1] : (tensor<4xf32>) -> tensor<3xf32>
  %25 = stablehlo.slice %2 [2:8:2] : (tensor<8xf32>) -> tensor<3xf32>
  %26 = stablehlo.multiply %24, %25 : tensor<3xf32>
  %27 = stablehlo.slice %2 [0:1:1] : (tensor<8xf32>) -> tensor<1xf32>
  %28 = stablehlo.concatenate %27, %26, dim = 0 : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  %29 = stablehlo.pad %28, %zero, low = [0], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %30 = stablehlo.pad %23, %zero, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %31 = stablehlo.add %29, %30 : tensor<8xf32>
  %32 = stablehlo.slice %31 [0:7:1] : (tensor<8xf32>) -> tensor<7xf32>
  %33 = stablehlo.slice %x0 [2:16:2] : (tensor<16xf32>) -> tensor<7xf32>
  %34 = stablehlo.multiply %32, %33 : tensor<7xf32>
  %35 = stablehlo.slice %x0 [0:1:1] : (tensor<16xf32>) -> tensor<1xf32>
  %36 = stablehlo.concatenate %35, %34, dim = 0 : (tensor<1xf32>, tensor<7xf32>) -> tensor<8xf32>
  %37 = stablehlo.pad %36, %zero, low = [0], high = [1], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %38 = stablehlo.pad %31, %zero, low = [1], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %39 = stablehlo.add %37, %38 : tensor<16xf32>
  return %39 : tensor<16xf32>
}

// or with arguments the other way round.
// CHECK-LABEL: func.func @swapped(
// CHECK-NOT: reduce_window
// CHECK: return
func.func @swapped(%x0: tensor<16xf32>) -> (tensor<16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x0 [0:15:2] : (tensor<16xf32>) -> tensor<8xf32>
  %1 = stablehlo.slice %x0 [1:16:2] : (tensor<16xf32>) -> tensor<8xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<8xf32>
  %3 = stablehlo.slice %2 [0:7:2] : (tensor<8xf32>) -> tensor<4xf32>
  %4 = stablehlo.slice %2 [1:8:2] : (tensor<8xf32>) -> tensor<4xf32>
  %5 = stablehlo.subtract %3, %4 : tensor<4xf32>
  %6 = stablehlo.slice %5 [0:3:2] : (tensor<4xf32>) -> tensor<2xf32>
  %7 = stablehlo.slice %5 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %8 = stablehlo.subtract %6, %7 : tensor<2xf32>
  %9 = stablehlo.slice %8 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %10 = stablehlo.slice %8 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
  %11 = stablehlo.subtract %10, %9 : tensor<1xf32>
  %12 = stablehlo.slice %8 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %13 = stablehlo.pad %12, %zero, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %14 = stablehlo.pad %11, %zero, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %15 = stablehlo.add %13, %14 : tensor<2xf32>
  %16 = stablehlo.slice %15 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %17 = stablehlo.slice %5 [2:4:2] : (tensor<4xf32>) -> tensor<1xf32>
  %18 = stablehlo.subtract %16, %17 : tensor<1xf32>
  %19 = stablehlo.slice %5 [0:1:1] : (tensor<4xf32>) -> tensor<1xf32>
  %20 = stablehlo.concatenate %19, %18, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %21 = stablehlo.pad %20, %zero, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %22 = stablehlo.pad %15, %zero, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %23 = stablehlo.add %21, %22 : tensor<4xf32>
  %24 = stablehlo.slice %23 [0:3:1] : (tensor<4xf32>) -> tensor<3xf32>
  %25 = stablehlo.slice %2 [2:8:2] : (tensor<8xf32>) -> tensor<3xf32>
  %26 = stablehlo.subtract %24, %25 : tensor<3xf32>
  %27 = stablehlo.slice %2 [0:1:1] : (tensor<8xf32>) -> tensor<1xf32>
  %28 = stablehlo.concatenate %27, %26, dim = 0 : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  %29 = stablehlo.pad %28, %zero, low = [0], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %30 = stablehlo.pad %23, %zero, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %31 = stablehlo.add %29, %30 : tensor<8xf32>
  %32 = stablehlo.slice %31 [0:7:1] : (tensor<8xf32>) -> tensor<7xf32>
  %33 = stablehlo.slice %x0 [2:16:2] : (tensor<16xf32>) -> tensor<7xf32>
  %34 = stablehlo.subtract %32, %33 : tensor<7xf32>
  %35 = stablehlo.slice %x0 [0:1:1] : (tensor<16xf32>) -> tensor<1xf32>
  %36 = stablehlo.concatenate %35, %34, dim = 0 : (tensor<1xf32>, tensor<7xf32>) -> tensor<8xf32>
  %37 = stablehlo.pad %36, %zero, low = [0], high = [1], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %38 = stablehlo.pad %31, %zero, low = [1], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %39 = stablehlo.add %37, %38 : tensor<16xf32>
  return %39 : tensor<16xf32>
}

// Functions of element-wise ops are looked into, and numbers for all elements are scalars of the body.
// CHECK-LABEL: func.func @calls(
// CHECK-NOT: call
// CHECK: %[[R:.*]]:2 = "stablehlo.reduce_window"
// CHECK: ^bb0(%[[A:.*]]: tensor<f32>, %{{.*}}: tensor<i1>, %[[B:.*]]: tensor<f32>, %{{.*}}: tensor<i1>):
// CHECK: %[[M:.*]] = stablehlo.maximum %[[A]], %[[B]]
// CHECK: %[[Z:.*]] = stablehlo.constant dense<0.0{{.*}}> : tensor<f32>
// CHECK: stablehlo.maximum %[[M]], %[[Z]]
func.func @calls(%x0: tensor<16xf32>) -> (tensor<16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x0 [0:15:2] : (tensor<16xf32>) -> tensor<8xf32>
  %1 = stablehlo.slice %x0 [1:16:2] : (tensor<16xf32>) -> tensor<8xf32>
  %2 = func.call @larger_8(%0, %1, %zero) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %3 = stablehlo.slice %2 [0:7:2] : (tensor<8xf32>) -> tensor<4xf32>
  %4 = stablehlo.slice %2 [1:8:2] : (tensor<8xf32>) -> tensor<4xf32>
  %5 = func.call @larger_4(%3, %4, %zero) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %6 = stablehlo.slice %5 [0:3:2] : (tensor<4xf32>) -> tensor<2xf32>
  %7 = stablehlo.slice %5 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %8 = func.call @larger_2(%6, %7, %zero) : (tensor<2xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %9 = stablehlo.slice %8 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %10 = stablehlo.slice %8 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
  %11 = func.call @larger_1(%9, %10, %zero) : (tensor<1xf32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
  %12 = stablehlo.slice %8 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %13 = stablehlo.pad %12, %zero, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %14 = stablehlo.pad %11, %zero, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %15 = stablehlo.add %13, %14 : tensor<2xf32>
  %16 = stablehlo.slice %15 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %17 = stablehlo.slice %5 [2:4:2] : (tensor<4xf32>) -> tensor<1xf32>
  %18 = func.call @larger_1(%16, %17, %zero) : (tensor<1xf32>, tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
  %19 = stablehlo.slice %5 [0:1:1] : (tensor<4xf32>) -> tensor<1xf32>
  %20 = stablehlo.concatenate %19, %18, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %21 = stablehlo.pad %20, %zero, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %22 = stablehlo.pad %15, %zero, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %23 = stablehlo.add %21, %22 : tensor<4xf32>
  %24 = stablehlo.slice %23 [0:3:1] : (tensor<4xf32>) -> tensor<3xf32>
  %25 = stablehlo.slice %2 [2:8:2] : (tensor<8xf32>) -> tensor<3xf32>
  %26 = func.call @larger_3(%24, %25, %zero) : (tensor<3xf32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %27 = stablehlo.slice %2 [0:1:1] : (tensor<8xf32>) -> tensor<1xf32>
  %28 = stablehlo.concatenate %27, %26, dim = 0 : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  %29 = stablehlo.pad %28, %zero, low = [0], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %30 = stablehlo.pad %23, %zero, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %31 = stablehlo.add %29, %30 : tensor<8xf32>
  %32 = stablehlo.slice %31 [0:7:1] : (tensor<8xf32>) -> tensor<7xf32>
  %33 = stablehlo.slice %x0 [2:16:2] : (tensor<16xf32>) -> tensor<7xf32>
  %34 = func.call @larger_7(%32, %33, %zero) : (tensor<7xf32>, tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %35 = stablehlo.slice %x0 [0:1:1] : (tensor<16xf32>) -> tensor<1xf32>
  %36 = stablehlo.concatenate %35, %34, dim = 0 : (tensor<1xf32>, tensor<7xf32>) -> tensor<8xf32>
  %37 = stablehlo.pad %36, %zero, low = [0], high = [1], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %38 = stablehlo.pad %31, %zero, low = [1], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  %39 = stablehlo.add %37, %38 : tensor<16xf32>
  return %39 : tensor<16xf32>
}
func.func private @larger_1(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<f32>) -> tensor<1xf32> {
  %0 = stablehlo.maximum %a, %b : tensor<1xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<1xf32>
  %2 = stablehlo.maximum %0, %1 : tensor<1xf32>
  return %2 : tensor<1xf32>
}
func.func private @larger_2(%a: tensor<2xf32>, %b: tensor<2xf32>, %c: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.maximum %a, %b : tensor<2xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.maximum %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
func.func private @larger_3(%a: tensor<3xf32>, %b: tensor<3xf32>, %c: tensor<f32>) -> tensor<3xf32> {
  %0 = stablehlo.maximum %a, %b : tensor<3xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.maximum %0, %1 : tensor<3xf32>
  return %2 : tensor<3xf32>
}
func.func private @larger_4(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.maximum %a, %b : tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.maximum %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @larger_7(%a: tensor<7xf32>, %b: tensor<7xf32>, %c: tensor<f32>) -> tensor<7xf32> {
  %0 = stablehlo.maximum %a, %b : tensor<7xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %2 = stablehlo.maximum %0, %1 : tensor<7xf32>
  return %2 : tensor<7xf32>
}
func.func private @larger_8(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<f32>) -> tensor<8xf32> {
  %0 = stablehlo.maximum %a, %b : tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.maximum %0, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
