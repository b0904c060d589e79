package document

import (
	"regexp"
	"strings"
	"sync"
)

// A Purpose is what a file is for, as far as its path shows.
type Purpose uint8

const (
	// AnyPurpose: nothing is known, as of a prompt.
	AnyPurpose Purpose = iota
	// Page is a document in Markdown for people.
	Page
	// Archived is a Page in a folder of records.
	Archived
	// Prompt is what a model reads before it makes calls.
	Prompt
	// Test is a file of tests, or data for them.
	Test
)

// A Record is what the headings above a block in a document in Markdown, and the status of
// the document, tell about it.
type Record struct {
	Retired bool // the document is superseded, rejected or deprecated
	Past    bool // the section is about a problem, what was before, or what was rejected
	Option  bool // the section is one of numbered options
	Decides bool // the document is a record of a decision
}

// A record is the state of reading a [Record]. Levels are those of headings, 0 for none.
type record struct {
	retired, decides bool
	settled          bool  // the part with the status is over
	status           bool  // the next paragraph is the status
	past             uint8 // the level of the section about the past
	option           uint8
	// described are the names at the starts of lines since the last heading of a section, each
	// between two spaces.
	described string
}

// maxDescribed bounds the names of a section, in bytes.
const maxDescribed = 512

// before returns the state before a block as far as it matters: a heading starts another section.
func (r record) before(text string, l *leaf) record {
	if l.isHeading && r.described != "" {
		if heading := text[l.start:l.end]; resets(levelOf(heading), plainLabel(heading)) {
			r.described = ""
		}
	}
	return r
}

// public returns what the state tells about a block.
func (r *record) public() Record {
	return Record{Retired: r.retired, Past: r.past > 0, Option: r.option > 0, Decides: r.decides}
}

// take continues after the leaves from one index up to another.
func (r *record) take(text string, o *outline, from, to int) {
	for i := from; i < to; i++ {
		switch l := &o.leaves[i]; {
		case l.isHeading && l.box < 0:
			r.heading(text[l.start:l.end])
		case l.kind == prose || l.kind == code:
			r.lines(text[l.start:l.end], l.kind == prose)
		}
	}
}

// headingMarks precede the text of a heading or label: marks of Markdown, and a number.
const headingMarks = "#>*_`~-+=|[]() \t0123456789."

// A headingForm is what headings show, by their text in lower case without marks.
type headingForm struct{ past, option, decides, good, part *regexp.Regexp }

var headingForms = sync.OnceValue(func() *headingForm {
	forms := new(headingForm)
	forms.past = regexp.MustCompile(`^(?:the )?problems?(?:$|\s*:| statement| summary| description| \d)` +
		`|^previous(?:$|\s*:|ly| (?:formats?|approach|behaviou?r|design|implementation|version|syntax|considerations?|attempts?|solution)\b)` +
		`|^alternatives?(?:$|\s*:| considered| rejected| \d| [a-z]$| [a-z]:)` +
		`|^(?:considered|rejected|other) (?:alternatives|options)\b|^(?:alternatives|options) (?:considered|rejected)\b` +
		`|^(?:superseded|rejected|deprecated|obsolete)(?:$|\s*[:)\]–—-]| by\b)|[(\[](?:superseded|rejected)\b`)
	forms.option = regexp.MustCompile(`^option (?:\d+|[a-z])(?:$|\s*[:.)(–—-])`)
	forms.decides = regexp.MustCompile(`^(?:considered|rejected) (?:alternatives|options)|^(?:alternatives|options) (?:considered|rejected)|^decision(?:$|\s*:| outcome| drivers)`)
	forms.good = regexp.MustCompile(`^(?:the |proposed |chosen |our )?(?:solution|decision|fix|resolution|recommendation)\b|^(?:new|current|recommended|correct|after)\b`)
	forms.part = regexp.MustCompile(`^(?:parameters?|arguments?|inputs?|examples?|usage|schema|returns?|outputs?|options|response|notes?|request)\b`)
	return forms
})

// plainLabel returns the text of a heading or label in lower case without marks around it.
func plainLabel(text string) string {
	const longest = 120 // bytes
	text = strings.TrimLeft(text[:min(len(text), longest)], headingMarks+"❌✅⚠️🚫")
	text, _, _ = strings.Cut(text, "\n")
	return strings.ToLower(strings.TrimRight(text, " \t\r*_`#"))
}

// levelOf returns the level of a heading.
func levelOf(heading string) uint8 {
	heading = strings.TrimLeft(heading, " ")
	if n := len(heading) - len(strings.TrimLeft(heading, "#")); n > 0 {
		return uint8(n)
	}
	if strings.HasSuffix(strings.TrimRight(heading, " \t\r\n"), "=") {
		return 1
	}
	return 2
}

// headingWords are the first words of the forms of headings: most start with others.
var headingWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(`the our proposed chosen problem problems previous previously alternative alternatives
		considered rejected other options option superseded deprecated obsolete decision solution fix resolution recommendation
		new current recommended correct after parameter parameters argument arguments input inputs example examples usage schema
		return returns output outputs response note notes request`) {
		words[word] = true
	}
	return words
})

// heading takes a heading.
func (r *record) heading(text string) {
	level, label, forms := levelOf(text), plainLabel(text), headingForms()
	if r.past >= level {
		r.past = 0
	}
	if r.option >= level {
		r.option = 0
	}
	known := headingWords()[label[:wordLen(label)]]
	if known || strings.ContainsAny(label, "([") {
		r.form(level, label, forms)
	}
	if resets(level, label) {
		r.described = ""
	}
	if strings.HasPrefix(strings.TrimSpace(text), "#") {
		r.status = label == "status" && !r.settled
		r.settled = r.settled || level > 1 && !r.status
		return
	}
	r.lines(text, true) // the data before a document ends like a heading
	r.settled = r.settled || level > 1 && !strings.Contains(text, ":")
}

// resets reports whether a heading starts another section, rather than a part of one about a tool.
func resets(level uint8, label string) bool {
	return level == 1 || !headingWords()[label[:wordLen(label)]] || !headingForms().part.MatchString(label)
}

// wordLen returns the length of the word that a text starts with.
func wordLen(text string) int {
	for i := range len(text) {
		if c := text[i]; c < 'a' || c > 'z' {
			return i
		}
	}
	return len(text)
}

// form takes the form of a heading.
func (r *record) form(level uint8, label string, forms *headingForm) {
	switch {
	case level == 1 && retired().MatchString(label):
		r.retired = true
	case forms.option.MatchString(label):
		r.option = level
	case r.past == 0 && forms.past.MatchString(label):
		r.past = level
	case forms.good.MatchString(label):
		r.past, r.option = 0, 0
	}
	r.decides = r.decides || forms.decides.MatchString(label)
}

// lines takes the lines of a paragraph or code block.
func (r *record) lines(text string, prose bool) {
	if prose && !r.settled {
		for line := range strings.Lines(text) {
			r.line(line)
		}
	}
	if strings.IndexByte(text, '`') < 0 && strings.IndexByte(text, '"') < 0 && !strings.Contains(text, "name:") && !strings.Contains(text, "**") {
		return // most
	}
	for line := range strings.Lines(text) {
		if !mayDescribe(line) {
			continue
		}
		if name := describedBy(line); name != "" && len(r.described)+len(name) < maxDescribed && !r.describes(name) {
			r.described += " " + name + " "
		}
	}
}

func (r *record) describes(name string) bool { return strings.Contains(r.described, " "+name+" ") }

// retired matches the title of a document that is no longer valid.
var retired = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:superseded|rejected|deprecated|obsolete)(?:$|\s*[:)\]–—-])|[(\[](?:superseded|rejected|deprecated)\b`)
})

// retiring matches the status of a document that is no longer valid.
var retiring = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:superseded|rejected|deprecated|obsolete|withdrawn|replaced by)\b|\bsuperseded by\b`)
})

// line takes a line of the part of a document that has its status.
func (r *record) line(line string) {
	label := plainLabel(line)
	value, is := strings.CutPrefix(label, "status")
	value = strings.TrimLeft(value, " *_|`")
	switch row := strings.HasPrefix(strings.TrimLeft(line, " "), "|"); {
	case is && (row || strings.HasPrefix(value, ":")):
		value = strings.TrimLeft(value, ": *_|`~")
	case r.status && label != "":
		value = label
	default:
		return
	}
	r.status, r.decides = false, true
	r.retired = r.retired || retiring().MatchString(strings.TrimLeft(value, "❌✅⚠️🚫🔴🟡 "))
}

var describing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^[ \\t>|*+-]*(?:\\d+[.)] )?(?:\\*\\*)?`([A-Za-z_][\\w-]*)`" +
		`|^[ \t>|*+-]*\*\*([A-Za-z_][\w-]*)(?:\*\*|:)` +
		`|^\s*(?:- )?"?name"?:\s*"?([A-Za-z_][\w-]*)"?,?\s*$` +
		`|^\s*"([A-Za-z_][\w-]*)"\s*:\s*\{`)
})

// mayDescribe reports whether a line may describe a name: for most, the expression is not needed.
func mayDescribe(line string) bool {
	at := 0
	for at < len(line) && strings.IndexByte(" \t>|+-0123456789.)", line[at]) >= 0 {
		at++
	}
	name := strings.TrimLeft(line[at:], "* ")
	return name != "" && (line[at] == '*' || name[0] == '`' || name[0] == '"' || strings.HasPrefix(name, "name"))
}

// describedBy returns the name that a line describes: the first thing in an item of a list, in
// a row of a table, or in a schema.
func describedBy(line string) string {
	m := describing().FindStringSubmatch(line)
	for i := 1; i < len(m); i++ {
		if m[i] != "" {
			return m[i]
		}
	}
	return ""
}

// IsPast reports whether a label introduces a problem, or what was before or rejected; option
// reports whether it is that of a numbered option.
func IsPast(label string) (past, option bool) {
	label = plainLabel(label)
	return headingForms().past.MatchString(label), headingForms().option.MatchString(label)
}

// Describes reports whether the section describes an argument before the block.
func (l *LeadIn) Describes(name string) bool {
	r := record{described: l.described}
	return r.describes(name)
}
