// xevm: which tiles and blocks the hardware moves.

#include <inttypes.h>

#include "dialect/arith/arith.h"
#include "dialect/xevm/hooks.h"
#include "ir/diagnostic.h"

enum { SUBGROUP_SIZE = 16 };

static int64_t number(const tern_op_t *op, const char *name) { return tern_integer_attr_value(tern_op_attr(op, name)); }

static bool is_set(const tern_op_t *op, const char *name) { return number(op, name) != 0; }

static bool is_power_of_two(int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

// --- blocks ---

static bool verify_block(const tern_op_t *op, const tern_type_t *type) {
  if (type->kind != TERN_TYPE_VECTOR) return true;
  int64_t count = tern_type_dim(type, 0);
  bool is_byte = tern_type_bit_width(tern_type_element(type)) == 8;
  if (count >= 2 && is_power_of_two(count) && count <= (is_byte ? 16 : 8)) return true;
  return tern_op_error(op, is_byte ? "vector size must be 2, 4, 8 or 16 for 8-bit element type"
                                   : "vector size must be 2, 4 or 8 for element type > 8 bits");
}

bool tern_xevm_verify_blockload(const tern_op_t *op) { return verify_block(op, op->results[0].type); }
bool tern_xevm_verify_blockstore(const tern_op_t *op) { return verify_block(op, tern_op_operand(op, 1)->type); }

// --- tiles ---

// What each way to move a tile allows of elements of `bits`. `widths` and `blocks` are sets of powers of two where they are
// not ranges; 0: anything.
typedef struct tile_rule {
  int64_t bits;
  int64_t min_height, max_height;
  int64_t min_width, max_width;
  const char *blocks_text;
  int64_t max_blocks;  // a power of two up to it
  int64_t max_row;     // elements of all tiles side by side
} tile_rule_t;

static const tile_rule_t load_rules[] = {
    {8, 1, 32, 4, 64, "1, 2, or 4", 4, 64},
    {16, 1, 32, 2, 32, "1, 2, or 4", 4, 32},
    {32, 1, 32, 1, 16, "1 or 2", 2, 16},
    {64, 1, 32, 1, 8, "1", 1, 0},
};
static const tile_rule_t packed_rules[] = {
    {8, 4, 32, 4, 16, "1, 2, or 4", 4, 0},
    {16, 2, 32, 2, 16, "1, 2, or 4", 4, 32},
};
static const tile_rule_t transposed_rules[] = {
    {32, 1, 32, 1, 8, "1", 1, 0},
    {64, 8, 8, 1, 4, "1", 1, 0},
};
static const tile_rule_t store_rules[] = {
    {8, 1, 8, 4, 64, "1", 1, 0},
    {16, 1, 8, 2, 32, "1", 1, 0},
    {32, 1, 8, 1, 16, "1", 1, 0},
    {64, 1, 8, 1, 8, "1", 1, 0},
};

#define RULES(TABLE) TABLE, sizeof(TABLE) / sizeof(TABLE[0])

static const tile_rule_t *find_rule(const tile_rule_t *rules, size_t count, int64_t bits) {
  for (size_t i = 0; i < count; ++i) {
    if (rules[i].bits == bits) return &rules[i];
  }
  return NULL;
}

static bool verify_height(const tern_op_t *op, const tile_rule_t *rule) {
  int64_t height = number(op, "tile_height");
  if (height >= rule->min_height && height <= rule->max_height) return true;
  if (rule->min_height == rule->max_height)
    return tern_op_error(op, "expecting tile_height to be %" PRId64 " for %" PRId64 " bit elements", rule->min_height,
                         rule->bits);
  return tern_op_error(op, "expecting tile_height to be between %" PRId64 " and %" PRId64, rule->min_height,
                       rule->max_height);
}

static bool verify_width(const tern_op_t *op, const tile_rule_t *rule) {
  int64_t width = number(op, "tile_width");
  bool is_inside = width >= rule->min_width && width <= rule->max_width;
  // Tiles of 64 bits that are transposed have a width of 1, 2 or 4.
  bool is_listed = rule->min_height == rule->max_height;
  if (is_inside && (!is_listed || is_power_of_two(width))) return true;
  if (is_listed) return tern_op_error(op, "expecting tile_width to be 1, 2, or 4");
  return tern_op_error(op, "expecting tile_width to be between %" PRId64 " and %" PRId64, rule->min_width,
                       rule->max_width);
}

static bool verify_blocks(const tern_op_t *op, const tile_rule_t *rule) {
  int64_t blocks = number(op, "v_blocks");
  return (is_power_of_two(blocks) && blocks <= rule->max_blocks) ||
         tern_op_error(op, "expecting v_blocks to be %s", rule->blocks_text);
}

static bool verify_row(const tern_op_t *op, const tile_rule_t *rule) {
  return rule->max_row == 0 || number(op, "tile_width") * number(op, "v_blocks") <= rule->max_row ||
         tern_op_error(op,
                       "tile_width * v_blocks should be less than or equal to %" PRId64 " for %" PRId64 " bit elements",
                       rule->max_row, rule->bits);
}

static bool verify_surface(const tern_op_t *op, int64_t blocks) {
  int64_t width, pitch;
  if (tern_value_constant_int(tern_op_operand(op, 1), &width) &&
      tern_value_constant_int(tern_op_operand(op, 3), &pitch) && pitch < width)
    return tern_op_error(op, "4th operand (base pitch) should be >= 2nd operand (base width)");
  int64_t bits = number(op, "elem_size_in_bits"), height = number(op, "tile_height");
  if (bits < 8 || !is_power_of_two(bits) || bits > 32)
    return tern_op_error(op, "expecting 'elem_size_in_bits' to be 8, 16, or 32");
  if (!is_power_of_two(height) || height > 32)
    return tern_op_error(op, "expecting tile_height to be 1, 2, 4, 8, 16, or 32");
  return (is_power_of_two(blocks) && blocks <= 8) || tern_op_error(op, "expecting v_blocks to be 1, 2, 4, or 8");
}

static bool verify_transposed_load(const tern_op_t *op) {
  if (number(op, "v_blocks") != 1) return tern_op_error(op, "expecting v_blocks to be 1");
  const tile_rule_t *rule = find_rule(RULES(transposed_rules), number(op, "elem_size_in_bits"));
  if (!rule) return tern_op_error(op, "transpose is only supported for 32 and 64 bit elements");
  return verify_height(op, rule) && verify_width(op, rule);
}

static bool verify_packed_load(const tern_op_t *op) {
  const tile_rule_t *rule = find_rule(RULES(packed_rules), number(op, "elem_size_in_bits"));
  if (!verify_blocks(op, rule ? rule : &packed_rules[0])) return false;
  if (!rule) return tern_op_error(op, "pack_register is only supported for 8 and 16 bit elements");
  return verify_height(op, rule) && verify_width(op, rule) && verify_row(op, rule);
}

static bool verify_plain_load(const tern_op_t *op) {
  const tile_rule_t *rule = find_rule(RULES(load_rules), number(op, "elem_size_in_bits"));
  if (!verify_height(op, rule ? rule : &load_rules[0])) return false;
  if (!rule) return tern_op_error(op, "expecting elem_size_in_bits to be 8, 16, 32, or 64");
  return verify_width(op, rule) && verify_blocks(op, rule) && verify_row(op, rule);
}

bool tern_xevm_verify_blockload2d(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  int64_t width = (int64_t)tern_type_bit_width(tern_type_element(type)), size = tern_type_dim(type, 0) * width;
  // As upstream counts, in 32 bits.
  static const char *const factors[] = {"elem_size_in_bits", "tile_height", "tile_width", "v_blocks"};
  uint32_t expected = 1;
  for (size_t i = 0; i < sizeof factors / sizeof factors[0]; ++i) expected *= (uint32_t)number(op, factors[i]);
  expected /= SUBGROUP_SIZE;
  if ((uint32_t)size != expected)
    return tern_op_error(op, "result size of %u bits does not match the expected size of %u bits", (uint32_t)size,
                         expected);
  bool is_transposed = is_set(op, "transpose"), is_packed = is_set(op, "pack_register");
  if (is_transposed && is_packed) return tern_op_error(op, "transpose and pack_register are mutually exclusive");
  bool is_right = is_transposed ? verify_transposed_load(op)
                  : is_packed   ? verify_packed_load(op)
                                : verify_plain_load(op);
  if (!is_right || !verify_surface(op, number(op, "v_blocks"))) return false;
  if ((number(op, "elem_size_in_bits") == 32 || is_packed) && width != 32)
    return tern_op_error(op, "expecting result element type to be 32 bits");
  return !is_packed || number(op, "tile_width") == SUBGROUP_SIZE ||
         tern_op_error(op, "tile_width when pack_register is true should be equal to subgroup size (16 elements)");
}

// Tiles whose columns go to the lanes of a subgroup one by one.
static bool verify_lane_width(const tern_op_t *op, int64_t other_for_bytes, int64_t other_for_words) {
  int64_t width = number(op, "tile_width"), bits = number(op, "elem_size_in_bits");
  int64_t other = bits == 8 ? other_for_bytes : bits == 32 ? other_for_words : SUBGROUP_SIZE;
  if (width == SUBGROUP_SIZE || width == other) return true;
  if (other == SUBGROUP_SIZE)
    return tern_op_error(op, "tile_width for %" PRId64 " bit elements should be equal to 16", bits);
  if (bits == 32) return tern_op_error(op, "tile_width for 32 bit elements should be equal to 8 or 16");
  return tern_op_error(op, "tile_width for 8 bit elements should be equal to 16 or 32");
}

bool tern_xevm_verify_blockstore2d(const tern_op_t *op) {
  const tile_rule_t *rule = find_rule(RULES(store_rules), number(op, "elem_size_in_bits"));
  if (!verify_height(op, rule ? rule : &store_rules[0])) return false;
  if (!rule) return tern_op_error(op, "expecting elem_size_in_bits to be 8, 16, 32, or 64");
  return verify_width(op, rule) && verify_surface(op, 1) && verify_lane_width(op, 32, SUBGROUP_SIZE);
}

bool tern_xevm_verify_blockprefetch2d(const tern_op_t *op) {
  return verify_surface(op, number(op, "v_blocks")) && verify_lane_width(op, 32, 8);
}

bool tern_xevm_verify_mma(const tern_op_t *op) {
  return op->operand_count < 3 || tern_op_operand(op, 2)->type == op->results[0].type ||
         tern_op_error(op, "type of C operand must match result type");
}
