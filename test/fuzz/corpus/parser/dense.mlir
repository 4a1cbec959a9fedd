%0 = arith.constant dense<[[1, 2], [3, -4]]> : tensor<2x2xi8>
%1 = arith.constant dense<"0x0000803F00000040"> : tensor<2xf32>
%2 = arith.constant sparse<[[0, 1]], [5.0]> : tensor<2x2xf16>
%3 = arith.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f64>>
%4 = arith.constant dense_resource<r> : tensor<1xi32>
%5 = arith.constant dense<true> : vector<4xi1>
{-# dialect_resources: {builtin: {r: "0x0400000001000000"}} #-}
