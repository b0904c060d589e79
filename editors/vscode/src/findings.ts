import * as vscode from 'vscode';

/** The source that the server gives its diagnostics. */
const SOURCE = 'forge-lsp';

/** The server's diagnostics of a document. */
export function findings(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter((diagnostic) => diagnostic.source === SOURCE);
}

/** The rules of diagnostics, in their order and each once. */
export function rules(diagnostics: readonly vscode.Diagnostic[]): string[] {
  const codes = diagnostics.map(({ code }) => (typeof code === 'object' ? code.value : code));
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}
