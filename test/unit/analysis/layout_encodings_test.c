// Layouts of ttg's encodings against those that Triton 3.6 gives the same encodings and shapes, which were drawn at random:
// those of distributed ones by Gluon's to_linear_layout, those of shared memory by its verifier of ttg.memdesc_reshape.

#include "layout_fixture.h"

#include "asm/parser.h"
#include "dialect/ttg/layout.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "pipeline/registry.h"

typedef struct layout_row {
  const char *encoding, *shape, *layout;
} layout_row_t;

static const layout_row_t rows[] = {
    {"#ttg.blocked<{sizePerThread = [8, 2], threadsPerWarp = [8, 4], warpsPerCTA = [2, 4], order = [0, 1]}"
     ">",
     "1,64",
     "register=[[0,0],[0,0],[0,0],[0,1],[0,32]] lane=[[0,0],[0,0],[0,0],[0,2],[0,4]] warp=[[0,0],[0,8],[0,"
     "16]] block=[]"},
    {"#ttg.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>", "4",
     "register=[[1],[2],[0],[0]] lane=[[0],[0],[0],[0],[0]] warp=[] block=[]"},
    {"#ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [16, 2], warpsPerCTA = [4, 2], order = [1, 0]"
     "}>",
     "16,1", "register=[[0,0],[0,0],[1,0]] lane=[[0,0],[2,0],[4,0],[8,0],[0,0]] warp=[[0,0],[0,0],[0,0]] block=[]"},
    {"#ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 4], order = [0, 1]}"
     ">",
     "4,8", "register=[[1,0]] lane=[[2,0],[0,0],[0,1],[0,2],[0,4]] warp=[[0,0],[0,0],[0,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [2, 16], war"
     "psPerCTA = [1, 8], order = [0, 1]}>}>",
     "4,64",
     "register=[[1,0],[2,0],[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]] lane=[[0,0],[0,0],[0,0],[0,0],[0,0]] wa"
     "rp=[[0,0],[0,0],[0,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [2, 16], war"
     "psPerCTA = [2, 2], order = [1, 0]}>}>",
     "16,32",
     "register=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0]] lane=[[0,0],[0,0],[0,0],[0,0],[4,0]] warp=[[0,"
     "0],[8,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 4, 4], threadsPerWarp = [4, 4, 2]"
     ", warpsPerCTA = [1, 1, 1], order = [2, 0, 1]}>}>",
     "1,8,32",
     "register=[[0,0,1],[0,0,2],[0,1,0],[0,2,0],[0,4,0],[0,0,8],[0,0,16]] lane=[[0,0,4],[0,0,0],[0,0,0],[0"
     ",0,0],[0,0,0]] warp=[] block=[]"},
    {"#ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [8, 2, 2]"
     ", warpsPerCTA = [1, 2, 1], order = [1, 2, 0]}>}>",
     "64,4,4",
     "register=[[0,1,0],[0,2,0],[0,0,2],[8,0,0],[16,0,0],[32,0,0]] lane=[[0,0,0],[0,0,1],[1,0,0],[2,0,0],["
     "4,0,0]] warp=[[0,0,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 1], wa"
     "rpsPerCTA = [2, 1], order = [0, 1]}>}>",
     "64,16",
     "register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[0,1],[0,2],[0,4],[0,8]] lane=[[0,0],[0,0],[0,0],[0,"
     "0],[0,0]] warp=[[0,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 2, warpsPerCTA = [4, 2], instrShape = [16,"
     " 16, 16], isTransposed = false, tilesPerWarp = [2, 1], elementBitWidth = 32}>, kWidth = 16}>",
     "64,128",
     "register=[[0,1],[0,2],[0,4],[0,8],[0,64],[16,0]] lane=[[1,0],[2,0],[4,0],[8,0],[0,16],[0,32]] warp=["
     "[0,0],[32,0],[0,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 4], instrShape = [4, "
     "64, 4], isTransposed = true, tilesPerWarp = [1, 2], elementBitWidth = 32}>, kWidth = 2}>",
     "1,1",
     "register=[[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]] lane=[[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]] warp=[[0,0"
     "],[0,0],[0,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 1, parent = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 1], instrShape = [16,"
     " 16, 16], isTransposed = false, CGALayout = [[0, 1], [0, 0]], tilesPerWarp = [1, 1], elementBitWidth"
     " = 64}>, kWidth = 2}>",
     "32,32",
     "register=[[1,0],[8,0],[16,0]] lane=[[0,1],[0,2],[0,4],[0,8],[2,0],[4,0]] warp=[[0,0]] block=[[0,16],"
     "[0,0]]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 1, warpsPerCTA = [2, 1], instrShape = [4, "
     "64, 4], isTransposed = true, tilesPerWarp = [1, 2], elementBitWidth = 32}>, kWidth = 1}>",
     "32,256",
     "register=[[0,16],[0,32],[0,64],[0,128],[8,0],[16,0]] lane=[[1,0],[2,0],[0,1],[0,2],[0,4],[0,8]] warp"
     "=[[4,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 8], instrShape = [32,"
     " 32, 8], isTransposed = true, CGALayout = [[0, 1]], tilesPerWarp = [2, 2], elementBitWidth = 32}>, k"
     "Width = 1}>",
     "32,32",
     "register=[[0,2],[0,4],[0,8],[0,0],[0,0]] lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[0,1]] warp=[[0,0],[0,"
     "0],[0,0]] block=[[0,16]]"},
    {"#ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = "
     "[1, 2, 2], instrShape = [1, 16, 8]}>, kWidth = 2}>",
     "32,64,16",
     "register=[[0,1,0],[0,8,0],[0,16,0],[0,32,0],[1,0,0],[2,0,0],[4,0,0],[8,0,0],[16,0,0]] lane=[[0,2,0],"
     "[0,4,0],[0,0,1],[0,0,2],[0,0,4]] warp=[[0,0,8],[0,0,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = "
     "[8, 2], CGALayout = [[1, 0]], instrShape = [16, 16, 16]}>, kWidth = 8}>",
     "256,2",
     "register=[[0,1],[0,0],[0,0],[8,0],[0,0]] lane=[[0,0],[0,0],[1,0],[2,0],[4,0]] warp=[[16,0],[32,0],[6"
     "4,0],[0,0]] block=[[128,0]]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = "
     "[4, 1], CGALayout = [[1, 0]], instrShape = [16, 8]}>, kWidth = 4}>",
     "8,8",
     "register=[[0,1],[0,2],[0,0],[0,0]] lane=[[0,4],[0,0],[1,0],[2,0],[0,0]] warp=[[0,0],[0,0]] block=[[4"
     ",0]]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = "
     "[8, 2], instrShape = [16, 64, 16]}>, kWidth = 1}>",
     "2,4", "register=[[0,0],[0,0]] lane=[[0,1],[0,2],[1,0],[0,0],[0,0]] warp=[[0,0],[0,0],[0,0],[0,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = "
     "[2, 4], CGALayout = [[1, 0]], instrShape = [16, 8]}>, kWidth = 2}>",
     "2,256",
     "register=[[0,1],[0,0],[0,8],[0,16],[0,32],[0,64],[0,128]] lane=[[0,2],[0,4],[0,0],[0,0],[0,0]] warp="
     "[[0,0],[0,0],[0,0]] block=[[1,0]]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [2, 1"
     "], tilesPerWarp = [2, 2], instrShape = [16, 16, 16]}>, kWidth = 16}>",
     "64,128",
     "register=[[0,1],[0,2],[0,4],[0,8],[0,32],[0,64],[16,0]] lane=[[1,0],[2,0],[4,0],[8,0],[0,16]] warp=["
     "[32,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [4, "
     "1, 1], tilesPerWarp = [1, 1, 2], instrShape = [16, 16, 16]}>, kWidth = 16}>",
     "4,32,16",
     "register=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,16,0]] lane=[[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,0,0]] w"
     "arp=[[1,0,0],[2,0,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 1, parent = #ttg.amd_wmma<{version = 3, isTranspose = true, warpsPerCTA = [1, 1"
     ", 1], tilesPerWarp = [1, 1, 2], instrShape = [16, 16, 64]}>, kWidth = 2}>",
     "1,64,32",
     "register=[[0,1,0],[0,4,0],[0,8,0],[0,16,0],[0,32,0],[0,0,16]] lane=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],"
     "[0,2,0]] warp=[] block=[]"},
    {"#ttg.dot_op<{opIdx = 1, parent = #ttg.amd_wmma<{version = 3, isTranspose = true, warpsPerCTA = [4, 2"
     "], tilesPerWarp = [1, 1], instrShape = [16, 16, 32]}>, kWidth = 8}>",
     "64,256",
     "register=[[1,0],[2,0],[4,0],[16,0],[32,0],[0,32],[0,64],[0,128]] lane=[[0,1],[0,2],[0,4],[0,8],[8,0]"
     "] warp=[[0,16],[0,0],[0,0]] block=[]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_wmma<{version = 3, isTranspose = true, warpsPerCTA = [2, 2"
     "], tilesPerWarp = [2, 1], instrShape = [16, 16, 32]}>, kWidth = 8}>",
     "128,64",
     "register=[[0,1],[0,2],[0,4],[0,16],[0,32],[16,0],[64,0]] lane=[[1,0],[2,0],[4,0],[8,0],[0,8]] warp=["
     "[0,0],[32,0]] block=[]"},
    {"#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1, 1], instrShape = [64, 4, 4], isTransposed = true, t"
     "ilesPerWarp = [1, 2, 2], elementBitWidth = 32}>",
     "64,2,4",
     "register=[[0,0,1],[0,0,2],[0,0,0],[0,0,0],[1,0,0],[2,0,0],[4,0,0],[8,0,0],[16,0,0],[32,0,0]] lane=[["
     "0,1,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]] warp=[] block=[]"},
    {"#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 8], instrShape = [16, 16, 16], isTransposed = false, t"
     "ilesPerWarp = [2, 1], elementBitWidth = 64}>",
     "2,4",
     "register=[[0,0],[0,0],[0,0]] lane=[[0,1],[0,2],[0,0],[0,0],[1,0],[0,0]] warp=[[0,0],[0,0],[0,0]] blo"
     "ck=[]"},
    {"#ttg.amd_mfma<{version = 2, warpsPerCTA = [4, 1], instrShape = [64, 4, 4], isTransposed = true, tile"
     "sPerWarp = [2, 1], elementBitWidth = 32}>",
     "32,256",
     "register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[0,128],[0,0]] lane=[[1,0],[2,0],[4,0],[8,0],"
     "[16,0],[0,0]] warp=[[0,0],[0,0]] block=[]"},
    {"#ttg.amd_mfma<{version = 1, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true, CGA"
     "Layout = [[1, 0], [0, 0]], tilesPerWarp = [2, 1], elementBitWidth = 32}>",
     "128,2",
     "register=[[0,1],[0,0],[0,0],[0,0],[32,0]] lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[0,0]] warp=[[0,0],[0"
     ",0]] block=[[64,0],[0,0]]"},
    {"#ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 2, 1], instrShape = [64, 4, 4], isTransposed = true, t"
     "ilesPerWarp = [1, 1, 1], elementBitWidth = 32}>",
     "16,32,8",
     "register=[[0,0,1],[0,0,2],[0,0,4],[4,0,0],[8,0,0]] lane=[[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,16,0],[0"
     ",0,0]] warp=[[0,0,0],[1,0,0],[2,0,0]] block=[]"},
    {"#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 8]}>", "256,8",
     "register=[[0,1],[8,0],[64,0],[128,0]] lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] warp=[[0,0],[16,0],[32,0]"
     "] block=[]"},
    {"#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1, 2], instrShape = [1, 16, 8"
     "]}>",
     "1,2,16", "register=[[0,0,1],[0,0,0]] lane=[[0,0,2],[0,0,4],[0,1,0],[0,0,0],[0,0,0]] warp=[[0,0,8]] block=[]"},
    {"#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>", "4,128",
     "register=[[0,1],[0,0],[0,8],[0,16],[0,32],[0,64]] lane=[[0,2],[0,4],[1,0],[2,0],[0,0]] warp=[[0,0],["
     "0,0]] block=[]"},
    {"#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], CGALayout = [[1, 0], [0, "
     "1]], instrShape = [16, 128, 16]}>",
     "256,256",
     "register=[[0,1],[8,0],[0,8],[0,16],[0,32],[0,64]] lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] warp=[[16,0],"
     "[32,0],[64,0]] block=[[128,0],[0,128]]"},
    {"#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>", "128,2",
     "register=[[0,1],[8,0],[32,0],[64,0]] lane=[[0,0],[0,0],[1,0],[2,0],[4,0]] warp=[[0,0],[16,0]] block="
     "[]"},
    {"#ttg.slice<{dim = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1,"
     " 2], CGALayout = [[1, 0]], instrShape = [16, 8]}>}>",
     "2", "register=[] lane=[[0],[0],[0],[0],[0]] warp=[[0]] block=[[1]]"},
    {"#ttg.slice<{dim = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2,"
     " 1, 4], instrShape = [1, 16, 8]}>}>",
     "2,2", "register=[[0,1]] lane=[[0,0],[0,0],[1,0],[0,0],[0,0]] warp=[[0,0],[0,0],[0,0]] block=[]"},
    {"#ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPe"
     "rCTA = [1, 1], order = [1, 0]}>}>",
     "128", "register=[[1],[2],[4],[32],[64]] lane=[[8],[16],[0],[0],[0]] warp=[] block=[]"},
    {"#ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [4, 1, 2], threadsPerWarp = [4, 2, 4], w"
     "arpsPerCTA = [2, 2, 1], order = [0, 2, 1]}>}>",
     "16,2", "register=[[1,0],[2,0],[0,1]] lane=[[4,0],[8,0],[0,0],[0,0],[0,0]] warp=[[0,0],[0,0]] block=[]"},
    {"#ttg.slice<{dim = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1,"
     " 1, 1], instrShape = [1, 16, 8]}>}>",
     "8,1", "register=[[1,0],[2,0],[4,0]] lane=[[0,0],[0,0],[0,0],[0,0],[0,0]] warp=[] block=[]"},
    {"#ttg.amd_wmma<{version = 1, isTranspose = true, warpsPerCTA = [1, 1], tilesPerWarp = [2, 2], instrSh"
     "ape = [16, 16, 16]}>",
     "16,64",
     "register=[[0,2],[0,4],[0,8],[0,16],[0,32],[0,0]] lane=[[1,0],[2,0],[4,0],[8,0],[0,1]] warp=[] block="
     "[]"},
    {"#ttg.amd_wmma<{version = 3, isTranspose = true, warpsPerCTA = [2, 2, 2], CGALayout = [[0, 0, 1], [1,"
     " 0, 0]], tilesPerWarp = [1, 2, 2], instrShape = [16, 16, 4]}>",
     "1,64,256",
     "register=[[0,0,1],[0,0,2],[0,0,4],[0,0,16],[0,0,64],[0,0,0],[0,16,0]] lane=[[0,1,0],[0,2,0],[0,4,0],"
     "[0,8,0],[0,0,8]] warp=[[0,0,32],[0,32,0],[0,0,0]] block=[[0,0,128],[0,0,0]]"},
    {"#ttg.amd_wmma<{version = 3, isTranspose = false, warpsPerCTA = [2, 1, 4], tilesPerWarp = [1, 2, 1], "
     "instrShape = [16, 16, 4]}>",
     "2,16,256",
     "register=[[0,1,0],[0,2,0],[0,4,0],[0,0,64],[0,0,128],[0,0,0]] lane=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],"
     "[0,8,0]] warp=[[0,0,16],[0,0,32],[1,0,0]] block=[]"},
    {"#ttg.amd_wmma<{version = 2, isTranspose = false, warpsPerCTA = [1, 2], CGALayout = [[1, 0], [0, 1]],"
     " tilesPerWarp = [1, 2], instrShape = [16, 16, 32]}>",
     "128,32",
     "register=[[1,0],[2,0],[4,0],[0,0],[16,0],[32,0]] lane=[[0,1],[0,2],[0,4],[0,8],[8,0]] warp=[[0,0]] b"
     "lock=[[64,0],[0,16]]"},
    {"#ttg.amd_wmma<{version = 3, isTranspose = true, warpsPerCTA = [1, 2], CGALayout = [[1, 0]], tilesPer"
     "Warp = [2, 1], instrShape = [16, 16, 4]}>",
     "256,256",
     "register=[[0,1],[0,2],[0,4],[0,32],[0,64],[0,128],[16,0],[32,0],[64,0]] lane=[[1,0],[2,0],[4,0],[8,0"
     "],[0,8]] warp=[[0,16]] block=[[128,0]]"},
    {"#ttg.swizzled_shared<{vec = 4, perPhase = 8, maxPhase = 2, order = [0, 1], CGALayout = [[1, 0], [2, "
     "0]]}>",
     "1,1", "offset=[] block=[[0,0],[0,0]]"},
    {"#ttg.amd_rotating_shared<{vec = 2, perPhase = 2, maxPhase = 2, order = [2, 0, 1]}>", "64,64,128",
     "offset=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,0,16],[0,0,32],[0,0,64],[1,0,0],[2,0,2],[4,0,2],[8,0,0],["
     "16,0,0],[32,0,0],[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,16,0],[0,32,0]] block=[]"},
    {"#ttg.swizzled_shared<{vec = 1, perPhase = 4, maxPhase = 1, order = [0, 1]}>", "2,2",
     "offset=[[1,0],[0,1]] block=[]"},
    {"#ttg.swizzled_shared<{vec = 4, perPhase = 8, maxPhase = 8, order = [1, 0]}>", "1,128",
     "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]] block=[]"},
    {"#ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 16, order = [0], CGALayout = [[1]]}>", "128",
     "offset=[[1],[2],[4],[8],[16],[32]] block=[[64]]"},
    {"#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [["
     "0, 1], [0, 2]], rank = 2}>",
     "512,256",
     "offset=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,0],[4,8],[8,0],[16,0],[32,0],[64,0],[128,0],[256,0],[0,16],"
     "[0,32]] block=[[0,64],[0,128]]"},
    {"#ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 1, order = [0, 1]}>", "128,1",
     "offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]] block=[]"},
    {"#ttg.amd_rotating_shared<{vec = 2, perPhase = 4, maxPhase = 16, order = [0], CGALayout = [[1]]}>", "4",
     "offset=[[1]] block=[[2]]"},
    {"#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 16, order = [0, 1], CGALayout = [[0, 1]]}>", "4,1",
     "offset=[[1,0],[2,0]] block=[[0,0]]"},
    {"#ttg.amd_rotating_shared<{vec = 2, perPhase = 2, maxPhase = 2, order = [0, 1]}>", "128,64",
     "offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[0,1],[2,2],[2,4],[0,8],[0,16],[0,32]] block=[]"},
    {"#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 16, rank = 2}>", "64,4",
     "offset=[[0,1],[0,2],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]] block=[]"},
    {"#ttg.amd_rotating_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>", "4,4",
     "offset=[[0,1],[0,2],[1,0],[2,0]] block=[]"},
    {"#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 16, rank = 2}>", "512,4",
     "offset=[[0,1],[0,2],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[128,0],[256,0]] block=[]"},
    {"#ttg.swizzled_shared<{vec = 4, perPhase = 8, maxPhase = 8, order = [1, 0]}>", "128,16",
     "offset=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,0],[4,0],[8,4],[16,8],[32,0],[64,0]] block=[]"},
    {"#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 8, order = [0, 1, 2]}>", "1,16,32",
     "offset=[[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,0,16]] block=[]"},
    {"#ttg.amd_rotating_shared<{vec = 2, perPhase = 1, maxPhase = 8, order = [0], CGALayout = [[1]]}>", "16",
     "offset=[[1],[2],[4]] block=[[8]]"},
    {"#ttg.swizzled_shared<{vec = 8, perPhase = 8, maxPhase = 2, order = [0, 1]}>", "4,4",
     "offset=[[1,0],[2,0],[0,1],[0,2]] block=[]"},
    {"#ttg.amd_rotating_shared<{vec = 1, perPhase = 1, maxPhase = 8, order = [1, 0]}>", "2,64",
     "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,1]] block=[]"},
    {"#ttg.amd_rotating_shared<{vec = 4, perPhase = 8, maxPhase = 16, order = [0, 1]}>", "1,32",
     "offset=[[0,1],[0,2],[0,4],[0,8],[0,16]] block=[]"},
    {"#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 32, CGALayout = [["
     "1, 0]], rank = 2}>",
     "128,32", "offset=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,4],[4,8],[8,0],[16,0],[32,0],[0,16]] block=[[64,0]]"},
    {"#ttg.amd_rotating_shared<{vec = 4, perPhase = 8, maxPhase = 1, order = [0], CGALayout = [[1]]}>", "1",
     "offset=[] block=[[0]]"},
    {"#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 8, rank = 2}>", "256,256",
     "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[0,128],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],["
     "64,0],[128,0]] block=[]"},
    {"#ttg.amd_rotating_shared<{vec = 8, perPhase = 4, maxPhase = 8, order = [0, 1]}>", "2,1",
     "offset=[[1,0]] block=[]"},
    {"#ttg.amd_rotating_shared<{vec = 4, perPhase = 2, maxPhase = 8, order = [0, 1]}>", "16,8",
     "offset=[[1,0],[2,0],[4,0],[8,0],[0,1],[4,2],[8,4]] block=[]"},
    {"#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_wmma<{version = 2, isTranspose = false, warpsPerCTA = [4, "
     "1], CGALayout = [[0, 1], [0, 2]], tilesPerWarp = [2, 1], instrShape = [16, 16, 16]}>, kWidth = 8}>",
     "32,64",
     "register=[[0,1],[0,2],[0,4],[0,0],[0,0],[16,0]] lane=[[1,0],[2,0],[4,0],[8,0],[0,8]] warp=[[0,0],[0,"
     "0]] block=[[0,16],[0,32]]"},
};

// `lane=[[1,0],[2,0]] warp=[]`, input by input.
static void append_layout(tern_string_builder_t *out, const tern_layout_t *layout) {
  for (size_t i = 0; i < layout->ins.count; ++i) {
    tern_string_builder_append_format(out, "%s%s=[", i ? " " : "", layout->ins.values[i].name);
    for (size_t bit = 0; bit < layout->ins.values[i].bits; ++bit) {
      for (size_t d = 0; d < layout->outs.count; ++d) {
        const char *separator = d ? "," : bit ? ",[" : "[";
        tern_string_builder_append_format(out, "%s%lld", separator, (long long)tern_layout_basis(layout, i, bit, d));
      }
      tern_string_builder_append_cstr(out, "]");
    }
    tern_string_builder_append_cstr(out, "]");
  }
}

static size_t read_shape(const char *text, int64_t *out_shape) {
  size_t rank = 0;
  for (char *end; *text; text = *end ? end + 1 : end) out_shape[rank++] = strtoll(text, &end, 10);
  return rank;
}

static int make_context(void **state) {
  *state = tern_context_create();
  tern_register_all_dialects(*state);
  return 0;
}

static int destroy_context(void **state) {
  tern_context_destroy(*state);
  return 0;
}

static const tern_attr_t *parse(void **state, const char *text) {
  return tern_parse_attr_text(*state, tern_str_from_cstr(text));
}

static void gives_the_layouts_of_triton(void **state) {
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    int64_t shape[TERN_LAYOUT_MAX_DIMS];
    const tern_attr_t *encoding = parse(state, rows[i].encoding);
    tern_string_builder_t text = {0};
    assert_non_null(encoding);
    assert_int_equal(read_shape(rows[i].shape, shape), tern_ttg_rank(encoding));
    tern_layout_t layout = tern_ttg_layout(encoding, shape);
    assert_null(layout.error);
    append_layout(&text, &layout);
    assert_string_equal(text.data, rows[i].layout);
    tern_string_builder_deinitialize(&text);
  }
}

// What is written as bases again is the same layout, and is the same encoding for its shape.
static void linear_encodings_are_their_layouts(void **state) {
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    int64_t shape[TERN_LAYOUT_MAX_DIMS];
    const tern_attr_t *encoding = parse(state, rows[i].encoding);
    read_shape(rows[i].shape, shape);
    tern_layout_t layout = tern_ttg_layout(encoding, shape);
    const tern_attr_t *linear = tern_ttg_is_distributed(encoding) ? tern_ttg_linear_get(*state, &layout)
                                                                  : tern_ttg_shared_linear_get(*state, &layout, 16);
    assert_true(tern_ttg_same_layout(shape, encoding, linear));
    assert_int_equal(tern_ttg_ctas_per_cga(encoding), tern_ttg_ctas_per_cga(linear));
    if (!tern_ttg_is_distributed(encoding)) continue;
    assert_int_equal(tern_ttg_threads_per_warp(encoding), tern_ttg_threads_per_warp(linear));
    assert_int_equal(tern_ttg_warps_per_cta(encoding), tern_ttg_warps_per_cta(linear));
  }
}

static void refuses_what_has_no_layout(void **state) {
  const int64_t shape[] = {16, 16}, odd[] = {16, 12};
  const tern_attr_t *blocked = parse(state,
                                     "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = "
                                     "[4, 1], order = [1, 0]}>");
  LAYOUT_FAILS(tern_ttg_layout(blocked, odd), "the size of a dimension is not a power of two");
  const tern_attr_t *old = parse(state,
                                 "#ttg.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [4, 1], "
                                 "instrShape = [16, 16]}>");
  LAYOUT_FAILS(tern_ttg_layout(old, shape), "there are layouts of mma versions 2 and 3 alone");
  const tern_attr_t *boxes =
      parse(state, "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>");
  LAYOUT_FAILS(tern_ttg_layout(boxes, shape), "the memory is smaller than a line of its swizzle");
  const int64_t flat[] = {4, 64};
  LAYOUT_FAILS(tern_ttg_layout(boxes, flat), "the memory is smaller than eight lines of its swizzle");
  const tern_attr_t *listed = parse(state, "#ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>");
  LAYOUT_FAILS(tern_ttg_layout(listed, shape), "the layout is one of another shape");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(gives_the_layouts_of_triton, make_context, destroy_context),
      cmocka_unit_test_setup_teardown(linear_encodings_are_their_layouts, make_context, destroy_context),
      cmocka_unit_test_setup_teardown(refuses_what_has_no_layout, make_context, destroy_context),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
