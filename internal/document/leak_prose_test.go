package document

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

var messages = flag.Int("messages", 7_000, "ordinary messages in which TestOrdinaryMessages looks for leaked calls")

// pieces of the messages that agents write: sentences, with what they fill in, and code.
var (
	sentences = strings.Split(`I changed %s so that %s returns an error.
The test %s fails because %s is nil.
Here is what %s does: it reads %s and writes %s.
Now run make test, and look at %s.
Both %s and %s are called from %s.
See [%s](docs/%s.md) for %s [1].
The type List<%s> has a method %s(name="x").
If a < b && c > d, then %s wins; otherwise %s.
**Done.** All 12 tests of %s pass.
Should I go on with %s, or look at %s first?
It prints {"name": "%s"} and exits.
The function %s takes (path="%s", limit=3).
Use <%s> in the template, not </%s>.
The option is named "%s"; its default is [%s].
Send the message to=%s with the header %s.
A tool call to %s returned nothing, so I read %s instead.
The invoke method of %s sets the parameter %s.`, "\n")
	things = strings.Fields(`parser main.go read_file config user_name html div span Reader server_name timeout Bash list ls invoke
		parameter function tool tools arguments name path_to_file v2 x y result response channel assistant data_source item div`)
	snippets = []string{
		"func %s(%s string) error {\n\treturn fmt.Errorf(\"%%w: %s\", err)\n}",
		"def %s(self, %s=None):\n    return [%s(x=1) for x in self.items]",
		"const %s = async ({ %s }) => { await fetch(`/api/${%s}`); };",
		"<div class=\"%s\">\n  <p>%s</p>\n  <input name=\"%s\" type=\"text\">\n</div>",
		"<dependency>\n  <group_id>\n<name>%s</name>\n<version>%s</version>\n</group_id>\n<scope>%s</scope></dependency>",
		"<method name=\"%s\">\n  <parameter name=\"%s\" type=\"s\"/>\n  <parameter name=\"%s\">text</parameter>\n</method>",
		"{\n  \"name\": \"%s\",\n  \"version\": \"1.0.0\",\n  \"scripts\": {\"%s\": \"%s\"}\n}",
		"{\"name\": \"%s\", \"type\": \"module\", \"%s\": [\"%s\"]}",
		"{\"type\": \"object\", \"properties\": {\"%s\": {\"type\": \"string\"}, \"%s\": {}}, \"required\": [\"%s\"]}",
		"[%s]\nname = \"%s\"\nparameters = { a = \"%s\" }",
		"[\"%s\", \"%s\", \"%s\"]",
		"$ %s --%s=%s | grep -v x > out.txt 2>&1",
		"| %s | %s |\n|---|---|\n| a | %s |",
		"- [ ] %s\n- [x] %s(a=1)\n- %s",
		"> %s said: \"%s\" and %s",
		"SELECT %s FROM %s WHERE %s < 3;",
		"%s:\n  %s:\n    - name: %s\n      parameters: {a: 1}",
		"std::map<std::string, %s<int>> %s = {{\"a\", %s}};",
	}
)

// ordinaryMessage returns a message of an agent without calls.
func ordinaryMessage(r *rand.Rand) string {
	fill := func(form string) string {
		args := make([]any, strings.Count(strings.ReplaceAll(form, "%%", ""), "%s"))
		for i := range args {
			args[i] = things[r.IntN(len(things))]
		}
		return fmt.Sprintf(form, args...)
	}
	var b strings.Builder
	for range 1 + r.IntN(5) {
		switch r.IntN(4) {
		case 0:
			fence := [...]string{"```", "```go", "~~~", "```json", "```xml"}[r.IntN(5)]
			b.WriteString(fence + "\n" + fill(snippets[r.IntN(len(snippets))]) + "\n" + fence[:3] + "\n")
		case 1:
			b.WriteString(fill(snippets[r.IntN(len(snippets))]) + "\n")
		default:
			for range 1 + r.IntN(3) {
				b.WriteString(fill(sentences[r.IntN(len(sentences))]) + " ")
			}
		}
		b.WriteString([...]string{"\n", "\n\n"}[r.IntN(2)])
	}
	return b.String()
}

// TestOrdinaryMessages checks that nothing in messages of prose and code is a call that leaked, in a
// session whose tools have the names that occur there.
func TestOrdinaryMessages(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 1))
	tools := setOf(strings.Fields("read_file Bash ls tool function invoke"))
	for range *messages {
		text := ordinaryMessage(r)
		calls, results := textCalls(text, nil, native, tools, nil)
		for _, c := range calls {
			t.Fatalf("%s in %s leaked:\n%s", c.Tool, c.Format, text)
		}
		if results != nil {
			t.Fatalf("a result in:\n%s", text)
		}
	}
}
