"""Checks what tern-bench writes.

check_bench.py keys FILE NAME REPETITIONS    a report in JSON has the keys and values of Google Benchmark's
check_bench.py csv FILE                      a report in CSV has a number in each column that has one
check_bench.py calls FILE ROWS               as many calls, each with a time
check_bench.py trace FILE NAME=KEY:VALUE...  a trace of Chrome's form, whose dispatches have these costs in each call
check_bench.py page FILE NAME...             a page that loads nothing, with charts, a graph and these names
"""

import csv
import html.parser
import json
import statistics
import sys


def check_keys(path, name, repetitions):
    report, repetitions = json.load(open(path)), int(repetitions)
    context = report["context"]
    for key in ("date", "host_name", "executable", "num_cpus", "mhz_per_cpu", "cpu_scaling_enabled", "caches", "load_avg"):
        assert key in context, key
    assert context["json_schema_version"] == 1 and context["team"] == "red" and context["place"] == "home"
    runs = [run for run in report["benchmarks"] if run["run_type"] == "iteration"]
    assert [run["repetition_index"] for run in runs] == list(range(repetitions))
    for run in runs:
        assert run["name"] == run["run_name"] == name and run["repetitions"] == repetitions
        assert run["iterations"] == 3 and run["time_unit"] == "us" and run["threads"] == 1
        assert run["family_index"] == run["per_family_instance_index"] == 0
        assert 0 < run["call_min"] <= run["call_median"] <= run["call_p90"] <= run["call_p99"] <= run["call_max"]
        assert abs(run["items_per_second"] * run["real_time"] / 1e6 - 1) < 1e-6
        assert run["cpu_time"] >= 0 and run["cold_time"] > 0 and run["host_memory_peak"] > 1e6
        # Two arguments stay on the device, and the result is allocated once.
        assert run["device_memory_peak"] >= 4 * (6 * 8 + 8 * 4 + 6 * 4)
    times = [run["real_time"] for run in runs]
    expected = {"mean": statistics.mean(times), "median": statistics.median(times), "stddev": statistics.stdev(times)}
    expected["cv"] = expected["stddev"] / expected["mean"]
    aggregates = [run for run in report["benchmarks"] if run["run_type"] == "aggregate"]
    assert [run["aggregate_name"] for run in aggregates] == list(expected)
    for run in aggregates:
        kind = run["aggregate_name"]
        assert run["name"] == f"{name}_{kind}" and run["run_name"] == name and run["iterations"] == repetitions
        assert run["aggregate_unit"] == ("percentage" if kind == "cv" else "time")
        assert abs(run["real_time"] - expected[kind]) <= 1e-9 * max(1, expected[kind]), kind


def check_csv(path):
    rows = list(csv.reader(open(path)))
    assert rows[0][:7] == ["name", "iterations", "real_time", "cpu_time", "time_unit", "bytes_per_second", "items_per_second"]
    assert len(rows) == 2 and all(len(row) == len(rows[0]) for row in rows)
    row = dict(zip(*rows))
    assert row["time_unit"] == "ns" and float(row["real_time"]) > 0 and float(row["call_max"]) >= float(row["call_min"]) > 0


def check_calls(path, count):
    rows = list(csv.DictReader(open(path)))
    assert len(rows) == int(count) and all(float(row["seconds"]) > 0 for row in rows)


def check_trace(path, *expected):
    trace = json.load(open(path))
    spans = [event for event in trace["traceEvents"] if event["ph"] == "X"]
    for span in spans:
        assert span["dur"] >= 0 and span["ts"] >= 0 and span["pid"] == 1 and span["tid"] in (1, 2) and span["name"]
    calls = [span for span in spans if span["cat"] == "call"]
    dispatches = [span for span in spans if span["cat"] == "dispatch"]
    assert len(calls) == 3 and calls[0]["name"].endswith(" (cold)")
    for span in dispatches:
        call = calls[span["args"]["call"]]
        assert call["ts"] <= span["ts"] and span["ts"] + span["dur"] <= call["ts"] + call["dur"] + 1e-2
    rows = trace["otherData"]["dispatches"]
    assert abs(sum(row["share"] for row in rows) - 1) < 1e-3
    for text in expected:
        name, _, costs = text.partition("=")
        matching = [span for span in dispatches if name in span["name"]]
        assert len(matching) == 3, (name, [span["name"] for span in dispatches])
        for cost in costs.split(","):
            key, _, value = cost.partition(":")
            for span in matching:
                assert str(span["args"][key]) == value, (name, key, span["args"][key], value)


class Page(html.parser.HTMLParser):
    """Counts elements, and checks that each is closed and none loads anything."""

    def __init__(self):
        super().__init__()
        self.counts, self.open, self.tips = {}, [], []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        assert not {"src", "href", "srcset"} & attributes.keys() and tag not in ("link", "img", "iframe"), tag
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if "data-tip" in attributes:
            self.tips.append(attributes["data-tip"])
        if tag not in ("meta", "input", "th", "rect", "line", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in ("th", "rect", "line", "path"):
            assert self.open and self.open[-1] == tag, (tag, self.open[-3:])
            self.open.pop()


def check_page(path, *names):
    text = open(path).read()
    assert "http" not in text and "@import" not in text
    page = Page()
    page.feed(text)
    assert not page.open, page.open
    assert page.counts["svg"] > 3 and page.counts["rect"] > 3 and page.counts["table"] == 1
    for name in names:
        # In both charts and in the graph.
        assert sum(name in tip for tip in page.tips) == 3, name
    # One edge for each command but the first.
    assert text.count("marker-end") == len(names) - 1


globals()["check_" + sys.argv[1]](*sys.argv[2:])
