package document

import (
	"slices"
	"testing"
)

// TestEscaped checks which escaped calls of a message are meant as calls.
func TestEscaped(t *testing.T) {
	const (
		call    = "&lt;tool&gt;\n&lt;server_name&gt;local&lt;/server_name&gt;\n&lt;tool_name&gt;list_tags&lt;/tool_name&gt;\n&lt;arguments&gt;&lt;/arguments&gt;\n&lt;/tool&gt;"
		line    = "&lt;tool&gt;&lt;tool_name&gt;list_tags&lt;/tool_name&gt;&lt;/tool&gt;"
		literal = "<tool><tool_name>list_tags</tool_name></tool>"
	)
	for text, want := range map[string][]int{
		call:                             {0},
		"I list them.\n\n" + call + "\n": {14},
		"I list them: " + line:           {13},
		"&lt;tool>" + line[12:]:          {0},
		"&lt;tool&gt;" + literal[6:38] + "</tool_name>&lt;/tool&gt;":      {0},
		"&lt;tool&gt;{&quot;tool_name&quot;: &quot;x&quot;}&lt;/tool&gt;": {0},
		"<thinking>" + literal + "</thinking>" + line:                     {10, 66},
		"A &lt;tool&gt; is:\n" + line:                                     {19},
		line + "\n" + line:                                                {0, len(line) + 1},

		"Then &lt;tool&gt; and &lt;/tool&gt;":                     nil,
		"&lt;tool&gt;\n&lt;path&gt;a&lt;/path&gt;\n&lt;/tool&gt;": nil,
		line[:len(line)-13]:                                       nil,
		"`" + line + "`":                                          nil,
		"```\n" + call + "\n```":                                  nil,
		"~~~xml\n" + call + "\n~~~":                               nil,
		"> " + line:                                               nil,
		"See:\n\n    " + line:                                     nil,
		`Write "` + line + `"`:                                    nil,
		"Write “" + line + "”":                                    nil,
		"Write " + line + " to list them.":                        nil,
		"For example:\n\n" + call:                                 nil,
		"Escaped: " + line:                                        nil,
		"<pre>\n" + call + "\n</pre>":                             nil,
		"<pre><code>" + line + "</code></pre>":                    nil,
		"<li class=\"a\">" + line + "</li>":                       nil,
		"<thinking>" + call + "</thinking>":                       nil,
		"<thinking>" + call:                                       nil,
		literal + "\n" + line:                                     {0},
		line + "\n" + literal:                                     {len(line) + 1},
		"<Tool>" + literal[6:] + "\n" + line:                      {0},
		"<tool><a>" + line + "</a></tool>":                        {0},
		"&amp;lt;tool&amp;gt;" + line[12:]:                        nil,
	} {
		var got []int
		for _, s := range Read(text, Reply).Segments {
			got = append(got, s.Starts...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: starts %v, want %v", text, got, want)
		}
		for _, kind := range []Kind{Document, Log, Prose, Auto} {
			for _, s := range Read(text, kind).Segments {
				for _, at := range s.Starts {
					if s.Text[at] != '<' {
						t.Errorf("%q as %v: start %d", text, kind, at)
					}
				}
			}
		}
	}
	transcript := `[{"role":"user","content":"` + line + `"},{"role":"assistant","content":"` + line + `"},{"role":"assistant","content":"\u0026lt;` + line[4:] + `"}]`
	if f := Read(transcript, JSON); len(f.Segments) != 2 || f.Segments[0].Role != Agent || f.Segments[1].Role != Agent {
		t.Errorf("%d segments of a transcript", len(f.Segments))
	}
}
