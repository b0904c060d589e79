"""Compares metrics with the numbers of the same report in JSON: read.py METRICS STATS.json"""
import json
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families

with open(sys.argv[1], encoding="utf-8") as file:
    families = {f.name: f for f in text_string_to_metric_families(file.read())}
with open(sys.argv[2], encoding="utf-8") as file:
    stats = json.load(file)


def samples(family, **labels):
    found = families[family].samples if family in families else []  # no changes of a single day
    return [s.value for s in found if labels.items() <= s.labels.items()]


def total(family, **labels):
    return sum(samples(family, **labels))


def same(what, got, want):
    if got != want:
        sys.exit(f"{what}: the metrics have {got}, stats has {want}")


for outcome, calls in stats["outcomes"].items():
    same(outcome, total("forge_calls", outcome=outcome), calls)
same("calls", total("forge_calls"), stats["calls"])
for rule in stats["rules"]:
    same(rule["code"], total("forge_calls_rule", rule=rule["code"]), rule["calls"])
for target in stats["targets"]:
    if target["of"] > 0:
        got = total("forge_target_percent", target=target["id"])
        same(target["id"], round(got, 6), round(target["percent"], 6))
for direction in "worse", "better":
    want = sum(c["direction"] == direction for c in stats.get("changes", []))
    same(direction, total("forge_changes", direction=direction), want)
for change in stats.get("changes", [])[:20]:
    labels = {"measure": change["measure"], "direction": change["direction"], **change["key"]}
    for when in "before", "after":
        shares = samples("forge_change_percent", when=when, **labels)
        if not any(abs(share - change[when]["percent"]) < 1e-6 for share in shares):
            sys.exit(f"{change['text']}: {when}: the metrics have {shares}")
print(len(families), "families,", sum(len(f.samples) for f in families.values()), "samples,",
      len(stats.get("changes", [])), "changes")
