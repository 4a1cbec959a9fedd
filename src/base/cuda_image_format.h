// The form of the code of executables for CUDA (format "cuda-nvptx-fb"): what the compiler writes and the runtime
// reads.
//
// The code may be the text of a PTX module, a cubin or a fatbin as they are, told apart by their first bytes; then
// kernels have static workgroup memory only, no clusters and no tensor maps. Or it is an image: several of them for
// several architectures, with what else is to be known about the kernels. An image is a stream of little-endian 32-bit
// words; offsets and sizes are in bytes, offsets from the start of the image.
//
//   header      "TCUD", version, module count, kernel count, tensor map count, 0
//   module      kind, architecture (90 for sm_90), suffix ('a', 'f' or 0), variant, offset (a multiple of 8), size
//   kernel      variant, offset and size of the name, bytes of dynamic workgroup memory, blocks of a cluster in x, y and
//               z (0: no clusters), flags, number of the first tensor map, tensor map count
//   tensor map  binding, element type, rank, interleave, swizzle, promotion, fill;
//               bytes from the binding's start to the first element (64 bits);
//               five times: size (64 bits), the push constant that holds it or -1;
//               four times: stride of dimension 1 and on in bytes (64 bits; 0: dense);
//               five times: size of the box; five times: stride of elements in the box
//
// and behind them modules, each with a zero byte behind it, and names, in any order. The numbers of a tensor map are
// those of cuTensorMapEncodeTiled(); its dimension 0 is the one whose elements are neighbours.
//
// Modules of one variant have the same kernels, those of others may have others: an entry point's kernels say which
// variant they are of (TERN_KERNEL_FLAG_VARIANT).

#ifndef TERN_BASE_CUDA_IMAGE_FORMAT_H_
#define TERN_BASE_CUDA_IMAGE_FORMAT_H_

#define TERN_CUDA_IMAGE_MAGIC 0x44554354u  // "TCUD"
#define TERN_CUDA_IMAGE_VERSION 3u
#define TERN_CUDA_IMAGE_HEADER_WORDS 6u
#define TERN_CUDA_IMAGE_MODULE_WORDS 6u
#define TERN_CUDA_IMAGE_KERNEL_WORDS 10u
#define TERN_CUDA_IMAGE_TENSOR_MAP_WORDS 42u
#define TERN_CUDA_IMAGE_RANK_MAX 5u

// Kinds of modules.
#define TERN_CUDA_MODULE_PTX 0u    // text; the architecture is the virtual one that it is for
#define TERN_CUDA_MODULE_CUBIN 1u  // machine code

// Flags of kernels.
#define TERN_CUDA_KERNEL_COOPERATIVE 1u  // all blocks run at the same time and may wait for each other

#endif  // TERN_BASE_CUDA_IMAGE_FORMAT_H_
