package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"runtime/debug"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// mcpCommand returns the command mcp.
func mcpCommand() *cobra.Command {
	s := &mcpServer{}
	cmd := &cobra.Command{
		Use:   "mcp [flags]",
		Short: "Serve the Model Context Protocol on standard input and output",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return Usagef(cmd, "mcp takes no arguments")
			}
			return s.tools.Check(cmd)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			s.log = slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
			// Run would log the error that it returns, too.
			session, err := s.server().Connect(cmd.Context(), &mcpTransport{cmd.InOrStdin(), term.Own(cmd.OutOrStdout())}, nil)
			if err != nil {
				return err
			}
			stop := context.AfterFunc(cmd.Context(), func() { _ = session.Close() })
			defer stop()
			if err := session.Wait(); err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			return nil
		},
	}
	s.tools.Add(cmd)
	return cmd
}

// An mcpServer answers the calls of one client.
type mcpServer struct {
	tools WorkspaceFlags
	log   *slog.Logger
}

const mcpInstructions = `Checks the <tool> calls of Forge agents the way the Forge runtime reads them. Before you send a
reply with a call, use validate_reply to see whether it runs with the intended data, and fix_call to
correct what is certain; list_tools and example_call show how to call a tool.`

// server returns the server with its tools.
func (s *mcpServer) server() *mcp.Server {
	server := mcp.NewServer(
		&mcp.Implementation{Name: "forge-lsp", Title: "forge-lsp", Version: ThisBuild().Brief()},
		&mcp.ServerOptions{Instructions: mcpInstructions, Logger: s.log, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}},
	)
	server.AddReceivingMiddleware(s.guard)
	addTool(server, "validate_reply", "Validate a reply",
		"Reports what the Forge runtime does with each <tool> call in a reply: whether it is read, repaired or refused, whether its tool accepts it, and what is wrong.",
		s.validateReply)
	addTool(server, "fix_call", "Fix a call",
		"Returns a <tool> call, or a reply with calls, with all fixes that are proven to give the intended values. Uncertain parts are left as they are, with the reason.",
		s.fixCall)
	addTool(server, "example_call", "Example of a call",
		"Returns a <tool> call that works: it is valid by its tool's schema, and the runtime runs it as written.",
		s.exampleCall)
	addTool(server, "explain_rule", "Explain a rule",
		"Explains a rule that validate_reply reports: what it finds, what happens to such a call, and how to fix it.",
		s.explainRule)
	addTool(server, "list_tools", "List the tools",
		"Lists the tools that <tool> calls are checked against, with their arguments.",
		s.listTools)
	return server
}

// addTool adds a read-only tool. An error of call becomes its result.
func addTool[In, Out any](server *mcp.Server, name, title, about string, call func(ctx context.Context, in In) (Out, error)) {
	no := false
	mcp.AddTool(server, &mcp.Tool{
		Name: name, Title: title, Description: about,
		InputSchema: schemaOf(reflect.TypeFor[In]()), OutputSchema: schemaOf(reflect.TypeFor[Out]()),
		Annotations: &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no},
	}, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := call(ctx, in)
		if err != nil {
			return nil, out, err
		}
		result := &mcp.CallToolResult{}
		for _, text := range textsOf(out) {
			result.Content = append(result.Content, &mcp.TextContent{Text: text})
		}
		return result, out, nil
	})
}

// textsOf returns the result of a tool as text, which many clients show to a model in place of what is
// structured: a call as it is, to be copied, and all else as JSON without escapes of HTML.
func textsOf(out any) []string {
	var texts []string
	switch out := out.(type) {
	case mcpExampleCall:
		return []string{out.Call}
	case mcpExplained:
		return []string{out.Page}
	case mcpFixed:
		texts = append(texts, out.Call)
		if out.OK && len(out.Problems) == 0 {
			return texts
		}
	}
	return append(texts, report.JSON(out))
}

// guard is the wrapper around every request: the SDK lets a panic end the process.
func (s *mcpServer) guard(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (_ mcp.Result, err error) {
		defer func() {
			if v := recover(); v != nil {
				s.log.Error("panic", slog.String("method", method), slog.Any("value", v), slog.String("stack", string(debug.Stack())))
				err = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: internalError(foreign.Cut(fmt.Sprint(v), maxName)).Error()}
			}
		}()
		// "arguments": null panics in ApplyDefaults of github.com/google/jsonschema-go v0.4.3, which gets a nil map from
		// mcp.applySchema of github.com/modelcontextprotocol/go-sdk v1.8.0 where a property has a default.
		if p, ok := req.GetParams().(*mcp.CallToolParamsRaw); ok && len(p.Arguments) > 0 && p.Arguments[0] != '{' {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "arguments must be an object"}
		}
		return next(ctx, method, req)
	}
}

// mcpTime is the maximum duration of a tool call.
const mcpTime = 30 * time.Second

// within calls f, which ends with ctx or after [mcpTime].
func within(ctx context.Context, f func(*diagnostics.Interrupt)) error {
	ctx, cancel := context.WithTimeoutCause(ctx, mcpTime, fmt.Errorf("this takes longer than the limit of %v", mcpTime))
	defer cancel()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return diagnostics.Interruptible(ctx, f)
}

// settings returns the current settings for the working directory, and their errors.
func (s *mcpServer) settings() (a *workspace.Settings, problems []string) {
	a = workspace.New(s.tools.Flags, nil).In(absolute("."))
	for _, p := range problemsIn(a.Configuration, a.ToolSet()) {
		problems = append(problems, p.Error())
	}
	return a, problems
}

// An mcpTransport carries one message per line. It is the SDK's, which ends the session at a line that
// is not a message, or too long.
type mcpTransport struct {
	in  io.Reader
	out io.Writer
}

// Connect implements [mcp.Transport].
func (t *mcpTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	out := struct { // that stays open
		io.Writer
		io.Closer
	}{foreign.JSON(t.out), io.NopCloser(nil)}
	lines := &mcp.IOTransport{Reader: io.NopCloser(t.in), Writer: out, MaxLineLength: 8 * maxMCPText} // with any escapes
	inner, err := lines.Connect(ctx)
	c := &mcpConn{Connection: inner, pending: map[jsonrpc.ID]bool{}}
	c.changed = sync.NewCond(&c.mu)
	return c, err
}

// An mcpConn answers what is pending before its input ends. The SDK drops it, but a client may write
// requests to a pipe and close it.
type mcpConn struct {
	mcp.Connection

	mu      sync.Mutex
	pending map[jsonrpc.ID]bool
	over    bool       // there will be no more answers
	changed *sync.Cond // of pending and over
}

// Read implements [mcp.Connection].
func (c *mcpConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.pending[r.ID] = true
	}
	for err != nil && len(c.pending) > 0 && !c.over {
		c.changed.Wait()
	}
	return m, err
}

// Write implements [mcp.Connection].
func (c *mcpConn) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.pending, r.ID)
		c.changed.Broadcast()
	}
	return err
}

// Close implements [mcp.Connection].
func (c *mcpConn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	c.changed.Broadcast()
	return c.Connection.Close()
}
