// The page: a text, the server that reads it, and what they need of each other.
import { undo } from '@codemirror/commands';
import { LSPPlugin } from '@codemirror/lsp-client';
import { Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Diagnostic, Position, Range, WorkspaceEdit } from 'vscode-languageserver-types';
import { applyEdit, reveal } from './editor/edits';
import { load, newClient, newEditor, reopen, root, shade } from './editor/editor';
import { Outline } from './editor/outline';
import { refreshTokens } from './editor/tokens';
import { Connection } from './page/connection';
import { byId, notice } from './page/dom';
import { examples, type Example } from './page/examples';
import { kinds, labelOf, recognized } from './page/kinds';
import { onDrop, readText, save } from './page/open';
import { pack, unpack, Unreadable, warning, type Shared } from './page/share';
import { settingsFile, Source, toolsFile } from './page/sources';
import { chooseTheme } from './page/theme';
import type { PanelApi } from './panel/api';
import { CallsPanel } from './panel/panel';

/** The name of a text that has none, without its ending. */
const unnamed = 'text';

/** From how many characters on a text is large, and for how long nobody types then, in ms. */
const large = 50_000;
const quiet = 200;

class Page implements PanelApi {
  private readonly changed: (() => void)[] = [];
  private readonly moved: ((at: Position) => void)[] = [];
  private readonly connection: Connection;
  private readonly client = newClient({
    shown: (found) => {
      this.found = found;
      this.isChecked = true;
      this.change();
    },
    elsewhere: (uri, diagnostics) => this.tools.shows(uri, diagnostics) || this.settings.shows(uri, diagnostics),
    told: (text) => notice(text),
  });
  readonly view: EditorView;
  private readonly outline: Outline;
  private readonly tools: Source;
  private readonly settings: Source;
  private readonly kind = byId('kind', HTMLSelectElement);

  /** The name of the text's file, "" where it has none. */
  private name = '';
  /** The ending that the server recognizes a text without a name by. */
  private ending = '.md';
  private recognizing: ReturnType<typeof setTimeout> | undefined;
  private telling: ReturnType<typeof setTimeout> | undefined;
  private isChecked = false;
  private found: readonly Diagnostic[] = [];

  constructor() {
    this.connection = new Connection({
      asked: (method, params) => this.asked(method, params),
      died: (why) => this.restart(why),
    });
    this.client.connect(this.connection);
    this.view = newEditor(byId('editor', HTMLElement), 'Text with tool calls', EditorView.updateListener.of((update) => {
      const events = update.transactions.map((transaction) => transaction.annotation(Transaction.userEvent) ?? '');
      if (update.docChanged) {
        this.isChecked = false;
      }
      if (update.docChanged && !events.includes('load')) {
        this.edited(update.changes.empty ? 0 : inserted(update.changes), update.startState.doc.length === 0);
      }
      if (update.selectionSet && events.some((event) => event.startsWith('select'))) {
        const at = LSPPlugin.get(this.view)?.toPosition(update.state.selection.main.head);
        if (at) {
          this.moved.forEach((listener) => listener(at));
        }
      }
    }));
    const write = (path: string, text: string | null): void => this.write(path, text);
    this.tools = new Source('tools', toolsFile, write);
    this.settings = new Source('settings', settingsFile, write);
    this.outline = new Outline(byId('outline', HTMLDetailsElement), byId('outline-list', HTMLElement), this.view);
    this.listKinds();
  }

  // What the panel asks of the page.

  async request<R>(method: string, params: object): Promise<R> {
    await this.client.initializing;
    this.client.sync();
    return this.client.request<object, R>(method, params);
  }

  onChange(listener: () => void): void {
    this.changed.push(listener);
  }

  onCursor(listener: (at: Position) => void): void {
    this.moved.push(listener);
  }

  uri(): string {
    const name = this.kind.value !== '' ? unnamed + this.kind.value : this.name !== '' ? this.name : unnamed + this.ending;
    return `file://${root}/text/${encodeURIComponent(name)}`;
  }

  reveal(range: Range, focus: boolean): void {
    reveal(this.view, range, focus);
  }

  async fixAll(): Promise<boolean> {
    return await this.request<boolean | null>('workspace/executeCommand', {
      command: 'forge-lsp.fixAll', arguments: [{ uri: this.uri() }],
    }) === true;
  }

  undo(): boolean {
    const undone = undo(this.view);
    this.view.focus();
    return undone;
  }

  problems(): readonly Diagnostic[] | undefined {
    return this.isChecked ? this.found : undefined;
  }

  apply(edit: WorkspaceEdit): boolean {
    return applyEdit(this.view, edit, 'input.fix');
  }

  /** When the server has started. */
  get started(): Promise<unknown> {
    return this.client.initializing;
  }

  // The text.

  download(): void {
    save(this.name !== '' ? this.name : decodeURIComponent(this.uri().slice(this.uri().lastIndexOf('/') + 1)), this.text);
  }

  get text(): string {
    return this.view.state.sliceDoc();
  }

  /** Whether the diagnostics that are shown are those of the text as it is. */
  get checked(): boolean {
    return this.isChecked;
  }

  /** What a link to the page as it is would hold. */
  get shared(): Shared {
    const { value: tools } = this.tools;
    const { value: settings } = this.settings;
    return {
      text: this.text, name: decodeURIComponent(this.uri().slice(this.uri().lastIndexOf('/') + 1)),
      ...tools.trim() === '' ? {} : { tools }, ...settings.trim() === '' ? {} : { settings },
    };
  }

  /** Shows a text, which can be undone. */
  show(text: string, name: string): void {
    this.name = name;
    this.kind.value = '';
    load(this.view, this.client, this.uri(), text);
    this.listKinds();
    this.change();
    if (name === '') {
      this.recognize();
    }
  }

  showShared({ text, name, tools = '', settings = '' }: Shared): void {
    this.tools.visit(tools);
    this.settings.visit(settings);
    this.show(text, name);
  }

  openFile(file: File): Promise<void> {
    return this.read(file, (text) => this.show(text, file.name));
  }

  /** Puts a file into the dialog for tools. */
  openTools(file: File): Promise<void> {
    return this.read(file, (text) => this.tools.set(text));
  }

  /** Reads a file, or tells why not. */
  private read(file: File, use: (text: string) => void): Promise<void> {
    return readText(file).then(use, (error: Error) => notice(error.message));
  }

  get toolsDialog(): HTMLDialogElement {
    return this.tools.dialog;
  }

  focus(): void {
    this.view.focus();
  }

  /** Has the text read in another way. */
  chooseKind(): void {
    this.reopen();
    this.listKinds();
    if (this.kind.value === '' && this.name === '') {
      this.recognize();
    }
  }

  /** After the text was edited. Its diagnostics come first, and then all that else is shown of it. */
  private edited(length: number, wasEmpty: boolean): void {
    if (this.view.state.doc.length === length || wasEmpty) { // all of it is new
      this.name = '';
      this.reopen();
    }
    if (this.name === '' && this.kind.value === '' && (length > 20 || wasEmpty)) {
      clearTimeout(this.recognizing);
      this.recognizing = setTimeout(() => this.recognize(), 100);
    }
  }

  private recognize(): void {
    const of = this.view.state.doc;
    void this.request<{ ending: string }>('forge/recognize', { text: of.sliceString(0, recognized) }).then(({ ending }) => {
      if (this.name === '' && this.kind.value === '') {
        this.ending = ending;
        this.reopen();
        this.listKinds();
      }
    }, () => undefined);
  }

  private reopen(): void {
    if (LSPPlugin.get(this.view)?.uri !== this.uri()) {
      this.isChecked = false;
      reopen(this.view, this.client, this.uri());
      this.change();
    }
  }

  private listKinds(): void {
    const chosen = this.kind.value;
    const first = new Option(this.name !== '' ? `By name: ${this.name.replace(/.*(?=\.)/, '')}` : `Recognized: ${labelOf(this.ending)}`, '');
    this.kind.replaceChildren(first, ...kinds.map(({ ending, label }) => new Option(label, ending)));
    this.kind.value = chosen;
    this.kind.title = this.name;
  }

  // The server.

  /** Tells those who show something of the text. In a large one they wait until nobody types. */
  private change(): void {
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      this.changed.forEach((listener) => listener());
      void this.outline.refresh();
    }, this.view.state.doc.length > large ? quiet : 0);
  }

  private write(path: string, text: string | null): void {
    this.connection.write(path, text);
    void this.client.initializing.then(() => {
      this.client.notification('workspace/didChangeWatchedFiles', { changes: [{ uri: `file://${path}`, type: text === null ? 3 : 2 }] });
    });
  }

  /** Answers a request of the server. */
  private asked(method: string, params: never): unknown {
    switch (method) {
      case 'workspace/applyEdit':
        return { applied: applyEdit(this.view, (params as { edit: never }).edit, 'input.fix') };
      case 'window/showDocument': {
        const { selection } = params as { selection?: Range };
        if (selection) {
          this.reveal(selection, true);
        }
        return { success: selection !== undefined };
      }
      case 'workspace/semanticTokens/refresh':
        refreshTokens(this.view);
        break;
      default:
    }
    if (method.endsWith('/refresh')) {
      this.change();
    }
    return null;
  }

  private restart(why: string): void {
    this.isChecked = false;
    this.client.disconnect();
    const again = (): void => {
      this.connection.start();
      this.client.connect(this.connection);
      void this.client.initializing.then(() => {
        refreshTokens(this.view);
        this.change();
      });
    };
    if (this.connection.mayRestart) {
      again();
      notice(`The server stopped and was restarted with your text. (${why})`);
    } else {
      notice(`The server stopped several times. (${why})`, { label: 'Restart it', run: again });
    }
  }
}

/** How many characters changes insert. */
function inserted(changes: { iterChanges(each: (fromA: number, toA: number, fromB: number, toB: number) => void): void }): number {
  let length = 0;
  changes.iterChanges((_fromA, _toA, fromB, toB) => {
    length += toB - fromB;
  });
  return length;
}

/** A value in an address, as it is where it is not encoded. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Shows what the part of the address after "#" names; false for nothing. */
async function showFragment(page: Page): Promise<boolean> {
  const [name = '', value = ''] = location.hash.slice(1).split(/=(.*)/s);
  const of: readonly Example[] | undefined = { rule: examples.rules, example: examples.menu }[name];
  if (of !== undefined) {
    const wanted = decoded(value);
    const example = of.find(({ id }) => id === wanted);
    if (example !== undefined) {
      page.show(example.text, example.name);
      return true;
    }
    notice(`There is no ${name} “${wanted.slice(0, 80)}”. Choose one from the list of examples.`);
  }
  if (name === 'text') {
    try {
      page.showShared(await unpack(value));
      return true;
    } catch (error) {
      // What atob and the decompression say is about their input, which nobody has written.
      const why = error instanceof Unreadable ? error.message : 'It is damaged or was cut off; ask for it again.';
      notice(`This link cannot be read. ${why}`);
    }
  }
  return false;
}

function listExamples(page: Page): void {
  const select = byId('example', HTMLSelectElement);
  const group = (label: string, of: readonly Example[], prefix: string): HTMLOptGroupElement => {
    const made = document.createElement('optgroup');
    made.label = label;
    made.append(...of.map(({ id, title }) => new Option(title, prefix + id)));
    return made;
  };
  select.append(new Option('Example…', ''), group('Texts', examples.menu, ''), group('Rules', examples.rules.map(({ id, title, name, text }) => ({ id, title: `${id}: ${title}`, name, text })), 'rule:'));
  select.onchange = () => {
    const id = select.value;
    const example = id.startsWith('rule:') ? examples.rules.find((rule) => `rule:${rule.id}` === id) : examples.menu.find((text) => text.id === id);
    if (example !== undefined) {
      page.show(example.text, example.name);
    }
    select.value = '';
  };
}

function offerSharing(page: Page): void {
  const dialog = byId('share-dialog', HTMLDialogElement);
  const link = byId('share-link', HTMLInputElement);
  byId('share', HTMLButtonElement).onclick = () => void (async () => {
    const { shared } = page;
    link.value = `${location.href.replace(/#.*/s, '')}#${await pack(shared)}`;
    byId('share-about', HTMLElement).textContent = warning(shared);
    dialog.showModal();
    link.select();
  })();
  byId('share-copy', HTMLButtonElement).onclick = () => void navigator.clipboard.writeText(link.value).then(
    () => notice('The link was copied.'),
    () => link.select(), // the browser does not let the page: the user can
  ).then(() => dialog.close());
}

function offerFiles(page: Page): void {
  const input = byId('file', HTMLInputElement);
  let take = (file: File): Promise<void> => page.openFile(file);
  input.onchange = () => {
    const [file] = input.files ?? [];
    if (file !== undefined) {
      void take(file).then(() => {
        input.value = '';
      });
    }
  };
  const choose = (taking: typeof take) => (): void => {
    take = taking;
    input.click();
  };
  byId('open', HTMLButtonElement).onclick = choose((file) => page.openFile(file));
  byId('tools-file', HTMLButtonElement).onclick = choose((file) => page.openTools(file));
  onDrop((file) => void (page.toolsDialog.open ? page.openTools(file) : page.openFile(file)));
}

/** Has the browser keep the page for when there is no network. */
async function keepPage(): Promise<void> {
  if ('serviceWorker' in navigator) {
    await navigator.serviceWorker.register('sw.js');
  }
}

const page = new Page();
chooseTheme(byId('theme', HTMLSelectElement), (dark) => shade(page.view, dark));
Object.assign(window, { forge: page }); // for the console, and the tests
new CallsPanel({ bar: byId('bar', HTMLElement), panel: byId('panel', HTMLElement) }, page);
listExamples(page);
offerSharing(page);
offerFiles(page);
byId('kind', HTMLSelectElement).onchange = () => page.chooseKind();
byId('download', HTMLButtonElement).onclick = () => page.download();
addEventListener('hashchange', () => void showFragment(page));
void showFragment(page).then((shown) => {
  const [first] = examples.menu;
  if (!shown && first !== undefined) {
    page.show(first.text, first.name);
  }
});
// What it keeps is read and unpacked once more, which waits until the server has started.
void page.started.then(keepPage, () => undefined);
