// Kernels of tt among those of a dispatch. A pass that writes a kernel as tiles leaves
//
//   func.func private @main() attributes {spirv.entry_point_abi = ..., hal.kernel_tensor_maps = [...]}
//   module attributes {tern.num_warps = 8 : i64, ...} { tt.func public @main(%b0: !tt.ptr<bf16>, ..., %map: !tt.tensordesc<...>) }
//
// in the module of the dispatch: what the host has to know stands at the function, as for other kernels, and the inner module goes
// through the pipelines for Triton's kernels (pipeline/dispatch/compile_tiles.h). The arguments are pointers to bindings, then
// descriptors, for which the function has rows; boxes and swizzles of these are known when the descriptors have an encoding.

#ifndef TERN_CONVERT_TRITON_DISPATCH_H_
#define TERN_CONVERT_TRITON_DISPATCH_H_

// Of the inner module, i64: how the kernel is launched.
#define TERN_TILES_WARPS_ATTR "tern.num_warps"
#define TERN_TILES_STAGES_ATTR "tern.num_stages"
// array<i64>: the bindings whose addresses are the first arguments.
#define TERN_TILES_BINDINGS_ATTR "tern.bindings"
// A unit: the instructions are those of Ampere, which all later chips have.
#define TERN_TILES_PORTABLE_ATTR "tern.portable"

#endif  // TERN_CONVERT_TRITON_DISPATCH_H_
