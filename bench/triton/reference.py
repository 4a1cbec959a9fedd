"""Arguments of launches, and what is right for some of their results, in f64. bf16 lies in 16-bit words, f8 in bytes."""

import numpy as np

TOLERANCES = {"f32": 2e-5, "f16": 4e-3, "bf16": 2e-2, "i32": 0}  # of |right| + the root of the mean of squares
SAMPLES = 64


# --- types ---

def f8_values():
    codes = np.arange(256)
    exponent, fraction = codes >> 3 & 15, codes & 7
    size = np.where(exponent == 0, fraction / 8 * 2.0**-6, (1 + fraction / 8) * 2.0**(exponent - 7.0))
    return np.where(codes & 128, -size, size)


F8 = f8_values()


def decode(element, array):
    """As f64."""
    if element == "bf16":
        return (array.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return F8[array] if element == "f8E4M3FN" else array.astype(np.float64)


def encode(element, numbers):
    if element == "bf16":
        bits = numbers.astype(np.float32).view(np.uint32)
        return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)
    return numbers.astype({"f32": np.float32, "f16": np.float16, "i32": np.int32}[element])


def make(element, shape, holds, random):
    if holds.startswith("below"):
        return random.integers(0, int(holds.split()[1]), shape, dtype=np.int32)
    if holds.startswith("ends"):  # where groups of rows end, of different sizes
        total = int(holds.split()[1])
        cuts = np.sort(random.integers(1, total, shape[0] - 1))
        return np.append(cuts, total).astype(np.int32)
    if element == "i8":
        return random.integers(-128, 128, shape, dtype=np.int8)
    if element == "f8E4M3FN":  # up to 2 in size
        return (random.integers(0, 64, shape, dtype=np.uint8) + 128 * random.integers(0, 2, shape, dtype=np.uint8)).astype(np.uint8)
    numbers = random.standard_normal(shape, dtype=np.float32)
    if holds == "share":
        numbers = 0.5 + 0.5 * random.random(shape, dtype=np.float32)
    if holds == "positive":
        numbers = np.abs(numbers) + 0.5
    return encode(element, numbers)


# --- what is right: functions of the arguments (f64, decoded when asked for) that give {output: (where, right)} ---

class Arguments:
    """a.x is argument x as f64, a.raw["x"] as it lies, a.rows(n) some row numbers of n."""

    def __init__(self, raw, elements):
        self.raw, self.elements, self.random = raw, elements, np.random.default_rng(7)

    def part(self, name, where):
        return decode(self.elements[name], self.raw[name][where]) if name in self.elements else self.raw[name]

    def __getattr__(self, name):
        return self.part(name, ...)

    def rows(self, count, samples=SAMPLES):
        return np.unique(np.append(self.random.integers(0, count, samples), [0, count - 1]))


def add(a):
    i = a.rows(a.size, 65536)
    return {"out": (i, a.part("x", i) + a.part("y", i))}


def silu_times(a):
    i = a.rows(a.size, 65536)
    gate = a.part("gate", i)
    return {"out": (i, gate / (1 + np.exp(-gate)) * a.part("up", i))}


def philox(seed, counter):
    """The first word of Philox 4x32 with ten rounds."""
    mask, key = np.uint64(0xFFFFFFFF), [np.uint64(seed), np.uint64(0)]
    c = [counter.astype(np.uint64)] + [np.zeros(counter.shape, np.uint64)] * 3
    for _ in range(10):
        low, high = np.uint64(0xD2511F53) * c[0], np.uint64(0xCD9E8D57) * c[2]
        c = [high >> np.uint64(32) ^ c[1] ^ key[0], high & mask, low >> np.uint64(32) ^ c[3] ^ key[1], low & mask]
        key = [key[0] + np.uint64(0x9E3779B9) & mask, key[1] + np.uint64(0xBB67AE85) & mask]
    return c[0].astype(np.uint32)


def dropout(a):
    i = a.rows(a.size, 65536)
    word = philox(a.seed, i).view(np.int32).astype(np.int64)
    uniform = np.where(word < 0, -word - 1, word) * 4.6566127342e-10
    return {"out": (i, np.where(uniform > a.share, a.part("x", i) / (1 - a.share), 0))}


def softmax(a):
    i = a.rows(len(a.raw["x"]))
    x = a.part("x", i)
    e = np.exp(x - x.max(1, keepdims=True))
    return {"out": (i, e / e.sum(1, keepdims=True))}


def cross_entropy(a):
    i = a.rows(len(a.raw["labels"]))
    x = a.part("logits", i)
    top = x.max(1)
    return {"loss": (i, np.log(np.exp(x - top[:, None]).sum(1)) + top - x[np.arange(len(i)), a.raw["labels"][i]])}


def layer_norm(a):
    i = a.rows(len(a.raw["x"]))
    x = a.part("x", i)
    mean, factor = x.mean(1), 1 / np.sqrt(x.var(1) + a.epsilon)
    return {"out": (i, (x - mean[:, None]) * factor[:, None] * a.gain + a.offset), "means": (i, mean), "factors": (i, factor)}


def layer_norm_backward(a):
    def parts(i):
        grad = a.part("grad", i)
        normal = (a.part("x", i) - a.part("means", i)[:, None]) * a.part("factors", i)[:, None]
        return grad, normal, grad * a.gain

    i = a.rows(a.raw["rows"])
    grad, normal, weighted = parts(i)
    inner = weighted - normal * (normal * weighted).mean(1, keepdims=True) - weighted.mean(1, keepdims=True)
    programs = np.unique(a.rows(-(-a.raw["rows"] // a.per_program), 4))
    gains, offsets = [], []
    for program in programs:
        grad, normal, _ = parts(np.arange(program * a.per_program, min((program + 1) * a.per_program, a.raw["rows"])))
        gains.append((grad * normal).sum(0))
        offsets.append(grad.sum(0))
    return {"grad_x": (i, inner * a.part("factors", i)[:, None]), "grad_gain": (programs, np.array(gains)),
            "grad_offset": (programs, np.array(offsets))}


def rms_norm(a):
    i = a.rows(len(a.raw["x"]))
    x = a.part("x", i)
    return {"out": (i, x / np.sqrt((x * x).mean(1, keepdims=True) + a.epsilon) * a.gain)}


def row_sum(a):
    i = a.rows(len(a.raw["x"]))
    return {"out": (i, a.part("x", i).sum(1))}


def argmax(a):
    i = a.rows(len(a.raw["x"]))
    return {"out": (i, a.raw["x"][i].argmax(1))}


def column_sum(a):
    j = a.rows(a.columns)
    x = a.part("x", np.s_[:, j])
    return {"out": (np.s_[:, j], x.reshape(-1, a.per_program, len(j)).sum(1))}


def cumulative_sum(a):
    i = a.rows(len(a.raw["x"]))
    return {"out": (i, np.cumsum(a.part("x", i), 1))}


def recurrence(a):
    i = a.rows(len(a.raw["x"]))
    x, decay = a.part("x", i), a.part("decay", i)
    for t in range(1, x.shape[1]):
        x[:, t] += decay[:, t] * x[:, t - 1]
    return {"out": (i, x)}


def matmul(a):
    i = a.rows(a.m)
    return {"c": (i, a.part("a", i) @ a.b)}


def matmul_turned(a):
    i = a.rows(a.m)
    return {"c": (i, a.part("a", i) @ a.b.T)}


def matmul_tf32(a):
    # Tensor cores read the upper 19 bits of an f32.
    def cut(numbers):
        return (numbers.astype(np.float32).view(np.uint32) & 0xFFFFE000).view(np.float32).astype(np.float64)

    i = a.rows(a.m)
    return {"c": (i, cut(a.part("a", i)) @ cut(a.b).T)}


def matmul_grouped(a):
    i = a.rows(len(a.raw["x"]), 16)
    groups = np.searchsorted(a.raw["ends"], i, "right")
    return {"out": (i, np.stack([a.part("x", row) @ a.part("weights", group) for row, group in zip(i, groups)]))}


def gated_mlp(a):
    i = a.rows(a.m)
    x = a.part("x", i)
    gate = x @ a.gates
    return {"out": (i, gate / (1 + np.exp(-gate)) * (x @ a.ups))}


def attention(a, is_causal=False):
    head, i = len(a.raw["q"]) - 1, a.rows(a.length)
    scores = a.part("q", (head, i)) @ a.part("k", head).T * (a.scale / 1.4426950408889634)
    if is_causal:
        scores = np.where(i[:, None] >= np.arange(a.length), scores, -np.inf)
    weights = np.exp(scores - scores.max(1, keepdims=True))
    return {"out": ((head, i), weights / weights.sum(1, keepdims=True) @ a.part("v", head))}


def attention_causal(a):
    return attention(a, True)


def worst_error(element, got, right):
    """By how much of its tolerance a result is off at most; NaN is far off."""
    got = decode(element, got)
    allowed = TOLERANCES[element] * (np.abs(right) + np.sqrt(np.mean(np.square(right))))
    off = np.abs(got - right) / np.maximum(allowed, 1e-30)
    return float(np.where(np.isnan(off), np.inf, off).max())
