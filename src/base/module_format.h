// The layout of module files (.tern): what the compiler writes and the runtime reads.
//
// Little-endian. A header, a table of sections, and the sections, each starting at a multiple of 8 bytes:
//
//   header   "TERN", version, file size (64 bits), checksum (base/checksum.h) of all bytes behind the header (64 bits),
//            section count, 0
//   section  kind, 0, offset from the start of the file (64 bits), size (64 bits)
//
// A section is a stream of 32-bit words. A string is its length in bytes, then the bytes, padded with zeros to a whole
// word. 64-bit values are two words, low first.
//
//   executable   target: string, format: string, entry point count, entry points, code size in bytes, code
//   entry point  name: string, push constant count, binding count, bindings, kernel count, kernels
//   binding      set, binding, access, element type, name: string, rank, alignment, dims (64 bits each),
//                numbers of the push constants that hold dynamic dims, or -1
//   kernel       name: string, workgroup size in x, y, z, subgroup size, flags, grid program size in words, grid program
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

#define TERN_MODULE_MAGIC 0x4e524554u  // "TERN"
#define TERN_MODULE_VERSION 2u
#define TERN_MODULE_HEADER_SIZE 32   // bytes
#define TERN_MODULE_SECTION_SIZE 24  // bytes, of a section's row in the table
#define TERN_MODULE_SECTION_EXECUTABLE 1u
#define TERN_MODULE_SECTION_BYTECODE 2u
#define TERN_MODULE_SECTION_RODATA 3u
#define TERN_MODULE_RODATA_ALIGNMENT 64u  // bytes

#endif  // TERN_BASE_MODULE_FORMAT_H_
