"""Runs the host part of a stream program (as iree-stream-transformation-pipeline prints it), with a timeline in place of a
device: who reads and writes which bytes of which memory, and what has to be over before it starts."""

import operator
import re

COMPARE = {"slt": operator.lt, "sgt": operator.gt, "sle": operator.le, "sge": operator.ge, "eq": operator.eq,
           "ne": operator.ne, "ult": operator.lt}
BINARY = {"addi": operator.add, "muli": operator.mul, "subi": operator.sub, "maxsi": max, "minsi": min}
RANGE = r"(%[\w#]+)\[(%[\w#]+) for (%[\w#]+)\]"


class Memory:
    def __init__(self, size):
        self.size, self.log, self.freed = size, [], None


class Timeline:
    def __init__(self):
        self.count, self.host, self.problems = 0, frozenset(), []

    def submit(self, after, accesses, what):
        """An event behind those in `after`; returns what is over once it is."""
        after = after | self.host
        self.count += 1
        over = after | {self.count}
        for memory, start, end, writes in accesses:
            if end > memory.size:
                self.problems.append(f"{what}: bytes {start} to {end} of {memory.size}")
            for event, other_start, other_end, other_writes, other in memory.log:
                if (writes or other_writes) and start < other_end and other_start < end and event not in after:
                    self.problems.append(f"{what} does not wait for {other}")
        for memory, start, end, writes in accesses:
            memory.log.append((self.count, start, end, writes, what))
        return over

    def wait(self, over):
        self.host |= over


class Program:
    def __init__(self, text):
        self.functions, self.globals, self.timeline = {}, {}, Timeline()
        body = None
        for number, line in enumerate(text.splitlines(), 1):
            line = line.strip()
            if m := re.match(r"util.global private (?:mutable )?(@\w+)(?: = (\S+))? : (.*)", line):
                self.globals[m[1]] = self.initial(m[2], m[3])
            elif m := re.match(r"util.func \w+ (@\w+)\((.*)\) -> ", line):
                body = self.functions[m[1]] = {"args": re.findall(r"(%\w+): ", m[2]), "lines": []}
            elif line.startswith("util.initializer"):
                body = self.functions[f"init{number}"] = {"args": [], "lines": []}
            elif line == "}" and body and self.is_closed(body):
                body = None
            elif body is not None:
                body["lines"].append((number, line))

    @staticmethod
    def is_closed(body):
        return sum(line.count("{") - line.count("}") for _, line in body["lines"]) == 0

    @staticmethod
    def initial(value, kind):
        if kind == "!stream.timepoint" or "timepoint" in (value or ""):
            return frozenset()
        return int(value) if value and re.match(r"-?\d+$", value) else None

    def check(self, arguments):
        for name in [name for name in self.functions if name.startswith("init")]:
            self.run(self.functions[name], [])
        for given in arguments:
            self.run(self.functions["@main"], given)
        return self.timeline.problems

    def run(self, function, arguments):
        env = dict(zip(function["args"], arguments))
        lines = function["lines"]
        labels = {m[1]: i for i, (_, line) in enumerate(lines) if (m := re.match(r"(\^\w+)(?:\((.*)\))?:", line))}
        at = 0
        while at < len(lines):
            number, line = lines[at]
            line = re.sub(r"\s+//.*", "", line)
            if line.startswith("^"):
                at += 1
            elif m := re.match(r"cf.br (.*)", line):
                at = self.branch(m[1], lines, labels, env)
            elif m := re.match(r"cf.cond_br (%[\w#]+), (\^\w+(?:\(.*?\))?), (\^\w+(?:\(.*\))?)$", line):
                at = self.branch(m[2] if env[m[1]] else m[3], lines, labels, env)
            elif line.startswith("util.return"):
                return
            elif ".cmd.execute" in line:
                end = at
                depth = 0
                while True:
                    depth += lines[end][1].count("{") - lines[end][1].count("}")
                    end += 1
                    if depth == 0:
                        break
                self.execute(lines[at:end], env)
                at = end
            else:
                try:
                    self.step(line, env)
                except KeyError as error:
                    raise RuntimeError(f"line {number}: {line}: {error}")
                at += 1

    def branch(self, target, lines, labels, env):
        m = re.match(r"(\^\w+)(?:\((.*) : .*\))?$", target)
        given = [env[v] for v in m[2].split(", ")] if m[2] else []
        at = labels[m[1]]
        names = re.findall(r"(%\w+): ", lines[at][1])
        assert len(names) == len(given), (target, names)
        env.update(zip(names, given))
        return at + 1

    def awaited(self, line, env):
        m = re.search(r"await\((%[\w#]+)\)", line)
        return env[m[1]] if m else frozenset()

    def compute(self, line, env):
        """Whether the line computes numbers of the host, which it does then."""
        if m := re.match(r"(%[\w-]+) = arith.constant (\S+)(?: : .*)?$", line):
            env[m[1]] = {"true": 1, "false": 0}.get(m[2]) if m[2] in ("true", "false") else \
                int(m[2]) if re.match(r"-?\d+$", m[2]) else m[2]
        elif m := re.match(r"(%\w+) = arith.cmpi (\w+), (%[\w#]+), (%[\w#]+)", line):
            env[m[1]] = COMPARE[m[2]](env[m[3]], env[m[4]])
        elif m := re.match(r"(%\w+) = arith.(?:index_cast\w*|trunci|extsi|extui) (%[\w#]+)", line):
            env[m[1]] = env[m[2]]
        elif m := re.match(r"(%\w+) = arith.(addi|muli|subi|maxsi|minsi) (%[\w#-]+), (%[\w#-]+)", line):
            env[m[1]] = BINARY[m[2]](env[m[3]], env[m[4]])
        elif m := re.match(r"(%\w+) = arith.select (%\w+), (%[\w#-]+), (%[\w#-]+)", line):
            env[m[1]] = env[m[3]] if env[m[2]] else env[m[4]]
        elif m := re.match(r"(%\w+) = util.align (%\w+), (%\w+)", line):
            env[m[1]] = -(-env[m[2]] // env[m[3]]) * env[m[3]]
        else:
            return False
        return True

    def step(self, line, env):
        if self.compute(line, env):
            pass
        elif m := re.match(r"(%\w+) = stream.timepoint.immediate", line):
            env[m[1]] = frozenset()
        elif m := re.match(r"(%\w+) = stream.timepoint.join max\((.*)\) =>", line):
            env[m[1]] = frozenset().union(*(env[v] for v in m[2].split(", ")))
        elif m := re.match(r"(%\w+)(?::\d+)? = stream.timepoint.await (?:sync )?(%[\w#]+) => ([^:]*) :", line):
            self.timeline.wait(env[m[2]])
            names = m[3].strip().split(", ")
            for i, v in enumerate(names):
                env[m[1] if len(names) == 1 else f"{m[1]}#{i}"] = env[v]
        elif m := re.match(r"(%\w+), (%\w+) = stream.resource.alloca .*\{(%[\w#]+)\} =>", line):
            memory = Memory(env[m[3]])
            env[m[1]] = (memory, 0)
            env[m[2]] = self.timeline.submit(self.awaited(line, env), [(memory, 0, memory.size, True)], "alloca " + m[1])
        elif m := re.match(r"(%\w+) = stream.resource.dealloca .*=> (%\w+) :.*\{(%[\w#]+)\} =>", line):
            memory, _ = env[m[2]]
            env[m[1]] = self.timeline.submit(self.awaited(line, env), [(memory, 0, memory.size, True)], "dealloca " + m[2])
        elif m := re.match(r"(%\w+) = stream.resource.subview (%\w+)\[(%[\w#]+)\]", line):
            memory, offset = env[m[2]]
            env[m[1]] = (memory, offset + env[m[3]])
        elif m := re.match(r"(%\w+) = stream.resource.size (%\w+)", line):
            env[m[1]] = env[m[2]][0].size - env[m[2]][1]
        elif m := re.match(r"(%\w+) = stream.resource.alloc .*\{(%[\w#]+)\}", line):
            env[m[1]] = (Memory(env[m[2]]), 0)
        elif m := re.match(r"(%\w+)(?::(\d+))?, (%\w+) = stream.resource.constants", line):
            self.constants = m
            env[m[3]] = frozenset()
        elif m := re.match(r"(!stream.resource<\w+>)\{(%\w+)\} = ", line):
            env[self.constants[1]] = (Memory(env[m[2]]), 0)
        elif m := re.match(r"(%\w+) = util.buffer.constant", line):
            env[m[1]] = None
        elif m := re.match(r"(%[\w-]+), (%[\w-]+) = stream.resource.try_map .*\{(%\w+)\}", line):
            env[m[1]], env[m[2]] = False, (Memory(env[m[3]]), 0)
        elif m := re.match(r"(%\w+) = stream.file.constant", line):
            env[m[1]] = None
        elif m := re.match(r"(%\w+) = stream.file.read .*=> (?:%\w+)\[", line) or \
                re.match(r"(%\w+) = stream.file.read ", line):
            target = re.search(r", (%\w+)\[(%\w+)\], (%\w+) :", line)
            memory, offset = env[target[1]]
            start = offset + env[target[2]]
            env[m[1]] = self.timeline.submit(self.awaited(line, env), [(memory, start, start + env[target[3]], True)], "read")
        elif m := re.match(r"(%\w+) = util.global.load (?:immutable )?(@\w+)", line):
            env[m[1]] = self.globals[m[2]]
        elif m := re.match(r"util.global.store (%[\w-]+), (@\w+)", line):
            self.globals[m[2]] = env[m[1]]
        elif m := re.match(r"(%\w+) = stream.tensor.import (?:consume )?(%\w+) .*\{(%\w+)\}", line):
            # What is imported twice, to be read and to be written, is one memory.
            env[m[1]] = env.setdefault(("import", m[2]), (Memory(env[m[3]]), 0))
        elif m := re.match(r"(%\w+) = stream.tensor.export (%\w+) : .*\{(%[\w#]+)\}", line):
            memory, offset = env[m[2]]
            start = self.timeline.submit(frozenset(), [(memory, offset, offset + env[m[3]], False)], "the caller")
            self.timeline.wait(start)
        elif line.startswith("hal.buffer_view.assert") or re.match(r"%\w+ = hal\.(element|encoding)_type", line):
            pass
        elif not line or line in ("}", "]"):
            pass
        else:
            raise RuntimeError(f"what is this: {line}")

    def execute(self, lines, env):
        header = lines[0][1]
        inner = dict(env)
        for value, arg in re.findall(r"(%[\w#]+) as (%\w+): ", header):
            inner[arg] = env[value]
        accesses, groups, stack = [], None, []
        for number, line in lines[1:]:
            if line.startswith("stream.cmd.concurrent"):
                stack.append("concurrent")
                groups = []
                continue
            if line.startswith("stream.cmd.serial"):
                stack.append("serial")
                if groups is not None:
                    groups.append([])
                continue
            if line == "}" and stack:
                if stack.pop() == "concurrent":
                    self.check_groups(groups, number)
                    groups = None
                continue
            if line.startswith("stream.cmd.dispatch"):
                if groups is not None and stack[-1] == "concurrent":
                    groups.append([])
                stack.append("dispatch")
            elif line.startswith("}") and stack and stack[-1] == "dispatch":
                stack.pop()
            elif groups is not None and stack[-1] == "concurrent":
                groups.append([])
            found = list(self.accesses(line, inner))
            accesses += found
            if groups is not None and found:
                groups[-1] += found
        over = self.timeline.submit(self.awaited(header, env), accesses, f"line {lines[0][0]}")
        env[re.match(r"(%\w+) = ", header)[1]] = over

    def check_groups(self, groups, number):
        for i, one in enumerate(groups):
            for other in groups[:i]:
                for x in one:
                    for y in other:
                        if x[0] is y[0] and (x[3] or y[3]) and x[1] < y[2] and y[1] < x[2]:
                            self.timeline.problems.append(f"race in the commands before line {number}")

    @staticmethod
    def accesses(line, env):
        def span(resource, offset, length, writes):
            memory, base = env[resource]
            start = base + env[offset]
            return memory, start, start + env[length], writes

        if m := re.match(r"stream.cmd.fill %[\w-]+, " + RANGE, line):
            yield span(m[1], m[2], m[3], True)
        elif m := re.match(r"stream.cmd.copy (%\w+)\[(%[\w#]+)\], (%\w+)\[(%[\w#]+)\], (%[\w#]+)", line):
            yield span(m[1], m[2], m[5], False)
            yield span(m[3], m[4], m[5], True)
        elif m := re.match(r"(ro|wo|rw) " + RANGE, line):
            yield span(m[2], m[3], m[4], m[1] != "ro")


if __name__ == "__main__":
    import sys
    print(Program(open(sys.argv[1]).read()).check([(None, None, int(flag)) for flag in sys.argv[2:] or ["0", "2"]]))
