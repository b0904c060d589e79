package lsp

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"
)

// section is the name of the settings that are the server's.
const section = "forge"

// settings are what a client says of the configuration, and what was said of it.
// They change only on the goroutine that reads.
type settings struct {
	folders []string // the paths of the workspace's folders
	last    string   // what the client said last, as JSON
}

// workspaceFolders returns the paths of the folders that a client names, in its
// order. Older clients name one, in one of two ways.
func (p *initializeParams) workspaceFolders() []string {
	var paths []string
	add := func(v any) {
		if name, ok := v.(string); ok && name != "" {
			if u := canonical(name); u.IsFile() {
				paths = append(paths, u.FsPath())
			}
		}
	}
	for _, folder := range list(p.WorkspaceFolders) {
		add(at(folder, "uri"))
	}
	if len(paths) == 0 {
		add(p.RootURI)
	}
	if name, ok := p.RootPath.(string); ok && name != "" && len(paths) == 0 {
		add(string(uri.File(name)))
	}
	return paths
}

// initialSettings takes the settings of initialize. They are the server's own:
// an object of the section, or one that holds it.
func (s *server) initialSettings(p *initializeParams) {
	s.settings.folders = p.workspaceFolders()
	object, _ := p.InitializationOptions.(map[string]any)
	if inner, ok := object[section]; ok {
		s.configure(inner)
		return
	}
	if p.InitializationOptions != nil {
		s.configure(p.InitializationOptions)
	}
}

type didChangeConfigurationParams struct {
	Settings any `json:"settings"`
}

// didChangeConfiguration takes new settings in place of those before. Clients
// send all that a user has set, often of other servers too, or null where the
// server is to ask, which this one does not: then nothing has changed.
func (s *server) didChangeConfiguration(p *didChangeConfigurationParams) error {
	object, _ := p.Settings.(map[string]any)
	inner, ok := object[section]
	if !ok {
		return nil
	}
	if s.configure(inner) {
		s.refresh()
	}
	return nil
}

// configure hands settings on, and reports whether they are others than before.
func (s *server) configure(value any) bool {
	if s.takeSettings == nil {
		return false
	}
	if value == nil {
		value = map[string]any{}
	}
	text, err := json.Marshal(value)
	if err != nil || string(text) == s.settings.last {
		return false
	}
	s.settings.last = string(text)
	s.warn(s.takeSettings(s.settings.folders, text))
	return true
}

// warn shows messages to the user, each once in a session: what is wrong with a
// configuration stays so while somebody types.
func (s *server) warn(messages []string) {
	for _, message := range messages {
		s.log.Warn("configuration", zap.String("message", message))
		s.saidMu.Lock()
		again := slices.Contains(s.said, message)
		if !again {
			s.said = append(s.said, message)
		}
		s.saidMu.Unlock()
		if !again {
			s.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{
				Type:    protocol.MessageTypeWarning,
				Message: Name + ": " + message,
			})
		}
	}
}

// watchConfiguration looks for changes on the disk until the session ends. It
// asks instead of being told: not every client watches files, and those that do
// watch the workspace only.
func (s *server) watchConfiguration() {
	if s.changed == nil {
		return
	}
	ticker := time.NewTicker(s.configPoll)
	defer ticker.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-ticker.C:
		}
		s.lookForChanges()
	}
}

func (s *server) lookForChanges() {
	var err error
	defer s.recovered("configuration", &err)
	changed, messages := s.changed()
	s.warn(messages)
	if changed && s.state.Load() == running {
		s.refresh()
	}
}

// refresh has every open document analyzed anew, and its diagnostics published
// or asked for again.
func (s *server) refresh() {
	s.showing.Lock()
	defer s.showing.Unlock()
	for _, sn := range s.documents.renew(s.kindOf) {
		s.show(sn)
	}
	if s.client.pull && s.client.refreshes {
		s.request(protocol.MethodWorkspaceDiagnosticRefresh)
	}
}

// request sends a request whose answer nobody waits for. The connection drops
// answers to what it has not asked itself.
func (s *server) request(method string) {
	id := jsonrpc2.NewStringID(Name + "-" + strconv.FormatUint(s.requests.Add(1), 10))
	if err := s.stream.send(jsonrpc2.NewCall(id, method, nil)); err != nil {
		s.log.Debug("sending a request", zap.String("method", method), zap.Error(err))
	}
}
