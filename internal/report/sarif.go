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
)

// An object is a part of SARIF that a report has few of.
type object map[string]any

// writeSARIF writes a report in SARIF 2.1.0, with the rules that have findings.
func writeSARIF(out *bufio.Writer, files []File, o *Settings) {
	driver := object{"name": "forge-lsp", "fullName": "forge-lsp " + o.Build, "version": o.Version, "informationUri": project}
	if number, ok := strings.CutPrefix(o.Version, "v"); ok {
		driver["semanticVersion"] = number
	}
	if o.Released != "" {
		driver["releaseDateUtc"] = o.Released
	}
	index, rules, results := map[string]int{}, []object{}, []sarifResult{}
	for i := range files {
		at, fingerprint := sarifArtifactOf(files[i].Path), fingerprints(files[i].Path)
		for k := range files[i].Findings {
			f := &files[i].Findings[k]
			if _, ok := index[f.Code]; !ok {
				index[f.Code] = len(rules)
				rules = append(rules, sarifRuleOf(diagnostics.Lookup(f.Code)))
			}
			results = append(results, sarifResultOf(at, f, index[f.Code], fingerprint(f)))
		}
	}
	if len(rules) > 0 {
		driver["rules"] = rules
	}
	total, unread := Sum(files), []object{}
	for i := range total.unread {
		u := &total.unread[i]
		unread = append(unread, object{
			"level": "error", "message": sarifText{u.sentence()},
			"locations": []sarifLocation{sarifPlace(sarifArtifactOf(u.Path), sarifRegion{}, "")},
		})
	}
	invocation := object{"executionSuccessful": !o.Failed}
	if len(unread) > 0 {
		invocation["toolExecutionNotifications"] = unread
	}
	_ = WriteJSON(out, object{"$schema": sarifSchema, "version": "2.1.0", "runs": []object{{
		"tool": object{"driver": driver}, "language": "en-US", "columnKind": "utf16CodeUnits", "newlineSequences": []string{"\r\n", "\n"},
		"results": results, "invocations": []object{invocation},
		"properties": object{"calls": total.Summary.Calls, "outcomes": total.Summary.Outcomes},
	}}})
}

// sarifRuleOf describes a rule, whose page has the rest.
func sarifRuleOf(r *diagnostics.Rule) object {
	summary := sarifText{r.Summary + "."}
	return object{
		"id": r.Code, "name": r.Code, "shortDescription": summary, "fullDescription": summary, "helpUri": r.URL(),
		"help":                 object{"text": "See " + r.URL(), "markdown": "See [" + r.Code + "](" + r.URL() + ")."},
		"defaultConfiguration": object{"enabled": !r.OffByDefault, "level": sarifLevel(r.Severity)},
		"properties":           object{"tags": []string{r.Group}},
	}
}

// The objects of a finding, without members that are empty or the default.
type (
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Kind                string            `json:"kind"`
		Level               string            `json:"level"`
		Message             sarifText         `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		Fixes               []object          `json:"fixes,omitempty"`
		Properties          sarifOutcome      `json:"properties,omitzero"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifOutcome struct {
		By      string `json:"by,omitempty"`
		Outcome string `json:"outcome,omitempty"`
		Reply   bool   `json:"reply,omitempty"`
	}
	sarifLocation struct {
		PhysicalLocation struct {
			ArtifactLocation sarifArtifact `json:"artifactLocation"`
			Region           sarifRegion   `json:"region,omitzero"`
		} `json:"physicalLocation"`
		Message    sarifText    `json:"message,omitzero"`
		Properties sarifOutcome `json:"properties,omitzero"`
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
)

func sarifLevel(s diagnostics.Severity) string {
	if s > diagnostics.Warning {
		return "note"
	}
	return s.String()
}

func sarifResultOf(at sarifArtifact, f *Finding, rule int, fingerprint string) sarifResult {
	r := sarifResult{
		RuleID: f.Code, RuleIndex: rule, Kind: "fail", Level: sarifLevel(f.level), Message: sarifText{f.sentences()},
		Locations:           []sarifLocation{sarifPlace(at, sarifRegionOf(f.Start, f.End), "")},
		PartialFingerprints: map[string]string{"forgeCall/v2": fingerprint}, // the number changes with the composition of [Key]
		Properties:          sarifOutcome{f.By, f.Outcome, f.Reply},
	}
	for _, o := range f.Related {
		other := sarifPlace(at, sarifRegionOf(o.Start, o.End), o.Message)
		other.Properties.Outcome = o.Outcome
		r.RelatedLocations = append(r.RelatedLocations, other)
	}
	for _, o := range f.Elsewhere {
		r.RelatedLocations = append(r.RelatedLocations, sarifPlace(sarifArtifact{URI: sarifURI(o.Path)}, sarifRegion{StartLine: o.Line}, o.Message))
	}
	room := 512 // bytes; of larger fixes some are left out, and JSON has them
	for _, x := range f.Fixes {
		var replacements []object
		for _, e := range x.Edits {
			replacements = append(replacements, object{"deletedRegion": sarifRegionOf(e.from, e.to), "insertedContent": sarifText{e.Text}})
			room -= len(e.Text) + 2*len(`"deletedRegion":{"startLine":1,"startColumn":1}`)
		}
		if room -= len(x.Title) + len(at.URI); room < 0 {
			break
		}
		r.Fixes = append(r.Fixes, object{
			"description": sarifText{x.Title}, "properties": object{"safe": x.Safe},
			"artifactChanges": []object{{"artifactLocation": at, "replacements": replacements}},
		})
	}
	return r
}

func sarifPlace(at sarifArtifact, region sarifRegion, message string) (l sarifLocation) {
	l.PhysicalLocation.ArtifactLocation, l.PhysicalLocation.Region, l.Message.Text = at, region, message
	return l
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
