// Sums, differences and products of integers wider than 128 bits, word by word.

#include <stdlib.h>

#include "dialect/arith/arith_hooks.h"
#include "dialect/common/fold_elements.h"

// The words of a wide integer, little-endian and sign-extended.
static uint64_t word_at(const tern_attr_t *attr, size_t index) {
  size_t count = attr->param_count - 1;
  if (index < count) return attr->params[1 + index];
  return (int64_t)attr->params[count] < 0 ? UINT64_MAX : 0;
}

static void add_words(const tern_attr_t *lhs, const tern_attr_t *rhs, bool is_difference, uint64_t *out, size_t count) {
  uint64_t carry = is_difference;
  for (size_t i = 0; i < count; i++) {
    uint64_t b = is_difference ? ~word_at(rhs, i) : word_at(rhs, i);
    uint64_t sum = word_at(lhs, i) + b, total = sum + carry;
    carry = (sum < b) | (total < sum);
    out[i] = total;
  }
}

static void multiply_words(const tern_attr_t *lhs, const tern_attr_t *rhs, uint64_t *out, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint64_t carry = 0;
    for (size_t j = 0; i + j < count; j++) {
      tern_uint128_t product = (tern_uint128_t)word_at(lhs, i) * word_at(rhs, j) + out[i + j] + carry;
      out[i + j] = (uint64_t)product;
      carry = (uint64_t)(product >> 64);
    }
  }
}

const tern_attr_t *tern_arith_fold_wide(const tern_op_row_t *row, const tern_attr_t *lhs, const tern_attr_t *rhs) {
  if (!tern_attr_is_integer(lhs) || !tern_attr_is_integer(rhs)) return NULL;
  const tern_type_t *type = tern_attr_type(lhs);
  if (tern_attr_type(rhs) != type || tern_type_bit_width(type) <= 128) return NULL;
  size_t count = (tern_type_bit_width(type) + 63) / 64;
  uint64_t *words = tern_realloc_array(NULL, count, sizeof(*words));
  memset(words, 0, count * sizeof(*words));
  const tern_attr_t *attr = NULL;
  if (row == TERN_ARITH(MULI)) {
    multiply_words(lhs, rhs, words, count);
    attr = tern_wide_integer_attr_get(type, words);
  } else if (row == TERN_ARITH(ADDI) || row == TERN_ARITH(SUBI)) {
    add_words(lhs, rhs, row == TERN_ARITH(SUBI), words, count);
    attr = tern_wide_integer_attr_get(type, words);
  }
  free(words);
  return attr;
}
