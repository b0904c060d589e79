import * as vscode from 'vscode';
import type { Call, Position, Range } from './protocol';
import type { Server } from './server';

/** The calls of documents, as the server lists them. Those of the last document are kept while it stays as it is. */
export class Calls implements vscode.Disposable {
  private readonly disposables: { dispose(): void }[];
  private known: { readonly document: vscode.TextDocument; readonly version: number; readonly calls: readonly Call[] } | undefined;

  constructor(private readonly server: Server) {
    const forget = (): void => { this.known = undefined; };
    // What happens to a call also depends on the tools and the configuration.
    this.disposables = [server.onDidChangeState(forget), vscode.languages.onDidChangeDiagnostics(forget)];
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  /** Returns the calls of a document by position: none if there is no server to ask. */
  async of(document: vscode.TextDocument): Promise<readonly Call[]> {
    for (;;) {
      const calls = await this.ask(document);
      if (calls !== undefined) {
        return calls;
      }
    }
  }

  /** Asks for the calls of a document once. Undefined if somebody typed meanwhile: the ranges are those of a text that is gone. */
  async ask(document: vscode.TextDocument): Promise<readonly Call[] | undefined> {
    const { version } = document;
    if (this.known?.document === document && this.known.version === version) {
      return this.known.calls;
    }
    const calls = await this.server.ask<Call[]>('forge/calls', document.uri);
    if (calls === undefined) {
      return [];
    }
    if (document.version !== version) {
      return undefined;
    }
    this.known = { document, version, calls };
    return calls;
  }
}

/** Where the cursor goes for a call: to its worst problem, which the menu of fixes is then about. */
export function placeOf(call: Call): vscode.Position {
  return positionOf((call.problem ?? call.range).start);
}

export function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(positionOf(start), positionOf(end));
}

export function positionOf({ line, character }: Position): vscode.Position {
  return new vscode.Position(line, character);
}
