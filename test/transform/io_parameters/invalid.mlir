// RUN: tern-opt %s --split-input-file --verify-diagnostics --iree-io-generate-splat-parameter-archive=path=%t.irpa
// RUN: not tern-opt %s --iree-io-export-parameters=path=/nowhere/x.irpa 2>&1 | FileCheck %s --check-prefix=WRITE

// WRITE: error: the archive of parameters: cannot create '/nowhere/x.irpa': No such file or directory

// expected-error@+1 {{is a parameter whose size is not known}}
util.global private @a = #flow.parameter.named<"a"> : tensor<?xf32>
util.func public @f() -> tensor<100xi8> {
  %0 = arith.constant dense_resource<blob> : tensor<100xi8>
  util.return %0 : tensor<100xi8>
}
util.global private @large = dense<"0x000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F"> : tensor<256xi8>
