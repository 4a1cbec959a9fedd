// Buffers, views of them, and accesses: every index is checked, every access noted.

#include <string.h>

#include "convert/hal/abi.h"
#include "dialect/arith/arith.h"
#include "dialect/hal/hal.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "dialect/vector/vector.h"
#include "interpreter/program.h"
#include "ir/diagnostic.h"

static uint64_t *sizes_of(uint64_t *memref) { return memref + MEMREF_HEADER; }
static uint64_t *strides_of(uint64_t *memref, size_t rank) { return memref + MEMREF_HEADER + rank; }

// The element type of a memref, of which an element may be a vector of `*out_lanes`.
static bool element_of(const tern_type_t *memref, number_t *out_number, size_t *out_lanes) {
  const tern_type_t *element = tern_type_element(memref);
  *out_lanes = element->kind == TERN_TYPE_VECTOR ? (size_t)tern_type_element_count(element) : 1;
  return tern_interpreter_number_of(tern_type_element(element), out_number);
}

static size_t element_bytes(const tern_type_t *memref) {
  number_t number;
  size_t lanes;
  return element_of(memref, &number, &lanes) ? number.bytes * lanes : 1;
}

// --- buffers ---

// Writes start, sizes and strides of a memref of `type` over a buffer; `dynamic` has the words of its dynamic sizes.
static void describe(const tern_type_t *type, const uint64_t *words, const uint32_t *dynamic, uint64_t *out) {
  size_t rank = tern_type_rank(type);
  int64_t strides[MEMREF_RANK_MAX], offset = 0;
  tern_memref_type_strides(type, strides, &offset);
  uint64_t stride = 1;
  for (size_t d = 0; d < rank; ++d) {
    int64_t dim = tern_type_dim(type, d);
    sizes_of(out)[d] = dim == TERN_DYNAMIC ? words[*dynamic++] : (uint64_t)dim;
  }
  for (size_t d = rank; d-- > 0;) {
    strides_of(out, rank)[d] = strides[d] == TERN_DYNAMIC ? stride : (uint64_t)strides[d];
    stride = strides_of(out, rank)[d] * sizes_of(out)[d];
  }
  if (offset != TERN_DYNAMIC) out[MEMREF_START] += (uint64_t)offset * element_bytes(type);
}

static uint64_t described_bytes(const tern_type_t *type, uint64_t *memref) {
  uint64_t count = 1, rank = tern_type_rank(type);
  for (size_t d = 0; d < rank; ++d) {
    if (sizes_of(memref)[d] == 0) return 0;
    count += (sizes_of(memref)[d] - 1) * strides_of(memref, rank)[d];
  }
  return memref[MEMREF_START] + count * element_bytes(type);
}

static bool prepare_memref(program_t *p, instruction_t *i) {
  (void)p;
  const tern_type_t *type = tern_op_result(i->op, 0)->type;
  number_t number;
  size_t lanes;
  int64_t strides[MEMREF_RANK_MAX], offset;
  if (!element_of(type, &number, &lanes)) {
    return tern_op_error(i->op, "has elements of type %s, which the interpreter does not hold",
                         tern_type_text(tern_type_element(type)));
  }
  return tern_memref_type_strides(type, strides, &offset) ||
         tern_op_error(i->op, "has a layout without strides, which the interpreter does not know");
}

static bool prepare_placeholder(program_t *p, instruction_t *i) {
  const tern_attr_t *binding = tern_op_attr(i->op, "binding");
  i->number = -1;
  if (binding) {
    tern_op_t *found = tern_hal_resolve_binding(i->op, binding);
    if (!found) return false;
    i->number = (int64_t)tern_hal_binding_ordinal(found);
  }
  return prepare_memref(p, i);
}

static step_t run_placeholder(machine_t *m, invocation_t *v, const instruction_t *i) {
  const tern_type_t *type = tern_op_result(i->op, 0)->type;
  uint64_t *out = &v->words[i->results[0]];
  size_t offset, has_offset, first, count;
  tern_op_operands_named(i->op, "byte_offset", &offset, &has_offset);
  tern_op_operands_named(i->op, "dynamic_dims", &first, &count);
  memset(out, 0, MEMREF_HEADER * sizeof *out);
  if (has_offset) out[MEMREF_START] = v->words[i->operands[offset]];
  describe(type, v->words, i->operands + first, out);
  if (i->number < 0) {  // of a shape: it has no memory
    out[MEMREF_BUFFER] = UINT64_MAX;
    return STEP_NEXT;
  }
  size_t ordinal = (size_t)i->number;
  if (ordinal >= m->dispatch->binding_count) {
    tern_op_error(i->op, "names binding %zu, but the dispatch has %zu", ordinal, m->dispatch->binding_count);
    return STEP_FAIL;
  }
  if (!m->binding_buffers[ordinal]) {
    size_t size = m->dispatch->binding_sizes ? m->dispatch->binding_sizes[ordinal] : described_bytes(type, out);
    m->binding_buffers[ordinal] =
        tern_interpreter_add_buffer(m, BUFFER_BINDING, m->dispatch->bindings[ordinal], size) + 1;
  }
  out[MEMREF_BUFFER] = m->binding_buffers[ordinal] - 1;
  return STEP_NEXT;
}

static bool prepare_alloc(program_t *p, instruction_t *i) {
  if (!tern_memref_type_memory_space(tern_op_result(i->op, 0)->type)) {
    return tern_op_error(i->op, "is in no memory space: workgroup memory has the space 3");
  }
  i->number = p->allocation_count++;
  return prepare_memref(p, i);
}

static bool prepare_alloca(program_t *p, instruction_t *i) {
  i->number = p->private_count++;
  return prepare_memref(p, i);
}

static step_t allocate(machine_t *m, invocation_t *v, const instruction_t *i, uint32_t *slot, buffer_kind_t kind) {
  const tern_type_t *type = tern_op_result(i->op, 0)->type;
  uint64_t *out = &v->words[i->results[0]];
  memset(out, 0, MEMREF_HEADER * sizeof *out);
  describe(type, v->words, i->operands, out);
  uint64_t size = described_bytes(type, out);
  if (size > (uint64_t)1 << 30) {
    tern_op_error(i->op, "allocates %llu bytes", (unsigned long long)size);
    return STEP_FAIL;
  }
  if (!*slot) *slot = tern_interpreter_add_buffer(m, kind, NULL, size) + 1;
  out[MEMREF_BUFFER] = *slot - 1;
  return STEP_NEXT;
}

static step_t run_alloc(machine_t *m, invocation_t *v, const instruction_t *i) {
  return allocate(m, v, i, &m->workgroup_buffers[i->number], BUFFER_WORKGROUP);
}

static step_t run_alloca(machine_t *m, invocation_t *v, const instruction_t *i) {
  uint32_t *slot = &m->private_buffers[v->number * m->program->private_count + (size_t)i->number];
  // What an earlier iteration held is gone.
  if (*slot) {
    buffer_t *buffer = &m->buffers.values[*slot - 1];
    memset(buffer->shadows, 0, (buffer->size / m->program->granule + 1) * sizeof *buffer->shadows);
  }
  return allocate(m, v, i, slot, BUFFER_PRIVATE);
}

static step_t run_nothing(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m, (void)v, (void)i;
  return STEP_NEXT;
}

// --- views ---

static step_t run_cast(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  memmove(&v->words[i->results[0]], &v->words[i->operands[0]], i->lanes * sizeof(uint64_t));
  return STEP_NEXT;
}

// The words of a list of sizes, offsets or strides.
static void read_list(const instruction_t *i, const invocation_t *v, const char *name, const char *static_name,
                      uint64_t *out) {
  const tern_attr_t *statics = tern_op_attr(i->op, static_name);
  size_t start, count, used = 0;
  tern_op_operands_named(i->op, name, &start, &count);
  for (size_t k = 0; k < tern_int_list_attr_count(statics); ++k) {
    int64_t value = tern_int_list_attr_at(statics, k);
    out[k] = value == TERN_DYNAMIC ? v->words[i->operands[start + used++]] : (uint64_t)value;
  }
}

static step_t run_subview(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  const tern_type_t *from = tern_op_operand(i->op, 0)->type, *to = tern_op_result(i->op, 0)->type;
  size_t rank = tern_type_rank(from), kept = tern_type_rank(to), at = 0;
  uint64_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  uint64_t *source = &v->words[i->operands[0]], *out = &v->words[i->results[0]];
  read_list(i, v, "offsets", "static_offsets", offsets);
  read_list(i, v, "sizes", "static_sizes", sizes);
  read_list(i, v, "strides", "static_strides", strides);
  memcpy(out, source, MEMREF_HEADER * sizeof *out);
  for (size_t d = 0; d < rank; ++d) {
    if (sizes[d] != 0 && ((int64_t)offsets[d] < 0 || (int64_t)sizes[d] < 0 ||
                          offsets[d] + (sizes[d] - 1) * strides[d] >= sizes_of(source)[d])) {
      tern_op_error(i->op, "takes elements %lld to %lld of dimension %zu, which has %llu", (long long)offsets[d],
                    (long long)(offsets[d] + (sizes[d] - 1) * strides[d]), d, (unsigned long long)sizes_of(source)[d]);
      return STEP_FAIL;
    }
    out[MEMREF_START] += offsets[d] * strides_of(source, rank)[d] * element_bytes(from);
    // Unit dimensions that the result does not have are left out, from the outside on.
    bool is_dropped = sizes[d] == 1 && rank - d > kept - at && (at == kept || tern_type_dim(to, at) != 1);
    if (is_dropped) continue;
    sizes_of(out)[at] = sizes[d];
    strides_of(out, kept)[at++] = strides[d] * strides_of(source, rank)[d];
  }
  return STEP_NEXT;
}

static step_t run_reinterpret(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  const tern_type_t *to = tern_op_result(i->op, 0)->type;
  uint64_t offset[TERN_INDEX_LIST_MAX], *source = &v->words[i->operands[0]], *out = &v->words[i->results[0]];
  memcpy(out, source, MEMREF_HEADER * sizeof *out);
  read_list(i, v, "offsets", "static_offsets", offset);
  read_list(i, v, "sizes", "static_sizes", sizes_of(out));
  read_list(i, v, "strides", "static_strides", strides_of(out, tern_type_rank(to)));
  out[MEMREF_START] = out[MEMREF_BASE] + offset[0] * element_bytes(to);
  return STEP_NEXT;
}

static step_t run_view(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  uint64_t *source = &v->words[i->operands[0]], *out = &v->words[i->results[0]];
  memcpy(out, source, MEMREF_HEADER * sizeof *out);
  out[MEMREF_BASE] = out[MEMREF_START] = source[MEMREF_START] + v->words[i->operands[1]];
  describe(tern_op_result(i->op, 0)->type, v->words, i->operands + 2, out);
  return STEP_NEXT;
}

static step_t run_expand(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  const tern_type_t *from = tern_op_operand(i->op, 0)->type, *to = tern_op_result(i->op, 0)->type;
  size_t rank = tern_type_rank(to), source_rank = tern_type_rank(from);
  uint64_t *source = &v->words[i->operands[0]], *out = &v->words[i->results[0]];
  const tern_attr_t *groups = tern_op_attr(i->op, "reassociation");
  memcpy(out, source, MEMREF_HEADER * sizeof *out);
  read_list(i, v, "output_shape", "static_output_shape", sizes_of(out));
  for (size_t g = 0; g < source_rank; ++g) {
    const tern_attr_t *group = tern_array_attr_at(groups, g);
    uint64_t stride = strides_of(source, source_rank)[g];
    for (size_t k = tern_int_list_attr_count(group); k-- > 0;) {
      size_t d = (size_t)tern_int_list_attr_at(group, k);
      strides_of(out, rank)[d] = stride;
      stride *= sizes_of(out)[d];
    }
  }
  // Dimensions of a source without any are all of size 1.
  for (size_t d = 0; source_rank == 0 && d < rank; ++d) strides_of(out, rank)[d] = 1;
  return STEP_NEXT;
}

static step_t run_collapse(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  const tern_type_t *from = tern_op_operand(i->op, 0)->type, *to = tern_op_result(i->op, 0)->type;
  size_t rank = tern_type_rank(to), source_rank = tern_type_rank(from);
  uint64_t *source = &v->words[i->operands[0]], *out = &v->words[i->results[0]];
  const tern_attr_t *groups = tern_op_attr(i->op, "reassociation");
  memcpy(out, source, MEMREF_HEADER * sizeof *out);
  for (size_t g = 0; g < rank; ++g) {
    const tern_attr_t *group = tern_array_attr_at(groups, g);
    uint64_t size = 1, stride = 1;
    bool is_first = true;
    for (size_t k = tern_int_list_attr_count(group); k-- > 0;) {
      size_t d = (size_t)tern_int_list_attr_at(group, k);
      size *= sizes_of(source)[d];
      if (sizes_of(source)[d] != 1 && is_first) stride = strides_of(source, source_rank)[d], is_first = false;
    }
    sizes_of(out)[g] = size;
    strides_of(out, rank)[g] = stride;
  }
  return STEP_NEXT;
}

static step_t run_dim(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  uint64_t dim = v->words[i->operands[1]];
  if (dim >= tern_type_rank(tern_op_operand(i->op, 0)->type)) {
    tern_op_error(i->op, "asks for dimension %lld, which the memref does not have", (long long)dim);
    return STEP_FAIL;
  }
  v->words[i->results[0]] = sizes_of(&v->words[i->operands[0]])[dim];
  return STEP_NEXT;
}

// --- accesses ---

// The operands of an access: where the memref is, where its indices start, and where the value is (-1: it is the result).
static const struct {
  const tern_op_row_t *row;
  int memref, first_index, value;
} access_rows[] = {
    {TERN_MEMREF(LOAD), 0, 1, -1}, {TERN_MEMREF(STORE), 1, 2, 0},      {TERN_VECTOR(LOAD), 0, 1, -1},
    {TERN_VECTOR(STORE), 1, 2, 0}, {TERN_MEMREF(ATOMIC_RMW), 1, 2, 0},
};

static bool prepare_access(program_t *p, instruction_t *i) {
  (void)p;
  size_t lanes;
  while (!tern_op_is(i->op, access_rows[i->number].row)) ++i->number;
  const tern_type_t *memref = tern_op_operand(i->op, (size_t)access_rows[i->number].memref)->type;
  const tern_type_t *value =
      access_rows[i->number].value < 0 ? tern_op_result(i->op, 0)->type : tern_op_operand(i->op, 0)->type;
  element_of(memref, &i->element, &lanes);
  i->lanes = tern_interpreter_type_words(value);
  i->is_access = true;
  return true;
}

// Address of element 0 of an access, with every index checked against the extent along its dimension.
static bool find_address(machine_t *m, invocation_t *v, const instruction_t *i, const tern_type_t *value,
                         uint64_t *memref, uint64_t *out_offset) {
  size_t place = (size_t)access_rows[i->number].memref, first = (size_t)access_rows[i->number].first_index;
  const tern_type_t *type = tern_op_operand(i->op, place)->type;
  size_t rank = tern_type_rank(type);
  bool is_vector = value->kind == TERN_TYPE_VECTOR && tern_type_element(type)->kind != TERN_TYPE_VECTOR;
  size_t vector_rank = is_vector ? tern_type_rank(value) : 0;
  uint64_t offset = memref[MEMREF_START];
  for (size_t d = 0; d < rank; ++d) {
    uint64_t index = v->words[i->operands[first + d]], size = sizes_of(memref)[d];
    uint64_t extent = d + vector_rank >= rank ? (uint64_t)tern_type_dim(value, d + vector_rank - rank) : 1;
    if (index >= size || extent > size - index) {
      return tern_op_error(i->op, "is out of bounds: index %lld of dimension %zu, which has %llu elements, in %s",
                           (long long)(index + extent - 1), d, (unsigned long long)size,
                           tern_interpreter_invocation_text(m, m->workgroup, (int32_t)v->number));
    }
    offset += index * strides_of(memref, rank)[d] * element_bytes(type);
  }
  *out_offset = offset;
  return true;
}

static bool check_bytes(machine_t *m, const invocation_t *v, const instruction_t *i, uint64_t buffer, uint64_t offset,
                        size_t size) {
  if (buffer >= m->buffers.count) return tern_op_error(i->op, "accesses a shape, which has no memory");
  if (offset <= m->buffers.values[buffer].size && size <= m->buffers.values[buffer].size - offset) return true;
  return tern_op_error(i->op, "is out of bounds: byte %llu of a buffer of %zu bytes, in %s", (unsigned long long)offset,
                       m->buffers.values[buffer].size,
                       tern_interpreter_invocation_text(m, m->workgroup, (int32_t)v->number));
}

// Moves one element between memory and a word.
bool tern_interpreter_move_element(machine_t *m, const invocation_t *v, const instruction_t *i, uint64_t buffer,
                                   uint64_t offset, uint64_t *word, touch_t touch) {
  if (!check_bytes(m, v, i, buffer, offset, i->element.bytes)) return false;
  if (!tern_interpreter_touch(m, v, i, (uint32_t)buffer, offset, i->element.bytes, touch)) return false;
  uint8_t *data = m->buffers.values[buffer].data + offset;
  if (touch == TOUCH_WRITE) {
    memcpy(data, word, i->element.bytes);
  } else if (touch == TOUCH_READ) {
    *word = 0;
    memcpy(word, data, i->element.bytes);
    *word = tern_interpreter_truncate(i->element, *word);
  }
  return true;
}

bool tern_interpreter_find_address(machine_t *m, const invocation_t *v, const instruction_t *i, size_t place,
                                   size_t first, uint64_t *out_offset, uint64_t *out_bytes) {
  const tern_type_t *type = tern_op_operand(i->op, place)->type;
  uint64_t *memref = &v->words[i->operands[place]];
  *out_bytes = element_bytes(type);
  *out_offset = memref[MEMREF_START];
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    uint64_t index = v->words[i->operands[first + d]];
    uint64_t size = sizes_of(memref)[d];
    if (index >= size) {
      return tern_op_error(i->op, "is out of bounds: index %lld of dimension %zu, which has %llu elements, in %s",
                           (long long)index, d, (unsigned long long)size,
                           tern_interpreter_invocation_text(m, m->workgroup, (int32_t)v->number));
    }
    *out_offset += index * strides_of(memref, tern_type_rank(type))[d] * *out_bytes;
  }
  return true;
}

static step_t run_access(machine_t *m, invocation_t *v, const instruction_t *i) {
  bool is_store = access_rows[i->number].value >= 0;
  const tern_type_t *value = is_store ? tern_op_operand(i->op, 0)->type : tern_op_result(i->op, 0)->type;
  uint64_t *memref = &v->words[i->operands[access_rows[i->number].memref]];
  uint64_t *words = &v->words[is_store ? i->operands[0] : i->results[0]], offset;
  if (!find_address(m, v, i, value, memref, &offset)) return STEP_FAIL;
  const tern_type_t *type = tern_op_operand(i->op, (size_t)access_rows[i->number].memref)->type;
  bool is_whole = tern_type_element(type)->kind == TERN_TYPE_VECTOR || value->kind != TERN_TYPE_VECTOR;
  size_t rank = tern_type_rank(type);
  for (uint32_t lane = 0; lane < i->lanes; ++lane) {
    uint64_t at = offset + (is_whole ? (uint64_t)lane * i->element.bytes : 0), rest = lane;
    for (size_t d = is_whole ? 0 : tern_type_rank(value); d-- > 0;) {
      uint64_t extent = (uint64_t)tern_type_dim(value, d);
      at += rest % extent * strides_of(memref, rank)[rank - tern_type_rank(value) + d] * i->element.bytes;
      rest /= extent;
    }
    touch_t touch = is_store ? TOUCH_WRITE : TOUCH_READ;
    if (!tern_interpreter_move_element(m, v, i, memref[MEMREF_BUFFER], at, &words[lane], touch)) return STEP_FAIL;
  }
  return STEP_NEXT;
}

static step_t run_atomic(machine_t *m, invocation_t *v, const instruction_t *i) {
  // Kinds of the op, numbered as vector's; -1: the new value.
  static const int8_t kinds[] = {
      TERN_VECTOR_KIND_ADD,      TERN_VECTOR_KIND_ADD,     TERN_VECTOR_KIND_AND,   -1,
      TERN_VECTOR_KIND_MAXIMUMF, TERN_VECTOR_KIND_MAXNUMF, TERN_VECTOR_KIND_MAXSI, TERN_VECTOR_KIND_MAXUI,
      TERN_VECTOR_KIND_MINIMUMF, TERN_VECTOR_KIND_MINNUMF, TERN_VECTOR_KIND_MINSI, TERN_VECTOR_KIND_MINUI,
      TERN_VECTOR_KIND_MUL,      TERN_VECTOR_KIND_MUL,     TERN_VECTOR_KIND_OR,    TERN_VECTOR_KIND_XOR};
  uint64_t *memref = &v->words[i->operands[1]], offset, value = v->words[i->operands[0]], old = 0;
  uint64_t buffer = memref[MEMREF_BUFFER];
  if (!find_address(m, v, i, tern_op_operand(i->op, 0)->type, memref, &offset) ||
      !tern_interpreter_move_element(m, v, i, buffer, offset, NULL, TOUCH_ATOMIC)) {
    return STEP_FAIL;
  }
  uint8_t *data = m->buffers.values[buffer].data + offset;
  memcpy(&old, data, i->element.bytes);
  int kind = kinds[tern_enum_attr_value(tern_op_attr(i->op, "kind"))];
  if (kind >= 0) value = tern_interpreter_combine(i->element, kind, old, value);
  memcpy(data, &value, i->element.bytes);
  v->words[i->results[0]] = old;
  return STEP_NEXT;
}

const op_row_t tern_interpreter_memory_rows[] = {
    {TERN_IREE(PLACEHOLDER), run_placeholder, prepare_placeholder, NULL, NULL},
    {TERN_MEMREF(ALLOC), run_alloc, prepare_alloc, NULL, NULL},
    {TERN_MEMREF(ALLOCA), run_alloca, prepare_alloca, NULL, NULL},
    {TERN_MEMREF(DEALLOC), run_nothing, NULL, NULL, NULL},
    {TERN_MEMREF(CAST), run_cast, prepare_memref, NULL, NULL},
    {TERN_MEMREF(MEMORY_SPACE_CAST), run_cast, prepare_memref, NULL, NULL},
    {TERN_MEMREF(ASSUME_ALIGNMENT), run_cast, prepare_memref, NULL, NULL},
    {TERN_MEMREF(SUBVIEW), run_subview, prepare_memref, NULL, NULL},
    {TERN_MEMREF(REINTERPRET_CAST), run_reinterpret, prepare_memref, NULL, NULL},
    {TERN_MEMREF(VIEW), run_view, prepare_memref, NULL, NULL},
    {TERN_MEMREF(EXPAND_SHAPE), run_expand, prepare_memref, NULL, NULL},
    {TERN_MEMREF(COLLAPSE_SHAPE), run_collapse, prepare_memref, NULL, NULL},
    {TERN_MEMREF(DIM), run_dim, NULL, NULL, NULL},
    {TERN_MEMREF(LOAD), run_access, prepare_access, NULL, NULL},
    {TERN_MEMREF(STORE), run_access, prepare_access, NULL, NULL},
    {TERN_VECTOR(LOAD), run_access, prepare_access, NULL, NULL},
    {TERN_VECTOR(STORE), run_access, prepare_access, NULL, NULL},
    {TERN_MEMREF(ATOMIC_RMW), run_atomic, prepare_access, NULL, NULL},
    {0},
};
