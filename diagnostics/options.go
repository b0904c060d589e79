package diagnostics

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/diagnostics/rules"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/document/json"
	"github.com/entrhq/forge-lsp/toolspec"
)

// Options say what the rules know besides the text, and which of them run. The
// zero value is what [Run] uses.
type Options struct {
	// Tools are the tools that calls can be made to; nil stands for those of
	// the Forge runtime. In an empty set no tool is known, and the rules say
	// nothing about names and arguments.
	Tools *toolspec.Set
	// Rules set the levels of rules by code, or switch them off. A rule that is
	// not in it has its own severity, or is off if its own definition says so. A
	// code that no rule has is an error: see Validate.
	Rules map[string]Level
	// MaxSize is the size in bytes above which the runtime refuses a call; 0 is
	// that of the Forge runtime, [xmlcall.MaxSize].
	MaxSize int
	// Strict is the profile of a runtime without the ampersand repair: what
	// only the repair reads is an error.
	Strict bool
	// Formats are those that transcripts in JSON are recognized by; nil is [json.Formats]. A
	// file that is given to Run was read already, see [document.ReadWith].
	Formats *json.Set
	// ToolResults is true where calls in what tools answered are checked, as those in
	// documents are. It applies to how a file is read, as Formats.
	ToolResults bool
	// Intended says what becomes of the findings in intended bad examples of a
	// document.
	Intended Intended

	interrupt *Interrupt
	brief     bool // findings have only the titles of their fixes
}

// Toolset returns the tools that calls can be made to: Tools, or those of the Forge
// runtime. It is not nil.
func (o Options) Toolset() *toolspec.Set {
	if o.Tools == nil {
		return toolspec.Builtins()
	}
	return o.Tools
}

// Reading returns how transcripts are read.
func (o Options) Reading() document.Reading {
	return document.Reading{Formats: o.Formats, ToolResults: o.ToolResults}
}

// Intended is what becomes of the findings in an intended bad example: a block
// of a document that is introduced as one, see [Finding.Intended].
type Intended uint8

// The values of Intended.
const (
	// IntendedHint: they are hints, and left alone by FixAll.
	IntendedHint Intended = iota
	// IntendedOff: they are not reported.
	IntendedOff
	// IntendedNormal: they are findings as any other.
	IntendedNormal
)

var intendedNames = [...]string{"hint", "off", "normal"}

// String returns the value's name in a configuration: hint, off or normal.
func (i Intended) String() string {
	if int(i) < len(intendedNames) {
		return intendedNames[i]
	}
	return "unknown"
}

// An activeRule is a rule that runs, with the severity of its findings.
type activeRule struct {
	rule     *rules.Rule
	about    facts.Kinds
	severity Severity
	fixed    bool // the options set the severity, whatever the case
}

// activeRules returns the rules that run on each call.
func (o *Options) activeRules() []activeRule {
	active := make([]activeRule, 0, len(rules.All))
	for _, r := range rules.All {
		if severity, ok := o.severity(r); ok && r.Check != nil {
			active = append(active, activeRule{r, r.Needs.Kinds(), severity, o.Rules[r.Code] != Default || o.Strict && r.Repaired})
		}
	}
	return active
}

// A Level is what becomes of a rule's findings.
type Level uint8

// The levels. All but the first two are severities.
const (
	// Default: the rule's own severity.
	Default Level = iota
	// Off: the rule does not run.
	Off
	// AsError to AsHint: its findings have that severity.
	AsError
	AsWarning
	AsInformation
	AsHint
)

var levelNames = [...]string{"default", "off", "error", "warning", "information", "hint"}

// String returns the level's name in a configuration, such as "off".
func (l Level) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return "unknown"
}

// MarshalText returns the level's name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Levels returns the levels that a configuration can set, the least first.
func Levels() []Level { return []Level{Off, AsHint, AsInformation, AsWarning, AsError} }

// Validate returns what in the options cannot have been meant, nil if there is
// nothing: a code that no rule has, a level or a value of Intended that does not
// exist, a negative size. [Options.Run] leaves that out and has it in
// [Result.Err].
func (o Options) Validate() error {
	var errs []error
	for _, code := range slices.Sorted(maps.Keys(o.Rules)) {
		if Lookup(code) == nil {
			message := fmt.Sprintf("unknown rule %q", code)
			if near := toolspec.Nearest(code, Codes()); len(near) > 0 {
				message += fmt.Sprintf("; did you mean %q?", near[0])
			}
			errs = append(errs, errors.New(message))
		}
		if level := o.Rules[code]; int(level) >= len(levelNames) {
			errs = append(errs, fmt.Errorf("%q has level %d, which does not exist", code, level))
		}
	}
	if int(o.Intended) >= len(intendedNames) {
		errs = append(errs, fmt.Errorf("intended examples have value %d, which does not exist", o.Intended))
	}
	if o.MaxSize < 0 {
		errs = append(errs, fmt.Errorf("a maximal size of %d bytes", o.MaxSize))
	}
	return errors.Join(errs...)
}

// Severity returns the severity of a rule's findings, and false for a rule that
// does not run.
func (o Options) Severity(r *Rule) (Severity, bool) {
	if r == nil {
		return 0, false
	}
	if r.rule == nil { // a Rule that is not registered
		return o.severity(&rules.Rule{Code: r.Code, Severity: r.Severity, OffByDefault: r.OffByDefault})
	}
	return o.severity(r.rule)
}

// severity returns the severity of a rule's findings. ok is false for a rule
// that does not run.
func (o *Options) severity(r *rules.Rule) (s Severity, ok bool) {
	level := o.Rules[r.Code]
	if int(level) >= len(levelNames) {
		level = Default
	}
	switch {
	case level == Off, level == Default && r.OffByDefault:
		return 0, false
	case level != Default:
		return Severity(level - AsError + 1), true
	case o.Strict && r.Repaired:
		return Error, true
	}
	return r.Severity, true
}

// NoTools returns options with which no tool is known.
func NoTools() Options { return Options{Tools: &toolspec.Set{}} }

// Run reads the calls of a file and reports what the registered rules find,
// with the tools of the Forge runtime.
func Run(file *document.File) *Result { return Options{}.Run(file) }

// Equal reports whether two options mean the same. Tools are the same only if they
// are one set.
func (o Options) Equal(other Options) bool {
	return o.Tools == other.Tools && maps.Equal(o.Rules, other.Rules) &&
		o.MaxSize == other.MaxSize && o.Strict == other.Strict && o.Intended == other.Intended &&
		o.Formats.Same(other.Formats) && o.ToolResults == other.ToolResults
}
