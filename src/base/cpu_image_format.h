// The form of machine code for CPUs in executables (formats "embedded-elf-*"): what the compiler writes and the runtime
// reads.
//
// The code may be one relocatable ELF object as it is; then nobody knows what it needs of the processor. Or it is an
// image: objects for several processors of one kind, each with what it needs, the best first. The first whose needs are
// met is loaded. An image is a stream of little-endian 32-bit words; offsets and sizes are in bytes, offsets from the
// start of the image.
//
//   header   "TCPU", version, object count, need count
//   object   offset and size of the name ("x86-64-v3"), offset (a multiple of 8) and size of the object, number of the
//            first need, need count
//   need     offset and size of the name ("avx2"), source, leaf, subleaf, word, mask, states
//
// and behind them objects and names, in any order. A need is met if all bits of the mask are set in one word of what the
// processor says of itself, and the operating system saves the registers that `states` has bits for (as XCR0 does).

#ifndef TERN_BASE_CPU_IMAGE_FORMAT_H_
#define TERN_BASE_CPU_IMAGE_FORMAT_H_

#define TERN_CPU_IMAGE_MAGIC 0x55504354u  // "TCPU"
#define TERN_CPU_IMAGE_VERSION 1u
#define TERN_CPU_IMAGE_HEADER_WORDS 4u
#define TERN_CPU_IMAGE_OBJECT_WORDS 6u
#define TERN_CPU_IMAGE_NEED_WORDS 8u

// Sources of words.
#define TERN_CPU_SOURCE_CPUID 0u  // of x86: words 0 to 3 are eax, ebx, ecx and edx of a leaf and subleaf
#define TERN_CPU_SOURCE_HWCAP 1u  // of Linux: words 0 and 1 are the low halves of AT_HWCAP and AT_HWCAP2
#define TERN_CPU_SOURCE_XCR0 2u   // of x86: word 0 is what the system saves; for `states`, no need names it

#endif  // TERN_BASE_CPU_IMAGE_FORMAT_H_
