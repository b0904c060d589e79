// The dialogs for the definitions of tools and for settings: texts that the server reads as files of its
// workspace, and what it finds wrong in them.
import type * as lsp from 'vscode-languageserver-protocol';
import { root } from '../editor/editor';
import { button, h } from '../panel/dom';
import { byId } from './dom';
import { keep, kept } from './store';

/** How long after the last key the server is given the text, in ms. */
const quiet = 200;

/** Writes a file of the server and tells it; null removes it. */
export type Write = (path: string, text: string | null) => void;

/** The file that holds definitions of tools. The server sees what they are. */
export const toolsFile = (text: string): string => /^\s*[[{]/.test(text) ? `${root}/.forge/tools.json` : `${root}/.forge/tools.yaml`;

export const settingsFile = (): string => `${root}/forge-lsp.toml`;

/** A dialog with a text: `tools` or `settings` in the ids of index.html. */
export class Source {
  readonly dialog: HTMLDialogElement;
  private readonly text: HTMLTextAreaElement;
  private readonly keeping: HTMLInputElement;
  private readonly mistakes: HTMLElement;
  private file: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly id: 'tools' | 'settings', private readonly fileOf: (text: string) => string, private readonly write: Write) {
    this.dialog = byId(`${id}-dialog`, HTMLDialogElement);
    this.text = byId(`${id}-text`, HTMLTextAreaElement);
    this.keeping = byId(`${id}-keep`, HTMLInputElement);
    this.mistakes = byId(`${id}-mistakes`, HTMLElement);
    byId(id, HTMLButtonElement).onclick = () => this.dialog.showModal();
    byId(`${id}-clear`, HTMLButtonElement).onclick = () => this.set('');
    this.text.oninput = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.apply(), quiet);
    };
    this.keeping.onchange = () => keep(id, this.keeping.checked ? this.text.value : '');
    this.dialog.addEventListener('close', () => this.apply());
    this.keeping.checked = kept(id) !== '';
    if (this.keeping.checked) {
      this.set(kept(id));
    }
  }

  get value(): string {
    return this.text.value;
  }

  set(text: string): void {
    this.text.value = text;
    this.apply();
  }

  /** Has another text for this visit: what the browser keeps is there again in the next. */
  visit(text: string): void {
    this.keeping.checked = false;
    this.set(text);
  }

  /** Takes the diagnostics of a file, and whether it is this one. */
  shows(uri: string, diagnostics: readonly lsp.Diagnostic[]): boolean {
    if (this.file === undefined || uri !== `file://${this.file}`) {
      return false;
    }
    this.mistakes.replaceChildren(...diagnostics.map(({ range, message }) => h('li', {},
      button(`Line ${range.start.line + 1}: ${String(message)}`, () => this.select(range)))));
    return true;
  }

  private apply(): void {
    clearTimeout(this.timer);
    const text = this.text.value;
    const file = text.trim() === '' ? undefined : this.fileOf(text);
    if (this.file !== undefined && this.file !== file) {
      this.write(this.file, null);
      this.mistakes.replaceChildren();
    }
    this.file = file;
    if (file !== undefined) {
      this.write(file, text);
    }
    if (this.keeping.checked) {
      keep(this.id, text);
    }
  }

  private select(range: lsp.Range): void {
    const lines = this.text.value.split('\n');
    const offset = ({ line, character }: lsp.Position): number => lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + character;
    this.text.focus();
    this.text.setSelectionRange(offset(range.start), offset(range.end));
  }
}
