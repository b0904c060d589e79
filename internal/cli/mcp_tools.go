package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

type mcpExample struct {
	Tool   string `json:"tool" jsonschema:"the name of the tool"`
	Server string `json:"server,omitempty" jsonschema:"the server of the tool, where tools of several servers have the name"`
	All    bool   `json:"all,omitempty" jsonschema:"whether to give all optional arguments, too"`
	Values string `json:"values,omitempty" jsonschema:"how values with special characters are written: auto, escapes or cdata"`
}

type mcpExampleCall struct {
	Call   string `json:"call" jsonschema:"the call, from <tool> to </tool>"`
	Tool   string `json:"tool"`
	Server string `json:"server" jsonschema:"the server of the tool, empty for any"`
}

type mcpRule struct {
	Rule string `json:"rule" jsonschema:"the code of the rule, such as unescaped-ampersand"`
}

type mcpExplained struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity" jsonschema:"of its findings, where nothing configures another"`
	Group    string `json:"group" jsonschema:"the group of rules that it is in"`
	Summary  string `json:"summary"`
	Page     string `json:"page" jsonschema:"all there is to know about the rule, in Markdown"`
}

type mcpQuery struct {
	Query string `json:"query,omitempty" jsonschema:"only tools that have this in their name or description, in any case"`
}

type mcpToolList struct {
	Tools    []mcpTool `json:"tools"`
	Problems []string  `json:"problems,omitempty" jsonschema:"mistakes in the configuration and in definitions of tools"`
}

type mcpTool struct {
	Name        string         `json:"name" jsonschema:"the tool_name of a call"`
	Server      string         `json:"server" jsonschema:"the server_name of a call, empty for any"`
	Description string         `json:"description"`
	Custom      bool           `json:"custom" jsonschema:"whether the tool is called through run_custom_tool"`
	Open        bool           `json:"open" jsonschema:"whether it takes further arguments of any name"`
	Arguments   []mcpParameter `json:"arguments"`
	More        int            `json:"more,omitempty" jsonschema:"how many arguments are not listed"`
}

type mcpParameter struct {
	Name        string `json:"name"`
	Type        string `json:"type" jsonschema:"what it holds and, for a list, how that is written"`
	Required    bool   `json:"required"`
	Description string `json:"description"`
}

func (s *mcpServer) exampleCall(_ context.Context, in mcpExample) (out mcpExampleCall, err error) {
	known, _ := s.known()
	tools, err := namedTools(known, foreign.Cut(in.Tool, maxName))
	if err != nil {
		return out, err
	}
	if in.Server != "" {
		tools = slices.DeleteFunc(tools, func(t *toolspec.Tool) bool { return t.Server != in.Server && t.Server != "" })
	}
	if len(tools) == 0 {
		return out, fmt.Errorf("server %q has no tool %q", foreign.Cut(in.Server, maxName), foreign.Cut(in.Tool, maxName))
	}
	method := map[string]encode.Method{"escapes": encode.Escapes, "cdata": encode.Sections}[in.Values]
	out.Call, err = tools[0].ExampleCall(toolspec.ExampleOptions{All: in.All, Method: method})
	out.Tool, out.Server = tools[0].Name, tools[0].Server
	return out, err
}

// maxName is longer than any valid name, in bytes: more is not quoted in an error.
const maxName = 200

func (s *mcpServer) explainRule(_ context.Context, in mcpRule) (out mcpExplained, err error) {
	rule := diagnostics.Lookup(in.Rule)
	if rule == nil {
		return out, unknown("rule", foreign.Cut(in.Rule, maxName), diagnostics.Codes())
	}
	return mcpExplained{rule.Code, rule.Severity.String(), rule.Group, rule.Summary, pageOf(rule, docsURL)}, nil
}

func (s *mcpServer) listTools(_ context.Context, in mcpQuery) (out mcpToolList, err error) {
	known, problems := s.known()
	out = mcpToolList{Tools: []mcpTool{}, Problems: problems}
	query := strings.ToLower(in.Query)
	for _, t := range known {
		if query != "" && !strings.Contains(strings.ToLower(t.Name+"\n"+t.Description), query) {
			continue
		}
		listed := mcpTool{
			Name: t.Name, Server: t.Server, Description: strings.TrimSpace(t.Description), Custom: t.Custom, Open: t.Open,
			Arguments: []mcpParameter{},
		}
		for i := range t.Arguments[:min(len(t.Arguments), maxMCPList)] {
			a := &t.Arguments[i]
			listed.Arguments = append(listed.Arguments, mcpParameter{a.Name, typeText(a), a.Required, strings.TrimSpace(a.Description)})
		}
		listed.More = len(t.Arguments) - len(listed.Arguments)
		out.Tools = append(out.Tools, listed)
	}
	return out, nil
}

// known returns the available tools, custom ones last, and the errors in their definitions.
func (s *mcpServer) known() (tools []*toolspec.Tool, problems []string) {
	settings, problems := s.settings()
	set := settings.Options().Toolset()
	return slices.Concat(set.Tools(), set.CustomTools()), problems
}

// schemaOf returns the schema of a tool's input or output.
func schemaOf(t reflect.Type) *jsonschema.Schema {
	schema, err := jsonschema.ForType(t, nil)
	if err != nil {
		panic(err) // a type of this package without a schema
	}
	withoutNull(schema)
	for name, values := range map[string][]any{
		"kind": {"reply", "document"}, "values": {"auto", "escapes", "cdata"},
	} {
		if p := schema.Properties[name]; p != nil {
			p.Enum = values
			p.Default, _ = json.Marshal(values[0])
		}
	}
	return schema
}

// withoutNull removes null from the types of lists, which are never null.
func withoutNull(s *jsonschema.Schema) {
	if slices.Contains(s.Types, "array") {
		s.Type, s.Types = "array", nil
	}
	if s.Items != nil {
		withoutNull(s.Items)
	}
	for _, p := range s.Properties {
		withoutNull(p)
	}
}
