func.func private @f(tensor<*xf32>, tensor<0x?x3xcomplex<i4>, "enc">, memref<*xui8, 1>, tuple<i1, none>, () -> (), (i1) -> (i2, i3),
  vector<[1]x2xindex>, !a.b<"c" [1, {2}] -> x>, !llvm.ptr<3>, memref<?xmemref<2xf80>>)
