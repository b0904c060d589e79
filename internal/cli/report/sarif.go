package report

import (
	"bufio"
	"net/url"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
)

// A sarifPrinter writes a report in SARIF 2.1.0.
type sarifPrinter struct {
	begun   bool
	results list
	seen    numbered
}

const (
	// sarifSource is the name by which SARIF's readers know the folder of the repository.
	sarifSource = "%SRCROOT%"
	// sarifKey names the kind of our fingerprints. Its number changes with their composition.
	sarifKey = "forgeCall/v1"

	sarifSchema = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/sarif-2.1/schema/sarif-schema-2.1.0.json"
)

func (p *sarifPrinter) file(r *Report, f *Found) {
	index := sarifIndex()
	r.Text = f.lines(r.Count, detail{fixes: true, places: true, keys: true}, func(b *strings.Builder, path string, f *finding) {
		result := sarifResultOf(path, f)
		result.RuleIndex = index[f.Code]
		jsonItem(b, result)
	})
}

// sarifIndex returns the places of the rules in the report.
func sarifIndex() map[string]int {
	index := map[string]int{}
	for i, rule := range diagnostics.Rules() {
		index[rule.Code] = i
	}
	return index
}

// Begin writes the start of the report before the first file.
func (p *sarifPrinter) Begin(out *bufio.Writer, _ string) {
	if p.begun {
		return
	}
	p.begun = true
	out.WriteString(`{"$schema":"` + sarifSchema + `","version":"2.1.0","runs":[{"tool":` + jsonText(sarifTool{sarifDriverOf(cli.ThisBuild())}) +
		`,"language":"en-US","columnKind":"utf16CodeUnits","newlineSequences":["\r\n","\n"],"results":[`)
}

func (p *sarifPrinter) Write(out *bufio.Writer, text string) {
	p.seen.write(out, p.results.next(text), `"`+sarifKey+`":"`)
}

func (*sarifPrinter) End(*bufio.Writer, *Report) {}

func (p *sarifPrinter) Finish(out *bufio.Writer, t *Total) error {
	p.Begin(out, "")
	invocation := sarifInvocation{Successful: !t.Failed}
	for i := range t.Unchecked {
		invocation.Notifications = append(invocation.Notifications, t.Unchecked[i].sarif())
	}
	_, err := out.WriteString(`],"invocations":[` + jsonText(invocation) +
		`],"properties":` + jsonText(map[string]any{"calls": t.Summary.Calls, "outcomes": t.Summary.Outcomes}) + "}]}\n")
	return err
}

// The objects of SARIF that are used, without members that are empty or the default.
type (
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name            string      `json:"name"`
		FullName        string      `json:"fullName"`
		Version         string      `json:"version"`
		SemanticVersion string      `json:"semanticVersion,omitempty"`
		ReleaseDateUTC  string      `json:"releaseDateUtc,omitempty"`
		InformationURI  string      `json:"informationUri"`
		Rules           []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID                   string         `json:"id"`
		Name                 string         `json:"name"`
		ShortDescription     sarifText      `json:"shortDescription"`
		FullDescription      sarifText      `json:"fullDescription"`
		Help                 sarifText      `json:"help"`
		HelpURI              string         `json:"helpUri"`
		DefaultConfiguration sarifLevels    `json:"defaultConfiguration"`
		Properties           map[string]any `json:"properties"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifLevels struct {
		Enabled bool   `json:"enabled"`
		Level   string `json:"level"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Kind                string            `json:"kind"`
		Level               string            `json:"level"`
		Message             sarifText         `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		Fixes               []sarifFix        `json:"fixes,omitempty"`
		Properties          map[string]any    `json:"properties,omitempty"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysical  `json:"physicalLocation"`
		Message          *sarifText     `json:"message,omitempty"`
		Properties       map[string]any `json:"properties,omitempty"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           sarifRegion   `json:"region,omitzero"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct { // only a line in another file
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFix struct {
		Description     sarifText      `json:"description"`
		ArtifactChanges []sarifChange  `json:"artifactChanges"`
		Properties      map[string]any `json:"properties"`
	}
	sarifChange struct {
		ArtifactLocation sarifArtifact      `json:"artifactLocation"`
		Replacements     []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		DeletedRegion   sarifRegion `json:"deletedRegion"`
		InsertedContent sarifText   `json:"insertedContent"`
	}
)

// sarifDriverOf describes the build that writes the report, as far as it is known, and its rules.
func sarifDriverOf(b cli.Build) sarifDriver {
	d := sarifDriver{Name: "forge-lsp", FullName: "forge-lsp " + b.Brief(), Version: b.Version, ReleaseDateUTC: b.Date, InformationURI: "https://github.com/entrhq/forge-lsp"}
	if number, ok := strings.CutPrefix(b.Version, "v"); ok {
		d.SemanticVersion = number
	}
	for _, r := range diagnostics.Rules() {
		d.Rules = append(d.Rules, sarifRuleOf(r))
	}
	return d
}

// sarifRuleOf describes a rule with its page of the reference.
func sarifRuleOf(r *diagnostics.Rule) sarifRule {
	explanation := strings.TrimSpace(r.Explanation)
	return sarifRule{
		ID: r.Code, Name: r.Code,
		ShortDescription:     sarifText{Text: r.Summary + "."},
		FullDescription:      sarifText{Text: explanation},
		Help:                 sarifText{explanation, explanation},
		HelpURI:              r.URL(),
		DefaultConfiguration: sarifLevels{!r.OffByDefault, sarifLevel(r.Severity)},
		Properties:           map[string]any{"tags": []string{r.Group}},
	}
}

func sarifLevel(s diagnostics.Severity) string {
	switch s {
	case diagnostics.Error:
		return "error"
	case diagnostics.Warning:
		return "warning"
	}
	return "note"
}

func sarifResultOf(path string, f *finding) *sarifResult {
	at := sarifArtifactOf(path)
	place := func(from, to cli.Position) sarifLocation {
		return sarifLocation{PhysicalLocation: sarifPhysical{at, sarifRegionOf(from, to)}}
	}
	r := &sarifResult{
		RuleID: f.Code, Kind: "fail", Level: sarifLevel(SeverityOf(f.Severity)), Message: sarifText{Text: f.told()},
		Locations:           []sarifLocation{place(f.Start, f.End)},
		PartialFingerprints: map[string]string{sarifKey: f.key.String()},
		Properties:          map[string]any{},
	}
	for _, o := range f.Related {
		other := place(o.Start, o.End)
		other.Message = &sarifText{Text: o.Message}
		if o.Outcome != "" {
			other.Properties = map[string]any{"outcome": o.Outcome}
		}
		r.RelatedLocations = append(r.RelatedLocations, other)
	}
	for _, o := range f.Elsewhere {
		r.RelatedLocations = append(r.RelatedLocations, sarifLocation{
			PhysicalLocation: sarifPhysical{sarifArtifact{URI: sarifURI(o.Path)}, sarifRegion{StartLine: o.Line}}, Message: &sarifText{Text: o.Message},
		})
	}
	if f.Outcome != "" {
		r.Properties["outcome"] = f.Outcome
	}
	if f.By != "" {
		r.Properties["by"] = f.By
	}
	if f.Reply {
		r.Properties["reply"] = true
	}
	for _, x := range f.Fixes {
		change := sarifChange{ArtifactLocation: at}
		for _, e := range x.Edits {
			change.Replacements = append(change.Replacements, sarifReplacement{sarifRegionOf(e.from, e.to), sarifText{Text: e.Text}})
		}
		r.Fixes = append(r.Fixes, sarifFix{sarifText{Text: x.Title}, []sarifChange{change}, map[string]any{"safe": x.Safe}})
	}
	return r
}

func sarifArtifactOf(path string) sarifArtifact {
	at := sarifArtifact{URI: sarifURI(path)}
	if !strings.HasPrefix(at.URI, "/") {
		at.URIBaseID = sarifSource
	}
	return at
}

func sarifRegionOf(from, to cli.Position) sarifRegion {
	return sarifRegion{from.Line, from.Column, to.Line, to.Column}
}

// sarifURI returns a path as a URI, which is relative if the path is.
func sarifURI(path string) string { return (&url.URL{Path: relative(path)}).EscapedPath() }
