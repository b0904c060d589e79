package report

import (
	"bufio"
	"bytes"
	"net/url"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// sarifSource is the name by which SARIF's readers know the folder of the repository.
const sarifSource = "%SRCROOT%"

// sarifKey names the kind of our fingerprints. Its number changes with their composition.
const sarifKey = "forgeCall/v1"

// sarifReport writes a report in SARIF 2.1.0.
func sarifReport(out *bufio.Writer, t *Total) error {
	run := sarif.NewRunWithInformationURI("forge-lsp", "https://github.com/entrhq/forge-lsp").WithColumnKind("utf16CodeUnits")
	describeSARIFTool(run.Tool.Driver, cli.ThisBuild())
	index := map[string]int{}
	for i, rule := range diagnostics.Rules() {
		index[rule.Code] = i
		run.Tool.Driver.AddRule(sarifRule(rule))
	}
	seen := numbered{}
	for _, file := range t.Files {
		for i := range file.Findings {
			f := &file.Findings[i]
			run.AddResult(sarifResult(file.Path, f).WithRuleIndex(index[f.Code]).
				WithPartialFingerprints(map[string]string{sarifKey: seen.next(f.key)}))
		}
	}
	run.WithProperties(sarif.NewPropertyBag().Add("calls", t.Summary.Calls).Add("outcomes", t.Summary.Outcomes))
	run.AddInvocation(sarif.NewInvocation().WithExecutionSuccessful(!t.Failed))
	// The encoder escapes < and >, which are frequent in calls and valid in JSON.
	var b bytes.Buffer
	if err := sarif.NewReport().AddRun(run).Write(&b); err != nil {
		return err
	}
	_, err := foreign.JSON(out).Write(append(bytes.TrimRight(b.Bytes(), "\n"), '\n'))
	return err
}

// describeSARIFTool adds the build that wrote the report, as far as it is known.
func describeSARIFTool(driver *sarif.ToolComponent, b cli.Build) {
	driver.WithVersion(b.Version).WithFullName("forge-lsp " + b.Brief())
	if number, ok := strings.CutPrefix(b.Version, "v"); ok {
		driver.WithSemanticVersion(number)
	}
	if b.Date != "" {
		driver.WithReleaseDateUtc(b.Date)
	}
}

// sarifRule describes a rule with its page of the reference.
func sarifRule(r *diagnostics.Rule) *sarif.ReportingDescriptor {
	text := func(s string) *sarif.MultiformatMessageString { return sarif.NewMultiformatMessageString().WithText(s) }
	explanation := strings.TrimSpace(r.Explanation)
	return sarif.NewReportingDescriptor().WithID(r.Code).WithName(r.Code).
		WithShortDescription(text(r.Summary + ".")).
		WithFullDescription(text(explanation)).
		WithHelp(text(explanation).WithMarkdown(explanation)).
		WithHelpURI(r.URL()).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(sarifLevel(r.Severity)).WithEnabled(!r.OffByDefault)).
		WithProperties(sarif.NewPropertyBag().AddTag(r.Group))
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

func sarifResult(path string, f *finding) *sarif.Result {
	at := sarif.NewArtifactLocation().WithURI(sarifURI(path))
	if !strings.HasPrefix(*at.URI, "/") {
		at.WithURIBaseID(sarifSource)
	}
	location := sarif.NewPhysicalLocation().WithArtifactLocation(at).WithRegion(sarifRegion(f.Start, f.End))
	result := sarif.NewRuleResult(f.Code).WithLevel(sarifLevel(SeverityOf(f.Severity))).WithMessage(sarif.NewTextMessage(f.told())).
		AddLocation(sarif.NewLocationWithPhysicalLocation(location))
	for _, r := range f.Related {
		place := sarif.NewPhysicalLocation().WithArtifactLocation(at).WithRegion(sarifRegion(r.Start, r.End))
		other := sarif.NewLocationWithPhysicalLocation(place).WithMessage(sarif.NewTextMessage(r.Message))
		if r.Outcome != "" {
			other.WithProperties(sarif.NewPropertyBag().Add("outcome", r.Outcome))
		}
		result.AddRelatedLocation(other)
	}
	for _, r := range f.Elsewhere {
		place := sarif.NewPhysicalLocation().WithArtifactLocation(sarif.NewArtifactLocation().WithURI(sarifURI(r.Path))).WithRegion(sarif.NewRegion().WithStartLine(r.Line))
		result.AddRelatedLocation(sarif.NewLocationWithPhysicalLocation(place).WithMessage(sarif.NewTextMessage(r.Message)))
	}
	properties := sarif.NewPropertyBag()
	if f.Outcome != "" {
		properties.Add("outcome", f.Outcome)
	}
	if f.By != "" {
		properties.Add("by", f.By)
	}
	if f.Reply {
		properties.Add("reply", true)
	}
	if len(properties.Properties) > 0 {
		result.WithProperties(properties)
	}
	for _, x := range f.Fixes {
		change := sarif.NewArtifactChange().WithArtifactLocation(at)
		for _, e := range x.Edits {
			change.AddReplacement(sarif.NewReplacement().WithDeletedRegion(sarifRegion(e.from, e.to)).
				WithInsertedContent(sarif.NewArtifactContent().WithText(e.Text)))
		}
		properties := sarif.NewPropertyBag().Add("safe", x.Safe)
		if x.Doubt != "" {
			properties.Add("doubt", x.Doubt)
		}
		result.AddFixe(sarif.NewFix().WithDescription(sarif.NewTextMessage(x.Title)).AddArtifactChange(change).WithProperties(properties))
	}
	return result
}

func sarifRegion(from, to cli.Position) *sarif.Region {
	return sarif.NewRegion().WithStartLine(from.Line).WithStartColumn(from.Column).WithEndLine(to.Line).WithEndColumn(to.Column)
}

// sarifURI returns a path as a URI, which is relative if the path is.
func sarifURI(path string) string { return (&url.URL{Path: relative(path)}).EscapedPath() }
