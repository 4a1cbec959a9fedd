// Numbers of the bytecode format: sections, flags of ops, and the versions in which something changed.

#ifndef TERN_BYTECODE_FORMAT_H_
#define TERN_BYTECODE_FORMAT_H_

enum {
  TERN_BYTECODE_PADDING = 0xCB,
  TERN_BYTECODE_SECTION_ALIGNED = 0x80,  // flag of a section's id: an alignment and padding follow its length
};

// Versions of the format that brought something.
enum {
  TERN_BYTECODE_HAS_DIALECT_VERSIONS = 1,
  TERN_BYTECODE_HAS_REGION_SECTIONS = 2,  // regions that are isolated from above are sections of their own
  TERN_BYTECODE_HAS_USE_LIST_ORDERS = 3,
  TERN_BYTECODE_HAS_OPTIONAL_LOCATIONS = 4,  // of block arguments; and the number of op names
  TERN_BYTECODE_HAS_PROPERTIES = 5,
  TERN_BYTECODE_HAS_SEGMENT_PROPERTIES = 6,  // segment sizes as plain numbers
};

typedef enum tern_bytecode_section {
  TERN_SECTION_STRINGS,
  TERN_SECTION_DIALECTS,
  TERN_SECTION_ATTRS_AND_TYPES,
  TERN_SECTION_ATTR_AND_TYPE_OFFSETS,
  TERN_SECTION_IR,
  TERN_SECTION_RESOURCES,
  TERN_SECTION_RESOURCE_OFFSETS,
  TERN_SECTION_DIALECT_VERSION,
  TERN_SECTION_PROPERTIES,
  TERN_SECTION_COUNT,
} tern_bytecode_section_t;

// What an op has, as bits.
enum {
  TERN_OP_HAS_ATTRS = 1,
  TERN_OP_HAS_RESULTS = 2,
  TERN_OP_HAS_OPERANDS = 4,
  TERN_OP_HAS_SUCCESSORS = 8,
  TERN_OP_HAS_REGIONS = 16,
  TERN_OP_HAS_USE_LIST_ORDERS = 32,
  TERN_OP_HAS_PROPERTIES = 64,
};

// Kinds of resource entries.
enum { TERN_ENTRY_BLOB, TERN_ENTRY_BOOL, TERN_ENTRY_STRING };

#endif  // TERN_BYTECODE_FORMAT_H_
