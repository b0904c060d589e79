package document

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestReadGolden compares what is read of many texts with a file: messages with their authors, and
// the text before calls, thinking, placeholders and comments.
func TestReadGolden(t *testing.T) {
	var b strings.Builder
	show := func(name, text string, kind Kind) {
		fmt.Fprintf(&b, "%s, %v\n", name, kind)
		describeFile(&b, Read(text, kind))
	}
	for _, c := range cases.Load(t, "document", "go") {
		if len(c.Text) < 2000 {
			show(c.ID, c.Text, Document)
		}
	}
	for _, s := range readSessions(t) {
		for _, kind := range s.kinds {
			show(s.name, s.text, kind)
		}
	}
	for _, name := range golden.Files(t, filepath.Join("..", "..", "diagnostics", "testdata", "*.txtar")) {
		for _, f := range golden.Archive(t, name).Files {
			kind, ok := map[string]Kind{".document": Document, ".log": Log, ".json": JSON}[filepath.Ext(f.Name)]
			if ok && len(f.Data) < 2000 {
				show(filepath.Base(name)+" "+f.Name, string(f.Data), kind)
			}
		}
	}
	for i, text := range templates {
		show(fmt.Sprintf("template %d", i), text, Document)
	}
	golden.File(t, filepath.Join("testdata", "read.txt"), []byte(b.String()))
}

// templates are documents with placeholders and comments of templates.
var templates = []string{
	call + " {{ a }} ${B} {% if x %} <% y %> {# z #}\n",
	"<tool><tool_name>{{ name }}</tool_name><arguments><path>${PATH}</path><x>{# comment #}</x></arguments></tool>\n",
	"<tool><tool_name>x</tool_name><arguments>{{! comment }}{{!-- comment --}}<%# comment %><%-- comment --%></arguments></tool>\n",
	"{# <tool> #}\n" + call + "\n{{!-- " + call + " --}}\n",
	"{# forge-lsp-disable-next-call #}\n" + call + "\n\n{{! forge-lsp-disable }}\n\n[//]: # (forge-lsp-enable)\n\n<%# forge-lsp-disable-file %>\n",
	"a <!-- x --> b <!--\n\n" + call + "\n\n--> c\n\n" + call + "\n",
	"`<tool>` and ``<tool> ` `` and <tool> and \\<tool> and &lt;tool&gt; and </tool> and <tool/> and <tool x>\n\n<Tool> <TOOL >\n",
	"~~~\n" + call + "\n~~~\n\n````xml\n```\n" + call + "\n```\n````\n\n    " + strings.ReplaceAll(call, "\n", "\n    ") + "\n",
	"<div>\n" + call + "\n</div>\n\n<details>\n<summary>x</summary>\n\n" + call + "\n\n</details>\n",
	"| a | b |\n|---|---|\n| `" + strings.ReplaceAll(call, "\n", "") + "` | x |\n",
	"Bad:\n\n```xml\n" + call + "\n```\n\nGood:\n\n```xml\n" + call + "\n```\n\n## Wrong\n\n" + call + "\n\n- Never:\n  " + strings.ReplaceAll(call, "\n", "\n  ") + "\n",
	"<thinking>\n" + call + "\n</thinking>\n" + call + "\n<thinking>" + call,
}

func describeFile(b *strings.Builder, f *File) {
	at := func(s xmlcall.Span) string { return fmt.Sprintf("%d-%d", s.Start, s.End) }
	fmt.Fprintf(b, "  %v, asked %v, lines %t, turn %d\n", f.Kind, f.ReadAs(), f.Lines, f.Turn)
	for i, m := range f.Messages {
		fmt.Fprintf(b, "  message %s %v\n", at(m), f.Roles[i])
	}
	for i := range f.Segments {
		s := &f.Segments[i]
		fmt.Fprintf(b, "  segment of %v %d, scope %v, long %t, %d bytes\n", s.Role, s.Number, s.Scope, s.Long, len(s.Text))
		for k, start := range s.Starts {
			lead := ""
			if s.LeadIns != nil {
				lead = fmt.Sprintf("%.120q", fmt.Sprintf("%+v", s.LeadIns[k]))
			}
			number, counted := f.Number(s.FileOffset(start), s.Role, s.Number, func() int { return -1 })
			fmt.Fprintf(b, "    call at %d, in the file %d, message %d %t %s\n", start, s.FileOffset(start), number, counted, lead)
		}
		if len(s.Thinking)+len(s.Placeholders)+len(s.Computed) > 0 {
			fmt.Fprintf(b, "    thinking %v, placeholders %v, computed %v\n", s.Thinking, s.Placeholders, s.Computed)
		}
	}
	for _, d := range f.Directives {
		fmt.Fprintf(b, "  directive %s %.80q\n", at(d.Span), fmt.Sprintf("%+v", d))
	}
	for _, c := range f.TextCalls {
		fmt.Fprintf(b, "  %s %s %s %s %d\n", [...]string{"text call", "taught", "leaked"}[c.Runs], at(c.Span), c.Format, c.Tool, c.Number)
	}
	for _, s := range f.Fabricated {
		fmt.Fprintf(b, "  fabricated %s\n", at(s))
	}
	for _, s := range f.Unattributed {
		fmt.Fprintf(b, "  unattributed %s\n", at(s))
	}
	for _, d := range f.Damage {
		fmt.Fprintf(b, "  damage %+v\n", d)
	}
}
