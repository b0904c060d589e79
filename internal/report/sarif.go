package report

import (
	"bufio"
	"net/url"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

const (
	// sarifSource is the name by which SARIF's readers know the folder of the repository.
	sarifSource = "%SRCROOT%"

	sarifSchema = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/sarif-2.1/schema/sarif-schema-2.1.0.json"
	project     = "https://github.com/entrhq/forge-lsp"

	// maxSarifFixes is the size in bytes of the fixes of a finding from which they are left out: JSON has them.
	maxSarifFixes = 512
)

// writeSARIF writes a report in SARIF 2.1.0, with the rules that have findings.
func writeSARIF(out *bufio.Writer, files []File, o *Options) error {
	driver := sarifDriver{Name: "forge-lsp", FullName: "forge-lsp " + o.Build, Version: o.Version, ReleaseDateUTC: o.Released, InformationURI: project}
	if number, ok := strings.CutPrefix(o.Version, "v"); ok {
		driver.SemanticVersion = number
	}
	index, results := map[string]int{}, []sarifResult{}
	for i := range files {
		at, fingerprint := sarifArtifactOf(files[i].Path), fingerprints(files[i].Path)
		for k := range files[i].Findings {
			f := &files[i].Findings[k]
			if _, ok := index[f.Code]; !ok {
				index[f.Code] = len(driver.Rules)
				driver.Rules = append(driver.Rules, sarifRuleOf(diagnostics.Lookup(f.Code)))
			}
			results = append(results, sarifResultOf(at, f, index[f.Code], fingerprint(f)))
		}
	}
	total := Sum(files)
	invocation := sarifInvocation{Successful: !o.Failed}
	for i := range total.unread {
		u := &total.unread[i]
		invocation.Notifications = append(invocation.Notifications, sarifNotification{
			"error", sarifText{Text: u.sentence()}, []sarifLocation{{PhysicalLocation: sarifPhysical{ArtifactLocation: sarifArtifactOf(u.Path)}}},
		})
	}
	return WriteJSON(out, &sarifLog{sarifSchema, "2.1.0", []sarifRun{{
		Tool: sarifTool{driver}, Language: "en-US", ColumnKind: "utf16CodeUnits", NewlineSequences: []string{"\r\n", "\n"},
		Results: results, Invocations: []sarifInvocation{invocation},
		Properties: map[string]any{"calls": total.Summary.Calls, "outcomes": total.Summary.Outcomes},
	}}})
}

// The objects of SARIF that are used, without members that are empty or the default.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool             sarifTool         `json:"tool"`
		Language         string            `json:"language"`
		ColumnKind       string            `json:"columnKind"`
		NewlineSequences []string          `json:"newlineSequences"`
		Results          []sarifResult     `json:"results"`
		Invocations      []sarifInvocation `json:"invocations"`
		Properties       map[string]any    `json:"properties"`
	}
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
		Rules           []sarifRule `json:"rules,omitempty"`
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
		PartialFingerprints sarifFingerprints `json:"partialFingerprints"`
		Fixes               []sarifFix        `json:"fixes,omitempty"`
		Properties          sarifOutcome      `json:"properties,omitzero"`
	}
	sarifFingerprints struct {
		// The number of the name changes with the composition of [Key].
		Call string `json:"forgeCall/v2"`
	}
	sarifOutcome struct {
		By      string `json:"by,omitempty"`
		Outcome string `json:"outcome,omitempty"`
		Reply   bool   `json:"reply,omitempty"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysical `json:"physicalLocation"`
		Message          *sarifText    `json:"message,omitempty"`
		Properties       sarifOutcome  `json:"properties,omitzero"`
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

// sarifRuleOf describes a rule, whose page has the rest.
func sarifRuleOf(r *diagnostics.Rule) sarifRule {
	summary := sarifText{Text: r.Summary + "."}
	return sarifRule{
		ID: r.Code, Name: r.Code, ShortDescription: summary, FullDescription: summary, Help: sarifText{"See " + r.URL(), "See [" + r.Code + "](" + r.URL() + ")."},
		HelpURI: r.URL(), DefaultConfiguration: sarifLevels{!r.OffByDefault, sarifLevel(r.Severity)}, Properties: map[string]any{"tags": []string{r.Group}},
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

func sarifResultOf(at sarifArtifact, f *Finding, rule int, fingerprint string) sarifResult {
	place := func(from, to Position) sarifLocation {
		return sarifLocation{PhysicalLocation: sarifPhysical{at, sarifRegionOf(from, to)}}
	}
	r := sarifResult{
		RuleID: f.Code, RuleIndex: rule, Kind: "fail", Level: sarifLevel(f.level), Message: sarifText{Text: f.sentences()},
		Locations:           []sarifLocation{place(f.Start, f.End)},
		PartialFingerprints: sarifFingerprints{fingerprint},
		Properties:          sarifOutcome{f.By, f.Outcome, f.Reply},
	}
	for _, o := range f.Related {
		other := place(o.Start, o.End)
		other.Message = &sarifText{Text: o.Message}
		other.Properties.Outcome = o.Outcome
		r.RelatedLocations = append(r.RelatedLocations, other)
	}
	for _, o := range f.Elsewhere {
		r.RelatedLocations = append(r.RelatedLocations, sarifLocation{
			PhysicalLocation: sarifPhysical{sarifArtifact{URI: sarifURI(o.Path)}, sarifRegion{StartLine: o.Line}}, Message: &sarifText{Text: o.Message},
		})
	}
	room := maxSarifFixes
	for _, x := range f.Fixes {
		change := sarifChange{ArtifactLocation: at}
		for _, e := range x.Edits {
			change.Replacements = append(change.Replacements, sarifReplacement{sarifRegionOf(e.from, e.to), sarifText{Text: e.Text}})
			room -= len(e.Text) + 2*len(`"deletedRegion":{"startLine":1,"startColumn":1}`)
		}
		if room -= len(x.Title) + len(at.URI); room < 0 {
			break
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

func sarifRegionOf(from, to Position) sarifRegion {
	return sarifRegion{from.Line, from.Column, to.Line, to.Column}
}

// sarifURI returns a path as a URI, which is relative if the path is: a colon in its first name would make that a
// scheme.
func sarifURI(path string) string {
	return strings.ReplaceAll((&url.URL{Path: relative(path)}).EscapedPath(), ":", "%3A")
}
