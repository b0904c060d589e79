package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var overwritesFile = &Rule{
	Code:     "overwrites-file",
	Severity: Information,
	Group:    Files,
	Summary:  "An existing file that the call replaces",
	Explanation: `
\'write_file\' replaces a file without asking. Text that the content does not repeat is lost; \'apply_diff\'
changes a part of a file.

As \'search-not-found\', it is reported only for calls that are about to run.
`,
	Files: map[string]string{"notes.md": "# Notes\n\nkeep this\n"},
	Bad: callTo + "write_file" + withArguments + `
  <path>notes.md</path>
  <content># Notes
</content>
` + endOfCall,
	Good: callTo + "write_file" + withArguments + `
  <path>notes-2.md</path>
  <content># Notes
</content>
` + endOfCall,
	Needs: facts.Needs{Facts: facts.Files},
	Check: checkFiles(filetools.OverwritesFile, describeOverwritesFile),
}

func describeOverwritesFile(p *Pass, _ *filetools.Finding, _ xmlcall.ElementID) Report {
	count := func(text string) string {
		n := strings.Count(text, "\n")
		if text != "" && !strings.HasSuffix(text, "\n") {
			n++
		}
		return thousands.Count(n, "line")
	}
	n := Report{Message: "`" + Clip(p.Files.Path) + "` exists; the call replaces all of it"}
	if n.Note = count(p.Files.Before) + " become " + count(p.Files.After); !p.Files.Changes {
		n.Note = "The content is the same"
	}
	return n
}
