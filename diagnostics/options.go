package diagnostics

import (
	"maps"
	"sync"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/toolspec"
)

// Options specify what the rules know besides the text, and which of them run.
type Options struct {
	// Tools are the available tools; nil means those of the Forge runtime. With an
	// empty set no tool is known, and the rules do not check names and arguments.
	Tools *toolspec.Set
	// Rules set the levels of rules by code, or disable them. A rule that is not in it
	// has its own severity, or is disabled if its own definition specifies that.
	Rules map[string]Level
	// MaxSize is the size in bytes above which the runtime refuses a call; 0 means that
	// of the Forge runtime, [xmlcall.MaxSize].
	MaxSize int
	// Profile is the runtime that the calls are written for; "" is Forge.
	Profile Profile
	// ToolResults reports whether calls in tool results are checked, like those in documents. It
	// applies to how a file is read.
	ToolResults bool
	// Intended specifies how the findings in intended bad examples of a document are
	// reported.
	Intended Intended
	// Purpose is what the file is for: its documents and strings can be intended bad examples for
	// more reasons than a label.
	Purpose document.Purpose
	// Files is the workspace whose files the calls of a reply refer to, and are checked against;
	// nil where the calls are not about to run, or the workspace is not known.
	Files *filetools.Workspace

	interrupt  *Interrupt
	unfiltered bool // see Unfiltered
}

// A Profile is a runtime for which calls are written.
type Profile string

// The profiles.
const (
	// Forge is the runtime with the ampersand repair.
	Forge Profile = "forge"
	// Strict is a runtime without it: a call that only the repair can read is an error.
	Strict Profile = "strict"
	// Transition is a runtime that still runs calls in the JSON of ADR-0002.
	Transition Profile = "transition"
)

// A Kind determines how a text is read: as a reply, a transcript, a document or a program.
type Kind = document.Kind

// KindOf returns the kind of a file, by its name.
func KindOf(name string) Kind { return document.KindOf(name) }

// Toolset returns the available tools: Tools, or those of the Forge runtime. It is not
// nil.
func (o Options) Toolset() *toolspec.Set {
	if o.Tools == nil {
		return toolspec.Builtins()
	}
	return o.Tools
}

// ReadOptions returns how texts are read.
func (o Options) ReadOptions() document.ReadOptions {
	tools := o.Toolset()
	knows := func(name string) (tool, argument bool) {
		return tools.Find("", name) != nil || tools.FindCustom(name) != nil, len(tools.WithArguments(name)) > 0
	}
	return document.ReadOptions{ToolResults: o.ToolResults, Knows: knows, Prompt: o.Purpose == document.Prompt}
}

// With returns the options with an Interrupt.
func (o Options) With(i *Interrupt) Options {
	o.interrupt = i
	return o
}

// purpose returns the purpose of a file that is read with the options: only documents and
// programs have one.
func (o *Options) purpose(f *document.File) document.Purpose {
	if f.Kind == document.Document || f.Kind.Source() {
		return o.Purpose
	}
	return document.AnyPurpose
}

// Intended specifies how the findings in an intended bad example are reported: a block
// of a document that is introduced as one, see [Diagnostic.Intended]. "" is IntendedHint.
type Intended string

// The values of Intended.
const (
	IntendedHint   Intended = "hint"   // they are hints, and FixAll ignores them
	IntendedOff    Intended = "off"    // they are not reported
	IntendedNormal Intended = "normal" // they are reported like any others
)

// An activeRule is a rule that runs.
type activeRule struct {
	*rules.Rule
	about call.Kinds
}

// activeRules returns the rules that run on each call.
func (o *Options) activeRules() []activeRule {
	if len(o.Rules) == 0 && o.Profile != Strict {
		return ownRules() // for a line of a transcript, to decide again would be most of the work
	}
	return o.decideRules()
}

// ownRules are the rules that run at the levels of their own.
var ownRules = sync.OnceValue(func() []activeRule { return (&Options{}).decideRules() })

func (o *Options) decideRules() []activeRule {
	active := make([]activeRule, 0, len(rules.All))
	for _, r := range rules.All {
		if _, ok := o.severity(r, 0); ok && r.Check != nil {
			active = append(active, activeRule{r, r.Needs.Kinds()})
		}
	}
	return active
}

// A Level is the configured level of a rule, by its name in a configuration.
type Level string

// The levels. "" is the rule's own severity, and with Off the rule does not run; with the others its findings have that
// severity.
const (
	Default       Level = ""
	Off           Level = "off"
	AsError       Level = "error"
	AsWarning     Level = "warning"
	AsInformation Level = "information"
	AsHint        Level = "hint"
)

var severities = map[Level]Severity{AsError: Error, AsWarning: Warning, AsInformation: Information, AsHint: Hint}

// Levels returns the levels that a configuration can set, the least first.
func Levels() []Level { return []Level{Off, AsHint, AsInformation, AsWarning, AsError} }

// Severity returns the severity of the findings of a rule, given its code, and false if the rule does not run.
func (o Options) Severity(code string) (Severity, bool) { return o.severityOf(code, 0) }

// severityOf is [Options.Severity] for a finding that has a severity of its own in this case, 0 for the rule's.
func (o *Options) severityOf(code string, own Severity) (Severity, bool) {
	i, found := rules.Find(code)
	if !found {
		return 0, false
	}
	return o.severity(rules.All[i], own)
}

func (o *Options) severity(r *rules.Rule, own Severity) (s Severity, ok bool) {
	switch level := o.Rules[r.Code]; {
	case level == Off, level == Default && r.OffByDefault:
		return 0, false
	case level != Default:
		return severities[level], true
	case o.Profile == Strict && r.Repaired:
		return Error, true
	case own != 0:
		return own, true
	}
	return r.Severity, true
}

// Unfiltered returns the options with which the findings are those of all rules, at the severities of
// their own, wherever directives are: what happens to the calls is explained, whether a person wants
// to read it or not.
func (o Options) Unfiltered() Options {
	if o.Rules, o.unfiltered = nil, true; o.Profile == Strict {
		o.Profile = Forge
	}
	return o
}

// Equal reports whether two options are equivalent. Tools are equal only if they are
// the same set.
func (o Options) Equal(other Options) bool {
	return o.Tools == other.Tools && maps.Equal(o.Rules, other.Rules) &&
		o.MaxSize == other.MaxSize && o.Profile == other.Profile && o.Intended == other.Intended && o.unfiltered == other.unfiltered &&
		o.ToolResults == other.ToolResults && o.Purpose == other.Purpose && o.Files == other.Files
}
