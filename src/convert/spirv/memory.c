// From memrefs to variables, before the conversion to spirv. Every access gets one linear index into a view of its
// buffer; a buffer has a view for each way it is accessed:
//
//   %m = iree.placeholder ... {binding = @io::@arg0} : memref<8x16xf32>     spirv.GlobalVariable @v bind(0, 0) {aliased}
//   %x = memref.load %m[%i, %j]                                             spirv.GlobalVariable @w bind(0, 0) {aliased}
//   %y = vector.load %m[%i, %k] : ..., vector<4xf32>                  ==>   %p = cast of @v to memref<?xf32>
//                                                                           %q = cast of @w to memref<?x4xf32>
//                                                                           %x = memref.load %p[%i * 16 + %j]
//                                                                           %y = vector.load %q[%i * 4 + %k / 4, 0]
//
// A view of vectors makes an access of several lanes one instruction. It takes that the place is a multiple of the
// lanes, which is known from the index arithmetic, or else the access is split into scalars. Memory of a workgroup or an
// invocation cannot have two views: it is an array of vectors if all accesses of vectors agree on the lanes, and scalars
// are then reached as their components.

#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "convert/linalg/memory_view.h"
#include "convert/spirv/memory_private.h"
#include "convert/spirv/to_spirv.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/hal/hal.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "dialect/spirv/types.h"
#include "dialect/vector/vector.h"
#include "ir/symbol.h"

// What an op does to memory: which operands and result hold what.
typedef struct access_row {
  const tern_op_row_t *row;
  int memref, value;  // operands, indices follow the memref; value negative: none
  bool is_vector;     // all elements of the vector lie next to each other, along the last dimension
  bool in_place;      // the op stays; its memref and indices are replaced by those of one element
} access_row_t;

static const access_row_t access_rows[] = {
    {TERN_MEMREF(LOAD), 0, -1, false, false},
    {TERN_MEMREF(STORE), 1, 0, false, false},
    {TERN_MEMREF(ATOMIC_RMW), 1, 0, false, true},
    {TERN_VECTOR(LOAD), 0, -1, true, false},
    {TERN_VECTOR(STORE), 1, 0, true, false},
    {TERN_GPU(SUBGROUP_MMA_LOAD_MATRIX), 0, -1, false, true},
    {TERN_GPU(SUBGROUP_MMA_STORE_MATRIX), 1, 0, false, true},
};

// --- accesses ---

static const access_row_t *access_row_of(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof access_rows / sizeof access_rows[0]; ++i) {
    if (tern_op_is(op, access_rows[i].row)) return &access_rows[i];
  }
  return NULL;
}

static const tern_type_t *accessed_type(const access_row_t *row, const tern_op_t *op) {
  return row->value < 0 ? tern_op_result(op, 0)->type : tern_op_operand(op, (size_t)row->value)->type;
}

static bool list_access(flattening_t *f, tern_op_t *op, const access_row_t *row) {
  tern_value_t *memref = tern_op_operand(op, (size_t)row->memref);
  if (memref->type->kind != TERN_TYPE_MEMREF) return tern_op_error(op, "accesses a buffer of unknown rank");
  // What is a variable already stays.
  tern_op_t *definition = tern_value_defining_op(memref);
  if (definition && tern_op_is(definition, tern_context_find_op(tern_op_context(op),
                                                                TERN_STR("builtin.unrealized_conversion_cast")))) {
    return true;
  }
  tern_builder_t b = tern_builder_before(op);
  tern_memory_view_t view;
  access_t access = {.op = op, .row = row, .lanes = 1};
  if (!tern_memory_view_read(&b, op, memref, &view) || !tern_spirv_find_root(f, op, view.root, &access.root))
    return false;
  root_t *root = &f->roots.values[access.root];
  tern_linear_t *linear = tern_malloc(sizeof *linear);
  *linear = (tern_linear_t){0};
  tern_linear_add_linear(linear, &root->base, 1);
  tern_linear_t place = view.offset;
  tern_value_t *indices[TERN_INDEX_LIST_MAX];
  for (size_t i = 0; i < view.rank; ++i) indices[i] = tern_op_operand(op, (size_t)row->memref + 1 + i);
  tern_memory_view_add_indices(&b, &view, &place, indices);
  tern_linear_add_linear(linear, &place, root->lanes);
  access.linear = linear;
  const tern_type_t *type = row->in_place ? root->element : accessed_type(row, op);
  if (type->kind == TERN_TYPE_VECTOR) access.lanes = tern_type_element_count(type);
  tern_vec_push(&f->accesses, access);
  if (linear->is_full) return tern_op_error(op, "has an index of too many parts");
  if (row->is_vector && view.rank > 0 && access.lanes > 1 && root->lanes == 1) {
    tern_mixed_index_t stride = view.strides[view.rank - 1];
    int64_t value;
    if (!tern_mixed_constant(stride.dynamic ? stride : tern_mixed_static(stride.value), &value) || value != 1) {
      return tern_op_error(op, "accesses several elements that do not lie next to each other");
    }
  }
  return true;
}

static bool is_vector_access(const root_t *root, const access_t *access) {
  return root->has_vectors && (access->lanes == 2 || access->lanes == 4) &&
         tern_linear_is_divisible(access->linear, access->lanes);
}

// Ops on memory that no kernel can have.
static bool check_op(const tern_op_t *op) {
  static const struct {
    const tern_op_row_t *row;
    const char *advice;
  } refused[] = {
      {TERN_MEMREF(COPY), "write it as a loop or a linalg op before the work is dealt to invocations"},
      {TERN_MEMREF(GENERIC_ATOMIC_RMW), "use memref.atomic_rmw"},
      {TERN_MEMREF(REALLOC), "allocate the larger size at once"},
      {TERN_MEMREF(GET_GLOBAL), "make the constant an argument of the dispatch"},
      {TERN_MEMREF(DMA_START), "copy with loads and stores"},
      {TERN_MEMREF(DMA_WAIT), "copy with loads and stores"},
      {TERN_VECTOR(TRANSFER_READ), "lower it to vector.load first"},
      {TERN_VECTOR(TRANSFER_WRITE), "lower it to vector.store first"},
      {TERN_VECTOR(MASKEDLOAD), "lower it to loads in scf.if first"},
      {TERN_VECTOR(MASKEDSTORE), "lower it to stores in scf.if first"},
      {TERN_VECTOR(GATHER), "lower it to scalar loads first"},
      {TERN_VECTOR(SCATTER), "lower it to scalar stores first"},
      {TERN_VECTOR(EXPANDLOAD), "lower it to scalar loads first"},
      {TERN_VECTOR(COMPRESSSTORE), "lower it to scalar stores first"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
    if (!tern_op_is(op, refused[i].row)) continue;
    tern_op_error(op, "has no counterpart in SPIR-V");
    tern_emit_note(op->loc, "%s", refused[i].advice);
    return false;
  }
  return true;
}

static tern_walk_result_t list_accesses(tern_op_t *op, void *user) {
  flattening_t *f = user;
  const access_row_t *row = access_row_of(op);
  f->is_right = row ? list_access(f, op, row) : check_op(op);
  return f->is_right ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

// --- views ---

static int64_t number_of(const tern_op_t *binding, const char *name) {
  return tern_integer_attr_value(tern_op_attr(binding, name));
}

typedef struct extent {
  int64_t set, binding, bytes;  // bytes TERN_DYNAMIC: not known
} extent_t;

static tern_walk_result_t grow_extent(tern_op_t *op, void *user) {
  extent_t *extent = user;
  if (!tern_op_is(op, TERN_IREE(PLACEHOLDER)) || !tern_op_attr(op, "binding")) return TERN_WALK_ADVANCE;
  const tern_op_t *binding = tern_hal_resolve_binding(op, tern_op_attr(op, "binding"));
  if (!binding || number_of(binding, "set") != extent->set || number_of(binding, "binding") != extent->binding) {
    return TERN_WALK_ADVANCE;
  }
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_type_t *element = tern_type_element(type);
  int64_t count = tern_type_element_count(type), bits = tern_type_bit_width(tern_type_element(element)), bytes;
  if (element->kind == TERN_TYPE_VECTOR)
    count = count == TERN_DYNAMIC ? count : count * tern_type_element_count(element);
  bool is_known = !tern_op_operand_named(op, "byte_offset") && !tern_memref_type_layout(type) &&
                  count != TERN_DYNAMIC && !tern_type_is_index(element) &&
                  !__builtin_mul_overflow(count, bits < 8 ? 1 : bits / 8, &bytes);
  if (!is_known) extent->bytes = TERN_DYNAMIC;
  if (extent->bytes != TERN_DYNAMIC && bytes > extent->bytes) extent->bytes = bytes;
  return TERN_WALK_ADVANCE;
}

// The variable of a binding with this type; made if there is none.
static tern_op_t *find_binding_variable(flattening_t *f, const tern_op_t *binding, const tern_type_t *pointer,
                                        const char *suffix) {
  tern_context_t *context = tern_op_context(binding);
  tern_op_t *module = tern_op_parent(f->func);
  int64_t set = number_of(binding, "set"), number = number_of(binding, "binding");
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  const tern_attr_t *set_attr = tern_integer_attr_get(i32, set), *number_attr = tern_integer_attr_get(i32, number);
  bool is_first = true;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_SPIRV(GLOBALVARIABLE)) || tern_op_attr(op, "descriptor_set") != set_attr ||
        tern_op_attr(op, "binding") != number_attr) {
      continue;
    }
    if (tern_type_attr_value(tern_op_attr(op, "type")) == pointer) return op;
    is_first = false;
  }
  char name[128];
  int size = snprintf(name, sizeof name, "__resource_var_%lld_%lld_%s", (long long)set, (long long)number,
                      is_first ? "" : suffix);
  // Another kernel may see as many of the same elements with another length.
  for (size_t i = 1; tern_symbol_lookup_in(module, tern_str_from_cstr(name)) && size < 96; ++i) {
    snprintf(name + size, sizeof name - (size_t)size, "_%zu", i);
  }
  const tern_named_attr_t attrs[] = {
      {"descriptor_set", set_attr}, {"binding", number_attr}, {"non_writable", tern_unit_attr_get(context)}};
  return tern_spirv_find_or_make_variable(f->func, name, pointer,
                                          (tern_named_attrs_t){attrs, tern_hal_binding_may_write(binding) ? 2 : 3});
}

static tern_value_t *cast_to_memref(tern_builder_t *b, tern_value_t *pointer, const tern_type_t *type) {
  tern_op_state_t state = {
      .def = tern_op_def_get(b->context, TERN_STR("builtin.unrealized_conversion_cast")),
      .loc = b->loc,
      .operands = TERN_VALUES(pointer),
      .result_types = TERN_TYPES(type),
  };
  tern_op_t *op = tern_op_create(b->context, &state);
  tern_builder_insert(b, op);
  return tern_op_result(op, 0);
}

// Elements of a buffer whose extent is known, else TERN_DYNAMIC; in words for what is kept in words.
static int64_t count_in_binding(flattening_t *f, const root_t *root, const tern_op_t *binding, int64_t lanes) {
  extent_t extent = {number_of(binding, "set"), number_of(binding, "binding"), 0};
  // Other kernels of the module may be given other buffers.
  tern_op_walk_pre(f->func, grow_extent, &extent);
  if (extent.bytes == TERN_DYNAMIC || tern_type_is_index(root->element)) return TERN_DYNAMIC;
  int64_t size = root->bytes * lanes * root->per_word;
  // A vector that is not all inside is not accessed.
  int64_t count = lanes > 1 ? extent.bytes / size : (extent.bytes + size - 1) / size;
  return count > 0 ? count : 1;
}

static tern_value_t *make_pointer(flattening_t *f, tern_builder_t *b, root_t *root, const tern_type_t *element,
                                  int64_t lanes) {
  char suffix[64], name[64];
  const tern_type_t *scalar = tern_type_element(element);
  snprintf(suffix, sizeof suffix, lanes > 1 ? "_%sx%lld" : "_%s", tern_type_text(scalar), (long long)lanes);
  if (has_many_views(root)) {
    const tern_op_t *binding = tern_hal_resolve_binding(root->op, tern_op_attr(root->op, "binding"));
    if (!binding) return NULL;
    const tern_type_t *pointer =
        tern_spirv_buffer_type(element, count_in_binding(f, root, binding, lanes), root->storage_class);
    tern_op_t *variable = find_binding_variable(f, binding, pointer, suffix);
    return variable ? tern_spirv_address_of(b, variable) : NULL;
  }
  const tern_type_t *memref = tern_op_result(root->op, 0)->type;
  int64_t strides[TERN_INDEX_LIST_MAX], offset, count = 1;
  tern_memref_type_strides(memref, strides, &offset);
  for (size_t i = 0; i < tern_type_rank(memref); ++i) count += (tern_type_dim(memref, i) - 1) * strides[i];
  count = (count + offset) * root->lanes;
  const tern_type_t *pointer = tern_spirv_buffer_type(element, (count + lanes - 1) / lanes, root->storage_class);
  if (root->storage_class == TERN_SPIRV_STORAGECLASS_FUNCTION) {
    const tern_attr_t *where = tern_enum_attr_get(b->context, TERN_SPIRV_ENUM(STORAGE_CLASS), root->storage_class);
    return tern_build_value(b, TERN_SPIRV(VARIABLE), .types = TERN_TYPES(pointer),
                            .attrs = TERN_ATTRS({"storage_class", where}));
  }
  tern_op_t *module = tern_op_parent(f->func);
  for (size_t i = 0;; ++i) {
    snprintf(name, sizeof name, "__workgroup_mem__%zu", i);
    if (!tern_symbol_lookup_in(module, tern_str_from_cstr(name))) break;
  }
  tern_op_t *variable = tern_spirv_find_or_make_variable(f->func, name, pointer, (tern_named_attrs_t){0});
  return variable ? tern_spirv_address_of(b, variable) : NULL;
}

// The view of a buffer as vectors of `lanes`, or as scalars.
static tern_value_t *view_of(flattening_t *f, root_t *root, int64_t lanes) {
  if (root->views[lanes]) return root->views[lanes];
  tern_builder_t b = tern_builder_at_start(tern_op_body(f->func, 0), root->op->loc);
  const tern_type_t *memref = tern_op_result(root->op, 0)->type;
  const tern_type_t *element = lanes == 1 ? root->stored : tern_vector_type_get(root->stored, &lanes, 1, 0);
  tern_value_t *pointer = make_pointer(f, &b, root, element, lanes);
  if (!pointer) return NULL;
  const int64_t dims[] = {TERN_DYNAMIC, lanes};
  const tern_type_t *type =
      tern_memref_type_get(root->element, dims, lanes == 1 ? 1 : 2, NULL, tern_memref_type_memory_space(memref));
  return root->views[lanes] = cast_to_memref(&b, pointer, type);
}

// --- rewriting ---

// View and indices of the element `lane` places behind the access's first; the number of indices, 0 after an error.
static size_t place_scalar(flattening_t *f, tern_builder_t *b, root_t *root, const access_t *access, int64_t lane,
                           tern_value_t **out_view, tern_value_t *out_indices[2]) {
  int64_t lanes = has_many_views(root) || root->agreed_lanes < 2 ? 1 : root->agreed_lanes;
  *out_view = view_of(f, root, lanes);
  if (!*out_view) return 0;
  tern_linear_t place = *access->linear;
  place.constant += lane;
  if (lanes == 1) {
    out_indices[0] = tern_linear_build(b, &place, 1);
    return 1;
  }
  int64_t component = place.constant & (lanes - 1);
  place.constant -= component;
  if (tern_linear_is_divisible(&place, lanes)) {
    out_indices[0] = tern_linear_build(b, &place, lanes);
    out_indices[1] = tern_linear_build_constant(b, component);
    return 2;
  }
  place.constant += component;
  tern_value_t *linear = tern_linear_build(b, &place, 1);
  tern_value_t *shift = tern_linear_build_constant(b, lanes == 4 ? 2 : 1),
               *mask = tern_linear_build_constant(b, lanes - 1);
  out_indices[0] = tern_build_value(b, TERN_ARITH(SHRUI), .operands = TERN_VALUES(linear, shift));
  out_indices[1] = tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(linear, mask));
  return 2;
}

static tern_value_t *load_scalar(flattening_t *f, tern_builder_t *b, root_t *root, const access_t *access,
                                 int64_t lane) {
  tern_value_t *operands[3];
  size_t count = place_scalar(f, b, root, access, lane, &operands[0], &operands[1]);
  if (!count) return NULL;
  return tern_build_value(b, TERN_MEMREF(LOAD), .operands = {operands, count + 1}, .types = TERN_TYPES(root->element));
}

static bool store_scalar(flattening_t *f, tern_builder_t *b, root_t *root, const access_t *access, int64_t lane,
                         tern_value_t *value) {
  tern_value_t *operands[4] = {value};
  size_t count = place_scalar(f, b, root, access, lane, &operands[1], &operands[2]);
  if (!count) return false;
  tern_build(b, TERN_MEMREF(STORE), .operands = {operands, count + 2});
  return true;
}

static tern_value_t *extract_lane(tern_builder_t *b, tern_value_t *vector, int64_t lane) {
  int64_t rank = (int64_t)tern_type_rank(vector->type);
  return tern_build_value(
      b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(vector), .types = TERN_TYPES(tern_type_element(vector->type)),
      .attrs = TERN_ATTRS({"static_position", tern_dense_i64_array_attr_get(b->context, &lane, rank > 0 ? 1 : 0)}));
}

static bool rewrite_vector_view(flattening_t *f, tern_builder_t *b, root_t *root, const access_t *access) {
  tern_value_t *view = view_of(f, root, access->lanes);
  if (!view) return false;
  tern_value_t *row = tern_linear_build(b, access->linear, access->lanes), *zero = tern_linear_build_constant(b, 0);
  if (access->row->value < 0) {
    tern_value_t *result = tern_op_result(access->op, 0);
    tern_value_t *vector = tern_build_value(b, TERN_VECTOR(LOAD), .operands = TERN_VALUES(view, row, zero),
                                            .types = TERN_TYPES(result->type));
    tern_value_replace_all_uses(result, vector);
  } else {
    tern_value_t *value = tern_op_operand(access->op, (size_t)access->row->value);
    tern_build(b, TERN_VECTOR(STORE), .operands = TERN_VALUES(value, view, row, zero));
  }
  return true;
}

static bool move_access(flattening_t *f, tern_builder_t *b, root_t *root, const access_t *access) {
  tern_value_t *operands[8];
  size_t leading = (size_t)access->row->memref;
  for (size_t i = 0; i < leading; ++i) operands[i] = tern_op_operand(access->op, i);
  size_t count = place_scalar(f, b, root, access, 0, &operands[leading], &operands[leading + 1]);
  if (count) tern_op_set_operands(access->op, (tern_values_t){operands, leading + 1 + count});
  // Rows of matrices in a buffer of vectors: their distance counts scalars from here on.
  const tern_attr_t *distance = tern_op_attr(access->op, "leadDimension");
  if (distance && root->lanes > 1) {
    int64_t scalars = tern_integer_attr_value(distance) * root->lanes;
    tern_op_set_attr(access->op, "leadDimension", tern_integer_attr_get(tern_attr_type(distance), scalars));
  }
  return count > 0;
}

static bool rewrite_access(flattening_t *f, const access_t *access) {
  root_t *root = &f->roots.values[access->root];
  tern_op_t *op = access->op;
  tern_builder_t b = tern_builder_before(op);
  bool is_right = true, has_view = has_many_views(root) || root->agreed_lanes == access->lanes;
  if (access->row->in_place) return move_access(f, &b, root, access);
  const tern_type_t *type = accessed_type(access->row, op);
  if (has_view && is_vector_access(root, access)) {
    is_right = rewrite_vector_view(f, &b, root, access);
  } else if (access->row->value < 0) {
    tern_value_t *lanes[16];
    if (access->lanes > 16) return tern_op_error(op, "accesses more elements than a vector of SPIR-V has");
    for (int64_t i = 0; i < access->lanes && is_right; ++i) {
      lanes[i] = load_scalar(f, &b, root, access, i);
      is_right = lanes[i] != NULL;
    }
    if (!is_right) return false;
    tern_value_t *value = lanes[0];
    if (type->kind == TERN_TYPE_VECTOR) {
      value = tern_build_value(&b, TERN_VECTOR(FROM_ELEMENTS), .operands = {lanes, (size_t)access->lanes},
                               .types = TERN_TYPES(type));
    }
    tern_value_replace_all_uses(tern_op_result(op, 0), value);
  } else {
    tern_value_t *value = tern_op_operand(op, (size_t)access->row->value);
    for (int64_t i = 0; i < access->lanes && is_right; ++i) {
      tern_value_t *lane = type->kind == TERN_TYPE_VECTOR ? extract_lane(&b, value, i) : value;
      is_right = store_scalar(f, &b, root, access, i, lane);
    }
  }
  if (is_right) tern_op_destroy(op);
  return is_right;
}

// Lanes that memory with one view is kept in.
static void agree_on_lanes(flattening_t *f) {
  for (size_t i = 0; i < f->accesses.count; ++i) {
    access_t *access = &f->accesses.values[i];
    root_t *root = &f->roots.values[access->root];
    if (access->lanes == 1) continue;
    bool agrees = is_vector_access(root, access) && (root->agreed_lanes == 0 || root->agreed_lanes == access->lanes);
    root->agreed_lanes = agrees ? access->lanes : 1;
  }
  // Matrices are reached at whole vectors, or as scalars.
  for (size_t i = 0; i < f->accesses.count; ++i) {
    const access_t *access = &f->accesses.values[i];
    root_t *root = &f->roots.values[access->root];
    const tern_attr_t *distance = tern_op_attr(access->op, "leadDimension");
    if (!access->row->in_place || !distance || root->agreed_lanes < 2) continue;
    bool agrees = tern_linear_is_divisible(access->linear, root->agreed_lanes) &&
                  tern_integer_attr_value(distance) * root->lanes % root->agreed_lanes == 0;
    if (!agrees) root->agreed_lanes = 1;
  }
}

// --- the rest ---

// memref.dim, as what gave the size; deallocations and hints have no meaning in a kernel.
static tern_walk_result_t drop_op(tern_op_t *op, void *user) {
  flattening_t *f = user;
  if (tern_op_is(op, TERN_MEMREF(DEALLOC)) || tern_op_is(op, TERN_MEMREF(PREFETCH))) {
    tern_op_destroy(op);
    return TERN_WALK_ADVANCE;
  }
  if (!tern_op_is(op, TERN_MEMREF(DIM))) return TERN_WALK_ADVANCE;
  tern_builder_t b = tern_builder_before(op);
  tern_memory_view_t view;
  int64_t index;
  tern_mixed_index_t which = tern_mixed_of(tern_op_operand(op, 1));
  if (!tern_mixed_constant(which, &index)) {
    f->is_right = tern_op_error(op, "asks for the size of a dimension that is not known");
  } else if (!tern_memory_view_read(&b, op, tern_op_operand(op, 0), &view)) {
    f->is_right = false;
  } else if (index < 0 || (size_t)index >= view.rank) {
    f->is_right = tern_op_error(op, "asks for a dimension that the buffer does not have");
  } else {
    tern_mixed_index_t size = view.sizes[index];
    tern_value_replace_all_uses(tern_op_result(op, 0),
                                size.dynamic ? size.dynamic : tern_linear_build_constant(&b, size.value));
    tern_op_destroy(op);
  }
  return f->is_right ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

// Roots and views that nothing uses any more.
static tern_walk_result_t drop_dead(tern_op_t *op, void *user) {
  bool *is_changed = user;
  bool is_memory = tern_op_is(op, TERN_IREE(PLACEHOLDER)) || tern_op_is(op, TERN_MEMREF(ALLOC)) ||
                   tern_op_is(op, TERN_MEMREF(ALLOCA)) ||
                   (op->result_count == 1 && tern_op_result(op, 0)->type->kind == TERN_TYPE_MEMREF &&
                    tern_op_would_be_trivially_dead(op));
  if (is_memory && tern_op_has_no_uses(op)) {
    tern_op_destroy(op);
    *is_changed = true;
  }
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t check_dead(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_IREE(PLACEHOLDER))) return TERN_WALK_ADVANCE;
  const tern_op_t *use = tern_op_result(op, 0)->first_use->owner;
  if (tern_op_attr(op, "binding")) {
    tern_op_error(use, "accesses a buffer in a way that has no counterpart in SPIR-V");
  } else {
    tern_op_error(op, "for \"shape\" has no memory but is used");
    tern_emit_note(use->loc, "by this op, which is no loop over its dimensions");
  }
  *(bool *)user = false;
  return TERN_WALK_INTERRUPT;
}

bool tern_spirv_flatten_memory(tern_op_t *func, const tern_spirv_conversion_t *conversion) {
  flattening_t f = {.func = func, .conversion = conversion, .is_right = true};
  tern_op_walk_post(func, drop_op, &f);
  if (f.is_right) tern_op_walk_pre(func, list_accesses, &f);
  if (f.is_right) agree_on_lanes(&f);
  for (size_t i = 0; i < f.accesses.count && f.is_right; ++i) {
    f.is_right = rewrite_access(&f, &f.accesses.values[i]);
  }
  for (size_t i = 0; i < f.accesses.count; ++i) free(f.accesses.values[i].linear);
  tern_vec_deinitialize(&f.accesses);
  tern_vec_deinitialize(&f.roots);
  bool is_changed = f.is_right;
  while (is_changed) {
    is_changed = false;
    tern_op_walk_post(func, drop_dead, &is_changed);
  }
  if (f.is_right) tern_op_walk_pre(func, check_dead, &f.is_right);
  return f.is_right;
}
