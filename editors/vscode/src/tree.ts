import * as vscode from 'vscode';
import { rangeOf } from './places';
import type { Call, Calls, Received, Row } from './protocol';
import type { Server } from './server';

/** How many rows the tree has: a transcript can have a hundred thousand, and the editor draws each. */
export const LIMIT = 2000;

/** Up to how many messages are unfolded: the editor asks for the calls of each. */
const UNFOLDED = 500;

/** A message of a transcript. */
export interface MessageNode {
  readonly kind: 'message';
  readonly id: string;
  readonly row: Row;
  readonly calls: CallNode[];
}

export interface CallNode {
  readonly kind: 'call';
  readonly id: string;
  readonly call: Call;
  readonly message: MessageNode | undefined;
}

/** What is left out. */
interface RestNode {
  readonly kind: 'rest';
  readonly id: string;
  readonly text: string;
}

export type Node = MessageNode | CallNode | RestNode;

/** The messages and calls of a file as a tree. */
export class Tree implements vscode.TreeDataProvider<Node> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private roots: Node[] = [];
  private nodes: CallNode[] = [];
  private uri: vscode.Uri | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly server: Server) {}

  /** Shows the calls of a document. */
  show(uri: vscode.Uri | undefined, { listed, list }: Pick<Calls, 'listed' | 'list'>): void {
    this.uri = uri;
    this.roots = [];
    this.nodes = [];
    let message: MessageNode | undefined;
    for (const row of list) {
      const { call } = row;
      if (call === undefined) {
        message = { kind: 'message', id: `message ${row.row}`, row, calls: [] };
        this.roots.push(message);
        continue;
      }
      if (call.message === undefined) {
        message = undefined;
      }
      const node: CallNode = { kind: 'call', id: `call ${row.row}`, call, message };
      this.nodes.push(node);
      (message?.calls ?? this.roots).push(node);
    }
    if (listed > this.nodes.length) {
      this.roots.push({ kind: 'rest', id: 'rest', text: `… ${(listed - this.nodes.length).toLocaleString('en')} more` });
    }
    this.changed.fire(undefined);
  }

  /** Returns the node of the call that a place is in; undefined if it is in none that is shown. */
  at(position: vscode.Position): CallNode | undefined {
    return this.nodes.find(({ call }) => rangeOf(call.range).contains(position));
  }

  getChildren(node?: Node): Node[] {
    return node === undefined ? this.roots : node.kind === 'message' ? node.calls : [];
  }

  getParent(node: Node): Node | undefined {
    return node.kind === 'call' ? node.message : undefined;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case 'message':
        return this.messageItem(node);
      case 'call':
        return callItem(node);
      case 'rest':
        return new vscode.TreeItem(node.text);
    }
  }

  /** The tooltip of a call is what its tool receives, which is asked for when somebody wants to see it. */
  async resolveTreeItem(item: vscode.TreeItem, node: Node): Promise<vscode.TreeItem> {
    if (node.kind === 'call' && this.uri !== undefined) {
      const received = await this.server.ask<Received | null>('forge/received', this.uri, { position: node.call.range.start });
      item.tooltip = new vscode.MarkdownString(received?.text ?? '');
    }
    return item;
  }

  private messageItem({ id, row: { heading = '', outcome = 'runs', counts = '' } }: MessageNode): vscode.TreeItem {
    const folded = this.roots.length > UNFOLDED;
    const [label = '', ...role] = heading.split(' · ');
    const item = new vscode.TreeItem(label, folded ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.Expanded);
    item.id = id;
    item.description = [counts, ...role].join(' · ');
    item.iconPath = iconOf({ outcome, form: '', checked: true });
    item.contextValue = 'message';
    return item;
  }
}

function callItem(node: CallNode): vscode.TreeItem {
  const { call } = node;
  const item = new vscode.TreeItem(call.tool === '' ? 'no tool' : call.tool);
  const about = [call.short, call.about, resultOf(call)].filter((text) => text !== undefined);
  item.id = node.id;
  item.description = about.join(' · ');
  item.iconPath = iconOf(call);
  item.contextValue = call.problem === undefined ? 'call' : 'call.problem';
  item.command = { command: 'forge.goToCall', title: 'Go to Call', arguments: [node] };
  item.accessibilityInformation = { label: `${item.label as string}, ${[call.text, ...about.slice(call.short === undefined ? 0 : 1)].join(', ')}` };
  return item;
}

/** What followed a native call: that it failed is worth more than its text. */
function resultOf({ result }: Call): string | undefined {
  return result === undefined ? undefined : result.error ? `failed: ${result.text}` : `→ ${result.text}`;
}

/** An icon for the outcome: its shape tells what happens to the call, its color how bad that is. */
function iconOf({ outcome, form, checked }: Pick<Call, 'outcome' | 'form' | 'checked'>): vscode.ThemeIcon {
  const [name, color] = {
    ignored: [form === 'leaked' ? 'debug-disconnect' : 'circle-slash', 'list.errorForeground'],
    refused: ['error', 'list.errorForeground'],
    altered: ['diff-modified', 'list.errorForeground'],
    repaired: ['wrench', 'list.warningForeground'],
    runs: [checked ? 'pass' : 'check', 'testing.iconPassed'],
    unknown: ['question', 'list.deemphasizedForeground'],
  }[outcome];
  return new vscode.ThemeIcon(name ?? '', color === undefined ? undefined : new vscode.ThemeColor(color));
}
