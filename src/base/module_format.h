// The layout of module files (.tern): what the compiler writes and the runtime reads.
//
// Little-endian. A header, a table of sections, and the sections, each starting at a multiple of 8 bytes:
//
//   header   "TERN", version, file size (64 bits), checksum (base/checksum.h) of all bytes behind the header, and of the
//            version (64 bits), section count, 0
//   section  kind, 0, offset from the start of the file (64 bits), size (64 bits)
//
// A section is a stream of 32-bit words. A string is its length in bytes, then the bytes, padded with zeros to a whole
// word. 64-bit values are two words, low first.
//
//   executable   target: string, format: string, entry point count, entry points, code size in bytes, code; since version
//                3: extensions up to the end of the section
//   entry point  name: string, push constant count, binding count, bindings, kernel count, kernels
//   binding      set, binding, access, element type, name: string, rank, alignment, dims (64 bits each),
//                numbers of the push constants that hold dynamic dims, or -1
//   kernel       name: string, workgroup size in x, y, z, subgroup size, flags, grid program size in words, grid program (none:
//                whoever launches it says how many workgroups there are)
//   extension    kind, size in words, words; readers skip those whose kind they do not know
//
// An extension of kind COSTS holds, for each entry point in order: element type, flags, size of the cost program in words
// (0: not known), cost program.
//
// One of kind SIGNATURES holds, for each entry point in order: argument count, bytes of scratch memory for each program, its
// alignment, and for each argument: kind, element type, divisibility (0: it is 1), rank, five
// sizes of a block, swizzle (tern/kernel.h).
//
// A section of kind BYTECODE is the host program (base/bytecode_format.h); a file has at most one. The section of kind
// RODATA holds the constants that it refers to, as many bytes as it likes; it starts at a multiple of
// TERN_MODULE_RODATA_ALIGNMENT, or of the largest alignment in it if that is more.
//
// The numbers in it (accesses, element types, grid ops) are those of tern/dispatch.h.

#ifndef TERN_BASE_MODULE_FORMAT_H_
#define TERN_BASE_MODULE_FORMAT_H_

#include <stddef.h>
#include <stdint.h>

#include "base/checksum.h"

#define TERN_MODULE_MAGIC 0x4e524554u  // "TERN"
#define TERN_MODULE_VERSION 3u
#define TERN_MODULE_VERSION_MIN 2u  // the oldest that readers take
#define TERN_MODULE_HEADER_SIZE 32  // bytes
#define TERN_MODULE_CHECKSUM_OFFSET 16
#define TERN_MODULE_SECTION_SIZE 24  // bytes, of a section's row in the table
#define TERN_MODULE_SECTION_EXECUTABLE 1u
#define TERN_MODULE_SECTION_BYTECODE 2u
#define TERN_MODULE_SECTION_RODATA 3u
#define TERN_MODULE_RODATA_ALIGNMENT 64u  // bytes
#define TERN_MODULE_EXTENSION_COSTS 1u
#define TERN_MODULE_EXTENSION_SIGNATURES 2u
#define TERN_MODULE_SIGNATURE_WORDS 3u  // without the arguments
#define TERN_MODULE_ARGUMENT_WORDS 10u

// The checksum of a file of this version, given that of the bytes behind the header. It differs between versions, so that a
// damaged version is seen.
static inline uint64_t tern_module_checksum_of(uint32_t version, uint64_t body_checksum) {
  return body_checksum + (version - TERN_MODULE_VERSION_MIN);
}
static inline uint64_t tern_module_checksum(uint32_t version, const void *body, size_t size) {
  return tern_module_checksum_of(version, tern_checksum(body, size));
}

#endif  // TERN_BASE_MODULE_FORMAT_H_
