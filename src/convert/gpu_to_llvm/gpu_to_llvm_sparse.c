// --gpu-to-llvm: sparse matrices. The runtime hands them to a library of the device (cuSPARSE); types and modes go as that
// library's numbers. Matrices of 2:4 form go to another one (cuSPARSELt), whose handles are memory of the caller.

#include "base/vec.h"
#include "convert/gpu_to_llvm/gpu_to_llvm.h"

// --- the libraries' numbers ---

static const struct data_number {
  tern_type_kind_t kind;
  uint32_t integer_width;
  int real, complex;  // of cudaDataType_t
} data_numbers[] = {
    {TERN_TYPE_F32, 0, 0, 4},        {TERN_TYPE_F64, 0, 1, 5},     {TERN_TYPE_F16, 0, 2, 6},
    {TERN_TYPE_BF16, 0, 14, 15},     {TERN_TYPE_INTEGER, 8, 3, 7}, {TERN_TYPE_INTEGER, 16, 20, 21},
    {TERN_TYPE_INTEGER, 32, 10, 11},
};

static bool is_type(const tern_type_t *type, const struct data_number *row) {
  return type->kind == row->kind && (row->kind != TERN_TYPE_INTEGER || tern_type_is_i(type, row->integer_width));
}

// False after an error.
static bool data_number(const tern_op_t *op, const tern_type_t *type, int64_t *out_number) {
  bool is_complex = type->kind == TERN_TYPE_COMPLEX;
  const tern_type_t *part = is_complex ? tern_type_element(type) : type;
  for (size_t i = 0; i < sizeof data_numbers / sizeof data_numbers[0]; ++i) {
    if (!is_type(part, &data_numbers[i])) continue;
    *out_number = is_complex ? data_numbers[i].complex : data_numbers[i].real;
    return true;
  }
  tern_op_error(op, "no library for sparse matrices has elements of type %s", tern_type_text(type));
  tern_emit_note(op->loc, "these are f16, bf16, f32, f64, i8, i16, i32, and complex numbers of them");
  return false;
}

// Of cusparseIndexType_t.
static int64_t index_number(const tern_type_t *type) {
  if (tern_type_is_i(type, 16)) return 1;
  return tern_type_is_i(type, 32) ? 2 : 3;
}

// What products of 2:4 form are computed in. False after an error.
static bool lt_compute_number(const tern_op_t *op, int64_t *out_number) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "computeType"));
  *out_number = type->kind == TERN_TYPE_F16 ? 0 : 1;
  if (type->kind == TERN_TYPE_F16 || tern_type_is_i(type, 32)) return true;
  tern_op_error(op, "products of matrices of 2:4 form cannot be computed in %s", tern_type_text(type));
  tern_emit_note(op->loc, "they are in f16 and i32");
  return false;
}

// --- where a handle is from ---

typedef enum form { OTHER_FORM, FORM_2TO4, UNKNOWN_FORM } form_t;

// Which library has a sparse matrix is seen at the op that made it. Emits an error if that is not known.
static form_t form_of(const tern_op_t *op, const tern_value_t *matrix) {
  static const tern_op_row_t *const others[] = {TERN_GPU(CREATE_COO), TERN_GPU(CREATE_COO_AOS), TERN_GPU(CREATE_CSR),
                                                TERN_GPU(CREATE_CSC), TERN_GPU(CREATE_BSR)};
  const tern_op_t *origin = tern_value_defining_op(matrix);
  if (origin && tern_op_is(origin, TERN_GPU(CREATE_2TO4_SPMAT))) return FORM_2TO4;
  for (size_t i = 0; origin && i < sizeof others / sizeof others[0]; ++i) {
    if (tern_op_is(origin, others[i])) return OTHER_FORM;
  }
  tern_op_error(op, "the form of the sparse matrix is not known");
  tern_emit_note(op->loc, "it must be made by an op in the same function, such as gpu.create_csr");
  return UNKNOWN_FORM;
}

// Is the dense matrix an operand or the result of a product with a matrix of 2:4 form?
static form_t form_of_products(const tern_value_t *dense) {
  tern_value_for_each_use(dense, use) {
    const tern_op_t *op = use->owner;
    if (!tern_op_is(op, TERN_GPU(SPMM))) continue;
    form_t form = form_of(op, tern_op_operand_named(op, "spmatA"));
    if (form != OTHER_FORM) return form;
  }
  return OTHER_FORM;
}

// --- arguments of calls ---

// What a call takes: words of a text in the order of the parameters, the stream left out.
//   name         an operand, or each of a variadic group     *name   the memory of a memref
//   %name        the number of a memref's index type         #name   of its element type
//   @name        the number of an enum attribute             =       the number of the type to compute in
typedef struct sparse_call {
  tern_gpu_runtime_call_t id;
  const char *args;
  bool makes_type_first;  // the number of the type to compute in goes before those of the modes
} sparse_call_t;

static tern_value_t *make_number(tern_conversion_t *conversion, int64_t number) {
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  return tern_llvm_make_int(b, tern_i_type_get(b->context, 32), number);
}

static tern_value_t *make_compute_type(tern_conversion_t *conversion, const tern_op_t *op) {
  int64_t number;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "computeType"));
  return data_number(op, type, &number) ? make_number(conversion, number) : NULL;
}

static tern_value_t *make_memory(tern_conversion_t *conversion, tern_value_t *value) {
  tern_memref_descriptor_t descriptor =
      tern_memref_descriptor_of(tern_llvm_lowering_of(conversion), tern_gpu_host_builder(conversion), value);
  tern_value_t *memory = tern_memref_descriptor_allocated(&descriptor);
  if (memory->type->params[0] == 0) return memory;
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  return tern_llvm_make(b, TERN_LLVM(ADDRSPACECAST), tern_llvm_ptr_type(b->context, 0), TERN_VALUES(memory));
}

// One word of `args`. False after an error.
static bool add_arg(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t operands, const char *word,
                    tern_llvm_value_vec_t *args) {
  char kind = *word;
  const char *name = strchr("*%#@=", kind) ? word + 1 : word;
  if (kind == '@') {
    tern_vec_push(args, make_number(conversion, tern_enum_attr_value(tern_op_attr(op, name))));
    return true;
  }
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  int64_t number;
  switch (kind) {
    case '*': tern_vec_push(args, make_memory(conversion, operands.values[start])); return true;
    case '%':
      number = index_number(tern_type_element(tern_op_operand(op, start)->type));
      tern_vec_push(args, make_number(conversion, number));
      return true;
    case '#':
      if (!data_number(op, tern_type_element(tern_op_operand(op, start)->type), &number)) return false;
      tern_vec_push(args, make_number(conversion, number));
      return true;
    default:
      for (size_t i = 0; i < count; ++i) tern_vec_push(args, operands.values[start + i]);
      return true;
  }
}

static bool add_args(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t operands,
                     const sparse_call_t *call, tern_llvm_value_vec_t *args) {
  enum { MAX_WORD = 32 };
  tern_value_t *type = NULL;
  if (call->makes_type_first && !(type = make_compute_type(conversion, op))) return false;
  tern_str_t rest = tern_str_from_cstr(call->args);
  while (rest.size > 0) {
    tern_str_t part = tern_str_split(&rest, ' ');
    char word[MAX_WORD] = {0};
    memcpy(word, part.data, part.size);
    if (*word == '=') {
      if (!type && !(type = make_compute_type(conversion, op))) return false;
      tern_vec_push(args, type);
    } else if (!add_arg(conversion, op, operands, word, args)) {
      return false;
    }
  }
  return true;
}

// Can the op be a call: its operands have forms, and it is part of a stream's work?
static bool is_ready(const tern_op_t *op, tern_values_t operands) {
  return tern_gpu_are_llvm_values(operands) && tern_gpu_has_stream(op);
}

// Calls with `args` and the stream; the result of the call, if it has one, and the stream replace the op.
static void finish(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands, tern_gpu_runtime_call_t id,
                   tern_llvm_value_vec_t *args, tern_value_t *handle) {
  tern_value_t *stream = operands.values[0];
  tern_vec_push(args, stream);
  tern_value_t *result = tern_gpu_runtime_build(conversion, id, (tern_values_t){args->values, args->count});
  tern_value_t *values[] = {handle ? handle : result, stream};
  bool is_void = op->result_count == 1;
  tern_conversion_replace(conversion, op, (tern_values_t){values + is_void, op->result_count});
}

static bool lower_as(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands, const sparse_call_t *call) {
  tern_llvm_value_vec_t args = {0};
  bool is_lowered = add_args(conversion, op, operands, call, &args);
  if (is_lowered) finish(conversion, op, operands, call->id, &args, NULL);
  tern_vec_deinitialize(&args);
  return is_lowered;
}

// --- ops that are one call ---

#define FACTORS "spmatA dnmatB dnmatC"
#define PHASE "desc @modeA @modeB spmatA spmatB spmatC = bufferSz *buffer"
static const struct sparse_row {
  const tern_op_row_t *row;
  sparse_call_t call;
} sparse_rows[] = {
    {TERN_GPU(CREATE_COO),
     {TERN_GPU_RUNTIME_CREATE_COO, "rows cols nnz *rowIdxs *colIdxs *values %colIdxs #values", false}},
    {TERN_GPU(CREATE_COO_AOS), {TERN_GPU_RUNTIME_CREATE_COO_AOS, "rows cols nnz *idxs *values %idxs #values", false}},
    {TERN_GPU(CREATE_CSR),
     {TERN_GPU_RUNTIME_CREATE_CSR, "rows cols nnz *rowPos *colIdxs *values %rowPos %colIdxs #values", false}},
    {TERN_GPU(CREATE_CSC),
     {TERN_GPU_RUNTIME_CREATE_CSC, "rows cols nnz *colPos *rowIdxs *values %colPos %rowIdxs #values", false}},
    {TERN_GPU(CREATE_BSR),
     {TERN_GPU_RUNTIME_CREATE_BSR,
      "brows bcols bnnz rBlockSize cBlockSize *bRowPos *bColIdxs *values %bRowPos %bColIdxs #values", false}},
    {TERN_GPU(SET_CSR_POINTERS), {TERN_GPU_RUNTIME_SET_CSR_POINTERS, "spmat *positions *coordinates *values", false}},
    {TERN_GPU(SPMV_BUFFER_SIZE), {TERN_GPU_RUNTIME_SPMV_BUFFER_SIZE, "@modeA spmatA dnX dnY =", false}},
    {TERN_GPU(SPMV), {TERN_GPU_RUNTIME_SPMV, "@modeA spmatA dnX dnY = *buffer", false}},
    {TERN_GPU(SDDMM_BUFFER_SIZE), {TERN_GPU_RUNTIME_SDDMM_BUFFER_SIZE, "@modeA @modeB dnmatA dnmatB spmatC =", false}},
    {TERN_GPU(SDDMM), {TERN_GPU_RUNTIME_SDDMM, "@modeA @modeB dnmatA dnmatB spmatC = *buffer", true}},
    {TERN_GPU(SPGEMM_CREATE_DESCR), {TERN_GPU_RUNTIME_SPGEMM_CREATE_DESCR, "", false}},
    {TERN_GPU(SPGEMM_DESTROY_DESCR), {TERN_GPU_RUNTIME_SPGEMM_DESTROY_DESCR, "desc", false}},
    {TERN_GPU(SPGEMM_COPY), {TERN_GPU_RUNTIME_SPGEMM_COPY, "desc @modeA @modeB spmatA spmatB spmatC =", true}},
};

static bool lower_one_call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!is_ready(op, operands)) return false;
  for (size_t i = 0; i < sizeof sparse_rows / sizeof sparse_rows[0]; ++i) {
    if (tern_op_is(op, sparse_rows[i].row)) return lower_as(conversion, op, operands, &sparse_rows[i].call);
  }
  return false;
}

static bool lower_phase(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const sparse_call_t estimation = {TERN_GPU_RUNTIME_SPGEMM_WORK_ESTIMATION, PHASE, true};
  static const sparse_call_t compute = {TERN_GPU_RUNTIME_SPGEMM_COMPUTE, PHASE, true};
  const char *kind = tern_enum_case_name(TERN_GPU_ENUM(SPGEMM_WORK_ESTIMATION_OR_COMPUTE_KIND),
                                         tern_enum_attr_value(tern_op_attr(op, "kind")));
  return is_ready(op, operands) &&
         lower_as(conversion, op, operands, strcmp(kind, "COMPUTE") == 0 ? &compute : &estimation);
}

// --- handles ---

// Sizes of the handles of matrices of 2:4 form, and of dense ones that are multiplied with them.
enum { LT_SPARSE_BYTES = 44104, LT_DENSE_BYTES = 11032, LT_ALIGNMENT = 16 };

static tern_value_t *make_aligned_alloca(tern_conversion_t *conversion, const tern_type_t *element, int64_t count) {
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  tern_value_t *size = tern_llvm_make_index(tern_llvm_lowering_of(conversion), b, count);
  const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(b->context, 64), LT_ALIGNMENT);
  return tern_build_value(b, TERN_LLVM(ALLOCA), .operands = TERN_VALUES(size),
                          .types = TERN_TYPES(tern_llvm_ptr_type(b->context, 0)),
                          .attrs = TERN_ATTRS({"elem_type", tern_type_attr_get(element)}, {"alignment", alignment}));
}

// A call that fills a handle in memory of the caller.
static bool lower_to_lt_handle(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands,
                               const sparse_call_t *call, int64_t bytes) {
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  tern_llvm_value_vec_t args = {0};
  tern_vec_push(&args, NULL);
  bool is_lowered = add_args(conversion, op, operands, call, &args);
  if (is_lowered) {
    tern_value_t *memory = make_aligned_alloca(conversion, tern_i_type_get(b->context, 8), bytes);
    args.values[0] = tern_llvm_make(b, TERN_LLVM(BITCAST), memory->type, TERN_VALUES(memory));
    finish(conversion, op, operands, call->id, &args, args.values[0]);
  }
  tern_vec_deinitialize(&args);
  return is_lowered;
}

static bool lower_create_2to4(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const sparse_call_t call = {TERN_GPU_RUNTIME_LT_CREATE_SP_MAT, "rows cols *memref #memref", false};
  return is_ready(op, operands) && lower_to_lt_handle(conversion, op, operands, &call, LT_SPARSE_BYTES);
}

// How many dimensions a dense tensor has that a library takes. 0 after an error.
static size_t dense_rank(const tern_op_t *op, const tern_op_t *origin) {
  size_t start, count = 0;
  if (!origin || !tern_op_is(origin, TERN_GPU(CREATE_DN_TENSOR))) {
    tern_op_error(op, "the sizes of the dense tensor are not known");
    tern_emit_note(op->loc, "it must be made by a gpu.create_dn_tensor in the same function");
    return 0;
  }
  tern_op_operands_named(origin, "dims", &start, &count);
  if (count == 1 || count == 2) return count;
  tern_op_error(op, "a dense tensor of %zu dimensions has no handle in the library", count);
  tern_emit_note(op->loc, "vectors and matrices have");
  return 0;
}

static bool lower_create_dense(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
#define DENSE "dims *memref #memref"
  static const sparse_call_t vector = {TERN_GPU_RUNTIME_CREATE_DN_VEC, DENSE, false};
  static const sparse_call_t matrix = {TERN_GPU_RUNTIME_CREATE_DN_MAT, DENSE, false};
  static const sparse_call_t lt_matrix = {TERN_GPU_RUNTIME_LT_CREATE_DN_MAT, DENSE, false};
#undef DENSE
  if (!is_ready(op, operands)) return false;
  size_t rank = dense_rank(op, op);
  if (rank == 0) return false;
  if (rank == 1) return lower_as(conversion, op, operands, &vector);
  form_t form = form_of_products(tern_op_result(op, 0));
  if (form == FORM_2TO4) return lower_to_lt_handle(conversion, op, operands, &lt_matrix, LT_DENSE_BYTES);
  return form == OTHER_FORM && lower_as(conversion, op, operands, &matrix);
}

static bool lower_destroy_dense(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const sparse_call_t vector = {TERN_GPU_RUNTIME_DESTROY_DN_VEC, "dnTensor", false};
  static const sparse_call_t matrix = {TERN_GPU_RUNTIME_DESTROY_DN_MAT, "dnTensor", false};
  static const sparse_call_t lt_matrix = {TERN_GPU_RUNTIME_LT_DESTROY_DN_MAT, "dnTensor", false};
  if (!is_ready(op, operands)) return false;
  const tern_value_t *tensor = tern_op_operand(op, 1);
  size_t rank = dense_rank(op, tern_value_defining_op(tensor));
  if (rank == 0) return false;
  if (rank == 1) return lower_as(conversion, op, operands, &vector);
  form_t form = form_of_products(tensor);
  return form != UNKNOWN_FORM && lower_as(conversion, op, operands, form == FORM_2TO4 ? &lt_matrix : &matrix);
}

static bool lower_destroy_sparse(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const sparse_call_t other = {TERN_GPU_RUNTIME_DESTROY_SP_MAT, "spmat", false};
  static const sparse_call_t lt = {TERN_GPU_RUNTIME_LT_DESTROY_SP_MAT, "spmat", false};
  if (!is_ready(op, operands)) return false;
  form_t form = form_of(op, tern_op_operand(op, 1));
  return form != UNKNOWN_FORM && lower_as(conversion, op, operands, form == FORM_2TO4 ? &lt : &other);
}

// --- sparse times dense matrix ---

enum { LT_BUFFERS = 3 };

// How many results or buffers an op has, against what its matrix takes. False after an error.
static bool check_buffers(const tern_op_t *op, const char *what, size_t count, form_t form) {
  size_t wanted = form == FORM_2TO4 ? LT_BUFFERS : 1;
  if (count == wanted) return true;
  tern_op_error(op, "has %zu %s, a product with a matrix of this form takes %zu", count, what, wanted);
  tern_emit_note(op->loc, "matrices of 2:4 form take three buffers, others one");
  return false;
}

// The address of word `index` of three that a call fills.
static tern_value_t *make_word_address(tern_conversion_t *conversion, tern_value_t *words, int64_t index) {
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  tern_value_t *number = tern_llvm_make_index(tern_llvm_lowering_of(conversion), b, index);
  return tern_llvm_make_gep(b, words->type, words->type, words, TERN_VALUES(number), 0);
}

static tern_value_t *load_word(tern_conversion_t *conversion, tern_value_t *address) {
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  return tern_llvm_make(b, TERN_LLVM(LOAD), tern_i_type_get(b->context, 64), TERN_VALUES(address));
}

static bool lower_lt_spmm_buffer_size(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, 0);
  int64_t compute;
  if (!lt_compute_number(op, &compute)) return false;
  const tern_op_t *matrix = tern_value_defining_op(tern_op_operand_named(op, "spmatA"));
  tern_llvm_value_vec_t args = {0};
  tern_vec_push(&args, NULL);
  static const sparse_call_t call = {TERN_GPU_RUNTIME_LT_SPMM_BUFFER_SIZE, "@modeA @modeB " FACTORS, false};
  add_args(conversion, op, operands, &call, &args);
  tern_value_t *prune = make_number(conversion, tern_enum_attr_value(tern_op_attr(matrix, "pruneFlag")));
  tern_vec_push(&args, make_number(conversion, compute));
  tern_vec_push(&args, prune);
  tern_value_t *words = make_aligned_alloca(conversion, pointer, LT_BUFFERS), *stream = operands.values[0];
  args.values[0] = words;
  tern_vec_push(&args, stream);
  tern_gpu_runtime_build(conversion, call.id, (tern_values_t){args.values, args.count});
  tern_vec_deinitialize(&args);
  tern_value_t *second = make_word_address(conversion, words, 1), *third = make_word_address(conversion, words, 2);
  tern_value_t *values[] = {load_word(conversion, words), NULL, NULL, stream};
  values[1] = load_word(conversion, second);
  values[2] = load_word(conversion, third);
  tern_conversion_replace(conversion, op, (tern_values_t){values, LT_BUFFERS + 1});
  return true;
}

static bool lower_spmm_buffer_size(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const sparse_call_t call = {TERN_GPU_RUNTIME_SPMM_BUFFER_SIZE, "@modeA @modeB " FACTORS " =", false};
  if (!is_ready(op, operands)) return false;
  form_t form = form_of(op, tern_op_operand_named(op, "spmatA"));
  if (form == UNKNOWN_FORM || !check_buffers(op, "sizes", op->result_count - 1, form)) return false;
  return form == FORM_2TO4 ? lower_lt_spmm_buffer_size(op, operands, conversion)
                           : lower_as(conversion, op, operands, &call);
}

static bool lower_spmm(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const sparse_call_t call = {TERN_GPU_RUNTIME_SPMM, "@modeA @modeB " FACTORS " = *buffers", false};
  static const sparse_call_t lt_call = {TERN_GPU_RUNTIME_LT_SPMM, FACTORS, false};
  if (!is_ready(op, operands)) return false;
  form_t form = form_of(op, tern_op_operand_named(op, "spmatA"));
  size_t start, count;
  tern_op_operands_named(op, "buffers", &start, &count);
  if (form == UNKNOWN_FORM || !check_buffers(op, "buffers", count, form)) return false;
  if (form == OTHER_FORM) return lower_as(conversion, op, operands, &call);
  // The plan that the call for the sizes made knows modes and type: upstream writes their numbers all the same.
  make_number(conversion, tern_enum_attr_value(tern_op_attr(op, "modeA")));
  make_number(conversion, tern_enum_attr_value(tern_op_attr(op, "modeB")));
  if (!make_compute_type(conversion, op)) return false;
  tern_llvm_value_vec_t args = {0};
  add_args(conversion, op, operands, &lt_call, &args);
  for (size_t i = 0; i < count; ++i) tern_vec_push(&args, make_memory(conversion, operands.values[start + i]));
  finish(conversion, op, operands, lt_call.id, &args, NULL);
  tern_vec_deinitialize(&args);
  return true;
}

// --- sizes of a sparse matrix ---

static bool lower_get_size(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!is_ready(op, operands)) return false;
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  tern_value_t *stream = operands.values[0], *addresses[3], *values[4] = {NULL, NULL, NULL, stream};
  tern_value_t *words = make_aligned_alloca(conversion, tern_i_type_get(b->context, 64), 3);
  for (int64_t i = 0; i < 3; ++i) addresses[i] = make_word_address(conversion, words, i);
  tern_gpu_runtime_build(conversion, TERN_GPU_RUNTIME_SP_MAT_GET_SIZE,
                         TERN_VALUES(operands.values[1], addresses[0], addresses[1], addresses[2], stream));
  for (size_t i = 0; i < 3; ++i) values[i] = load_word(conversion, addresses[i]);
  tern_conversion_replace(conversion, op, (tern_values_t){values, 4});
  return true;
}

#define ONE_CALL(ID) {"gpu-sparse-to-call", TERN_GPU(ID), 1, lower_one_call}
const tern_conversion_pattern_t tern_gpu_host_sparse_patterns[] = {
    ONE_CALL(CREATE_COO),
    ONE_CALL(CREATE_COO_AOS),
    ONE_CALL(CREATE_CSR),
    ONE_CALL(CREATE_CSC),
    ONE_CALL(CREATE_BSR),
    ONE_CALL(SET_CSR_POINTERS),
    ONE_CALL(SPMV_BUFFER_SIZE),
    ONE_CALL(SPMV),
    ONE_CALL(SDDMM_BUFFER_SIZE),
    ONE_CALL(SDDMM),
    ONE_CALL(SPGEMM_CREATE_DESCR),
    ONE_CALL(SPGEMM_DESTROY_DESCR),
    ONE_CALL(SPGEMM_COPY),
    {"gpu-spgemm-phase-to-call", TERN_GPU(SPGEMM_WORK_ESTIMATION_OR_COMPUTE), 1, lower_phase},
    {"gpu-create-2to4-spmat-to-call", TERN_GPU(CREATE_2TO4_SPMAT), 1, lower_create_2to4},
    {"gpu-create-dn-tensor-to-call", TERN_GPU(CREATE_DN_TENSOR), 1, lower_create_dense},
    {"gpu-destroy-dn-tensor-to-call", TERN_GPU(DESTROY_DN_TENSOR), 1, lower_destroy_dense},
    {"gpu-destroy-sp-mat-to-call", TERN_GPU(DESTROY_SP_MAT), 1, lower_destroy_sparse},
    {"gpu-spmm-buffer-size-to-call", TERN_GPU(SPMM_BUFFER_SIZE), 1, lower_spmm_buffer_size},
    {"gpu-spmm-to-call", TERN_GPU(SPMM), 1, lower_spmm},
    {"gpu-spmat-get-size-to-call", TERN_GPU(SPMAT_GET_SIZE), 1, lower_get_size},
    {0},
};
