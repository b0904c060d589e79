package diagnostics

import (
	encoding "encoding/json"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// addNative determines the outcomes of native calls, and adds the findings about them.
func (r *result) addNative() {
	list := r.File.Native
	if len(list) == 0 {
		return
	}
	r.natives = make([]NativeCall, len(list))
	c := nativeChecker{result: r, session: sessionTools(r.File, r.options.Tools)}
	ran := map[resultKey]bool{} // by results in the same record; others may be in a stretch that is not known
	for i := range r.File.Results {
		if result := &r.File.Results[i]; result.Alone > 0 && !result.Failed {
			ran[resultKey{result.Alone, result.Call, ""}] = true
		}
	}
	for i := range list {
		r.options.interrupt.check()
		c.call = &r.natives[i]
		c.call.Call, c.call.Outcome = &list[i], Runs
		c.ran = list[i].ID != "" && ran[resultKey{list[i].Alone, list[i].ID, ""}]
		c.check()
	}
}

// A nativeChecker checks the native calls of a result, one at a time.
type nativeChecker struct {
	*result
	session *toolspec.Set
	call    *NativeCall
	ran     bool // whether it has a result that is no error
}

// check checks a call.
func (c *nativeChecker) check() {
	call := c.call
	tools := c.session
	if call.Tools != "" {
		tools = defined(call.Tools)
	}
	tool := tools.Find("", call.Tool)
	call.Checked = tool != nil
	if call.Cut {
		c.add("cut-off-call", Refused, Error, call.Name.Span(), Diagnostic{
			Message: "Call of `" + rules.Clip(call.Tool) + "` cut off at the token limit; write less in one call",
			Note:    "Its arguments are not complete, and agents do not run it; a higher limit also helps",
		})
	}
	if tool == nil && tools.Lacks(call.Tool) {
		c.unknownTool(tools)
	}
	if call.Invalid != "" && !call.Cut {
		c.add("invalid-json", Refused, Error, transcript.Span{Start: call.At, End: min(call.At+1, len(c.File.Text))}, Diagnostic{
			Message: "Invalid JSON in the arguments of `" + rules.Clip(call.Tool) + "`: " + call.Invalid + "; write valid JSON", Note: "No tool can read them, so the call is refused",
		})
	}
	if call.Arguments.Exists() && call.Arguments.Kind() != '{' {
		c.add("type-mismatch", Refused, Error, call.Arguments.Span(), Diagnostic{
			Message: "Expected a JSON object as arguments, found `" + rules.Clip(call.Arguments.Text()) + "`",
		})
		return
	}
	if call.Arguments.Exists() {
		c.duplicates(call.Arguments)
		c.swallowed(tool)
	}
	if tool == nil || call.Invalid != "" || call.Cut {
		return
	}
	arguments := map[string]any{}
	if call.Arguments.Exists() {
		arguments = call.Arguments.Plain(func(text string) any { return encoding.Number(text) }).(map[string]any)
	}
	for _, issue := range tool.NativeIssues(arguments) {
		c.issue(&issue)
	}
}

// add adds a finding, and takes its effect into account.
func (c *nativeChecker) add(code string, outcome Outcome, severity Severity, at transcript.Span, d Diagnostic, fixes ...Fix) {
	if outcome == Refused && c.ran {
		outcome, severity, d.Note = Runs, Warning, "The call ran: its result is no error"
	}
	if outcome > c.call.Outcome {
		c.call.Outcome, c.call.Why = outcome, d.Message
	}
	c.call.Rules = append(c.call.Rules, code)
	if severity == Error && c.call.Cause == "" {
		c.call.Cause = code
	}
	d.Fixes, d.Span = fixes, xmlcall.Span(at)
	c.report(code, severity, d)
}

// unknownTool adds the finding about a tool that does not exist.
func (c *nativeChecker) unknownTool(tools *toolspec.Set) {
	name := c.call.Name
	nearest := toolspec.Nearest(c.call.Tool, tools.Names())
	d := Diagnostic{Message: rules.UnknownTool(c.call.Tool, nearest), Note: "No tool definition has this name, so the call is answered with an error"}
	c.add("unknown-tool", Refused, Error, name.Span(), d, c.fixes(name, name.Span(), nearest, quote, "Rename to `", "`")...)
}

// duplicates adds the findings about members of a name that another one overrides.
func (c *nativeChecker) duplicates(of transcript.Tree) {
	last := map[string]transcript.Tree{}
	for _, m := range of.Members() {
		if of.Kind() == '{' {
			if before, again := last[m.Key()]; again {
				outcome, severity := Altered, Error
				if before.Text() == m.Text() {
					outcome, severity = Runs, Warning
				}
				c.add("duplicate-argument", outcome, severity, before.KeySpan(), Diagnostic{
					Message: "`" + rules.Clip(m.Key()) + "` appears twice in this JSON object; remove one",
					Note:    "Readers keep the last one",
					Related: []Related{{Span: xmlcall.Span(m.KeySpan()), Message: "This one counts"}},
				})
			}
			last[m.Key()] = m
		}
		c.duplicates(m)
	}
}

// swallowed adds the findings about values that hold their own end tag. Of a tool without a definition an argument is
// known by a tag that can be nothing else.
func (c *nativeChecker) swallowed(tool *toolspec.Tool) {
	members := c.call.Arguments.Members()
	lacks := func(name string, named bool) bool {
		return (tool == nil && named || tool != nil && tool.Argument(name) != nil) && !slices.ContainsFunc(members, func(m transcript.Tree) bool { return m.Key() == name })
	}
	for _, m := range members {
		if m.Kind() != '"' || !strings.Contains(m.Text(), "</") && !strings.Contains(m.Text(), `\u003c/`) {
			continue
		}
		value, at := m.Plain(nil).(string), m.Span()
		tag, rest, ok := call.SwallowedIn(m.Key(), value, lacks)
		if !ok {
			continue
		}
		place, plain := call.TagIn(c.File.Text[at.Start:at.End], value, tag)
		start := at.Start + place.Start
		r, outcome, text := rules.SwallowedIn(m.Key(), value, tag, rest), Runs, `"`
		for _, g := range rest {
			outcome = Altered
			if tool != nil && tool.Argument(g.Name).Kind == toolspec.String || !encoding.Valid([]byte(g.Text)) {
				g.Text = quote(g.Text)
			}
			text += ", " + quote(g.Name) + ": " + g.Text
		}
		var fixes []Fix
		if between := c.File.Text[m.KeySpan().End:at.Start]; plain && strings.Trim(between, `\ `) == `":` { // not in an object that has its type
			fixes = c.fix(fixes, m, start, at.End, text, r.Fixes[0].Title)
		}
		c.add("swallowed-markup", outcome, r.Severity, transcript.Span{Start: start, End: at.Start + place.End}, Diagnostic{Message: r.Message, Note: r.Note}, fixes...)
	}
}

// issue adds the finding about arguments that the tool does not accept.
func (c *nativeChecker) issue(i *toolspec.Issue) {
	tool := "`" + rules.Clip(c.call.Tool) + "`"
	name := "`" + rules.Clip(i.Name) + "`"
	at := c.call.Arguments
	if !at.Exists() {
		at = c.call.Name
	} else {
		at = at.At(i.Path)
	}
	switch i.Kind {
	case toolspec.MissingArgument:
		where := c.call.Name.Span()
		if len(i.Path) > 0 {
			where = at.KeySpan()
		}
		c.add("missing-argument", Refused, Error, where, Diagnostic{Message: "Missing " + name + "; add it to the JSON arguments of " + tool})
	case toolspec.UnknownArgument:
		c.unknownArgument(i, at)
	case toolspec.TypeMismatch:
		d := Diagnostic{Message: "Expected " + kinds(i.Expected) + ", found `" + rules.Clip(at.Text()) + "`", Note: "The definition of " + tool + " does not accept another JSON type"}
		c.add("type-mismatch", Refused, Error, at.Span(), d, c.fixes(at, at.Span(), i.Want, asWritten, "Write `", "` without quotes")...)
	case toolspec.InvalidValue:
		if i.Name == "" {
			name = "The JSON object"
		}
		c.add("invalid-value", Refused, Error, at.Span(), Diagnostic{Message: name + " " + i.Reason}, c.fixes(at, at.Span(), i.Want, asWritten, "Replace with `", "`")...)
	}
}

// unknownArgument adds the finding about an argument that the tool does not have.
func (c *nativeChecker) unknownArgument(i *toolspec.Issue, at transcript.Tree) {
	tool := "`" + rules.Clip(c.call.Tool) + "`"
	d := Diagnostic{Message: "Unknown argument `" + rules.Clip(i.Name) + "`; use an argument of " + tool + ", or remove it", Note: "Most tools ignore it"}
	outcome, severity := Runs, Warning
	switch {
	case i.Refused:
		outcome, severity, d.Note = Refused, Error, "The definition of "+tool+" allows no others, so the call is refused"
	case len(i.Want) > 0:
		outcome, severity = Altered, Error
	}
	if len(i.Want) > 0 {
		d.Message = "Unknown argument `" + rules.Clip(i.Name) + "`; did you mean `" + rules.Clip(i.Want[0]) + "`?"
	}
	inQuotes := func(name string) string { return strings.Trim(quote(name), `"`) }
	c.add("unknown-argument", outcome, severity, at.KeySpan(), d, c.fixes(at, at.KeySpan(), i.Want, inQuotes, "Rename to `", "`")...)
}

// fixes returns the fixes that replace a place in a value by one of some texts each, as JSON has it. A title is the text as
// it is between two others.
func (c *nativeChecker) fixes(of transcript.Tree, at transcript.Span, texts []string, inJSON func(string) string, before, after string) (fixes []Fix) {
	for _, text := range texts {
		fixes = c.fix(fixes, of, at.Start, at.End, inJSON(text), rules.Titled(before, text, after))
	}
	return fixes
}

// asWritten returns what is JSON already.
func asWritten(text string) string { return text }

// fix adds a fix that replaces a place in a value by JSON.
func (c *nativeChecker) fix(fixes []Fix, of transcript.Tree, start, end int, text, title string) []Fix {
	where, with, ok := of.Edit(start, end, text)
	if !ok {
		return fixes
	}
	return append(fixes, Fix{Title: rules.ClipAt(title, rules.MaxTitle), Edits: []Edit{{Span: xmlcall.Span(where), Text: with}}})
}

// quote returns a text as a string of JSON.
func quote(text string) string {
	quoted, _ := encoding.Marshal(text)
	return string(quoted)
}

// kinds names types of JSON: "an integer or null".
func kinds(types []string) string {
	words := make([]string, len(types))
	for i, t := range types {
		switch t {
		case "integer", "array", "object":
			words[i] = "an " + t
		case "null":
			words[i] = t
		default:
			words[i] = "a " + t
		}
	}
	return strings.Join(words, " or ")
}
