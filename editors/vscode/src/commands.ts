import * as vscode from 'vscode';
import { positionOf, rangeOf } from './places';
import type { Fixed, Insertion, Position, Received } from './protocol';
import type { ReceivedPages } from './received';
import type { Server } from './server';
import type { CallNode } from './tree';
import type { CallsView } from './view';

/** The server's command that fixes a call. */
const FIX_CALL = 'forge-lsp.fixCall';

/** The argument of the lenses of the server. */
interface CallArgument {
  readonly uri: string;
  readonly position: Position;
}

/** The call that a command is about: that of a node of the tree, of a lens, or without any the one at the cursor. */
export type About = CallNode | CallArgument | undefined;

interface Target {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
}

/** What can be done with a call, and a new one. */
export class CallCommands {
  constructor(
    private readonly server: Server,
    private readonly view: CallsView,
    private readonly pages: ReceivedPages,
  ) {}

  /** Shows what the tool of the call receives. */
  async showReceived(call?: About): Promise<void> {
    const received = await this.about<Received>('forge/received', call);
    if (received !== undefined) {
      await this.pages.show(received);
    }
  }

  /** Copies the call with all that is certain fixed, as it would be without what the file wraps around it. */
  async copyFixed(call?: About): Promise<void> {
    const fixed = await this.about<Fixed>('forge/fixedCall', call);
    if (fixed === undefined) {
      return;
    }
    if (fixed.text === '') {
      void vscode.window.showWarningMessage(`Nothing was copied. ${fixed.note}`);
      return;
    }
    await vscode.env.clipboard.writeText(fixed.text);
    void vscode.window.showInformationMessage(`Copied. ${fixed.note}`);
  }

  /** Fixes all of the call that is certain. */
  async fix(call?: About): Promise<void> {
    const target = this.target(call);
    if (target === undefined) {
      return;
    }
    const done = await this.server.execute<boolean>(FIX_CALL, target.uri, target.position);
    if (done === null || done === false) {
      void vscode.window.showInformationMessage(done === null ? NO_CALL : 'Nothing in this call can be fixed automatically.');
    }
  }

  /** Inserts a call to a tool that is picked, with its arguments as fields. */
  async insert(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) {
      return;
    }
    const { document } = editor;
    const position = editor.selection.active;
    const ask = async (): Promise<Insertion[]> => (await this.server.ask<Insertion[]>('forge/insertCall', document.uri, { position: json(position) })) ?? [];
    const offered = await ask();
    if (offered.length === 0) {
      void vscode.window.showInformationMessage('No call can be inserted here. In JSON and in programs, calls are in strings.');
      return;
    }
    const picked = await vscode.window.showQuickPick(offered.map(choiceOf), { title: 'Insert a call to', matchOnDescription: true, matchOnDetail: true });
    if (picked === undefined) {
      return;
    }
    for (;;) {
      const { version } = document;
      const item = (await ask()).find((item) => item.label === picked.label && item.detail === picked.description);
      if (item === undefined) {
        return; // the tool is gone
      }
      if (document.version === version) {
        const text = item.insertTextFormat === 2 ? new vscode.SnippetString(item.textEdit.newText) : new vscode.SnippetString().appendText(item.textEdit.newText);
        await vscode.window.showTextDocument(document, editor.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn });
        await editor.insertSnippet(text, rangeOf(item.textEdit.range));
        return;
      }
      // Somebody typed meanwhile: the place is that of a text that is gone.
    }
  }

  /** Asks the server about the call; where there is none, the user is told. */
  private async about<Result>(method: string, call: About): Promise<Result | undefined> {
    const target = this.target(call);
    if (target === undefined) {
      return undefined;
    }
    const result = await this.server.ask<Result | null>(method, target.uri, { position: json(target.position) });
    if (result === null) {
      void vscode.window.showInformationMessage(NO_CALL);
    }
    return result ?? undefined;
  }

  private target(call: About): Target | undefined {
    if (call !== undefined && 'uri' in call) {
      return { uri: vscode.Uri.parse(call.uri), position: positionOf(call.position) };
    }
    return this.view.target(call);
  }
}

const NO_CALL = 'The cursor is not in a tool call.';

/** A position as the protocol has it. */
function json({ line, character }: vscode.Position): object {
  return { line, character };
}

function choiceOf({ label, detail, labelDetails }: Insertion): vscode.QuickPickItem {
  return { label, ...(detail === undefined ? {} : { description: detail }), ...(labelDetails?.description === undefined ? {} : { detail: labelDetails.description }) };
}
