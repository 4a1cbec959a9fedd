// From the syntax tree of functions to IR. A generator walks the body of one function: what is constant is computed, what is not becomes
// ops, in the order and with the locations of Triton's own front end. Functions that are called get generators of their own. Each
// visit gives a value, or NULL after an error.

#ifndef TERN_FRONTEND_TRITON_EVALUATE_GENERATOR_H_
#define TERN_FRONTEND_TRITON_EVALUATE_GENERATOR_H_

#include "base/map.h"
#include "base/vec.h"
#include "frontend/triton/evaluate/value.h"
#include "frontend/triton/frontend.h"
#include "frontend/triton/syntax/token.h"
#include "rewrite/builder.h"

enum {
  TL_CALLS_MAX = 64,       // functions within one another: recursion takes the stack of the compiler
  TL_STEPS_MAX = 1 << 20,  // statements and iterations that run while compiling: a program may not end
};

typedef struct tl_binding {
  tern_str_t name;
  const tl_value_t *value;
} tl_binding_t;

// Names and their values in the order in which they were first bound. In the arena; copied by value.
typedef struct tl_scope {
  tl_binding_t *values;
  size_t count, capacity;
} tl_scope_t;

// A file. Its statements are only read: a global is evaluated where a function asks for it.
struct tl_module {
  tern_str_t path, name;  // name: as Python would import it
  tl_source_t source;
  const tl_node_t *tree;
  bool is_library;     // our own text of a part of triton.language
  tl_scope_t globals;  // that have been asked for
  tl_scope_t pending;  // that are being evaluated
};

// A function in the module of the IR.
typedef struct tl_compiled {
  tern_op_t *op;
  const tl_value_t *result;  // a pattern for tl_unflatten(); NULL: nothing
  bool is_done;
} tl_compiled_t;

typedef struct tl_program {
  tern_context_t *context;
  tern_arena_t *arena;
  tern_triton_target_t target;
  const char *const *import_folders;  // where imports are looked for besides the folders that a file is in
  size_t import_folder_count;
  TERN_VEC(tl_module_t *) modules;
  tern_op_t *ir;
  tern_map_t functions;  // names (idents) to tl_compiled_t
  size_t quiet;          // above 0: errors are not told, for somebody tries what may fail
  size_t depth;          // of calls
  size_t steps;          // of functions that run while compiling: they may not end
} tl_program_t;

typedef struct tl_generator {
  tl_program_t *program;
  tl_module_t *module;
  const tl_function_t *function;  // NULL: of globals
  tern_builder_t b;
  tl_scope_t locals, defs;  // defs: what was bound in the region at hand
  const tl_node_t *node;    // visited now
  tern_str_t target_name;   // the name that is assigned to: locations say it
  bool is_host;             // nothing but constants: globals, and functions that run while compiling
  size_t loop_depth;
  tern_op_t *func;
  bool has_returned;
  const tl_value_t *result;  // the first one; NULL: nothing
  struct tl_generator *caller;
  const tl_node_t *dropped;                                 // a call whose result nobody takes
  enum { TL_RUNS, TL_BREAKS, TL_CONTINUES, TL_ENDS } flow;  // of functions that run while compiling
} tl_generator_t;

// --- errors ---

// At the node that is visited, with notes for the calls that lead there. NULL.
const tl_value_t *tl_error(tl_generator_t *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Behind an error: what to do about it.
void tl_note(tl_generator_t *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
// str() of a value, in the arena.
const char *tl_text(tl_generator_t *g, const tl_value_t *value);
const char *tl_type_text(tl_generator_t *g, const tl_type_t *type);

// --- scopes ---

const tl_value_t *tl_scope_find(const tl_scope_t *scope, tern_str_t name);
void tl_scope_set(tern_arena_t *arena, tl_scope_t *scope, tern_str_t name, const tl_value_t *value);
tl_scope_t tl_scope_copy(tern_arena_t *arena, const tl_scope_t *scope);
void tl_bind(tl_generator_t *g, tern_str_t name, const tl_value_t *value);

// --- files and globals ---

// A file whose text is there already; it is borrowed as long as the program lives. NULL after an error.
tl_module_t *tl_add_source(tl_program_t *program, tern_str_t path, tern_str_t text);
// NULL after an error, or silently if there is no such file. `name` may be empty: it is taken from the path.
tl_module_t *tl_load_module(tl_program_t *program, tern_str_t path, tern_str_t name);
tl_module_t *tl_library_module(tl_program_t *program, const char *name);
// A global of a file; NULL: it has none of this name, or (`*out_failed`) it cannot be evaluated, of which an error was told.
const tl_value_t *tl_module_find(tl_program_t *program, tl_module_t *module, tern_str_t name, bool *out_failed);
// A member of a module of Triton or Python; NULL: there is none.
const tl_value_t *tl_namespace_find(tl_program_t *program, tern_str_t name_space, tern_str_t name);
// The module whose members are what Triton's driver tells of the target.
#define TL_TARGET_SPACE "target"
// What `import name` of a file binds. `level`: dots in front of the name.
const tl_value_t *tl_import(tl_program_t *program, tl_module_t *module, tern_str_t name, int level);
const tl_value_t *tl_make_function(tl_program_t *program, tl_module_t *module, const tl_node_t *node, tern_str_t name);
const tl_value_t *tl_make_class(tl_program_t *program, tl_module_t *module, const tl_node_t *node);

// --- expressions ---

const tl_value_t *tl_visit(tl_generator_t *g, const tl_node_t *node);
// Elements of a list, with those behind a star.
bool tl_visit_items(tl_generator_t *g, const tl_nodes_t *nodes, tl_items_t *out_items);
const tl_value_t *tl_attribute(tl_generator_t *g, const tl_value_t *value, tern_str_t name);
const tl_value_t *tl_binary(tl_generator_t *g, tl_operator_t op, const tl_value_t *lhs, const tl_value_t *rhs);
const tl_value_t *tl_unary(tl_generator_t *g, tl_operator_t op, const tl_value_t *operand);
const tl_value_t *tl_subscript(tl_generator_t *g, const tl_value_t *value, const tl_value_t *index);
const tl_value_t *tl_visit_comprehension(tl_generator_t *g, const tl_node_t *node);
// Operators on what is known: numbers, texts, tuples, types.
const tl_value_t *tl_constant_binary(tl_generator_t *g, tl_operator_t op, const tl_value_t *lhs, const tl_value_t *rhs);
const tl_value_t *tl_constant_unary(tl_generator_t *g, tl_operator_t op, const tl_value_t *operand);
// An index of Python's, from the end on if negative; false after an error.
bool tl_wrap_index(tl_generator_t *g, const tl_value_t *index, size_t count, size_t *out_index);

// --- calls ---

typedef struct tl_arguments {
  tl_items_t positional;
  const tl_binding_t *keywords;
  size_t keyword_count;
} tl_arguments_t;

const tl_value_t *tl_call(tl_generator_t *g, const tl_value_t *callee, const tl_arguments_t *arguments);
const tl_value_t *tl_visit_call(tl_generator_t *g, const tl_node_t *node);
// A function of Triton on arguments in their order.
const tl_value_t *tl_call_values(tl_generator_t *g, const tl_function_t *function, const tl_value_t *const *args,
                                 size_t count);
// Makes the IR of a function. `args`: its arguments, in which tensors are patterns (handles NULL).
bool tl_generate_function(tl_program_t *program, tl_generator_t *caller, const tl_function_t *function, tern_str_t name,
                          const tl_value_t *const *args, bool is_kernel, tl_compiled_t *out_compiled);
// Arguments to parameters, as Python does. Defaults are evaluated.
bool tl_bind_arguments(tl_generator_t *g, const tl_function_t *function, const tl_arguments_t *arguments,
                       const tl_value_t **out_values);
const tl_value_t *tl_run_host(tl_generator_t *g, const tl_function_t *function, const tl_value_t *const *args);

// --- statements ---

bool tl_visit_statements(tl_generator_t *g, const tl_nodes_t *statements);
bool tl_assign(tl_generator_t *g, const tl_node_t *target, const tl_value_t *value);
bool tl_visit_if(tl_generator_t *g, const tl_node_t *node);
const tl_value_t *tl_visit_if_expression(tl_generator_t *g, const tl_node_t *node);
bool tl_visit_for(tl_generator_t *g, const tl_node_t *node);
bool tl_visit_while(tl_generator_t *g, const tl_node_t *node);
bool tl_visit_host_statements(tl_generator_t *g, const tl_nodes_t *statements);
// The builder's location becomes the node's.
void tl_set_location(tl_generator_t *g, const tl_node_t *node);
// Values of the IR are called by a name in their locations.
void tl_name_handles(tl_generator_t *g, const tl_value_t *value, tern_str_t name);
void tl_name_handle(tern_value_t *handle, tern_str_t name);
// A conditional's value if it is known; NULL after an error.
const tl_value_t *tl_check_condition(tl_generator_t *g, const tl_value_t *condition, const char *what);
// A region is visited: names that are bound in it are looked at behind it.
typedef struct tl_region_scope {
  tl_scope_t live, defs;
  tern_block_t *block;
  tern_op_t *before;
  const tern_attr_t *loc;
} tl_region_scope_t;
tl_region_scope_t tl_enter_region(tl_generator_t *g);
void tl_leave_region(tl_generator_t *g, const tl_region_scope_t *scope);
// Back to where ops were added when the region was entered.
void tl_return_to(tl_generator_t *g, const tl_region_scope_t *scope);

// --- the IR ---

const tern_type_t *tl_ir_type(tl_generator_t *g,
                              const tl_type_t *type);  // NULL after an error: the target has no such type
const tl_value_t *tl_tensor(tl_generator_t *g, tern_value_t *handle, const tl_type_t *type);
// Types of the values of the IR in a value.
bool tl_ir_types(tl_generator_t *g, const tl_value_t *pattern, const tern_type_t **types, size_t *inout_count);

#endif  // TERN_FRONTEND_TRITON_EVALUATE_GENERATOR_H_
