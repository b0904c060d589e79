package json

import (
	"strings"
	"testing"
)

var turns = Format{
	Name: "harness", Where: []string{"turns[](who)"}, Roles: map[string]Role{"planner": Agent},
	Sources: []Source{{Messages: "turns[]", Role: "who", Content: []string{"said"}}},
}

// TestSet checks that custom formats take precedence over the known ones, which still
// apply.
func TestSet(t *testing.T) {
	const text = `{"version": 1, "turns": [
  {"who": "Planner", "said": "<tool>"},
  {"who": "assistant", "said": "<tool>"},
  {"who": "user", "said": "<tool>", "data": "<tool>"}
], "note": "<tool>"}
`
	chat := "{\"messages\": [\n" + record("planner", "<tool>") + ",\n" + record("assistant", "<tool>") + "\n]}"
	whole := turns
	whole.Where = []string{"version", "turns[](who)"}
	escaped := turns
	escaped.Where, escaped.Sources = []string{`tu"rns[](who)`}, []Source{{Messages: `tu"rns[]`, Role: "who", Content: []string{"said"}}}
	builtin := Format{Name: "mine", Where: []string{"messages[](role)"}, Sources: []Source{{Messages: "messages[]", As: "user", Content: []string{"content"}}}}
	for name, test := range map[string]struct {
		own         []Format
		text, roles string
		seams       int
	}{
		"none":                          {nil, text, "?????", 0},
		"a format":                      {[]Format{turns}, text, "AAU?", 3},
		"a name that JSON escapes":      {[]Format{escaped}, strings.Replace(text, "turns", `tu\"rns`, 1), "AAU", 0},
		"one that needs what is beside": {[]Format{whole}, text, "AAU", 0},
		"both":                          {[]Format{turns, whole}, text, "AAU", 0},
		"another":                       {[]Format{turns}, chat, "?A", 2},
		"in place of one that is known": {[]Format{builtin}, chat, "UU", 2},
		"a record a line":               {[]Format{turns}, strings.ReplaceAll(text, "\n", "") + "\n{}\n", "AAU?", 1},
	} {
		set, err := NewSet(test.own)
		if err != nil {
			t.Fatal(err)
		}
		f := Read(test.text, State{}, false, set)
		roles := ""
		for i := range f.Messages {
			roles += strings.ToUpper("?asut"[f.Messages[i].Role : f.Messages[i].Role+1])
		}
		if roles != test.roles || len(f.Seams) != test.seams {
			t.Errorf("%s: messages by %q, %d seams, want %q, %d", name, roles, len(f.Seams), test.roles, test.seams)
		}
		if teaches(strings.ReplaceAll(test.text, "\n", ""), set) {
			t.Errorf("%s: no system prompt has a <tool>", name)
		}
	}
	if _, err := NewSet([]Format{{Name: "x", Where: []string{"a["}}}); err == nil || err.Error() != `format "x": expected "]" in path "a["` {
		t.Errorf("a wrong path: %v", err)
	}
}

// TestInspect checks that text that occurs twice in a sample of Inspect is read once.
func TestInspect(t *testing.T) {
	said := record("assistant", "<tool>")
	f, roles := read(`{"id":1,"epoch":1,"input":"?","messages":[` + said + `],"output":{"choices":[{"message":` + said + `}]},"store":{},` +
		`"events":[{"event":"model","output":"<tool>"}],"model_usage":{},"attachments":{"a":"<tool>"}}`)
	if roles != "A" || len(f.Damage) > 0 {
		t.Errorf("messages by %q, %+v", roles, f.Damage)
	}
}

// TestRoles checks that the role in As does not depend on the roles of a format.
func TestRoles(t *testing.T) {
	set, err := NewSet([]Format{{
		Name: "x", Where: []string{"(said)"}, Roles: map[string]Role{"user": Agent},
		Sources: []Source{{Messages: "(said)", Role: "who", As: "user", Content: []string{"said"}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]Role{`{"said":"<tool>"}`: User, `{"said":"<tool>","who":"User"}`: Agent, `{"said":"<tool>","who":"nobody"}`: Unknown} {
		if f := Read(text, State{}, false, set); len(f.Messages) != 1 || f.Messages[0].Role != want {
			t.Errorf("%s: %+v, want %d", text, f.Messages, want)
		}
	}
}
