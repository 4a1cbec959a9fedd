// Seeded inputs, runs on them, and when two results are the same.
//
// Tame inputs are small numbers: floats are multiples of an eighth, whose sums and products of a few are exact, so that an
// order of summation does not show; integers and indices lie near zero. Inputs of odd numbers mix in what breaks careless
// rewrites: least and greatest integers, all bits, signed zeros, infinities, NaN.
//
// A pointer or descriptor of a kernel of Triton leads to enough for a few small programs; numbers are multiples of 16, as most hints about
// arguments promise, and integers in memory are indices.
//
// Floats are the same if they differ by no more than 16 units in the last place of the larger one, or of the largest
// number in the array where that is a float too: passes may contract and reorder what they were told they may, and
// results that cancel keep the error of what cancelled.

#include "interpreter/reference/inputs.h"

#include <math.h>
#include <stdlib.h>

#include "dialect/tt/tt.h"
#include "interpreter/reference/evaluator.h"
#include "interpreter/triton/launch.h"

#define TOLERATED_UNITS 16
// Of an argument or result.
#define WORDS_MAX (1 << 22)
// Of what a pointer of a kernel points to.
#define KERNEL_ELEMENTS (1 << 16)

// --- inputs ---

// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators).
static uint64_t draw(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

// No number is large or small next to others: what is left of a sum of such depends on its order.
static uint64_t draw_float(number_t number, bool is_wild, uint64_t *state) {
  static const double specials[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1.0, -1.0, 0.1};
  uint64_t bits = draw(state);
  if (is_wild && bits % 4 == 0) return tern_interpreter_encode(number, specials[bits / 4 % 8]);
  return tern_interpreter_encode(number, ((double)(bits >> 8 & 63) - 31.5) / 8);
}

static uint64_t draw_kernel_integer(number_t number, bool is_in_memory, uint64_t *state) {
  uint64_t bits = draw(state) >> 8;
  if (number.width == 1) return bits & 1;
  return tern_interpreter_truncate(number, is_in_memory ? bits & 15 : 16 * (1 + (bits & 3)));
}

static uint64_t draw_integer(const tern_type_t *type, number_t number, bool is_wild, uint64_t *state) {
  uint64_t bits = draw(state), sign = UINT64_C(1) << (number.width - 1);
  if (number.width == 1) return bits >> 8 & 1;
  if (is_wild && bits % 4 == 0) {
    const uint64_t specials[] = {0, UINT64_MAX, sign, sign - 1, number.width, draw(state)};
    return tern_interpreter_truncate(number, specials[bits / 4 % 6]);
  }
  // Indices count and address: below zero they seldom mean anything.
  if (tern_type_is_index(type)) return bits >> 8 & 7;
  return tern_interpreter_truncate(number, (bits >> 8 & 31) - 11);
}

static int64_t choose_size(const tern_reference_inputs_t *inputs, uint64_t *state) {
  if (inputs->size > 0) return inputs->size;
  // One size for all fits most programs; every third set of inputs tries others.
  uint64_t common = inputs->seed ^ (UINT64_C(0x51ed270b) * (inputs->number + 1));
  uint64_t *source = inputs->number % 3 == 2 ? state : &common;
  return 1 + (int64_t)(draw(source) >> 8 & 7);
}

static bool is_described(const tern_type_t *type) { return tern_type_is_tt(type, TERN_TT_TYPE_TENSORDESC); }

datum_t *tern_reference_make_input(const tern_type_t *type, const tern_reference_inputs_t *inputs, size_t argument) {
  form_t form;
  int64_t sizes[REFERENCE_RANK_MAX], words = 1;
  bool is_descriptor = is_described(type), is_pointer = is_descriptor || tern_type_is_tt(type, TERN_TT_TYPE_PTR);
  if (is_pointer) type = tern_tt_type_inside(type);
  if (is_descriptor) type = tern_type_element(type);
  if (is_pointer && (tern_type_is_shaped(type) || tern_type_is_tt(type, TERN_TT_TYPE_PTR))) return NULL;
  bool is_unranked = type->kind == TERN_TYPE_UNRANKED_TENSOR || type->kind == TERN_TYPE_UNRANKED_MEMREF;
  if (is_unranked || !tern_reference_form_of_value(type, &form)) return NULL;
  uint64_t state = inputs->seed * UINT64_C(0x2545f4914f6cdd1d) + inputs->number * UINT64_C(1000003) + argument * 7919;
  uint32_t rank = is_pointer ? 1 : tern_reference_sizes_of(type, sizes);
  if (is_pointer) sizes[0] = KERNEL_ELEMENTS;
  for (uint32_t d = 0; d < rank; ++d) {
    if (sizes[d] == TERN_DYNAMIC) sizes[d] = choose_size(inputs, &state);
    if (__builtin_mul_overflow(words, sizes[d], &words)) return NULL;
  }
  if (words > WORDS_MAX) return NULL;
  datum_t *array = tern_reference_array(form, sizes, rank);
  bool is_wild = inputs->number % 2;
  const tern_type_t *element = tern_type_element(form.type);
  for (int64_t k = 0; k < array->count * form.words; ++k) {
    array->words[k] = form.number.is_float ? draw_float(form.number, is_wild, &state)
                      : inputs->is_kernel  ? draw_kernel_integer(form.number, is_pointer, &state)
                                           : draw_integer(element, form.number, is_wild, &state);
  }
  return array;
}

// --- runs ---

static void describe(const evaluator_t *e, tern_reference_outcome_t outcome, tern_reference_result_t *out) {
  tern_string_builder_t text = {0};
  out->outcome = outcome;
  out->is_doubtful = tern_reference_is_doubtful(e);
  out->place = tern_reference_place(e);
  tern_string_builder_append_cstr(&text, tern_reference_message(e));
  out->message = tern_string_builder_take(&text);
}

// A pointer to memory with the contents of an array, or to a copy of what is at a pointer back.
static datum_t *point_to(evaluator_t *e, const tern_type_t *type, const datum_t *array) {
  form_t form;
  number_t number = array->form.number;
  tern_reference_form_of(type, &form);
  uint64_t address = tern_reference_new_memory(e, NULL, (size_t)array->count * number.bytes);
  if (!address) return NULL;
  memory_t *memory = tern_reference_find_memory(e, address);
  for (int64_t k = 0; k < array->count; ++k) memcpy(memory->data + k * number.bytes, &array->words[k], number.bytes);
  memset(memory->poison, 0, memory->size);
  return tern_reference_scalar(form, address);
}

// An array of what the descriptor leads to: rows of 256 elements, of which the last ones are outside, 4 along the dimensions between,
// and as many as are left along the first.
static datum_t *describe_array(evaluator_t *e, const tern_type_t *type, const datum_t *array) {
  enum { ROW = 256, OUTER = 4, OUTSIDE = 6 };
  datum_t *pointer = point_to(e, type, array);
  if (!pointer) return NULL;
  int64_t rank = (int64_t)tern_type_rank(tern_tt_type_inside(type)), count = 2 + 2 * rank, rest = array->count,
          stride = 1;
  datum_t *list = tern_reference_array(pointer->form, &count, 1);
  list->words[0] = pointer->words[0];
  tern_reference_release(pointer);
  for (int64_t d = rank - 1; d >= 0; --d) {
    bool is_row = d == rank - 1;
    int64_t size = d == 0 ? rest : is_row ? ROW : OUTER;
    list->words[1 + d] = (uint64_t)(is_row ? size - OUTSIDE : size);
    list->words[1 + rank + d] = (uint64_t)stride;
    stride *= size;
    rest /= size;
  }
  return list;
}

static datum_t *read_pointed(evaluator_t *e, const tern_type_t *type, const datum_t *pointer) {
  form_t form;
  const memory_t *memory = tern_reference_find_memory(e, pointer->words[0]);
  tern_reference_form_of(tern_type_element(tern_tt_type_inside(type)), &form);
  int64_t count = (int64_t)(memory->size / form.number.bytes);
  datum_t *array = tern_reference_array(form, &count, 1);
  for (int64_t k = 0; k < count; ++k) {
    memcpy(&array->words[k], memory->data + k * form.number.bytes, form.number.bytes);
    array->words[k] = tern_interpreter_truncate(form.number, array->words[k]);
    array->poison[k] = memory->poison[k * form.number.bytes];
  }
  return array;
}

// What the function takes for the contents `array` as its argument of `type`. NULL: it takes something else.
static datum_t *pass(evaluator_t *e, const tern_type_t *type, datum_t *array) {
  form_t form;
  if (tern_type_is_tt(type, TERN_TT_TYPE_PTR)) return point_to(e, type, array);
  if (is_described(type)) return describe_array(e, type, array);
  bool is_right = tern_reference_form_of_value(type, &form) && form.words == array->form.words &&
                  form.number.is_float == array->form.number.is_float;
  if (is_right && type->kind == TERN_TYPE_MEMREF) {
    if (tern_type_rank(type) != array->rank) return NULL;
    datum_t *memref = tern_reference_allocate(e, type, array->sizes);
    if (memref) tern_reference_store_all(e, memref, array);
    return memref;
  }
  bool is_same = is_right && type->kind != TERN_TYPE_UNRANKED_MEMREF &&
                 (!tern_type_is_ranked(type) || tern_type_rank(type) == array->rank);
  for (uint32_t d = 0; is_same && tern_type_is_ranked(type) && d < array->rank; ++d) {
    int64_t size = tern_type_dim(type, d);
    is_same = size == TERN_DYNAMIC || type->kind == TERN_TYPE_VECTOR || size == array->sizes[d];
  }
  if (!is_same) return NULL;
  datum_t *copy = tern_reference_copy(array);
  copy->form = form;
  for (int64_t k = 0; k < copy->count * form.words; ++k) {
    // index became an integer, or the other way around.
    int64_t number = tern_interpreter_signed(array->form.number, copy->words[k]);
    if (!form.number.is_float) copy->words[k] = tern_interpreter_truncate(form.number, (uint64_t)number);
  }
  return copy;
}

// An array of what a memref holds; other values are themselves.
static datum_t *read_value(evaluator_t *e, datum_t *value) {
  int64_t words = value->form.words;
  if (value->kind != DATUM_MEMREF) return value;
  for (uint32_t d = 0; d < value->rank; ++d) {
    if (__builtin_mul_overflow(words, value->sizes[d], &words)) words = INT64_MAX;
  }
  // Sizes that were only said, of memory that is not there.
  bool is_held = words >= 0 && words <= WORDS_MAX;
  datum_t *array = tern_reference_array(value->form, value->sizes, is_held ? value->rank : 0);
  bool is_read = is_held && tern_reference_load_all(e, value, array);
  // Memory that was freed holds nothing.
  if (!is_read) tern_reference_poison(array, 0, array->count);
  tern_reference_release(value);
  return array;
}

static datum_t **new_list(size_t count) {
  return memset(tern_realloc_array(NULL, count + 1, sizeof(datum_t *)), 0, (count + 1) * sizeof(datum_t *));
}

static void call(evaluator_t *e, tern_op_t *function, datum_t *const *arguments, size_t result_count,
                 size_t argument_count, tern_reference_observer_t observer, void *user, tern_reference_result_t *out) {
  tern_types_t types = tern_function_type_inputs(tern_type_attr_value(tern_op_attr(function, "function_type")));
  out->values = new_list(result_count);
  out->contents = new_list(argument_count);
  tern_reference_observe(e, observer, user);
  bool is_kernel = tern_op_is(function, TERN_TT(FUNC)) && result_count == 0;
  tern_reference_outcome_t outcome = is_kernel ? tern_triton_run_small_grid(e, function, arguments)
                                               : tern_reference_call(e, function, arguments, out->values);
  describe(e, outcome, out);
  tern_reference_observe(e, NULL, NULL);
  if (outcome != TERN_REFERENCE_DONE) return;
  out->value_count = result_count;
  out->argument_count = argument_count;
  for (size_t k = 0; k < result_count; ++k) out->values[k] = read_value(e, out->values[k]);
  for (size_t k = 0; k < argument_count; ++k) {
    if (arguments[k]->kind == DATUM_MEMREF) out->contents[k] = read_value(e, tern_reference_retain(arguments[k]));
    bool is_pointer = tern_type_is_tt(types.values[k], TERN_TT_TYPE_PTR) || is_described(types.values[k]);
    if (is_pointer) out->contents[k] = read_pointed(e, types.values[k], arguments[k]);
  }
}

void tern_reference_try(tern_op_t *root, tern_op_t *function, tern_types_t types, const tern_reference_inputs_t *inputs,
                        tern_reference_observer_t observer, void *user, tern_reference_result_t *out) {
  *out = (tern_reference_result_t){.outcome = TERN_REFERENCE_UNKNOWN};
  evaluator_t *e = tern_reference_create(root);
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  tern_types_t own = tern_function_type_inputs(type);
  size_t result_count = tern_function_type_result_count(type), given = 0;
  datum_t **arguments = tern_realloc_array(NULL, own.count + 1, sizeof *arguments);
  if (inputs->steps) tern_reference_set_limit(e, inputs->steps);
  for (; given < own.count && given < types.count && own.count == types.count; ++given) {
    datum_t *array = tern_reference_make_input(types.values[given], inputs, given);
    arguments[given] = array ? pass(e, own.values[given], array) : NULL;
    tern_reference_release(array);
    if (!arguments[given]) break;
  }
  if (given == own.count && own.count == types.count) {
    call(e, function, arguments, result_count, own.count, observer, user, out);
  } else {
    tern_string_builder_t text = {0};
    tern_string_builder_append_format(&text, "argument #%zu cannot be made", given);
    out->message = tern_string_builder_take(&text);
  }
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, tern_reference_output(e));
  out->output = tern_string_builder_take(&text);
  for (size_t k = 0; k < given; ++k) tern_reference_release(arguments[k]);
  free(arguments);
  tern_reference_destroy(e);
}

void tern_reference_result_deinitialize(tern_reference_result_t *result) {
  for (size_t k = 0; k < result->value_count; ++k) tern_reference_release(result->values[k]);
  for (size_t k = 0; k < result->argument_count; ++k) tern_reference_release(result->contents[k]);
  free(result->values);
  free(result->contents);
  free(result->message);
  free(result->output);
  *result = (tern_reference_result_t){0};
}

// --- comparison ---

static double unit_of(number_t number) {
  int bits = tern_float_formats[number.float_kind].mantissa_width;
  return ldexp(1.0, -bits);
}

static bool is_same_float(number_t number, uint64_t a, uint64_t b, double largest) {
  if (a == b) return true;
  double x = tern_interpreter_decode(number, a), y = tern_interpreter_decode(number, b);
  if (isnan(x) || isnan(y)) return isnan(x) && isnan(y);
  if (isinf(x) || isinf(y)) return x == y;
  double scale = fmax(fmax(fabs(x), fabs(y)), largest);
  return fabs(x - y) <= TOLERATED_UNITS * unit_of(number) * scale;
}

int64_t tern_reference_find_difference(const datum_t *before, const datum_t *after) {
  number_t number = before->form.number;
  double largest = 0;
  for (int64_t k = 0; number.is_float && k < before->count * before->form.words; ++k) {
    double value = fabs(tern_interpreter_decode(number, before->words[k]));
    if (!before->poison[k] && isfinite(value) && value > largest) largest = value;
  }
  for (int64_t k = 0; k < before->count * before->form.words; ++k) {
    if (before->poison[k]) continue;
    bool is_same =
        !after->poison[k] && (number.is_float ? is_same_float(number, before->words[k], after->words[k], largest)
                                              : tern_interpreter_signed(number, before->words[k]) ==
                                                    tern_interpreter_signed(after->form.number, after->words[k]));
    if (!is_same) return k / before->form.words;
  }
  return -1;
}
