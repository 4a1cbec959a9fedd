// Copies by tensor maps (upstream: TMA patterns of LoadStoreOpToLLVM).
//
// A copy is cut into messages: boxes of at most 256 elements along each dimension, and of as many bytes along the contiguous one
// as the swizzle has. The memory's layout says where each lies. Warps send them by turns, a lane of each.

#include "convert/triton/to_llvm/ptx.h"
#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"

enum { MAX_BOX = 256, MAX_RANK = 5 };

// What a copy moves: a block's part of a tensor in shared memory.
typedef struct boxes {
  size_t rank;
  int64_t shape[MAX_RANK], box[MAX_RANK];
  tern_layout_t inverse;  // dim0, dim1 ... -> offset
  const tern_type_t *element;
  tern_value_t *base;
  // The array has `outer` dimensions before those of the memory, along which a block is one place.
  size_t outer;
  tern_value_t *outer_coordinates[MAX_RANK], *coordinates[MAX_RANK];
} boxes_t;

static bool read_shape(const tern_op_t *op, const tern_type_t *type, size_t coordinates, boxes_t *boxes) {
  tern_memdesc_t memory = tern_memdesc_read(type);
  size_t rank = coordinates > memory.rank ? coordinates : memory.rank;
  if (rank > MAX_RANK) return tern_op_error(op, "has %zu dimensions, but copies have up to %d", rank, MAX_RANK);
  boxes->outer = rank - memory.rank;
  bool is_mma = tern_attr_is_ttg(memory.encoding, TERN_TTG_ATTR_NVMMA_SHARED);
  if (is_mma && tern_ttg_number(memory.encoding, TERN_TTG_FIELD_FP4_PADDED))
    return tern_op_error(op, "copies numbers of 4 bits that are padded, which the target has not");
  boxes->rank = memory.rank;
  boxes->element = memory.element;
  tern_layout_t layout = tern_ttg_type_layout(type);
  boxes->inverse = tern_layout_pseudo_invert(&layout);
  tern_ttg_part_shape(memory.encoding, memory.dims, boxes->shape);
  int64_t swizzle = is_mma ? tern_ttg_number(memory.encoding, TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH) : 0;
  bool is_turned = is_mma && tern_ttg_number(memory.encoding, TERN_TTG_FIELD_TRANSPOSED);
  for (size_t d = 0; d < boxes->rank; ++d) boxes->box[d] = boxes->shape[d] < MAX_BOX ? boxes->shape[d] : MAX_BOX;
  if (swizzle) boxes->box[is_turned ? 0 : boxes->rank - 1] = swizzle * 8 / (int64_t)tern_type_bit_width(memory.element);
  return !boxes->inverse.error;
}

// The coordinates of this block's part: those of the op, moved where blocks of a cluster have parts.
static void read_coordinates(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t coordinates,
                             const tern_attr_t *encoding, boxes_t *boxes) {
  tern_builder_t *b = tern_triton_builder(conversion);
  for (size_t d = 0; d < boxes->outer; ++d) boxes->outer_coordinates[d] = coordinates.values[d];
  for (size_t d = 0; d < boxes->rank; ++d) boxes->coordinates[d] = coordinates.values[boxes->outer + d];
  if (tern_triton_lowering_of(conversion)->cta_count == 1) return;
  tern_layout_t cga = tern_ttg_cga_layout(encoding);
  tern_value_t *block = tern_triton_ids(conversion, op).block, *outs[TERN_LAYOUT_MAX_DIMS];
  tern_triton_apply_layout(b, &cga, &block, outs);
  for (size_t i = 0; i < cga.outs.count; ++i) {
    size_t d = (size_t)(cga.outs.values[i].name[3] - '0');
    tern_value_t *start = tern_emit_mul(b, outs[i], tern_emit_i32(b, boxes->shape[d]));
    boxes->coordinates[d] = tern_emit_add(b, boxes->coordinates[d], start);
  }
}

// The place of message `number`; false: there are no more.
static bool find_message(const boxes_t *boxes, int64_t number, int64_t *out_place) {
  for (size_t d = boxes->rank; d-- > 0;) {
    int64_t count = boxes->shape[d] > boxes->box[d] ? boxes->shape[d] / boxes->box[d] : 1;
    out_place[d] = number % count * boxes->box[d];
    number /= count;
  }
  return number == 0;
}

static tern_value_t *memory_of(tern_builder_t *b, const boxes_t *boxes, const int64_t *place) {
  int64_t ins[TERN_LAYOUT_MAX_DIMS] = {0}, outs[TERN_LAYOUT_MAX_DIMS];
  for (size_t d = 0; d < boxes->rank; ++d)
    ins[tern_layout_find(&boxes->inverse.ins, tern_layout_dim_name(d))] = place[d];
  tern_layout_apply(&boxes->inverse, ins, outs);
  int64_t offset = outs[tern_layout_find(&boxes->inverse.outs, TERN_LAYOUT_OFFSET)];
  return tern_emit_gep_bytes(b, boxes->base, offset * (int64_t)tern_type_bit_width(boxes->element) / 8);
}

// ", {$3, $4}]": the fastest dimension first.
static void push_coordinates(tern_ptx_t *ptx, tern_builder_t *b, const boxes_t *boxes, const int64_t *place,
                             int *numbers) {
  for (size_t i = 0; i < boxes->rank; ++i) {
    size_t d = boxes->rank - 1 - i;
    tern_value_t *coordinate = tern_emit_add(b, boxes->coordinates[d], tern_emit_i32(b, place[d]));
    numbers[i] = tern_ptx_operand(ptx, 'r', coordinate);
  }
  for (size_t i = 0; i < boxes->outer; ++i)
    numbers[boxes->rank + i] = tern_ptx_operand(ptx, 'r', boxes->outer_coordinates[boxes->outer - 1 - i]);
}

static void append_coordinates(tern_ptx_t *ptx, const boxes_t *boxes, const int *numbers) {
  for (size_t i = 0; i < boxes->outer + boxes->rank; ++i) tern_ptx_format(ptx, "%s$%d", i ? ", " : "{", numbers[i]);
  tern_ptx_text(ptx, "}");
}

// True in the lane that sends message `number`.
static tern_value_t *sender(tern_conversion_t *conversion, const tern_op_t *op, tern_value_t *elected, int64_t number) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *warp = tern_triton_ids(conversion, op).warp;
  tern_value_t *turn = tern_emit_i32(b, number % tern_triton_num_warps(op));
  return tern_emit_both(b, elected, tern_emit_icmp(b, TERN_EMIT_EQ, warp, turn));
}

static tern_value_t *elect(tern_builder_t *b) {
  return tern_build_value(b, TERN_NVVM(ELECT_SYNC), .types = TERN_TYPES(tern_emit_i(b, 1)));
}

// --- reading ---

static bool lower_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *type = tern_op_operand_named(op, "result")->type;
  boxes_t boxes;
  size_t start, count, barrier, result, condition, one;
  tern_op_operands_named(op, "coord", &start, &count);
  if (!read_shape(op, type, count, &boxes)) return false;
  tern_op_operands_named(op, "barrier", &barrier, &one);
  tern_op_operands_named(op, "result", &result, &one);
  tern_op_operands_named(op, "pred", &condition, &one);
  boxes.base = tern_triton_unpack_memory(conversion, operands.values[result]).base;
  read_coordinates(conversion, op, (tern_values_t){operands.values + start, count}, tern_memdesc_read(type).encoding,
                   &boxes);
  tern_value_t *arrival = tern_triton_unpack_memory(conversion, operands.values[barrier]).base;
  tern_value_t *elected = tern_emit_both(b, elect(b), operands.values[condition]);
  int64_t place[MAX_RANK];
  for (int64_t i = 0; find_message(&boxes, i, place); ++i) {
    int numbers[MAX_RANK];
    tern_ptx_t ptx;
    tern_ptx_start(&ptx);
    tern_ptx_predicate(&ptx, sender(conversion, op, elected, i));
    int memory = tern_ptx_operand(&ptx, 'r', memory_of(b, &boxes, place));
    int map = tern_ptx_operand(&ptx, 'l', operands.values[0]);
    push_coordinates(&ptx, b, &boxes, place, numbers);
    int bar = tern_ptx_operand(&ptx, 'r', arrival);
    tern_ptx_format(&ptx, "cp.async.bulk.tensor.%zud.shared::cluster.global.mbarrier::complete_tx::bytes [$%d], [$%d, ",
                    boxes.outer + boxes.rank, memory, map);
    append_coordinates(&ptx, &boxes, numbers);
    tern_ptx_format(&ptx, "], [$%d];", bar);
    tern_ptx_finish(&ptx, b, true, NULL);
  }
  tern_conversion_erase(conversion, op);
  return true;
}

// --- writing ---

// `name` is what stands before the number of dimensions, `kind` what is done to what is there.
static bool write_messages(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion, const char *name,
                           const char *kind) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *type = tern_op_operand_named(op, "src")->type;
  boxes_t boxes;
  size_t start, count, source, one;
  tern_op_operands_named(op, "coord", &start, &count);
  if (!read_shape(op, type, count, &boxes)) return false;
  tern_op_operands_named(op, "src", &source, &one);
  boxes.base = tern_triton_unpack_memory(conversion, operands.values[source]).base;
  read_coordinates(conversion, op, (tern_values_t){operands.values + start, count}, tern_memdesc_read(type).encoding,
                   &boxes);
  // Blocks that have the same would add it twice.
  tern_layout_t cga = tern_ttg_cga_layout(tern_memdesc_read(type).encoding);
  tern_value_t *elected = tern_triton_in_first_block(conversion, op, &cga, elect(b));
  int64_t place[MAX_RANK];
  for (int64_t i = 0; find_message(&boxes, i, place); ++i) {
    int numbers[MAX_RANK];
    tern_ptx_t ptx;
    tern_ptx_start(&ptx);
    tern_ptx_predicate(&ptx, sender(conversion, op, elected, i));
    int map = tern_ptx_operand(&ptx, 'l', operands.values[0]);
    push_coordinates(&ptx, b, &boxes, place, numbers);
    int memory = tern_ptx_operand(&ptx, 'r', memory_of(b, &boxes, place));
    tern_ptx_format(&ptx, "%s.%zud.global.shared::cta%s.bulk_group [$%d, ", name, boxes.outer + boxes.rank, kind, map);
    append_coordinates(&ptx, &boxes, numbers);
    tern_ptx_format(&ptx, "], [$%d];", memory);
    tern_ptx_finish(&ptx, b, true, NULL);
  }
  tern_build(b, TERN_NVVM(CP_ASYNC_BULK_COMMIT_GROUP), .types = {0});
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return write_messages(op, operands, conversion, "cp.async.bulk.tensor", "");
}

static bool lower_reduce(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const char *const kinds[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor"};
  const char *name =
      tern_enum_case_name(TERN_TT_ENUM(DESCRIPTOR_REDUCE_KIND), tern_enum_attr_value(tern_op_attr(op, "kind")));
  char kind[8] = ".";
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    if (strcmp(kinds[i], name) == 0) memcpy(kind + 1, kinds[i], strlen(kinds[i]) + 1);
  }
  return write_messages(op, operands, conversion, "cp.reduce.async.bulk.tensor", kind);
}

// Memory may be written again once it was read; all threads learn of it.
static bool lower_store_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_build(b, TERN_NVVM(CP_ASYNC_BULK_WAIT_GROUP), .types = {0},
             .attrs = TERN_ATTRS({"group", tern_op_attr(op, "pendings")}, {"read", tern_unit_attr_get(b->context)}));
  tern_triton_target_of(conversion)->barrier(conversion, op);
  tern_conversion_erase(conversion, op);
  return true;
}

#define ROW(NAME, ID, FUNCTION) {NAME, TERN_TTNG(ID), TERN_TRITON_BENEFIT, FUNCTION}
const tern_conversion_pattern_t tern_triton_tma_patterns[] = {
    ROW("tma-load", ASYNC_TMA_COPY_GLOBAL_TO_LOCAL, lower_load),
    ROW("tma-store", ASYNC_TMA_COPY_LOCAL_TO_GLOBAL, lower_store),
    ROW("tma-reduce", ASYNC_TMA_REDUCE, lower_reduce),
    ROW("tma-store-wait", ASYNC_TMA_STORE_WAIT, lower_store_wait),
    {0},
};
