// Properties: the inherent attributes of an op, one behind the other without their names.
//
// Their order is that of upstream's generated code: attributes by name, then plain values. A required attribute is a
// reference, another one a reference with a flag. The sizes of operand and result segments are attributes among the others in
// version 5 of the format, and lists of numbers behind all others since then.

#include <inttypes.h>
#include <stdlib.h>

#include "bytecode/reader.h"
#include "bytecode/writer.h"
#include "ir/constraint/constraint.h"

// --- order ---

// A property: the slot of its attribute, and its native encoding if it has one.
typedef struct property {
  size_t slot;
  const tern_attr_def_t *attr;
  bool is_required;
  const tern_property_encoding_t *native;  // NULL: a reference to the attribute, or a value
  bool is_value;                           // by its constraint
} property_t;

typedef struct layout {
  property_t *properties;  // owned
  size_t count;
} layout_t;

const tern_property_encoding_t *tern_property_encoding_of(const tern_op_def_t *def, const tern_ident_t *attr) {
  const tern_dialect_encoding_t *encoding = def->dialect ? def->dialect->encoding : NULL;
  for (size_t i = 0; encoding && i < encoding->property_count; ++i) {
    const tern_property_encoding_t *row = &encoding->properties[i];
    if (strcmp(row->attr, attr->data) == 0 && strcmp(row->op, def->name->data) == 0) return row;
  }
  return NULL;
}

static int compare_properties(const void *a, const void *b) {
  const property_t *left = a, *right = b;
  bool is_left_plain = left->native || left->is_value, is_right_plain = right->native || right->is_value;
  if (is_left_plain != is_right_plain) return is_left_plain ? 1 : -1;
  // Values stand as the op lists them.
  if (left->is_value && right->is_value) return left->slot < right->slot ? -1 : 1;
  return tern_str_compare(tern_ident_str(left->attr->name), tern_ident_str(right->attr->name));
}

static void initialize_layout(layout_t *layout, const tern_op_def_t *def, bool has_plain_sizes) {
  layout->properties = tern_realloc_array(NULL, def->attr_count + 1, sizeof(layout->properties[0]));
  layout->count = 0;
  for (size_t i = 0; i < def->attr_count; ++i) {
    bool is_sizes = (int)i == def->operand_segments_slot || (int)i == def->result_segments_slot;
    if (is_sizes && has_plain_sizes) continue;
    const tern_attr_def_t *attr = &def->attrs[i];
    const tern_property_encoding_t *row = tern_property_encoding_of(def, attr->name);
    if (row && row->kind == TERN_PROPERTY_NONE) continue;
    layout->properties[layout->count++] = (property_t){
        .slot = i,
        .attr = attr,
        .is_required = row || is_sizes || (!attr->is_optional && !attr->has_default),
        .native = row && row->kind == TERN_PROPERTY_VALUE ? row : NULL,
        .is_value = !row && tern_attr_constraint_is_property(attr->constraint),
    };
  }
  qsort(layout->properties, layout->count, sizeof(layout->properties[0]), compare_properties);
}

bool tern_has_all_properties(const tern_op_t *op) {
  bool is_complete = true, has_some = false;
  for (size_t i = 0; i < op->def->attr_count && is_complete; ++i) {
    const tern_attr_def_t *attr = &op->def->attrs[i];
    const tern_property_encoding_t *row = tern_property_encoding_of(op->def, attr->name);
    has_some |= !row || row->kind != TERN_PROPERTY_NONE;
    if (op->slots[i]) continue;
    is_complete = row ? row->kind != TERN_PROPERTY_REQUIRED : attr->is_optional || attr->has_default;
  }
  return is_complete && has_some;
}

// --- segment sizes ---

// The segments that an op's row has: operands', then results'.
static size_t segment_slots(const tern_op_def_t *def, int *out_slots, size_t *out_sizes) {
  size_t count = 0;
  if (def->operand_segments_slot >= 0) {
    out_slots[count] = def->operand_segments_slot;
    out_sizes[count++] = def->operand_count;
  }
  if (def->result_segments_slot >= 0) {
    out_slots[count] = def->result_segments_slot;
    out_sizes[count++] = def->result_count;
  }
  return count;
}

enum {
  MAX_SPARSE_INDEX = 256,  // upstream's bound on where the last number may stand in the sparse form
  MAX_SPARSE_INDEX_BITS = 8,
};

static unsigned bits_for(size_t count) {
  unsigned bits = 0;
  while (((size_t)1 << bits) < count) ++bits;
  return bits;
}

static void encode_sizes(tern_encoder_t *encoder, const tern_attr_t *attr) {
  size_t count = attr ? tern_dense_array_attr_count(attr) : 0, nonzero_count = 0, last = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!tern_dense_array_attr_int(attr, i)) continue;
    ++nonzero_count;
    last = i;
  }
  if (last > MAX_SPARSE_INDEX || nonzero_count > count / 2) {
    tern_encode_varint_with_flag(encoder, count, false);
    for (size_t i = 0; i < count; ++i) {
      tern_encode_varint(encoder, (uint64_t)tern_dense_array_attr_int(attr, i));
    }
    return;
  }
  tern_encode_varint_with_flag(encoder, nonzero_count, true);
  if (!nonzero_count) return;
  unsigned index_bits = bits_for(last + 1);
  tern_encode_varint(encoder, index_bits);
  for (size_t i = 0; i <= last; ++i) {
    uint64_t value = (uint32_t)tern_dense_array_attr_int(attr, i);
    if (value) tern_encode_varint(encoder, value << index_bits | i);
  }
}

static bool set_size(tern_decoder_t *decoder, int32_t *sizes, size_t count, uint64_t index, uint64_t value) {
  if (index >= count) {
    return tern_decoder_error(decoder, "segment sizes name segment %" PRIu64 ", but there are %zu", index, count);
  }
  if (value > INT32_MAX) return tern_decoder_error(decoder, "segment size %" PRIu64 " is out of range", value);
  sizes[index] = (int32_t)value;
  return true;
}

static bool decode_sizes(tern_decoder_t *decoder, int32_t *sizes, size_t count) {
  uint64_t listed, index_bits = 0;
  bool is_sparse;
  memset(sizes, 0, count * sizeof(sizes[0]));
  if (!tern_decode_varint_with_flag(decoder, &listed, &is_sparse)) return false;
  if (listed > count) {
    return tern_decoder_error(decoder, "%" PRIu64 " segment sizes are given, but there are %zu segments", listed,
                              count);
  }
  if (is_sparse && listed && !tern_decode_varint(decoder, &index_bits)) return false;
  if (index_bits > MAX_SPARSE_INDEX_BITS) {
    return tern_decoder_error(decoder, "segment sizes have indices of %" PRIu64 " bits, more than %d", index_bits,
                              MAX_SPARSE_INDEX_BITS);
  }
  for (uint64_t i = 0; i < listed; ++i) {
    uint64_t value;
    if (!tern_decode_varint(decoder, &value)) return false;
    uint64_t index = is_sparse ? value & ((UINT64_C(1) << index_bits) - 1) : i;
    if (!set_size(decoder, sizes, count, index, value >> index_bits)) return false;
  }
  return true;
}

// --- writing ---

static const tern_attr_t *segment_attr(const tern_op_t *op, int slot) {
  const tern_attr_t *attr = op->slots[slot];
  return attr && attr->kind == TERN_ATTR_DENSE_ARRAY ? attr : NULL;
}

static bool has_plain_sizes(uint64_t version) { return version >= TERN_BYTECODE_HAS_SEGMENT_PROPERTIES; }

void tern_write_properties(tern_encoder_t *encoder, const tern_op_t *op) {
  bool is_plain = has_plain_sizes(tern_encoder_bytecode_version(encoder));
  layout_t layout;
  initialize_layout(&layout, op->def, is_plain);
  for (size_t i = 0; i < layout.count; ++i) {
    const property_t *property = &layout.properties[i];
    const tern_attr_t *attr = op->slots[property->slot];
    if (property->native) {
      property->native->write(encoder, attr);
    } else if (property->is_value) {
      tern_encode_property_value(encoder, property->attr->constraint, attr);
    } else if (property->is_required) {
      tern_encode_attr(encoder, attr);
    } else {
      tern_encode_optional_attr(encoder, attr);
    }
  }
  free(layout.properties);
  int slots[2];
  size_t sizes[2], segment_count = is_plain ? segment_slots(op->def, slots, sizes) : 0;
  for (size_t i = 0; i < segment_count; ++i) encode_sizes(encoder, segment_attr(op, slots[i]));
}

// --- reading ---

static bool read_sizes(tern_decoder_t *decoder, const tern_op_def_t *def, const tern_attr_t **slots) {
  int segment_slot[2];
  size_t counts[2], segment_count = segment_slots(def, segment_slot, counts);
  for (size_t i = 0; i < segment_count; ++i) {
    int32_t *sizes = tern_decoder_alloc(decoder, (counts[i] + 1) * sizeof(*sizes));
    if (!decode_sizes(decoder, sizes, counts[i])) return false;
    slots[segment_slot[i]] = tern_dense_i32_array_attr_get(tern_decoder_context(decoder), sizes, counts[i]);
  }
  return true;
}

static bool read_layout(tern_decoder_t *decoder, const layout_t *layout, const tern_attr_t **slots) {
  for (size_t i = 0; i < layout->count; ++i) {
    const property_t *property = &layout->properties[i];
    const tern_attr_t **slot = &slots[property->slot];
    bool is_ok = property->native        ? property->native->read(decoder, slot)
                 : property->is_value    ? tern_decode_property_value(decoder, property->attr->constraint, slot)
                 : property->is_required ? tern_decode_attr(decoder, slot)
                                         : tern_decode_optional_attr(decoder, slot);
    if (!is_ok) return false;
  }
  return true;
}

static bool read_registered(tern_decoder_t *decoder, const tern_op_def_t *def, const tern_attr_t **slots) {
  bool is_plain = has_plain_sizes(tern_decoder_bytecode_version(decoder));
  layout_t layout;
  initialize_layout(&layout, def, is_plain);
  bool is_ok = read_layout(decoder, &layout, slots);
  free(layout.properties);
  return is_ok && (!is_plain || read_sizes(decoder, def, slots));
}

bool tern_file_read_properties(tern_decoder_t *decoder, const tern_file_op_name_t *name, const tern_attr_t **slots) {
  tern_bytecode_file_t *file = decoder->file;
  size_t index;
  if (!tern_decode_index(decoder, file->property_count, "properties", &index)) return false;
  tern_decoder_t properties = tern_decoder_of(file, file->properties[index]);
  const char *op = name->def->name->data;
  if (!name->was_registered) {
    // An op that was not registered has a dictionary.
    if (!tern_decode_attr_of_kind(&properties, TERN_ATTR_DICTIONARY, &slots[name->def->attr_count])) return false;
  } else if (!name->def->row) {
    return tern_decoder_error(decoder,
                              "operation '%s' was registered where the file was written, but is not here: its "
                              "properties cannot be read",
                              op);
  } else if (!read_registered(&properties, name->def, slots)) {
    tern_emit_note(file->loc, "in the properties of operation '%s'", op);
    return false;
  }
  if (!tern_decoder_remaining(&properties)) return true;
  return tern_decoder_error(&properties, "unexpected trailing bytes in the properties of operation '%s'", op);
}
