package diagnostics

import (
	"testing"

	"github.com/entrhq/forge-lsp/transcript"
)

func TestLevels(t *testing.T) {
	const text = "<tool><server_name>local</server_name><tool_name>converse</tool_name><arguments><message>a & b</message></arguments></tool>"
	const code = "unescaped-ampersand"
	for _, test := range []struct {
		options Options
		want    Severity // 0 for none
	}{
		{Options{}, Warning},
		{Options{Strict: true}, Error},
		{Options{Strict: true, Rules: map[string]Level{code: AsHint}}, Hint},
		{Options{Rules: map[string]Level{code: Default}}, Warning},
		{Options{Rules: map[string]Level{code: AsError}}, Error},
		{Options{Rules: map[string]Level{code: AsWarning}}, Warning},
		{Options{Rules: map[string]Level{code: AsInformation}}, Information},
		{Options{Rules: map[string]Level{code: Off}}, 0},
	} {
		var got Severity
		for _, f := range test.options.Run(transcript.Read(text, transcript.Reply)).Findings {
			if f.Code == code {
				got = f.Severity
			}
		}
		if got != test.want {
			t.Errorf("%+v: %v, want %v", test.options, got, test.want)
		}
	}
	if AsInformation.String() != "information" || Off.String() != "off" {
		t.Error("names of levels")
	}
}
