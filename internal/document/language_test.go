package document

import "testing"

// TestLanguage checks that a program without a name is recognized, and that other text is not taken for one.
func TestLanguage(t *testing.T) {
	for text, want := range map[string]Kind{
		"package main\n\nfunc main() {}\n":                                  Go,
		"// Copyright\n\n/* a\nb */\npackage main // x\r\nvar x = `<tool>`": Go,
		"import { a } from 'b';\nconst x = `<tool>`;":                       JavaScript,
		"// x\nexport const prompt = `You":                                  JavaScript,
		"const prompt = `You are":                                           JavaScript,
		"#!/usr/bin/env node\nx":                                            JavaScript,
		"import os\n\nx = 1\n":                                              Python,
		"# x\nfrom a.b import c\n":                                          Python,
		"\"\"\"Prompts.\"\"\"\nX = 1\n":                                     Python,
		"PROMPT = \"\"\"You are":                                            Python,
		"def f(a):\n    return a\n":                                         Python,
		"[prompts]\nsystem = \"\"\"\nx\n\"\"\"\n":                           TOML,
		"name = \"x\"\n":                                                    TOML,
		"---\nsystem: |\n  You are\nuser: x\n":                              YAML,
		"prompts:\n  - name: x\n    text: >-\n      You\n":                  YAML,

		"package deal: it is":                            Auto,
		"import this, and read it":                       Auto,
		"from here on":                                   Auto,
		"export the file":                                Auto,
		"const is a keyword":                             Auto,
		"def: a word":                                    Auto,
		"plan: read it\n\n<tool>\n":                      Auto,
		"user: hi\nassistant: hello\n":                   Auto,
		"user:\n  hi\nassistant:\n  <tool>\n":            Auto,
		"---\ntitle: x\n---\n\n# Title\n":                Auto,
		"title: |\n  x\n\nWords.\n":                      Auto,
		"[link](x)\n":                                    Auto,
		"[INFO]\nstarted = 1":                            TOML, // as good as any
		"I read it.\n\n<tool>\n<tool_name>x</tool_name>": Auto,
		"": Auto,
	} {
		if got := languageOf(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
