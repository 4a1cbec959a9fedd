module {
  func.func @main() {
    %0 = iree.placeholder for "shape" : memref<2x3xf32>
    %c0 = arith.constant 0 : index
    %1 = memref.load %0[%c0, %c0] : memref<2x3xf32>
    return
  }
}
