// iree_encoding: layouts that IREE gives to tensors, as attributes of their types. A tensor's value does not depend on them.

#ifndef TERN_DIALECT_IREE_ENCODING_IREE_ENCODING_H_
#define TERN_DIALECT_IREE_ENCODING_IREE_ENCODING_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_IREE_ENCODING_##ID,
#include "dialect/iree_encoding/iree_encoding_ops.def"
#undef OP
  TERN_IREE_ENCODING_OP_COUNT
};
extern const tern_op_row_t tern_iree_encoding_ops[];
extern const tern_dialect_t tern_iree_encoding_dialect;
#define TERN_IREE_ENCODING(ID) (&tern_iree_encoding_ops[TERN_IREE_ENCODING_##ID])

// The attributes: one that is understood, #iree_encoding.encoding, and others, which keep their text.
enum { TERN_IREE_ENCODING_ATTR_ENCODING, TERN_IREE_ENCODING_ATTR_PACKED_STORAGE };
extern const tern_attr_row_t tern_iree_encoding_attrs[];

static inline bool tern_attr_is_iree_encoding(const tern_attr_t *attr, int which) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_iree_encoding_attrs[which];
}
// An entry of #iree_encoding.encoding by its name ("operand_index", "element_types", ...); words are strings. NULL: absent.
const tern_attr_t *tern_iree_encoding_entry(const tern_attr_t *attr, const char *name);

#endif  // TERN_DIALECT_IREE_ENCODING_IREE_ENCODING_H_
