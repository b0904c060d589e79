package diagnostics

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Documents for people show broken calls without a label, too: a record of a decision defines
// the format that it rejects, and an analysis shows the text that fails. These cues are no
// labels in a prompt, where a model would follow the call.

// cued reports whether a document for people shows a call, with some findings, as one that
// does not run.
func cued(b *xmlcall.Block, lead *document.LeadIn, findings []Diagnostic, purpose document.Purpose) bool {
	if lead.Record.Past || namesDefect(b, lead) || tellsFailure(lead) {
		return true
	}
	past, option := lead.Record.Past, lead.Record.Option
	if label, ok := labelBefore(lead); ok {
		isPast, isOption := document.IsPast(label)
		past, option = past || isPast, option || isOption
	}
	// A format that a record may be about.
	former := slices.ContainsFunc(findings, func(f Diagnostic) bool { return f.Code == "legacy-json" })
	switch archived := purpose == document.Archived; {
	case past:
		return true
	case option && (archived || former || lead.Record.Decides):
		return true
	case archived && former:
		return true
	}
	return isInvented(b, lead, findings)
}

// isInvented reports whether a tool is one of an example: its name is not near that of any tool,
// and the section describes its arguments.
func isInvented(b *xmlcall.Block, lead *document.LeadIn, findings []Diagnostic) bool {
	for i := range findings {
		if findings[i].Code != "unknown-tool" {
			continue
		}
		if len(findings[i].Fixes) > 0 {
			return false
		}
		arguments := 0
		for _, e := range b.Children(b.Arguments()) {
			if arguments++; !lead.Describes(e.Local()) {
				return false
			}
		}
		return arguments > 0
	}
	return false
}

// nearLines is the number of lines beside a block in which a sentence is about it.
const nearLines = 3

// linesOf returns up to nearLines lines of a text that are neither blank nor fences, in order:
// the last ones, or the first ones.
func linesOf(text string, last bool) []string {
	var list []string
	for line := range strings.Lines(text) {
		line = strings.Trim(line, " \t\r\n>")
		if line == "" || strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			continue
		}
		if len(list) == nearLines {
			if !last {
				break
			}
			list = list[1:]
		}
		list = append(list, line)
	}
	return list
}

// introduction returns the lines before a block, in its code block or in the paragraph before.
func introduction(lead *document.LeadIn) []string {
	text := lead.Before
	if strings.TrimSpace(lead.Inside) != "" {
		text = lead.Inside
	}
	return linesOf(text[max(0, len(text)-maxLead):], true)
}

// labelBefore returns the last line before a block if it is a label: emphasized, or with a
// colon at its end.
func labelBefore(lead *document.LeadIn) (label string, ok bool) {
	lines := introduction(lead)
	if len(lines) == 0 {
		return "", false
	}
	label = lines[len(lines)-1]
	return label, strings.HasSuffix(strings.TrimRight(label, "*_ "), ":") || strings.HasPrefix(label, "**") || strings.HasPrefix(label, "<!--")
}

// Expressions for sentences in lower case about what fails, and for what takes that back: a
// condition ("if it fails, call") or a negation.
var failures = sync.OnceValue(func() (of struct{ occurs, shows, follows, limits *regexp.Regexp }) {
	const fails = `(?:fails?|failed|breaks|broke|crashes|(?:is|are|was|were|gets?|be) (?:rejected|refused|invalid|malformed|mangled|lost|dropped)|(?:cannot|can't|could not) be parsed|(?:does not|doesn't|did not|didn't) (?:parse|run))\b`
	of.occurs = regexp.MustCompile(`\b(?:issue|problem|error|failure|bug|bugs|errors|issues|problems)\b[^.!?]*\b(?:occurs?|occurred|happens?|happened|arises?|appears?|is triggered) (?:when|if|because|with)\b[^.!?]*:\W*$`)
	of.shows = regexp.MustCompile(`(?:\b(?:this|these|following|such|like|example)\b[^.!?]*\b` + fails + `|\b` + fails + `[^.!?]*\b(?:like|such as)\b)[^.!?]*:\W*$`)
	of.follows = regexp.MustCompile(`^\W*(?:this|that|it|such an? \w+|the (?:call|payload|block|above|parser|result))\b[^.!?]{0,60}?\b(?:causes?\b.{0,80} to fail\b|` + fails + `|(?:leads to|results in|produces|triggers|raises|throws) an? [^.!?]{0,40}\b(?:error|failure))`)
	of.limits = regexp.MustCompile(`\b(?:if|unless|until|once|only|never|no longer|not fail|optional|after)\b`)
	return of
})

// tellsFailure reports whether a sentence directly before or after a block is about a failure of
// what the block shows.
func tellsFailure(lead *document.LeadIn) bool {
	of, lines := failures(), introduction(lead)
	if endsWithColon(lines) {
		before := strings.ToLower(lastSentence(strings.Join(lines, "\n")) + ":")
		if of.occurs.MatchString(before) || of.shows.MatchString(before) && !of.limits.MatchString(before) && !strings.Contains(before, "when") {
			return true
		}
	}
	after := strings.ToLower(strings.Join(linesOf(lead.After, false), " "))
	if n := strings.IndexAny(after, ".!?"); n >= 0 && n+1 < len(after) && after[n+1] == ' ' {
		after = after[:n]
	}
	return of.follows.MatchString(after) && !of.limits.MatchString(after) && !strings.Contains(after, "when")
}

// endsWithColon reports whether a colon ends lines; lastSentence omits it.
func endsWithColon(lines []string) bool {
	return len(lines) > 0 && strings.HasSuffix(strings.TrimRight(lines[len(lines)-1], "*_ "), ":")
}

// defectForms match comments in lower case that name the defect of the call beside them.
var defectForms = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:note: |bug: |this is |this has |here: |the )?(?:an? )?(?:unescaped|not escaped|unclosed|not closed|malformed|broken|invalid|missing|no closing|typo|nonexistent|raw) ` +
		"[`'\"<>&/a-z_ -]{1,40}[!.]?$" +
		`|^(?:unescaped|not escaped|unclosed|not closed|malformed|broken|invalid|typo|fails|rejected|refused)[!.]?$` +
		`|^(?:this |it |the (?:call|parser|runtime) )?(?:will |would )?(?:fails?|breaks|is rejected|is refused|is invalid)[!.]?(?: (?:here|because|with|to parse)\b.*)?$`)
})

// namesDefect reports whether a comment in the call, or beside it in its code block, names what
// is wrong with it.
func namesDefect(b *xmlcall.Block, lead *document.LeadIn) bool {
	for i := range b.Tokens {
		if t := &b.Tokens[i]; t.Kind() == xmlcall.Comment && isDefect(b.Slice(t.Inner())) {
			return true
		}
	}
	before, after := linesOf(lead.Inside, true), linesOf(lead.After, false)
	return len(before) > 0 && isDefectComment(before[len(before)-1]) || len(after) > 0 && isDefectComment(after[0])
}

// isDefectComment reports whether a line is a comment that names a defect.
func isDefectComment(line string) bool {
	inner, ok := strings.CutPrefix(line, "<!--")
	if !ok {
		return false
	}
	inner, rest, _ := strings.Cut(inner, "-->")
	return strings.TrimSpace(rest) == "" && isDefect(inner)
}

// explaining are words of a comment on what a value can be: "missing values are optional".
var explaining = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:are|can|may|must|optional|if|when|default|allowed)\b`)
})

func isDefect(comment string) bool {
	const longest = 120 // bytes
	if len(comment) > longest {
		return false
	}
	comment = strings.ToLower(strings.Trim(comment, " \t\r\n←→^-❌⚠\ufe0f"))
	return defectForms().MatchString(comment) && !explaining().MatchString(comment)
}
