// Calls of llvm.func, inlined (upstream: LLVM's InlinerInterfaceImpl.cpp).
//
// What is passed by value is copied to memory of the caller, unless the callee only reads it. Memory of a constant
// size that the callee allocates first moves to the entry of the caller, and lives as long as the copy of the body;
// memory of another size is freed after it. What the call says of the groups and scopes of its accesses holds for those
// of the copy; scopes of the callee are other scopes in each copy. That arguments are not aliases of each other is
// forgotten, which is safe. Locations, also those of loops, say where they were inlined.

#include "transform/llvm/inline.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/dlti/dlti.h"
#include "dialect/func/func.h"
#include "dialect/llvm/llvm.h"
#include "ir/symbol.h"
#include "rewrite/builder.h"

// The copy of a body: the blocks from `entry` to before `after`, in which `call` stands first.
typedef struct inlined {
  tern_op_t *call;
  tern_block_t *before, *entry, *after;
} inlined_t;

// --- may it be inlined? ---

bool tern_inline_llvm_fits(const tern_op_t *call, const tern_op_t *callee) {
  static const char *const refused[] = {"noduplicate", "presplitcoroutine", "returns_twice", "strictfp"};
  if (!tern_op_is(callee, TERN_LLVM(FUNC))) return false;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(callee, "function_type"));
  if (type->params[1] != 0 || tern_op_attr(callee, "personality")) return false;
  for (size_t i = 0; i < call->operand_count; ++i) {
    const tern_attr_t *attrs = tern_func_arg_attrs(callee, i);
    if (attrs && tern_dictionary_attr_lookup(attrs, TERN_STR("llvm.inalloca"))) return false;
  }
  const tern_attr_t *passed = tern_op_attr(callee, "passthrough");
  for (size_t i = 0; passed && i < tern_array_attr_count(passed); ++i) {
    const tern_attr_t *word = tern_array_attr_at(passed, i);
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; ++k) {
      if (tern_attr_is_string(word) && tern_str_equal_cstr(tern_string_attr_value(word), refused[k])) return false;
    }
  }
  return true;
}

static tern_walk_result_t find_fixed_op(tern_op_t *op, void *user) {
  (void)user;
  bool is_fixed = tern_op_is(op, TERN_LLVM(INTR_VASTART)) || tern_op_is(op, TERN_LLVM(BLOCKTAG));
  return is_fixed ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

bool tern_inline_llvm_can_move_ops(tern_op_t *callee) {
  return tern_op_walk_pre(callee, find_fixed_op, NULL) != TERN_WALK_INTERRUPT;
}

// --- arguments by value ---

static tern_value_t *make_i64(tern_builder_t *b, uint64_t value) {
  return tern_llvm_build_int(b, tern_i_type_get(b->context, 64), (int64_t)value);
}

static const tern_attr_t *i64_attr(tern_context_t *context, uint64_t value) {
  return tern_integer_attr_get(tern_i_type_get(context, 64), (int64_t)value);
}

static uint64_t alignment_attr_of(const tern_attr_t *alignment) {
  return alignment ? (uint64_t)tern_integer_attr_value(alignment) : 1;
}

// Aligns an alloca, unless that would align the whole stack anew for its sake. Gives its alignment.
static uint64_t align_alloca(tern_op_t *alloca, uint64_t wanted) {
  uint64_t alignment = alignment_attr_of(tern_op_attr(alloca, "alignment"));
  if (wanted <= alignment) return alignment;
  const tern_attr_t *stack = tern_dlti_layout_of_name(alloca, "dlti.stack_alignment");
  uint64_t natural_bits = stack && tern_attr_is_integer(stack) ? (uint64_t)tern_integer_attr_value(stack) : 0;
  if (natural_bits != 0 && 8 * wanted > natural_bits && 8 * alignment <= natural_bits) return alignment;
  tern_op_set_attr(alloca, "alignment", i64_attr(tern_op_context(alloca), wanted));
  return wanted;
}

// The alignment of what a pointer points to, raised to `wanted` where that can be done.
static uint64_t align_pointer(tern_value_t *pointer, uint64_t wanted) {
  tern_op_t *source = tern_value_defining_op(pointer);
  if (source && tern_op_is(source, TERN_LLVM(ALLOCA))) return align_alloca(source, wanted);
  if (source && tern_op_is(source, TERN_LLVM(MLIR_ADDRESSOF))) {
    const tern_op_t *global = tern_symbol_lookup_nearest(source, tern_op_attr(source, "global_name"));
    bool is_global = global && tern_op_is(global, TERN_LLVM(MLIR_GLOBAL));
    return is_global ? alignment_attr_of(tern_op_attr(global, "alignment")) : 1;
  }
  if (source) return 1;
  tern_block_t *block = tern_value_block(pointer);
  const tern_op_t *function = block->parent->parent;
  if (!tern_op_is(function, TERN_LLVM(FUNC)) || block != block->parent->first_block) return 1;
  size_t index = 0;
  while (index < block->arg_count && block->args[index] != pointer) ++index;
  const tern_attr_t *attrs = tern_func_arg_attrs(function, index);
  return alignment_attr_of(attrs ? tern_dictionary_attr_lookup(attrs, TERN_STR("llvm.align")) : NULL);
}

static bool writes_arguments(const tern_op_t *callee) {
  const tern_attr_t *effects = tern_op_attr(callee, "memory_effects");
  const tern_attr_t *word = effects ? tern_llvm_attr_param(effects, "argMem") : NULL;
  return !word || !(tern_str_equal_cstr(tern_string_attr_value(word), "none") ||
                    tern_str_equal_cstr(tern_string_attr_value(word), "read"));
}

// Memory in the entry of the function that holds what `pointer` points to.
static tern_value_t *copy_argument(tern_builder_t *b, tern_value_t *pointer, const tern_type_t *type,
                                   uint64_t alignment) {
  const tern_attr_t *loc = tern_value_loc(pointer);
  tern_builder_t start = tern_builder_at_start(tern_value_block(pointer)->parent->first_block, loc);
  tern_value_t *one = make_i64(&start, 1);
  tern_value_t *memory = tern_build_value(
      &start, TERN_LLVM(ALLOCA), .operands = TERN_VALUES(one), .types = TERN_TYPES(pointer->type),
      .attrs = TERN_ATTRS({"alignment", i64_attr(b->context, alignment)}, {"elem_type", tern_type_attr_get(type)}));
  b->loc = loc;
  tern_value_t *size = make_i64(b, tern_llvm_type_size(type));
  tern_build(b, TERN_LLVM(INTR_MEMCPY), .operands = TERN_VALUES(memory, pointer, size),
             .attrs = TERN_ATTRS({"isVolatile", tern_bool_attr_get(b->context, false)}));
  return memory;
}

// What stands for argument `index` in the copy of the body.
static tern_value_t *pass_argument(tern_builder_t *b, tern_op_t *call, const tern_op_t *callee, size_t index) {
  tern_value_t *value = tern_op_operand(call, index);
  const tern_attr_t *attrs = tern_func_arg_attrs(callee, index);
  const tern_attr_t *by_value = attrs ? tern_dictionary_attr_lookup(attrs, TERN_STR("llvm.byval")) : NULL;
  if (!by_value) return value;
  const tern_type_t *type = tern_type_attr_value(by_value);
  uint64_t wanted = alignment_attr_of(tern_dictionary_attr_lookup(attrs, TERN_STR("llvm.align")));
  uint64_t least = tern_llvm_type_alignment(type);
  if (!writes_arguments(callee) && (wanted <= least || align_pointer(value, wanted) >= wanted)) return value;
  return copy_argument(b, value, type, wanted > least ? wanted : least);
}

// --- memory on the stack ---

typedef struct moved_alloca {
  tern_op_t *op;
  int64_t size;
  bool needs_lifetime;
} moved_alloca_t;
typedef TERN_VEC(moved_alloca_t) moved_list_t;

static bool has_lifetime(const tern_value_t *pointer) {
  tern_value_for_each_use(pointer, use) {
    const tern_op_t *user = use->owner;
    if (tern_op_is(user, TERN_LLVM(INTR_LIFETIME_START)) || tern_op_is(user, TERN_LLVM(INTR_LIFETIME_END))) return true;
    if (tern_op_is(user, TERN_LLVM(BITCAST)) && has_lifetime(&user->results[0])) return true;
  }
  return false;
}

// The block that memory of the function around `call` is allocated in.
static tern_block_t *entry_around(tern_op_t *call) {
  tern_op_t *op = call;
  for (tern_op_t *parent = tern_op_parent(op); parent; op = parent, parent = tern_op_parent(op)) {
    if (tern_op_has_trait(parent, TERN_TRAIT_ISOLATED_FROM_ABOVE | TERN_TRAIT_ALLOCATION_SCOPE))
      return op->block->parent->first_block;
  }
  return NULL;
}

// Allocas of a constant size in the entry go to `out_moved`; whether there are others in the copy.
static bool collect_allocas(const inlined_t *inlined, moved_list_t *out_moved) {
  bool has_dynamic = false;
  for (tern_block_t *block = inlined->entry; block != inlined->after; block = block->next) {
    tern_block_for_each_op(block, op) {
      int64_t size;
      if (!tern_op_is(op, TERN_LLVM(ALLOCA))) continue;
      bool is_static = tern_value_constant_int(tern_op_operand(op, 0), &size);
      has_dynamic = has_dynamic || !is_static;
      if (!is_static || block != inlined->entry) continue;
      tern_vec_push(out_moved, (moved_alloca_t){op, size, size != 0 && !has_lifetime(&op->results[0])});
    }
  }
  return has_dynamic;
}

static void move_alloca(const moved_alloca_t *moved, tern_block_t *target, tern_op_t *before) {
  tern_op_t *alloca = moved->op;
  if (moved->needs_lifetime) {
    tern_builder_t here = tern_builder_before(alloca);
    tern_build(&here, TERN_LLVM(INTR_LIFETIME_START), .operands = TERN_VALUES(&alloca->results[0]));
  }
  tern_builder_t start = before ? tern_builder_before(before) : tern_builder_at_end(target, alloca->loc);
  start.loc = alloca->loc;
  tern_value_t *size = tern_llvm_build_int(&start, tern_op_operand(alloca, 0)->type, moved->size);
  tern_op_remove(alloca);
  tern_op_insert(alloca, target, before);
  tern_op_set_operand(alloca, 0, size);
}

static void place_allocas(const inlined_t *inlined) {
  tern_block_t *target = entry_around(inlined->call);
  moved_list_t moved = {0};
  bool has_dynamic = target && collect_allocas(inlined, &moved);
  tern_value_t *top = NULL;
  bool needs_end = has_dynamic;
  if (has_dynamic) {
    tern_builder_t b = tern_builder_at_start(inlined->entry, inlined->call->loc);
    top = tern_build_value(&b, TERN_LLVM(INTR_STACKSAVE), .types = TERN_TYPES(tern_llvm_ptr_type(b.context, 0)));
  }
  tern_op_t *first = target ? target->first_op : NULL;
  for (size_t i = 0; i < moved.count; ++i) {
    move_alloca(&moved.values[i], target, first);
    needs_end = needs_end || moved.values[i].needs_lifetime;
  }
  for (tern_block_t *block = inlined->entry; needs_end && block != inlined->after; block = block->next) {
    if (!tern_op_has_trait(block->last_op, TERN_TRAIT_RETURN_LIKE)) continue;
    tern_builder_t b = tern_builder_before(block->last_op);
    b.loc = inlined->call->loc;
    if (top) tern_build(&b, TERN_LLVM(INTR_STACKRESTORE), .operands = TERN_VALUES(top));
    for (size_t i = 0; i < moved.count; ++i) {
      tern_op_t *alloca = moved.values[i].op;
      b.loc = alloca->loc;
      if (moved.values[i].needs_lifetime)
        tern_build(&b, TERN_LLVM(INTR_LIFETIME_END), .operands = TERN_VALUES(&alloca->results[0]));
    }
  }
  tern_vec_deinitialize(&moved);
}

// --- what accesses say of themselves ---

typedef struct copy_walk {
  const inlined_t *inlined;
  tern_map_t scopes;              // of the callee, and their domains -> those of this copy
  const tern_attr_t *subprogram;  // of the caller, or NULL
} copy_walk_t;

// A scope or domain like `attr`, but another one.
static const tern_attr_t *renew(copy_walk_t *walk, const tern_attr_t *attr) {
  const tern_attr_t *made = tern_map_get(&walk->scopes, attr);
  if (made) return made;
  tern_context_t *context = tern_op_context(walk->inlined->call);
  const tern_attr_t *id = tern_distinct_attr_create(tern_unit_attr_get(context));
  const tern_attr_t *domain = tern_llvm_attr_param(attr, "domain"), *text = tern_llvm_attr_param(attr, "description");
  if (tern_attr_is_llvm(attr, "llvm.alias_scope")) {
    const tern_named_attr_t params[] = {{"id", id}, {"domain", renew(walk, domain)}, {"description", text}};
    made = tern_llvm_attr_make(context, "llvm.alias_scope", params, 3);
  } else {
    const tern_named_attr_t params[] = {{"id", id}, {"description", text}};
    made = tern_llvm_attr_make(context, "llvm.alias_scope_domain", params, 2);
  }
  tern_map_set(&walk->scopes, attr, (void *)(uintptr_t)made);
  return made;
}

// `list` of the op, renewed where it is of scopes, and what the call has of the same name behind it.
static void update_list(copy_walk_t *walk, tern_op_t *op, const char *name, bool is_renewed) {
  int slot = tern_op_def_slot(op->def, tern_str_from_cstr(name));
  if (slot < 0) return;
  const tern_attr_t *own = op->slots[slot], *others = tern_op_attr(walk->inlined->call, name);
  if (!own && !others) return;
  TERN_VEC(const tern_attr_t *) list = {0};
  for (size_t i = 0; own && i < tern_array_attr_count(own); ++i) {
    const tern_attr_t *element = tern_array_attr_at(own, i);
    tern_vec_push(&list, is_renewed ? renew(walk, element) : element);
  }
  for (size_t i = 0; others && i < tern_array_attr_count(others); ++i) {
    const tern_attr_t *element = tern_array_attr_at(others, i);
    tern_vec_push(&list, element);
  }
  tern_op_set_attr(op, name, tern_array_attr_get(tern_op_context(op), list.values, list.count));
  tern_vec_deinitialize(&list);
}

// Start and end of a loop were inlined, too.
static const tern_attr_t *place_loop(const copy_walk_t *walk, const tern_attr_t *loop) {
  static const char *const names[] = {"disableNonforced", "vectorize", "interleave",      "unroll",
                                      "unrollAndJam",     "licm",      "distribute",      "pipeline",
                                      "peeled",           "unswitch",  "mustProgress",    "isVectorized",
                                      "startLoc",         "endLoc",    "parallelAccesses"};
  enum { COUNT = sizeof names / sizeof names[0] };
  tern_named_attr_t params[COUNT];
  tern_context_t *context = tern_op_context(walk->inlined->call);
  for (size_t i = 0; i < COUNT; ++i) {
    const tern_attr_t *value = tern_llvm_attr_param(loop, names[i]);
    if (value && value->kind == TERN_ATTR_LOC_FUSED) {
      const tern_attr_t *at = tern_call_site_loc_get(value, walk->inlined->call->loc);
      value = tern_fused_loc_get(context, &at, 1, walk->subprogram);
    }
    params[i] = (tern_named_attr_t){names[i], value};
  }
  return tern_llvm_attr_make(context, "llvm.loop_annotation", params, COUNT);
}

static tern_walk_result_t update_op(tern_op_t *op, void *user) {
  copy_walk_t *walk = user;
  const tern_attr_t *place = walk->inlined->call->loc;
  if (place->kind != TERN_ATTR_LOC_UNKNOWN) op->loc = tern_call_site_loc_get(op->loc, place);
  update_list(walk, op, "alias_scopes", true);
  update_list(walk, op, "noalias_scopes", true);
  update_list(walk, op, "access_groups", false);
  if (tern_op_is(op, TERN_LLVM(INTR_EXPERIMENTAL_NOALIAS_SCOPE_DECL)))
    tern_op_set_attr(op, "scope", renew(walk, tern_op_attr(op, "scope")));
  const tern_attr_t *loop = tern_op_attr(op, "loop_annotation");
  if (loop && walk->subprogram && tern_attr_is_llvm(loop, "llvm.loop_annotation"))
    tern_op_set_attr(op, "loop_annotation", place_loop(walk, loop));
  return TERN_WALK_ADVANCE;
}

static void update_ops(const inlined_t *inlined) {
  copy_walk_t walk = {.inlined = inlined};
  const tern_op_t *caller = tern_op_parent(inlined->call);
  while (caller && !tern_op_has_trait(caller, TERN_TRAIT_FUNCTION_LIKE)) caller = tern_op_parent(caller);
  if (caller && caller->loc->kind == TERN_ATTR_LOC_FUSED) {
    const tern_attr_t *metadata = (const tern_attr_t *)(uintptr_t)caller->loc->params[0];
    walk.subprogram = tern_attr_is_llvm(metadata, "llvm.di_subprogram") ? metadata : NULL;
  }
  for (tern_block_t *block = inlined->entry; block != inlined->after; block = block->next) {
    tern_block_for_each_op(block, op) tern_op_walk_pre(op, update_op, &walk);
  }
  tern_map_deinitialize(&walk.scopes);
}

// --- putting the copy in place ---

static inlined_t copy_body(tern_op_t *call, const tern_op_t *callee) {
  tern_builder_t b = tern_builder_before(call);
  TERN_VEC(tern_value_t *) arguments = {0};
  for (size_t i = 0; i < call->operand_count; ++i) {
    tern_value_t *argument = pass_argument(&b, call, callee, i);
    tern_vec_push(&arguments, argument);
  }
  tern_block_t *before = call->block, *after = tern_block_split(call);
  tern_region_t copy = {.parent = before->parent->parent};
  tern_map_t mapping = {0};
  tern_region_clone_into(&callee->regions[0], &copy, &mapping);
  tern_map_deinitialize(&mapping);
  tern_block_t *entry = copy.first_block;
  while (copy.first_block) {
    tern_block_t *block = copy.first_block;
    tern_block_remove(block);
    tern_block_insert(block, before->parent, after);
  }
  for (size_t i = entry->arg_count; i-- > 0;) {
    tern_value_replace_all_uses(entry->args[i], arguments.values[i]);
    tern_block_erase_arg(entry, i);
  }
  tern_vec_deinitialize(&arguments);
  return (inlined_t){call, before, entry, after};
}

// The ops of `block` go to the end of `target`, and the block goes.
static void append_block(tern_block_t *target, tern_block_t *block, tern_context_t *context) {
  tern_block_for_each_op_safe(block, op) {
    tern_op_remove(op);
    tern_op_insert(op, target, NULL);
  }
  tern_block_remove(block);
  tern_block_destroy(block, context);
}

static void end_single_block(const inlined_t *inlined) {
  tern_op_t *end = inlined->entry->last_op;
  for (size_t i = 0; i < inlined->call->result_count; ++i)
    tern_value_replace_all_uses(tern_op_result(inlined->call, i), tern_op_operand(end, i));
  tern_op_destroy(end);
}

// Returns branch to what came after the call, with the results as arguments.
static void end_blocks(const inlined_t *inlined) {
  tern_op_t *call = inlined->call;
  tern_block_t *after = inlined->after;
  for (size_t i = 0; i < call->result_count; ++i) {
    tern_value_t *arg = tern_block_add_arg(after, tern_op_result(call, i)->type, call->loc);
    tern_value_replace_all_uses(tern_op_result(call, i), arg);
  }
  for (tern_block_t *block = inlined->entry; block != after; block = block->next) {
    tern_op_t *end = block->last_op;
    if (!tern_op_is(end, TERN_LLVM(RETURN))) continue;
    tern_builder_t b = tern_builder_before(end);
    tern_op_t *branch = tern_build(&b, TERN_LLVM(BR), .successors = &after, .successor_count = 1);
    for (size_t i = 0; i < end->operand_count; ++i) {
      tern_value_t *value = tern_op_operand(end, i);
      tern_op_insert_operands(branch, i, (tern_values_t){&value, 1});
    }
    tern_op_destroy(end);
  }
}

void tern_inline_llvm_call(tern_op_t *call, tern_op_t *callee) {
  tern_context_t *context = tern_op_context(call);
  inlined_t inlined = copy_body(call, callee);
  update_ops(&inlined);
  place_allocas(&inlined);
  bool is_single = inlined.entry->next == inlined.after && tern_op_is(inlined.entry->last_op, TERN_LLVM(RETURN));
  (is_single ? end_single_block : end_blocks)(&inlined);
  tern_op_destroy(call);
  append_block(inlined.before, inlined.entry, context);
  if (is_single) append_block(inlined.before, inlined.after, context);
}
