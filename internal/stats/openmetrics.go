package stats

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// OpenMetrics returns the report in the text format of OpenMetrics 1.0, as a file for
// Prometheus' node exporter or a push gateway: counters of calls by outcome and by the
// dimensions of the report, and as gauges the targets.
func (r *Report) OpenMetrics() string {
	out := &metrics{}
	t := &r.Tally.Totals
	out.family("forge_calls", "counter", "Calls that were meant to run, by outcome.")
	groups := []Group{{Cell: Cell{Counts: *t}}}
	if len(r.By) > 0 && !crossesRules(r.By) {
		groups = r.Tally.Groups(r.By...)
	}
	for i := range groups {
		g := &groups[i]
		for i, n := range g.ByOutcome() {
			out.sample("forge_calls_total", n, r.labels(g, label{"outcome", diagnostics.AllOutcomes[i].String()})...)
		}
	}
	out.family("forge_calls_lost", "counter", "Calls that run with other data than was written.")
	out.sample("forge_calls_lost_total", t.Altered)
	out.family("forge_calls_refused", "counter", "Refused calls, by what refuses them.")
	out.sample("forge_calls_refused_total", t.RefusedByReader(), label{"by", string(diagnostics.ByReader)})
	out.sample("forge_calls_refused_total", t.RefusedByTool+t.UnknownTool, label{"by", string(diagnostics.ByTool)})
	out.family("forge_calls_method", "counter", "Calls, by how their values are written.")
	for i, n := range t.ByMethod() {
		out.sample("forge_calls_method_total", n, label{"method", methods[i]})
	}
	out.family("forge_calls_rule", "counter", "Calls with findings, by rule.")
	for _, c := range r.counts(ByRule) {
		out.sample("forge_calls_rule_total", c.Calls, label{"rule", c.Code})
	}
	for _, c := range []struct {
		name, help string
		n          int64
	}{
		{"forge_retries", "Calls that repeat a refused one.", t.Retries},
		{"forge_recoveries", "Refused calls after which a call to the same tool runs.", t.Recovered},
		{"forge_replies_without_call", "Messages of agents without a call.", t.Replies},
		{"forge_calls_leaked", "Calls that agents with native calls wrote as text.", t.Leaked},
		{"forge_calls_leaked_again", "Leaked calls that follow another one in their session.", t.LeakedAgain},
		{"forge_calls_native", "Native calls.", t.Native},
		{"forge_calls_other_text", "Calls in text that no agent wrote.", r.Tally.Other.Calls},
		{"forge_sessions_tripped", "Sessions that trip the circuit breaker.", t.Tripped},
		{"forge_sessions", "Sessions with a call or a reply.", r.Tally.Sessions},
	} {
		out.family(c.name, "counter", c.help)
		out.sample(c.name+"_total", c.n)
	}
	out.family("forge_calls_format", "counter", "Calls in formats of other runtimes.")
	for _, f := range r.Tally.Formats() {
		out.sample("forge_calls_format_total", int64(f.Calls), label{"format", f.Format})
	}
	targets := r.Tally.Targets()
	out.family("forge_target_percent", "gauge", "The values of the format's targets.")
	for i := range targets {
		if targets[i].Of > 0 {
			out.sample("forge_target_percent", targets[i].Percent, label{"target", targets[i].ID})
		}
	}
	out.family("forge_target_met", "gauge", "1 if the target is met, 0 if not.")
	for i := range targets {
		if met := targets[i].Met; met != nil {
			out.sample("forge_target_met", one(*met), label{"target", targets[i].ID})
		}
	}
	out.WriteString("# EOF\n")
	return out.String()
}

type label struct{ name, value string }

func (r *Report) labels(g *Group, more ...label) []label {
	if g.Rest {
		return append([]label{{"rest", "true"}}, more...)
	}
	var list []label
	for i := range g.Key {
		list = append(list, label{string(r.By[i]), g.Key[i]})
	}
	return append(list, more...)
}

// metrics are written to it.
type metrics struct{ strings.Builder }

func (m *metrics) family(name, kind, help string) {
	fmt.Fprintf(m, "# TYPE %s %s\n# HELP %s %s\n", name, kind, name, help)
}

var labelEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// sample writes a value, an int64 or a float64.
func (m *metrics) sample(name string, value any, labels ...label) {
	m.WriteString(name)
	for i, l := range labels {
		m.WriteByte("{,"[min(i, 1)])
		fmt.Fprintf(m, `%s="%s"`, l.name, labelEscaper.Replace(foreign.Lines(l.value)))
	}
	if len(labels) > 0 {
		m.WriteByte('}')
	}
	fmt.Fprintf(m, " %v\n", value)
}
