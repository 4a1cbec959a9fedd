// Checking and running grid programs.

#include "runtime/grid.h"

enum { WORDS_PER_INSTRUCTION = 3, GRID_RANK = 3 };

static tern_status_t refuse(size_t instruction, const char *what) {
  return tern_status_make(TERN_INVALID_ARGUMENT, "instruction %zu of a grid program %s", instruction, what);
}

tern_status_t tern_grid_check_results(const uint32_t *program, size_t size, size_t result_count,
                                      size_t push_constant_count) {
  if (!program || size < WORDS_PER_INSTRUCTION + result_count || (size - result_count) % WORDS_PER_INSTRUCTION != 0) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "a grid program of %zu words is cut short", size);
  }
  size_t count = (size - result_count) / WORDS_PER_INSTRUCTION;
  if (count > TERN_GRID_INSTRUCTION_MAX) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "a grid program has %zu instructions, at most %d are allowed", count,
                            TERN_GRID_INSTRUCTION_MAX);
  }
  for (size_t i = 0; i < count; ++i) {
    const uint32_t *words = program + i * WORDS_PER_INSTRUCTION;
    if (words[0] >= TERN_GRID_OP_COUNT) return refuse(i, "has an unknown op");
    if (words[0] == TERN_GRID_CONSTANT) continue;
    if (words[0] == TERN_GRID_PUSH_CONSTANT) {
      if (words[1] >= push_constant_count) return refuse(i, "reads a push constant that does not exist");
      continue;
    }
    if (words[1] >= i || words[2] >= i) return refuse(i, "uses a value that is not there yet");
  }
  for (size_t d = 0; d < result_count; ++d) {
    if (program[count * WORDS_PER_INSTRUCTION + d] >= count) return refuse(count, "is no count");
  }
  return tern_ok();
}

tern_status_t tern_grid_check(const uint32_t *program, size_t size, size_t push_constant_count) {
  return tern_grid_check_results(program, size, GRID_RANK, push_constant_count);
}

// Wraps like the arithmetic of the kernel.
static int64_t wrap(uint64_t value) { return (int64_t)value; }

static bool divide(uint32_t op, int64_t a, int64_t b, int64_t *out_value) {
  if (b == 0) return false;
  int64_t quotient = b == -1 ? wrap(0 - (uint64_t)a) : a / b, rest = b == -1 ? 0 : a % b;
  bool is_inexact_positive = rest != 0 && (rest < 0) == (b < 0);
  switch (op) {
    case TERN_GRID_FLOOR_DIV: quotient -= rest != 0 && !is_inexact_positive; break;
    case TERN_GRID_CEIL_DIV: quotient += is_inexact_positive; break;
    case TERN_GRID_REM: quotient = rest; break;
    default: break;
  }
  *out_value = quotient;
  return true;
}

static int64_t compute(uint32_t op, int64_t a, int64_t b, int64_t before) {
  switch (op) {
    case TERN_GRID_ADD: return wrap((uint64_t)a + (uint64_t)b);
    case TERN_GRID_SUB: return wrap((uint64_t)a - (uint64_t)b);
    case TERN_GRID_MUL: return wrap((uint64_t)a * (uint64_t)b);
    case TERN_GRID_MIN: return a < b ? a : b;
    case TERN_GRID_MAX: return a > b ? a : b;
    case TERN_GRID_LESS: return a < b;
    case TERN_GRID_EQUAL: return a == b;
    case TERN_GRID_SELECT: return before ? a : b;
    case TERN_GRID_AND: return a & b;
    case TERN_GRID_OR: return a | b;
    default: return a ^ b;
  }
}

tern_status_t tern_grid_evaluate_results(const uint32_t *program, size_t size, const uint32_t *push_constants,
                                         size_t result_count, int64_t *out_values) {
  int64_t values[TERN_GRID_INSTRUCTION_MAX];
  size_t count = (size - result_count) / WORDS_PER_INSTRUCTION;
  for (size_t i = 0; i < count; ++i) {
    const uint32_t *words = program + i * WORDS_PER_INSTRUCTION;
    switch (words[0]) {
      case TERN_GRID_CONSTANT: values[i] = wrap(words[1] | (uint64_t)words[2] << 32); break;
      case TERN_GRID_PUSH_CONSTANT: values[i] = push_constants[words[1]]; break;
      case TERN_GRID_DIV:
      case TERN_GRID_FLOOR_DIV:
      case TERN_GRID_CEIL_DIV:
      case TERN_GRID_REM:
        if (!divide(words[0], values[words[1]], values[words[2]], &values[i])) {
          return tern_status_make(TERN_OUT_OF_RANGE, "a grid program divides by zero");
        }
        break;
      default: values[i] = compute(words[0], values[words[1]], values[words[2]], values[i - 1]); break;
    }
  }
  for (size_t d = 0; d < result_count; ++d) out_values[d] = values[program[count * WORDS_PER_INSTRUCTION + d]];
  return tern_ok();
}

tern_status_t tern_grid_evaluate(const uint32_t *program, size_t size, const uint32_t *push_constants,
                                 size_t push_constant_count, uint32_t out_count[3]) {
  int64_t counts[GRID_RANK];
  TERN_RETURN_IF_ERROR(tern_grid_check(program, size, push_constant_count));
  TERN_RETURN_IF_ERROR(tern_grid_evaluate_results(program, size, push_constants, GRID_RANK, counts));
  for (size_t d = 0; d < GRID_RANK; ++d) {
    if (counts[d] > UINT32_MAX)
      return tern_status_make(TERN_OUT_OF_RANGE, "a grid of %lld workgroups is too long", (long long)counts[d]);
    out_count[d] = counts[d] < 0 ? 0 : (uint32_t)counts[d];
  }
  return tern_ok();
}
