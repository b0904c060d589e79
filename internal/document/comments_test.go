package document

import "testing"

func TestCommentsOf(t *testing.T) {
	for name, want := range map[string]Comments{
		"": HTMLComments, "-": HTMLComments, "a.md": HTMLComments, "prompt.tmpl": {"{{/* ", " */ -}}", true}, "a.md.J2": {"{# ", " -#}", true}, "b.hbs": {"{{!-- ", " --}}", true}, "reply.xml": HTMLComments, "Makefile": HTMLComments,
		"a/b.PY": {"# ", "", false}, "x.yaml": {"# ", "", false}, "main.go": {"// ", "", false}, "a.d.ts": {"// ", "", false}, "x.json": {},
	} {
		if got := CommentsOf(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
