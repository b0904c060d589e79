"""Compares metrics with the numbers of the same report in JSON: read.py METRICS STATS.json"""
import json
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families

with open(sys.argv[1], encoding="utf-8") as file:
    families = {f.name: f for f in text_string_to_metric_families(file.read())}
with open(sys.argv[2], encoding="utf-8") as file:
    stats = json.load(file)


def total(family, **labels):
    return sum(s.value for s in families[family].samples if labels.items() <= s.labels.items())


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
print(len(families), "families,", sum(len(f.samples) for f in families.values()), "samples")
