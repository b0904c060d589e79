package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var rangeBeyondEnd = &Rule{
	Code:      "range-beyond-end",
	Severity:  Error,
	Group:     Files,
	Otherwise: `of \'<end_line>\', it is information`,
	Summary:   "A line range beyond the end of the file",
	Explanation: `
\'read_file\' refuses a \'<start_line>\' beyond the end of the file, and one of an empty file. An \'<end_line>\'
beyond the end means the last line.

As \'search-not-found\', it is reported only for calls that are about to run.
`,
	Files: map[string]string{"a.txt": "one\ntwo\nthree\n"},
	Bad: callTo + "read_file" + withArguments + `
  <path>a.txt</path>
  <start_line>40</start_line>
` + endOfCall,
	Good: callTo + "read_file" + withArguments + `
  <path>a.txt</path>
  <start_line>3</start_line>
` + endOfCall,
	Needs: facts.Needs{Facts: facts.Files},
	Check: checkFiles(filetools.RangeBeyondEnd, func(p *Pass, f *filetools.Finding, element xmlcall.ElementID) Report {
		n := Report{Message: "`" + Clip(p.Block.Slice(p.Block.Element(element).Content())) + "` in `<" + f.Argument + ">` " + f.Message, Note: toolRefuses}
		if f.Refused == "" {
			n.Note = "The tool reads up to the last line"
		}
		return n
	}),
}
