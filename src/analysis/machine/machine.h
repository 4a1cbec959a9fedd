// What a processor has and how fast it is: one description, made from the name of a target, that pipelines and cost models
// read. A number that was measured on one GPU stands in the row of that GPU (rates.def) and nowhere else.

#ifndef TERN_ANALYSIS_MACHINE_MACHINE_H_
#define TERN_ANALYSIS_MACHINE_MACHINE_H_

#include "base/string.h"
#include "ir/types_fwd.h"

typedef enum tern_machine_kind {
  TERN_MACHINE_UNKNOWN,
  TERN_MACHINE_CPU,
  TERN_MACHINE_VULKAN,
  TERN_MACHINE_CUDA,
  TERN_MACHINE_AMD,
} tern_machine_kind_t;

// Speeds of a GPU for the cost models of its kernels. Cycles are those of one multiprocessor.
typedef struct tern_gpu_rates {
  const char *name;  // of the GPU that they were measured on
  // Products by mma.sync, and by fused multiply-adds: the bytes of depth that eight warps multiply for one element of a tile in a
  // cycle. Four to seven warps reach the part `four_warps` of that, fewer warps the part `each_warp` for each of them.
  double mma_bytes, fma_bytes, four_warps, each_warp;
  // Bytes that a multiprocessor gets in a cycle from the cache if all read, at most if few do, and from shared memory.
  double cache_bytes, most_cache_bytes, shared_bytes;
  // Cycles that a block takes besides products and reads, and that blocks take in addition if they share accumulators; elements of a
  // tile that a block writes in a cycle.
  double block_cycles, exchange_cycles, stored_elements;
  // The part of the multiprocessors that clusters of more than two blocks fill; they leave one of so many alone.
  double in_clusters;
  int64_t left_by_clusters;
  // Products by wgmma: bytes of the operands along K that a multiprocessor multiplies in a nanosecond, bytes that one reads in it,
  // and that all do; and the nanoseconds that it takes to add up what several workgroups have.
  double wgmma_bytes, read_by_one, read_by_all, sharing_nanoseconds;
} tern_gpu_rates_t;

// Generations of AMD's instruction sets, in their order; CDNA has waves of 64 lanes, RDNA and what follows of 32.
typedef enum tern_amd_family {
  TERN_AMD_OTHER,
  TERN_AMD_CDNA1,
  TERN_AMD_CDNA2,
  TERN_AMD_CDNA3,
  TERN_AMD_CDNA4,
  TERN_AMD_RDNA1,
  TERN_AMD_RDNA2,
  TERN_AMD_RDNA3,
  TERN_AMD_RDNA4,
  TERN_AMD_GFX1250,
} tern_amd_family_t;

typedef struct tern_machine {
  tern_machine_kind_t kind;
  const char *name;     // "sm_90a"; NULL: not known
  const char *summary;  // what is sold with it; or NULL

  // Types that it has arithmetic for, and can keep in memory, besides i32 and f32.
  bool has_f16, has_f64, has_i8, has_i16, has_i64;

  // --- processors ---
  int64_t vector_bytes;      // of the widest vector register
  int64_t vector_registers;  // of that size
  bool has_amx_bf16, has_amx_int8;
  int64_t block_bytes;            // of an operand that stay in the second cache while the other streams through it
  int64_t image_bytes;            // of a padded image that stay in the caches beside the accumulators
  const char *dot_i8, *dot_bf16;  // instructions for --linalg-contractions-to-dot; NULL: none

  // --- GPUs: what pipelines decide before the kernels are known ---
  int64_t long_reduction;   // elements that one workgroup goes through in a reasonable time
  int64_t longest_row;      // bytes of a row that workgroups share though it is more than their memory; 0: none
  int64_t busy_workgroups;  // that read as fast as memory is: those of half a large processor; 0: unknown

  // --- GPUs of NVIDIA ---
  int64_t architecture;                // 90: sm_90 and sm_90a; 0: another GPU
  bool has_specifics;                  // the a of sm_90a
  int64_t multiprocessors;             // of the largest of the kind
  int64_t dynamic_shared_memory_size;  // bytes per workgroup that can be asked for at the launch
  int64_t cluster_size;                // workgroups that every processor of the kind takes as a cluster; 0: none
  bool has_mma;                        // mma.sync of 16 and 32 bits, and asynchronous copies to shared memory
  bool has_mma_fp8;                    // and of formats of 8 bits
  bool has_deep_mma_f64;               // mma.sync of f64 that takes a depth of 8 and more
  bool has_wgmma;                      // products by warp groups, fed by tensor maps
  bool spills_for_occupancy;           // ptxas keeps registers in memory rather than go without one more workgroup
  const tern_gpu_rates_t *rates;       // NULL: no cost model has any

  // --- GPUs of AMD ---
  int64_t least_wave;         // lanes
  bool has_clamp;             // an instruction for it
  bool has_permlane_swap;     // rows of 16 and halves of a wave are exchanged in one instruction
  tern_amd_family_t family;   // TERN_AMD_OTHER: there are no kernels of Triton for it
  int64_t local_memory_size;  // bytes that a workgroup may have
  int64_t mfma_version;       // of products by waves of CDNA: 1 to 4; 0: none
  int64_t wmma_version;       // of products by waves of RDNA and gfx1250: 1 to 3; 0: none
} tern_machine_t;

// Attribute of a module that is compiled for CUDA: #nvvm.target<chip = "sm_90a">.
#define TERN_GPU_CUDA_TARGET "nvvm.target"

// A row of the table of NVIDIA's GPUs (cuda.def): by the name of a processor, or of a virtual architecture that it has
// ("compute_90a"). The empty name is the default, which every processor since Ampere runs. NULL: there is none of that name.
const tern_machine_t *tern_machine_find_cuda(tern_str_t chip);
// All of them; NULL past the end.
const tern_machine_t *tern_machine_cuda_at(size_t index);
// The one that a #nvvm.target of `op` or an op around it names, of several the outermost; one without facts if there is none.
// Never NULL.
const tern_machine_t *tern_machine_cuda_of(const tern_op_t *op);

// A Vulkan device by what it can do, a #spirv.target_env; NULL: what any device can.
tern_machine_t tern_machine_of_vulkan(const tern_attr_t *env);

// A GPU of AMD by its name, "gfx90a": its version decides all of it. False if it names none.
bool tern_machine_read_amd(tern_str_t chipset, tern_machine_t *out_machine);
static inline bool tern_amd_is_cdna(tern_amd_family_t family) {
  return family >= TERN_AMD_CDNA1 && family <= TERN_AMD_CDNA4;
}
static inline bool tern_amd_is_rdna(tern_amd_family_t family) {
  return family >= TERN_AMD_RDNA1 && family <= TERN_AMD_RDNA4;
}
// Lanes of a wave as kernels of Triton are compiled.
static inline int64_t tern_amd_wave(tern_amd_family_t family) { return tern_amd_is_cdna(family) ? 64 : 32; }

// A processor with such vectors.
tern_machine_t tern_machine_of_vectors(int64_t vector_bytes, int64_t vector_registers);
// Vectors of one operand that the register tile of a product is wide, beside which its accumulators fill the registers; and how many
// registers these take.
int64_t tern_machine_panel_vectors(const tern_machine_t *machine);
int64_t tern_machine_accumulators(const tern_machine_t *machine);
// Rows of a product that has too few of them for large tiles.
int64_t tern_machine_short_rows(const tern_machine_t *machine);
// Does it multiply and add in one instruction; and multiply by powers of two in one?
bool tern_machine_fuses_products(const tern_machine_t *machine);
bool tern_machine_has_ldexp(const tern_machine_t *machine);

#endif  // TERN_ANALYSIS_MACHINE_MACHINE_H_
