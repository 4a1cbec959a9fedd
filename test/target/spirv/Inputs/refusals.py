"""Feeds malformed binaries to tern-translate --deserialize-spirv and compares what it says, and at which word.

A case is a list of instructions, each a tuple of its name and operands (numbers, or strings that are string literals).
bad(...) marks the instruction that has to be named by its word. Usage: refusals.py FOLDER
"""

import json
import os
import struct
import subprocess
import sys

GRAMMAR = "/usr/include/spirv/unified1/spirv.core.grammar.json"
MAGIC = 0x07230203
with open(GRAMMAR, encoding="utf-8") as grammar_file:
    OPCODES = {row["opname"]: row["opcode"] for row in json.load(grammar_file)["instructions"]}
OPCODES["OpConstantCompositeReplicateEXT"] = 4461
OPCODES["OpSpecConstantCompositeReplicateEXT"] = 4462
OPCODES["OpTypeCooperativeMatrixKHR"] = 4456
OPCODES["OpCooperativeMatrixLoadKHR"] = 4457


class bad(tuple):
    def __new__(cls, *parts):
        return super().__new__(cls, parts)


def words_of(instruction):
    name, operands, words = instruction[0], instruction[1:], []
    for operand in operands:
        if isinstance(operand, str):
            data = operand.encode() + b"\0"
            data += b"\0" * (-len(data) % 4)
            words += struct.unpack(f"<{len(data) // 4}I", data)
        else:
            words.append(operand & 0xFFFFFFFF)
    opcode = OPCODES[name] if isinstance(name, str) else name
    return [(len(words) + 1) << 16 | opcode] + words


def assemble(instructions, header=(MAGIC, 0x10300, 0, 100, 0)):
    words, marked = list(header), None
    for instruction in instructions:
        if isinstance(instruction, bad):
            marked = len(words)
        words += words_of(instruction)
    return words, len(words) if marked is None else marked


SHADER = [("OpCapability", 1), ("OpMemoryModel", 0, 1)]
# 1 void, 2 void(), 3 u32, 4 f32, 5 bool, 6 u32 0, 7 u32 1, 8 f32 0, 9 true, 10 struct {u32}, 11 u32(u32), 12 vector, 13 ptr
TYPES = SHADER + [
    ("OpTypeVoid", 1),
    ("OpTypeFunction", 2, 1),
    ("OpTypeInt", 3, 32, 0),
    ("OpTypeFloat", 4, 32),
    ("OpTypeBool", 5),
    ("OpConstant", 3, 6, 0),
    ("OpConstant", 3, 7, 1),
    ("OpConstant", 4, 8, 0),
    ("OpConstantTrue", 5, 9),
    ("OpTypeStruct", 10, 3),
    ("OpTypeFunction", 11, 3, 3),
    ("OpTypeVector", 12, 4, 4),
    ("OpTypePointer", 13, 7, 3),
]
BEGIN = TYPES + [("OpFunction", 1, 20, 0, 2)]
BODY = BEGIN + [("OpLabel", 21)]
RETURN = [("OpReturn",), ("OpFunctionEnd",)]
NESTED_TYPES = SHADER + [("OpTypeInt", 3, 32, 0)]
DEEP = NESTED_TYPES + [("OpTypeStruct", 10, 3)] + [("OpTypeStruct", i + 1, i) for i in range(10, 263)]


def deep_selections(depth):
    """Selections in selections: headers 1000.., merges 3000.."""
    code = list(BODY) + [("OpBranch", 1000)]
    for i in range(depth):
        code += [("OpLabel", 1000 + i), (bad if i == depth - 256 else tuple_of)("OpSelectionMerge", 3000 + i, 0)]
        code += [("OpBranchConditional", 9, 1001 + i, 3000 + i)]
    code += [("OpLabel", 1000 + depth), ("OpBranch", 3000 + depth - 1)]
    for i in reversed(range(depth)):
        code += [("OpLabel", 3000 + i), ("OpBranch", 3000 + i - 1) if i else ("OpReturn",)]
    return code + [("OpFunctionEnd",)]


def tuple_of(*parts):
    return parts


CASES = {
    # the preamble
    "capability 9999 (without a name) is not known": [bad("OpCapability", 9999)],
    "extension 'SPV_NONE' is not known": [bad("OpExtension", "SPV_NONE")],
    "a string has no end": [bad("OpExtension", 0x41414141)],
    "instruction set 'None' is not known": [bad("OpExtInstImport", 1, "None")],
    "a second memory model": SHADER + [bad("OpMemoryModel", 0, 1)],
    "77 is no addressing_model that is known": [bad("OpMemoryModel", 77, 1)],
    "the module has no OpMemoryModel": [("OpCapability", 1)],
    "OpMemoryModel has 1 operand words, but it takes at least 2": [bad("OpMemoryModel", 0)],
    "opcode 9999 is not known": SHADER + [bad(9999, 1)],
    "id 100 is not between 0 and the bound 100": SHADER + [bad("OpTypeVoid", 100)],
    "id 0 is not between 0 and the bound 100": SHADER + [bad("OpTypeVoid", 0)],
    "id 1 is no file name": TYPES + [bad("OpLine", 1, 1, 1)],
    # entry points
    "entry point 'm' has the function or the name of another one": [
        ("OpEntryPoint", 5, 1, "m"), bad("OpEntryPoint", 5, 2, "m")],
    "id 3 is no function": TYPES[:1] + [bad("OpEntryPoint", 5, 3, "m")] + TYPES[1:],
    "999 is no execution model that is known": SHADER[:1] + [bad("OpEntryPoint", 999, 20, "m")] + BODY[1:] + RETURN,
    "id 3 is no global variable": SHADER[:1] + [bad("OpEntryPoint", 5, 20, "m", 3)] + BODY[1:] + RETURN,
    "9999 is no execution mode that is known": SHADER[:1] + [bad("OpExecutionMode", 20, 9999)] + BODY[1:] + RETURN,
    "id 1 is no integer constant": SHADER[:1] + [bad("OpExecutionModeId", 20, 38, 1, 6, 6)] + BODY[1:] + RETURN,
    # decorations
    "id 3 is decorated after its definition": TYPES + [bad("OpDecorate", 3, 2)],
    "there is no member 4294967295": SHADER + [bad("OpMemberDecorate", 1, 0xFFFFFFFF, 35, 0)],
    "id 3 is no decoration group": TYPES + [bad("OpGroupDecorate", 3, 10)],
    "a target has no member": SHADER + [("OpDecorationGroup", 30), bad("OpGroupMemberDecorate", 30, 31)],
    "group 30 decorates itself": SHADER + [
        ("OpDecorate", 30, 0), ("OpDecorationGroup", 30), bad("OpGroupDecorate", 30, 30)],
    "groups make too many decorations": SHADER + [("OpDecorate", 30, 0)] * 300 + [
        ("OpDecorationGroup", 30), bad("OpGroupDecorate", 30, *([31] * 60))],
    "a linkage type that is not known": SHADER + [bad("OpDecorate", 20, 41, "f", 99)] + BODY[2:] + RETURN,
    "a cache control that is not known": SHADER + [bad("OpDecorate", 40, 6442, 0, 99)] + TYPES[2:] + [
        ("OpTypePointer", 41, 6, 3), ("OpVariable", 41, 40, 6)],
    "decoration Binding with 0 operand words": SHADER + [bad("OpDecorate", 40, 33)] + TYPES[2:] + [
        ("OpTypePointer", 41, 6, 3), ("OpVariable", 41, 40, 6)],
    "decoration BuiltIn with the value 9999, which is not known": SHADER + [bad("OpDecorate", 40, 11, 9999)] + TYPES[2:] + [
        ("OpTypePointer", 41, 6, 3), ("OpVariable", 41, 40, 6)],
    "decoration 9999 (without a name) of id 40 is not known": SHADER + [bad("OpDecorate", 40, 9999)] + TYPES[2:] + [
        ("OpTypePointer", 41, 6, 3), ("OpVariable", 41, 40, 6)],
    "decoration 9999 of a struct is not known": SHADER + [bad("OpDecorate", 10, 9999)] + TYPES[2:],
    "the struct has no member 5": SHADER + [bad("OpMemberDecorate", 10, 5, 35, 0)] + TYPES[2:],
    "an offset is missing": SHADER + [bad("OpMemberDecorate", 10, 0, 35)] + TYPES[2:],
    "Block on a struct is not known": SHADER + [bad("OpDecorate", 10, 2, 1, 2)] + TYPES[2:],
    # types
    "OpTypeInt: the width is not 8, 16, 32 or 64": SHADER + [bad("OpTypeInt", 1, 7, 0)],
    "OpTypeInt: the signedness is not 0 or 1": SHADER + [bad("OpTypeInt", 1, 32, 2)],
    "OpTypeInt has 2 operand words": SHADER + [bad("OpTypeInt", 1, 32)],
    "OpTypeFloat: the encoding is not known": SHADER + [bad("OpTypeFloat", 1, 32, 77)],
    "OpTypeFloat: the width is not 16, 32 or 64": SHADER + [bad("OpTypeFloat", 1, 80)],
    "OpTypeVector: the component type is no scalar": TYPES + [bad("OpTypeVector", 30, 10, 2)],
    "OpTypeVector: the count is not 2, 3, 4, 8 or 16": TYPES + [bad("OpTypeVector", 30, 3, 5)],
    "OpTypeMatrix: the column type is no vector of floats": TYPES + [bad("OpTypeMatrix", 30, 4, 2)],
    "OpTypeMatrix: the count is not 2, 3 or 4": TYPES + [bad("OpTypeMatrix", 30, 12, 5)],
    "OpTypeArray: the element type is one of no values": TYPES + [bad("OpTypeArray", 30, 1, 7)],
    "OpTypeArray: a length that is a specialization constant has no form in the IR": TYPES + [
        ("OpSpecConstant", 3, 31, 4), bad("OpTypeArray", 30, 3, 31)],
    "OpTypeArray: the length is not between 1 and 2^32 - 1": TYPES + [bad("OpTypeArray", 30, 3, 6)],
    "OpTypeRuntimeArray: the element type is one of no values": TYPES + [bad("OpTypeRuntimeArray", 30, 2)],
    "OpTypeStruct: a member's type is one of no values": TYPES + [bad("OpTypeStruct", 30, 1)],
    "OpTypeStruct: some members have an offset and some have none": SHADER + [
        ("OpMemberDecorate", 30, 0, 35, 0)] + TYPES[2:] + [bad("OpTypeStruct", 30, 3, 3)],
    "OpTypePointer: the storage class is not known": TYPES + [bad("OpTypePointer", 30, 999, 3)],
    "OpTypePointer: the pointee is a type of no values": TYPES + [bad("OpTypePointer", 30, 7, 1)],
    "OpTypeFunction: a parameter's type is one of no values": TYPES + [bad("OpTypeFunction", 30, 1, 1)],
    "OpTypeImage: a property has a value that is not known": TYPES + [bad("OpTypeImage", 30, 4, 99, 0, 0, 0, 1, 0)],
    "OpTypeSampledImage: the operand is no image type": TYPES + [bad("OpTypeSampledImage", 30, 4)],
    "OpTypeCooperativeMatrixKHR: the component type is no scalar": TYPES + [
        bad("OpTypeCooperativeMatrixKHR", 30, 10, 6, 7, 7, 6)],
    "OpTypeCooperativeMatrixKHR: a property has a value that is not known": TYPES + [
        bad("OpTypeCooperativeMatrixKHR", 30, 4, 6, 6, 6, 6)],
    "OpTypeEvent (opcode 34) is not a type that the dialect has": SHADER + [bad("OpTypeEvent", 30)],
    "id 6 is no type": TYPES + [bad("OpTypeStruct", 30, 6)],
    "id 3 is defined a second time, after word 15": TYPES + [bad("OpTypeInt", 3, 32, 0)],
    "types are nested more than 255 deep": ("bound", 400, DEEP + [bad("OpTypeStruct", 300, 263)]),
    "OpTypeForwardPointer takes 2 operand words": SHADER + [bad("OpTypeForwardPointer", 30)],
    "id 3 is defined already": TYPES + [bad("OpTypeForwardPointer", 3, 7)],
    "storage class 999 is not known": TYPES + [bad("OpTypeForwardPointer", 30, 999)],
    "a pointer to a struct without a name cannot come before it": TYPES + [
        bad("OpTypeForwardPointer", 30, 7), ("OpTypeStruct", 31, 30), ("OpTypePointer", 30, 7, 31)],
    "pointer type 30 is never defined": TYPES + [bad("OpTypeForwardPointer", 30, 7)],
    "the pointer is not what its forward declaration says": SHADER + [("OpName", 31, "S")] + TYPES[2:] + [
        ("OpTypeForwardPointer", 30, 7), ("OpTypeStruct", 31, 30), bad("OpTypePointer", 30, 6, 31)],
    # constants
    "OpConstant with 4 operand words is no constant of its type": TYPES + [bad("OpConstant", 3, 30, 1, 2)],
    "OpConstantTrue is no constant of its type": TYPES + [bad("OpConstantTrue", 3, 30)],
    "OpConstant has no type and result": TYPES + [bad("OpConstant", 3)],
    "OpConstant of a type of no values": TYPES + [bad("OpConstant", 1, 30, 1)],
    "id 3 is no constant": TYPES + [bad("OpConstantComposite", 10, 30, 3)],
    "constant 8 is not of the type of part 0": TYPES + [bad("OpConstantComposite", 10, 30, 8)],
    "OpConstantComposite has 2 parts, but its type has 1": TYPES + [bad("OpConstantComposite", 10, 30, 6, 6)],
    "id 6 is no specialization constant": TYPES + [bad("OpSpecConstantComposite", 10, 30, 6)],
    "a composite takes one part to repeat": TYPES + [bad("OpSpecConstantCompositeReplicateEXT", 10, 30)],
    "OpConstantCompositeReplicateEXT takes one constant": TYPES + [bad("OpConstantCompositeReplicateEXT", 10, 30)],
    "OpSpecConstantOp has no operation": TYPES + [bad("OpSpecConstantOp", 3, 30)],
    "operations are nested more than 255 deep": ("bound", 1000, TYPES + [("OpSpecConstantOp", 3, 300, 128, 6, 6)] + [
        ("OpSpecConstantOp", 3, 301 + i, 128, 300 + i, 6) for i in range(254)] + [
        bad("OpSpecConstantOp", 3, 600, 128, 554, 6)]),
    "the zero of this type has no form in the IR": TYPES + [bad("OpConstantNull", 13, 30)],
    "OpConstantSampler (opcode 45) is not supported": TYPES + [bad("OpConstantSampler", 3, 30, 0, 0, 0)],
    "initializer 3 is no variable, specialization constant or scalar": TYPES + [
        ("OpTypePointer", 30, 6, 3), bad("OpVariable", 30, 31, 6, 3)],
    "the variable's type is no pointer of its storage class": TYPES + [bad("OpVariable", 13, 31, 6)],
    "OpVariable has 5 operand words": TYPES + [("OpTypePointer", 30, 6, 3), bad("OpVariable", 30, 31, 6, 6, 6)],
    "OpIAdd stands outside of a function": TYPES + [bad("OpIAdd", 3, 30, 6, 6)],
    # functions
    "OpFunction has 5 operand words": TYPES + [bad("OpFunction", 1, 20, 0, 2, 2)],
    "id 3 is no function type": TYPES + [bad("OpFunction", 1, 20, 0, 3)],
    "the result is not that of the function's type": TYPES + [bad("OpFunction", 3, 20, 0, 2)],
    "function control 4096 is not known": TYPES + [bad("OpFunction", 1, 20, 4096, 2)],
    "OpFunctionParameter has 1 operand words": BEGIN + [bad("OpFunctionParameter", 3)],
    "parameter 0 is not in the function's type": BEGIN + [bad("OpFunctionParameter", 3, 21)],
    "parameters of the function are missing": TYPES + [("OpFunction", 3, 20, 0, 11), bad("OpLabel", 21)],
    "OpLabel has 2 operand words": BEGIN + [bad("OpLabel", 21, 22)],
    "a label, but the block before it has no terminator": BODY + [bad("OpLabel", 22)],
    "label 21 stands a second time": BODY + [("OpReturn",), bad("OpLabel", 21)],
    "id 3 is no label of this function": BODY + [bad("OpBranch", 3)],
    "a label that is branched to is not in the function": BODY + [("OpBranch", 22), bad("OpFunctionEnd")],
    "the function branches back to a block that is no loop's header":
        BODY + [("OpBranch", 22), ("OpLabel", 22), ("OpBranch", 22), bad("OpFunctionEnd")],
    "the entry block is branched to": BODY + [("OpBranch", 21), bad("OpFunctionEnd")],
    "the function ends, but its last block has no terminator": BODY + [bad("OpFunctionEnd")],
    "the last function has no end": BODY + [("OpReturn",)],
    "OpReturn stands outside of a block": BEGIN + [bad("OpReturn")],
    "OpBranch has 2 operand words": BODY + [bad("OpBranch", 22, 23)],
    "OpBranchConditional has 2 operand words": BODY + [bad("OpBranchConditional", 9, 22)],
    "OpSwitch has 1 operand words": BODY + [bad("OpSwitch", 6)],
    "the selector is no integer": BODY + [bad("OpSwitch", 8, 22)],
    "a target of OpSwitch has no label": BODY + [bad("OpSwitch", 6, 22, 1)],
    "OpSelectionMerge has 1 operand words": BODY + [bad("OpSelectionMerge", 22)],
    "OpSelectionMerge: control 4096 is not known": BODY + [bad("OpSelectionMerge", 22, 4096)],
    "a second merge instruction in a block": BODY + [("OpSelectionMerge", 22, 0), bad("OpSelectionMerge", 22, 0)],
    "OpPhi has 3 operand words": BODY + [("OpBranch", 22), ("OpLabel", 22), bad("OpPhi", 3, 23, 6)],
    "OpPhi in the entry block": BODY + [bad("OpPhi", 3, 23)],
    "OpPhi behind other instructions": BODY + [("OpBranch", 22), ("OpLabel", 22), ("OpVariable", 13, 24, 7),
                                               bad("OpPhi", 3, 23)],
    "OpPhi: the result is of a type of no values": BODY + [("OpBranch", 22), ("OpLabel", 22), bad("OpPhi", 1, 23)],
    "id 8 is not of the type of its OpPhi": BODY + [("OpBranch", 22), ("OpLabel", 22), bad("OpPhi", 3, 23, 8, 21)] + RETURN,
    "OpPhi names a parent twice": BODY + [("OpBranch", 22), ("OpLabel", 22), bad("OpPhi", 3, 23, 6, 21, 6, 21)] + RETURN,
    "OpPhi does not name all parents": BODY + [("OpBranch", 22), ("OpLabel", 22), bad("OpPhi", 3, 23)] + RETURN,
    "OpPhi names a parent that does not branch to it": BODY + [
        ("OpBranch", 22), ("OpLabel", 22), bad("OpPhi", 3, 23, 6, 21, 6, 24), ("OpReturn",), ("OpLabel", 24)] + RETURN,
    "OpFunctionCall has 2 operand words": BODY + [bad("OpFunctionCall", 1, 30)],
    "id 90 is no function": BODY + [bad("OpFunctionCall", 1, 30, 90)] + RETURN,
    "the function uses a value of a block that nothing branches to": BODY + [
        ("OpBranch", 23), ("OpLabel", 22), ("OpIAdd", 3, 30, 6, 6), ("OpBranch", 23), ("OpLabel", 23),
        ("OpIAdd", 3, 31, 30, 6), ("OpReturn",), bad("OpFunctionEnd")],
    "control flow is nested more than 255 deep": ("bound", 5000, deep_selections(300)),
    "branches hand too many values to blocks": ("bound", 200000, BODY + [
        ("OpSwitch", 6, 22, *[word for i in range(8000) for word in (i, 22)]), ("OpLabel", 22)] + [
        ("OpPhi", 3, 1000 + i, 6, 21) for i in range(8000 - 1)] + [bad("OpPhi", 3, 99999, 6, 21)] + RETURN),
    # instructions
    "id 30 is used before it is defined": BODY + [bad("OpIAdd", 3, 31, 30, 6)],
    "id 30 is a value of another function": BODY + [("OpIAdd", 3, 30, 6, 6)] + RETURN + [
        ("OpFunction", 1, 40, 0, 2), ("OpLabel", 41), bad("OpIAdd", 3, 31, 30, 6)],
    "id 3 is no value": BODY + [bad("OpIAdd", 3, 31, 3, 6)],
    "OpIAdd has 1 operand words too many": BODY + [bad("OpIAdd", 3, 31, 6, 6, 6)],
    "OpIAdd has too few operand words": BODY + [bad("OpIAdd", 3, 31, 6)],
    "OpIAdd has no type and result": BODY + [bad("OpIAdd", 3)],
    "OpIAdd: the result is of a type of no values": BODY + [bad("OpIAdd", 1, 31, 6, 6)],
    "Aligned takes an operand that is not there": BODY + [("OpVariable", 13, 30, 7), bad("OpLoad", 3, 31, 30, 2)],
    "MakePointerVisible has no form in the IR": BODY + [("OpVariable", 13, 30, 7), bad("OpLoad", 3, 31, 30, 16, 6)],
    "OpLoad: 1048576 is no MemoryAccess that is known": BODY + [("OpVariable", 13, 30, 7), bad("OpLoad", 3, 31, 30, 1 << 20)],
    "OpControlBarrier: 1 is no memory_semantics that is known": BODY + [bad("OpControlBarrier", 6, 6, 7)],
    "opcode 9999 is no operation on specialization constants that is known": TYPES + [
        bad("OpSpecConstantOp", 3, 30, 9999, 6)] + BODY[len(TYPES):] + [("OpIAdd", 3, 31, 30, 6)],
    "OpExtInst has 3 operand words": BODY + [bad("OpExtInst", 4, 30, 3)],
    "id 3 is no set of extended instructions": BODY + [bad("OpExtInst", 4, 30, 3, 1)],
    "OpExtInst stands outside of a function": [("OpExtInstImport", 50, "GLSL.std.450")] + TYPES + [
        bad("OpExtInst", 4, 30, 50, 13, 8)],
    "GLSL.std.450 has no instruction 999": [("OpExtInstImport", 50, "GLSL.std.450")] + BODY + [bad("OpExtInst", 4, 30, 50, 999)],
    "Modf of GLSL.std.450 (instruction 35) is not supported": [("OpExtInstImport", 50, "GLSL.std.450")] + BODY + [
        bad("OpExtInst", 4, 30, 50, 35, 8, 8)],
    "OpCooperativeMatrixLoadKHR has no operand 'stride'": TYPES + [
        ("OpTypeCooperativeMatrixKHR", 50, 4, 7, 7, 7, 6)] + BODY[len(TYPES):] + [
        ("OpVariable", 13, 30, 7), bad("OpCooperativeMatrixLoadKHR", 50, 31, 30, 6)],
    "OpAny (opcode 154) is not supported": BODY + [bad("OpAny", 5, 30, 9)],
    "the storage class is not that of the result": BODY + [("OpVariable", 13, 30, 7), bad("OpGenericCastToPtrExplicit", 13, 31, 30, 6)],
}

RAW = {
    "word 0: a binary of 3 words has no room for a header": struct.pack("<3I", MAGIC, 0x10300, 0),
    "word 0: the magic number is 0x00000001, but that of SPIR-V is 0x07230203": struct.pack("<5I", 1, 0, 0, 1, 0),
    "word 1: version 2.0 is not known": struct.pack("<5I", MAGIC, 0x20000, 0, 1, 0),
    "word 3: the bound of ids is 0": struct.pack("<5I", MAGIC, 0x10300, 0, 0, 0),
    "word 4: the schema is 1, but only 0 is known": struct.pack("<5I", MAGIC, 0x10300, 0, 9, 1),
    "word 5: an instruction of no words": struct.pack("<6I", MAGIC, 0x10300, 0, 9, 0, 17),
    "word 5: an instruction of 9 words, but 1 are left": struct.pack("<6I", MAGIC, 0x10300, 0, 9, 0, 9 << 16 | 17),
    "word 5: the binary ends inside of a word": struct.pack("<5I", MAGIC, 0x10300, 0, 9, 0) + b"abc",
    # the other byte order
    "word 5: capability 9999 (without a name) is not known": struct.pack(">7I", MAGIC, 0x10300, 0, 9, 0, 2 << 16 | 17, 9999),
}


def refusal_of(path):
    run = subprocess.run(["tern-translate", "--deserialize-spirv", path], capture_output=True, timeout=60, check=False)
    return run.returncode, run.stderr.decode(errors="replace")


def main():
    folder, failures = sys.argv[1], 0
    os.makedirs(folder, exist_ok=True)
    cases = [(message, data) for message, data in RAW.items()]
    for message, code in CASES.items():
        bound = 100
        if code[0] == "bound":
            _, bound, code = code
        words, position = assemble(code, (MAGIC, 0x10300, 0, bound, 0))
        cases.append((f"word {position}: {message}", struct.pack(f"<{len(words)}I", *words)))
    path = os.path.join(folder, "input.spv")
    for message, data in cases:
        with open(path, "wb") as file:
            file.write(data)
        code, said = refusal_of(path)
        if code != 1 or said != f"{path}:0:0: error: {message}\n":
            failures += 1
            print(f"expected: {message}\n     got: {code}: {said}")
    print(f"{len(cases)} refusals, {failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
