// Copies from global to shared memory that go on while others run (upstream: AsyncCopyGlobalToLocalOpConversion of NVIDIA).
//
// A thread copies what its pointers point to, up to 16 bytes at once, to where the memory's layout has them. Where a mask is false
// zeros are written.

#include "analysis/triton/async_width.h"
#include "convert/triton/to_llvm/ptx.h"
#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

typedef struct copy {
  tern_op_t *op;
  tern_values_t pointers, masks;
  tern_triton_memory_t memory;
  const tern_type_t *element;
  int64_t element_bytes, vector;
  tern_layout_t places;     // register, lane, warp, block -> offset in elements
  tern_value_t *first;      // offset of register 0
  tern_value_t *condition;  // NULL, or whether this thread is the one that copies
  uint64_t repeated;
} copy_t;

// --- where elements go ---

static tern_layout_t sources_of(const tern_op_t *op) { return tern_ttg_type_layout(tern_op_operand(op, 0)->type); }

static const tern_type_t *memory_type(const tern_op_t *op) { return tern_op_operand(op, 1)->type; }

// Is a descriptor's shape that of the last dimensions of what was allocated?
static bool sees_all(tern_memdesc_t memory) {
  const int64_t *last = memory.alloc_dims + (memory.alloc_rank - memory.rank);
  return memcmp(memory.dims, last, memory.rank * sizeof *last) == 0;
}

// The offset of what a descriptor of a part begins with, which is added (exclusive or) to others; NULL: it sees all.
static tern_value_t *part_offset(tern_conversion_t *conversion, const copy_t *copy) {
  if (sees_all(tern_memdesc_read(memory_type(copy->op)))) return NULL;
  tern_layout_t memory = tern_ttg_type_layout(memory_type(copy->op));
  tern_layout_t inverse = tern_layout_pseudo_invert(&memory);
  tern_value_t *ins[TERN_LAYOUT_MAX_DIMS], *outs[TERN_LAYOUT_MAX_DIMS];
  bool is_part = false;
  for (size_t i = 0; i < inverse.ins.count; ++i) {
    int64_t number;
    size_t d = (size_t)(inverse.ins.values[i].name[3] - '0');
    ins[i] = copy->memory.offsets.values[d];
    if (tern_emit_is_constant(ins[i], &number) && number == 0) ins[i] = NULL;
    is_part = is_part || ins[i];
  }
  if (!is_part || inverse.error) return NULL;
  tern_triton_apply_layout(tern_triton_builder(conversion), &inverse, ins, outs);
  return outs[tern_layout_find(&inverse.outs, TERN_LAYOUT_OFFSET)];
}

static tern_value_t *place_of(tern_conversion_t *conversion, const copy_t *copy, size_t number) {
  tern_builder_t *b = tern_triton_builder(conversion);
  int64_t ins[TERN_LAYOUT_MAX_DIMS] = {0}, offset;
  ins[tern_layout_find(&copy->places.ins, TERN_LAYOUT_REGISTER)] = (int64_t)number;
  tern_layout_apply(&copy->places, ins, &offset);
  tern_value_t *index = tern_emit_xor(b, copy->first, tern_emit_i32(b, offset));
  return tern_emit_gep(b, copy->element, copy->memory.base, index);
}

// --- what can be copied ---

static bool refuse_size(const tern_op_t *op, int64_t bytes) {
  tern_op_error(op, "copies %lld bytes at once, but cp.async takes 4, 8 or 16", (long long)bytes);
  tern_emit_note(op->loc,
                 "load and store elements that are not next to each other with tt.load and ttg.local_store, as "
                 "--decompose-unsupported-nvidia-conversions does");
  return false;
}

static bool choose_vector(tern_conversion_t *conversion, copy_t *copy) {
  tern_triton_access_t known = tern_triton_access_of(conversion, copy->op);
  copy->vector = tern_async_vector(copy->op, &copy->places, known.vector, known.mask);
  int64_t bytes = copy->vector * copy->element_bytes;
  return bytes >= TERN_ASYNC_MIN_BYTES || refuse_size(copy->op, bytes);
}

static bool check(const tern_conversion_t *conversion, const tern_op_t *op) {
  int64_t capability = tern_triton_lowering_of(conversion)->capability;
  const tern_attr_t *encoding = tern_memdesc_read(memory_type(op)).encoding;
  if (capability < TERN_ASYNC_CAPABILITY)
    return tern_op_error(op, "needs sm_80, but the target is sm_%lld", (long long)capability);
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_PADDED_SHARED))
    return tern_op_error(op, "writes to padded memory, which NVIDIA's GPUs are not given");
  return true;
}

// --- copies ---

// What behind the instruction's name says where lines are kept: 16 bytes may pass the cache of level 1 by.
static const char *cache_of(const copy_t *copy) {
  const tern_attr_t *cache = tern_op_attr(copy->op, "cache");
  bool wants_level_1 = cache && tern_enum_attr_value(cache) == TERN_TT_CACHE_CA;
  return copy->vector * copy->element_bytes == TERN_ASYNC_MAX_BYTES && !wants_level_1 ? "cg" : "ca";
}

static void copy_group(tern_conversion_t *conversion, const copy_t *copy, size_t first) {
  tern_builder_t *b = tern_triton_builder(conversion);
  int64_t bytes = copy->vector * copy->element_bytes;
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  int target = tern_ptx_operand(&ptx, 'r', place_of(conversion, copy, first));
  int source = tern_ptx_operand(&ptx, 'l', copy->pointers.values[first]), read = 0;
  if (copy->masks.count) {
    tern_value_t *all = tern_emit_i32(b, bytes), *none = tern_emit_i32(b, 0);
    read = tern_ptx_operand(&ptx, 'r', tern_emit_select(b, copy->masks.values[first], all, none));
  }
  if (copy->condition) tern_ptx_predicate(&ptx, copy->condition);
  tern_ptx_format(&ptx, "cp.async.%s.shared.global [ $%d + 0 ], [ $%d + 0 ], 0x%llx, ", cache_of(copy), target, source,
                  (long long)bytes);
  if (copy->masks.count)
    tern_ptx_format(&ptx, "$%d;", read);
  else
    tern_ptx_format(&ptx, "0x%llx;", (long long)bytes);
  tern_ptx_finish(&ptx, b, true, NULL);
}

// The mask of the operand that is named so, or nothing.
static tern_values_t unpack_named(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t operands,
                                  const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  return count ? tern_triton_unpack(conversion, operands.values[start]) : (tern_values_t){0};
}

static bool lower_copy(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  copy_t copy = {.op = op, .places = tern_async_places(op)};
  if (!check(conversion, op) || copy.places.error) return false;
  copy.element = tern_triton_lower_type(conversion, tern_memdesc_read(memory_type(op)).element);
  copy.element_bytes = (int64_t)tern_llvm_type_size(copy.element);
  copy.pointers = tern_triton_unpack(conversion, operands.values[0]);
  copy.masks = unpack_named(conversion, op, operands, "mask");
  copy.memory = tern_triton_unpack_memory(conversion, operands.values[1]);
  if (!choose_vector(conversion, &copy)) return false;
  tern_layout_t sources = sources_of(op);
  copy.condition = tern_triton_once_in_block(conversion, op, &sources, &copy.repeated);
  tern_triton_ids_t ids = tern_triton_ids(conversion, op);
  tern_value_t *ins[TERN_LAYOUT_MAX_DIMS] = {NULL};
  for (size_t i = 0; i < copy.places.ins.count; ++i) {
    const char *name = copy.places.ins.values[i].name;
    if (strcmp(name, TERN_LAYOUT_LANE) == 0) ins[i] = ids.lane;
    if (strcmp(name, TERN_LAYOUT_WARP) == 0) ins[i] = ids.warp;
  }
  tern_triton_apply_layout(b, &copy.places, ins, &copy.first);
  tern_value_t *part = part_offset(conversion, &copy);
  if (part) copy.first = tern_emit_xor(b, copy.first, part);
  for (size_t first = 0; first < copy.pointers.count; first += (size_t)copy.vector) {
    if ((first & copy.repeated) == 0) copy_group(conversion, &copy, first);
  }
  return tern_conversion_replace_value(conversion, op, tern_emit_i32(b, 0));
}

// --- groups ---

// Tokens only say what follows what.
static bool lower_commit(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_build(b, TERN_NVVM(CP_ASYNC_COMMIT_GROUP), .types = {0});
  return tern_conversion_replace_value(conversion, op, tern_emit_i32(b, 0));
}

static bool lower_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_build(b, TERN_NVVM(CP_ASYNC_WAIT_GROUP), .attrs = TERN_ATTRS({"n", tern_op_attr(op, "num")}));
  return tern_conversion_replace_value(conversion, op, tern_emit_i32(b, 0));
}

const tern_conversion_pattern_t tern_triton_async_copy_patterns[] = {
    {"async-copy", TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL), TERN_TRITON_BENEFIT, lower_copy},
    {"async-commit", TERN_TTG(ASYNC_COMMIT_GROUP), TERN_TRITON_BENEFIT, lower_commit},
    {"async-wait", TERN_TTG(ASYNC_WAIT), TERN_TRITON_BENEFIT, lower_wait},
    {0},
};
