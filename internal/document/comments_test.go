package document

import "testing"

func TestCommentsOf(t *testing.T) {
	for name, want := range map[string]Comments{
		"": HTMLComments, "-": HTMLComments, "a.md": HTMLComments, "prompt.tmpl": GoTemplateComments, "a.md.J2": JinjaComments, "b.hbs": HandlebarsComments, "reply.xml": HTMLComments, "Makefile": HTMLComments,
		"a/b.PY": NumberComments, "x.yaml": NumberComments, "main.go": SlashComments, "a.d.ts": SlashComments, "x.json": {},
	} {
		if got := CommentsOf(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
