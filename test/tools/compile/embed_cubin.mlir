// Machine code lies beside the PTX of a module by default, for processors that are named, where there is a ptxas.
// RUN: split-file %s %t && chmod +x %t/new/bin/ptxas %t/old/bin/ptxas %t/bad/bin/ptxas
// RUN: env CUDA_PATH=%t/new tern-compile %t/two.mlir -o %t/d.tern --target=cuda:sm_90a
// RUN: grep -a "^cubin\|^\.target" %t/d.tern | FileCheck %s --check-prefix=DEFAULT
// RUN: env CUDA_PATH=%t/new tern-compile %t/two.mlir -o %t/always.tern --target=cuda:sm_90a --cuda-embed-cubin
// RUN: env CUDA_PATH=%t/new tern-compile %t/two.mlir -o %t/true.tern --target=cuda:sm_90a --cuda-embed-cubin=true
// RUN: cmp %t/d.tern %t/always.tern && cmp %t/d.tern %t/true.tern
// RUN: env CUDA_PATH=%t/new tern-compile %t/dispatch.mlir -o %t/lone.tern --target=cuda:sm_80,sm_90a
// RUN: grep -a "^cubin\|^\.target" %t/lone.tern | FileCheck %s --check-prefix=LONE

// Of several kernels one run of ptxas makes all that it can at a time; one that cannot is asked again.
// DEFAULT: .target sm_90a
// DEFAULT: cubin: -arch=sm_90a --opt-level=3 --split-compile=0
// LONE: .target sm_80
// LONE: cubin: -arch=sm_80 {{.*}}
// LONE: .target sm_90a
// LONE: cubin: -arch=sm_90a {{.*}}
// RUN: env CUDA_PATH=%t/old tern-compile %t/two.mlir -o %t/old.tern --target=cuda:sm_90a
// RUN: grep -a "^cubin" %t/old.tern | FileCheck %s --check-prefix=OLD
// OLD: {{^}}cubin: -arch=sm_90a --opt-level=3{{$}}

// Without one, with one that does not take the text, for no processor in particular, and on request there is none.
// RUN: env CUDA_PATH=%t/new tern-compile %t/two.mlir -o %t/never.tern --target=cuda:sm_90a --cuda-embed-cubin=false
// RUN: not grep -a "^cubin" %t/never.tern
// RUN: env CUDA_PATH=%t/new tern-compile %t/two.mlir -o %t/text.tern --target=ptx:sm_90a
// RUN: cmp %t/never.tern %t/text.tern
// RUN: env CUDA_PATH=%t/bad tern-compile %t/two.mlir -o %t/bad.tern --target=cuda:sm_90a 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: cmp %t/never.tern %t/bad.tern
// RUN: env CUDA_PATH=%t/new tern-compile %t/two.mlir -o %t/any.tern --target=cuda
// RUN: not grep -a "^cubin" %t/any.tern
// RUN: env CUDA_PATH=%t/new tern-compile %t/dispatch.mlir -o %t/lone.ptx --target=cuda:sm_90a
// RUN: FileCheck %s --check-prefix=TEXT < %t/lone.ptx
// BAD: warning: the module has no machine code for sm_90a: {{.*}}ptxas failed: ptxas fatal : unknown instruction
// BAD: note: the driver compiles its PTX when it is loaded; --cuda-embed-cubin=false asks for no more than that
// TEXT: .target sm_90a
// RUN: env CUDA_PATH=%t/bad not tern-compile %t/two.mlir -o %t/x.tern --target=cuda:sm_90a --cuda-embed-cubin 2>&1 | FileCheck %s --check-prefix=ASKED
// ASKED: error: {{.*}}ptxas failed: ptxas fatal : unknown instruction
// RUN: not tern-compile %t/two.mlir -o %t/x.tern --target=cuda:sm_90a --cuda-embed-cubin=maybe 2>&1 | FileCheck %s --check-prefix=MAYBE
// MAYBE: error: --cuda-embed-cubin is true or false: cuda-embed-cubin=maybe
// RUN: not tern-compile %t/two.mlir -o %t/x.tern --target=cpu --cuda-embed-cubin=false 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: --cuda-embed-cubin is for the target cuda, which is not compiled for

// What is kept is of one ptxas.
// RUN: env CUDA_PATH=%t/new tern-compile %t/two.mlir -o %t/kept.tern --target=cuda:sm_90a --cache-dir=%t/cache
// RUN: rm %t/new/bin/log
// RUN: env CUDA_PATH=%t/new tern-compile %t/two.mlir -o %t/again.tern --target=cuda:sm_90a --cache-dir=%t/cache
// RUN: cmp %t/kept.tern %t/again.tern && not ls %t/new/bin/log
// RUN: env CUDA_PATH=%t/old tern-compile %t/two.mlir -o %t/other.tern --target=cuda:sm_90a --cache-dir=%t/cache
// RUN: cmp %t/other.tern %t/old.tern

//--- two.mlir
func.func @main(%a: tensor<64xf32>, %b: tensor<128x32xf32>) -> (tensor<64xf32>, tensor<32x128xf32>) {
  %0 = stablehlo.exponential %a : tensor<64xf32>
  %1 = stablehlo.transpose %b, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
  return %0, %1 : tensor<64xf32>, tensor<32x128xf32>
}

//--- dispatch.mlir
hal.executable.variant "cuda*" {
  module {
    func.func @add() {
      %c0 = arith.constant 0 : index
      %0 = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<64xf32>
      %1 = mhlo.add %0, %0 : tensor<64xf32>
      hal.interface.store.tensor %1, @io::@ret0, offset = %c0 : tensor<64xf32>
      return
    }
    hal.interface private @io {
      hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
    }
  }
}

//--- new/bin/ptxas
#!/bin/sh
# Writes what it was asked for.
echo run >> "$(dirname "$0")/log"
arguments=
for argument; do
  case $argument in
    *.cubin) output=$argument ;;
    *.ptx) ;;
    *) arguments="$arguments $argument" ;;
  esac
done
printf '\ncubin:%s\n' "$(echo "$arguments" | sed 's/ -o//')" > "${output#-o}"

//--- old/bin/ptxas
#!/bin/sh
# Knows fewer options.
case "$*" in *split-compile*) echo "ptxas fatal : Unknown option '--split-compile'" >&2; exit 1 ;; esac
exec "$(dirname "$0")/../../new/bin/ptxas" "$@"

//--- bad/bin/ptxas
#!/bin/sh
echo "ptxas fatal : unknown instruction" >&2
exit 1
