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

// take continues after a leaf.
func (r *record) take(text string, l *leaf) {
	switch text = text[l.start:l.end]; {
	case l.isHeading && l.box < 0:
		r.heading(text)
	case l.kind == prose:
		r.statusIn(text)
		r.names(text)
	case l.kind == code:
		r.names(text)
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
	r.statusIn(text) // the data before a document ends like a heading
	r.names(text)
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

// statusIn takes the status of a document from the lines of a paragraph.
func (r *record) statusIn(text string) {
	if r.settled {
		return
	}
	for line := range strings.Lines(text) {
		r.line(line)
	}
}

// names takes the names that lines describe.
func (r *record) names(text string) {
	if strings.IndexByte(text, '`') < 0 && strings.IndexByte(text, '"') < 0 && !strings.Contains(text, "name:") && !strings.Contains(text, "**") {
		return // most
	}
	for line := range strings.Lines(text) {
		if name := describedBy(line); name != "" && len(r.described)+len(name) < maxDescribed && !r.describes(name) {
			r.described += " " + name + " "
		}
	}
}

func (r *record) describes(name string) bool { return strings.Contains(r.described, " "+name+" ") }

// retired matches the title of a document that is no longer valid.
var retired = lazy(`^(?:superseded|rejected|deprecated|obsolete)(?:$|\s*[:)\]–—-])|[(\[](?:superseded|rejected|deprecated)\b`)

// retiring matches the status of a document that is no longer valid.
var retiring = lazy(`^(?:superseded|rejected|deprecated|obsolete|withdrawn|replaced by)\b|\bsuperseded by\b`)

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

// describedBy returns the name that a line describes: the first thing in an item of a list (in
// code or bold), or in a schema (name: or a key with an object).
func describedBy(line string) string {
	n := leading(line, " \t>|*+-")
	marks, rest := line[:n], line[n:]
	if name, after := argumentName(rest); name != "" && strings.HasSuffix(marks, "**") && (strings.HasPrefix(after, "**") || strings.HasPrefix(after, ":")) {
		return name
	}
	item := rest
	if after := rest[leading(rest, "0123456789"):]; after != rest && (strings.HasPrefix(after, ". ") || strings.HasPrefix(after, ") ")) {
		item = strings.TrimPrefix(after[len(". "):], "**")
	}
	if code, is := strings.CutPrefix(item, "`"); is {
		if name, after := argumentName(code); strings.HasPrefix(after, "`") {
			return name
		}
		return ""
	}
	if marks = marks[leading(marks, " \t"):]; marks != "" && marks != "- " {
		return ""
	}
	key, quoted := strings.CutPrefix(rest, `"`)
	key, after := argumentName(key)
	value, is := strings.CutPrefix(strings.TrimPrefix(after, `"`), ":")
	switch value = strings.TrimSpace(value); {
	case !is:
	case key == "name":
		value = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(value, `"`), ","), `"`)
		if name, after := argumentName(value); after == "" {
			return name
		}
	case quoted && marks == "" && value != "" && value[0] == '{':
		return key
	}
	return ""
}

// leading returns the number of bytes at the start of a text that are in a set. Unlike
// [strings.TrimLeft] it prepares nothing: most lines have none.
func leading(text, set string) (n int) {
	for n < len(text) && strings.IndexByte(set, text[n]) >= 0 {
		n++
	}
	return n
}

// argumentName cuts off the name of an argument that a text starts with.
func argumentName(text string) (name, after string) {
	n := 0
	for n < len(text) && (text[n] == '_' || text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z' || n > 0 && (text[n] == '-' || text[n] >= '0' && text[n] <= '9')) {
		n++
	}
	return text[:n], text[n:]
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
