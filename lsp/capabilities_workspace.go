package lsp

import "go.lsp.dev/protocol"

// A workspaceClient holds the capabilities of the client that concern more than one
// document.
type workspaceClient struct {
	// folders is whether it can open and close folders.
	folders bool
	// creates, renames and deletes are whether it reports these operations on files.
	creates, renames, deletes bool
	// progress is whether it supports requests to show progress.
	progress bool
	// refreshable are the requests that make it ask again for what it shows.
	refreshable []string
}

// refreshes are these requests, each with its capability.
var refreshes = []struct{ capability, method string }{
	{"diagnostics", protocol.MethodWorkspaceDiagnosticRefresh},
	{"semanticTokens", protocol.MethodWorkspaceSemanticTokensRefresh},
	{"codeLens", protocol.MethodWorkspaceCodeLensRefresh},
}

func readWorkspaceClient(capabilities any) workspaceClient {
	c := workspaceClient{
		folders:  at(capabilities, "workspace", "workspaceFolders") == true,
		progress: at(capabilities, "window", "workDoneProgress") == true,
		creates:  at(capabilities, "workspace", "fileOperations", "didCreate") == true,
		renames:  at(capabilities, "workspace", "fileOperations", "didRename") == true,
		deletes:  at(capabilities, "workspace", "fileOperations", "didDelete") == true,
	}
	for _, r := range refreshes {
		if at(capabilities, "workspace", r.capability, "refreshSupport") == true {
			c.refreshable = append(c.refreshable, r.method)
		}
	}
	return c
}

// announce announces the server's capabilities for them.
func (c *workspaceClient) announce(caps *protocol.ServerCapabilities) {
	options, announced := &protocol.WorkspaceOptions{}, false
	if c.folders {
		announced = true
		options.WorkspaceFolders = &protocol.WorkspaceFoldersServerCapabilities{
			Supported: new(true), ChangeNotifications: protocol.Boolean(true),
		}
	}
	if c.creates || c.renames || c.deletes {
		announced = true
		files := protocol.FileOperationRegistrationOptions{Filters: []protocol.FileOperationFilter{{
			Scheme: new("file"), Pattern: protocol.FileOperationPattern{Glob: "**"},
		}}}
		options.FileOperations = &protocol.FileOperationOptions{}
		if c.creates {
			options.FileOperations.DidCreate = files
		}
		if c.renames {
			options.FileOperations.DidRename = files
		}
		if c.deletes {
			options.FileOperations.DidDelete = files
		}
	}
	if announced {
		caps.Workspace = options
	}
	if !c.progress {
		return
	}
	working := protocol.WorkDoneProgressOptions{WorkDoneProgress: new(true)}
	if options, ok := caps.CodeActionProvider.(*protocol.CodeActionOptions); ok {
		options.WorkDoneProgressOptions = working
	}
	caps.ExecuteCommandProvider.WorkDoneProgressOptions = working
}
