// Variants of kernels, from several modules and from one.
//
// Triton's front end makes IR for the arguments of a launch: it notes that 16 divides an address or a number, and leaves out numbers
// that are 1. Launches hand over all arguments, whichever variant runs. So the module with the most arguments says which there are; a
// variant that has fewer gets the others back, which its code does not look at, with the mark that they have to be 1:
//
//   tt.func public @k(%p: !tt.ptr<f32>, %n: i32)                     tt.func public @k(%p: !tt.ptr<f32>, %n: i32)
//   tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16})  ->   tt.func public @k(%p: ... {tt.divisibility = 16}, %n: i32 {tern.is_one})
//
// Which they are is told by the names of arguments, which are their locations; where these are not there, by their types, as long
// as there is one way only.

#include "pipeline/kernel/kernel_variants.h"

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/func/func.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/kernel/compile_kernels.h"

#define DIVISIBILITY "tt.divisibility"

bool tern_kernel_is_one(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(FUNC)) && !tern_region_is_empty(&op->regions[0]) &&
         tern_symbol_visibility(op) == TERN_PUBLIC;
}

static size_t argument_count(const tern_op_t *kernel) { return tern_func_body(kernel)->arg_count; }

uint32_t tern_kernel_divisibility(const tern_op_t *kernel, size_t index) {
  const tern_attr_t *attrs = tern_func_arg_attrs(kernel, index);
  const tern_attr_t *known = attrs ? tern_dictionary_attr_lookup(attrs, TERN_STR(DIVISIBILITY)) : NULL;
  if (attrs && tern_dictionary_attr_lookup(attrs, TERN_STR(TERN_KERNEL_IS_ONE))) return 0;
  bool is_known = known && known->kind == TERN_ATTR_INTEGER && tern_integer_attr_value(known) > 0;
  return is_known ? (uint32_t)tern_integer_attr_value(known) : 1;
}

// --- which argument is which ---

static tern_str_t name_of(const tern_value_t *argument) {
  const tern_attr_t *loc = argument->arg_loc;
  if (!loc || loc->kind != TERN_ATTR_LOC_NAME) return TERN_STR("");
  return tern_ident_str((const tern_ident_t *)(uintptr_t)loc->params[0]);
}

// Arguments of two kernels, in two contexts.
static bool is_same(const tern_value_t *a, const tern_value_t *b) {
  tern_kernel_argument_t left = tern_kernel_describe_argument(a->type), right = tern_kernel_describe_argument(b->type);
  bool is_named = name_of(a).size && name_of(b).size;
  return memcmp(&left, &right, sizeof left) == 0 && (!is_named || tern_str_equal(name_of(a), name_of(b)));
}

// Finds the places of the arguments of `few` among those of `all`, in their order: the first that are possible, or, backwards, the
// last. The number of the argument that has none; their count if all have.
static size_t place_arguments(const tern_op_t *few, const tern_op_t *all, bool is_backwards, size_t *out_places) {
  size_t count = argument_count(few), room = argument_count(all), next = 0;
  for (size_t k = 0; k < count; ++k, ++next) {
    size_t i = is_backwards ? count - 1 - k : k;
    const tern_value_t *argument = tern_func_body(few)->args[i];
    while (next < room && !is_same(argument, tern_func_body(all)->args[is_backwards ? room - 1 - next : next])) ++next;
    if (next == room) return i;
    out_places[i] = is_backwards ? room - 1 - next : next;
  }
  return count;
}

static bool refuse(const tern_op_t *kernel, const tern_op_t *all, size_t argument) {
  tern_op_error(kernel, "argument %zu of this variant is none of those of the one with the most, in their order",
                argument);
  tern_emit_note(kernel->loc,
                 "that takes %zu arguments; those that a variant leaves out are 1, and the others are the same",
                 argument_count(all));
  return false;
}

static bool find_places(const tern_op_t *few, const tern_op_t *all, size_t *out_places) {
  size_t count = argument_count(few), misfit = place_arguments(few, all, false, out_places);
  if (misfit < count) return refuse(few, all, misfit);
  size_t *others = tern_malloc((count + 1) * sizeof *others);
  place_arguments(few, all, true, others);
  size_t i = 0;
  while (i < count && others[i] == out_places[i]) ++i;
  free(others);
  if (i == count) return true;
  tern_op_error(few, "it cannot be told which argument of the kernel argument %zu of this variant is", i);
  tern_emit_note(few->loc, "print the IR with the locations of arguments, which are their names");
  return false;
}

// --- arguments that are left out ---

// The attributes of an argument, which may be none.
static const tern_attr_t *read_attrs(const tern_op_t *function, size_t index) {
  const tern_attr_t *attrs = tern_func_arg_attrs(function, index);
  return attrs ? attrs : tern_dictionary_attr_get(tern_op_context(function), NULL, 0);
}

// Adds an argument of the same type as `wanted`, a number, in front of argument `index`.
static bool add_one(tern_op_t *few, size_t index, const tern_value_t *wanted) {
  tern_context_t *context = tern_op_context(few);
  tern_block_t *body = tern_func_body(few);
  size_t count = body->arg_count + 1;
  if (!tern_type_is_integer(wanted->type)) {
    tern_op_error(few, "this variant leaves out an argument that is no integer, in place %zu", index);
    tern_emit_note(few->loc, "what a variant leaves out is known to be 1");
    return false;
  }
  const tern_attr_t *one =
      tern_dictionary_attr_with(context, NULL, TERN_STR(TERN_KERNEL_IS_ONE), tern_unit_attr_get(context));
  const tern_attr_t **attrs = tern_malloc(count * sizeof *attrs);
  for (size_t i = 0; i < count; ++i) attrs[i] = i == index ? one : read_attrs(few, i - (i > index));
  tern_block_insert_arg(body, index, tern_i_type_get(context, (unsigned)tern_type_bit_width(wanted->type)), few->loc);
  const tern_type_t **types = tern_malloc(count * sizeof *types);
  for (size_t i = 0; i < count; ++i) types[i] = body->args[i]->type;
  const tern_type_t *type = tern_func_type(few);
  type = tern_function_type_get(context, (tern_types_t){types, count}, tern_function_type_results(type));
  tern_op_set_attr(few, "function_type", tern_type_attr_get(type));
  tern_op_set_attr(few, "arg_attrs", tern_array_attr_get(context, attrs, count));
  free(types);
  free(attrs);
  return true;
}

static bool complete_arguments(tern_op_t *few, const tern_op_t *all) {
  size_t count = argument_count(few), next = 0;
  size_t *places = tern_malloc((count + 1) * sizeof *places);
  bool is_right = find_places(few, all, places);
  for (size_t i = 0; i < argument_count(all) && is_right; ++i) {
    if (next < count && places[next] == i) {
      ++next;
    } else {
      is_right = add_one(few, i, tern_func_body(all)->args[i]);
    }
  }
  free(places);
  return is_right;
}

static tern_op_t *find_kernel(const tern_kernel_variant_t *variant, tern_str_t name) {
  tern_block_for_each_op(tern_op_body(variant->module, 0), op) {
    if (tern_kernel_is_one(op) && tern_str_equal(tern_symbol_name(op), name)) return op;
  }
  return NULL;
}

// The kernel of this name with the most arguments; of the first variant that has so many.
static tern_op_t *find_fullest(const tern_kernel_variants_t *variants, tern_str_t name) {
  tern_op_t *fullest = NULL;
  for (size_t i = 0; i < variants->list.count; ++i) {
    tern_op_t *kernel = find_kernel(&variants->list.values[i], name);
    if (kernel && (!fullest || argument_count(kernel) > argument_count(fullest))) fullest = kernel;
  }
  return fullest;
}

static bool complete_all(tern_kernel_variants_t *variants) {
  for (size_t i = 0; i < variants->list.count && variants->list.count > 1; ++i) {
    tern_block_for_each_op(tern_op_body(variants->list.values[i].module, 0), op) {
      const tern_op_t *all = tern_kernel_is_one(op) ? find_fullest(variants, tern_symbol_name(op)) : NULL;
      if (all && all != op && !complete_arguments(op, all)) return false;
    }
  }
  return true;
}

// --- variants for any argument ---

static bool forget(tern_op_t *function) {
  tern_context_t *context = tern_op_context(function);
  size_t count = argument_count(function);
  bool is_any = false;
  const tern_attr_t **attrs = tern_malloc((count + 1) * sizeof *attrs);
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *old = read_attrs(function, i);
    is_any = is_any || tern_dictionary_attr_lookup(old, TERN_STR(DIVISIBILITY));
    old = tern_dictionary_attr_with(context, old, TERN_STR(DIVISIBILITY), NULL);
    attrs[i] = old ? old : tern_dictionary_attr_get(context, NULL, 0);
  }
  if (is_any) tern_op_set_attr(function, "arg_attrs", tern_array_attr_get(context, attrs, count));
  free(attrs);
  return is_any;
}

// A copy that knows nothing of its arguments but which are 1. Nothing is added if the variant knew no more.
static void add_generic(tern_kernel_variants_t *variants, size_t index) {
  const tern_kernel_variant_t *variant = &variants->list.values[index];
  tern_map_t mapping = {0};
  tern_op_t *copy = tern_op_clone(variant->module, &mapping);
  bool is_any = false;
  tern_map_deinitialize(&mapping);
  tern_block_for_each_op(tern_op_body(copy, 0), op) {
    if (tern_op_is(op, TERN_TT(FUNC)) && !tern_region_is_empty(&op->regions[0])) is_any |= forget(op);
  }
  if (is_any) {
    tern_vec_push(&variants->list, ((tern_kernel_variant_t){variant->compiler, copy, true}));
  } else {
    tern_op_destroy(copy);
  }
}

// --- the order of launches ---

enum { OF_ONE = 64 };

// How much is known of the arguments. Where one variant knows all that another does, and more, it has more.
static unsigned measure(const tern_op_t *module) {
  unsigned known = 0;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    for (size_t i = 0; tern_kernel_is_one(op) && i < argument_count(op); ++i) {
      uint32_t divisor = tern_kernel_divisibility(op, i);
      known += divisor == 0 ? OF_ONE : (unsigned)__builtin_ctz(divisor);
    }
  }
  return known;
}

static void sort(tern_kernel_variants_t *variants) {
  tern_kernel_variant_t *values = variants->list.values;
  for (size_t i = 1; i < variants->list.count; ++i) {
    tern_kernel_variant_t moved = values[i];
    unsigned known = measure(moved.module);
    size_t k = i;
    for (; k > 0 && measure(values[k - 1].module) < known; --k) values[k] = values[k - 1];
    values[k] = moved;
  }
}

tern_status_t tern_kernel_variants_read(tern_compiler_t *const *compilers, size_t count, bool adds_generic,
                                        tern_kernel_variants_t *out) {
  *out = (tern_kernel_variants_t){0};
  for (size_t i = 0; i < count; ++i) {
    tern_op_t *module = tern_compiler_module(compilers[i]);
    if (!module) return tern_status_make(TERN_FAILED_PRECONDITION, "no module is loaded");
    tern_vec_push(&out->list, ((tern_kernel_variant_t){compilers[i], module, false}));
  }
  if (!complete_all(out)) return tern_status_make(TERN_INVALID_IR, "the variants are not of the same kernels");
  for (size_t i = 0; i < count && adds_generic; ++i) add_generic(out, i);
  sort(out);
  return tern_ok();
}

void tern_kernel_variants_deinitialize(tern_kernel_variants_t *variants) {
  for (size_t i = 0; i < variants->list.count; ++i) {
    if (variants->list.values[i].is_copy) tern_op_destroy(variants->list.values[i].module);
  }
  tern_vec_deinitialize(&variants->list);
}
