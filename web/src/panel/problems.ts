import type { CodeAction, Diagnostic } from 'vscode-languageserver-types';
import type { Announcer } from './announce';
import type { PanelApi } from './api';
import { button, h, message } from './dom';
import { contains, type Call } from './protocol';

const severities = ['error', 'warning', 'information', 'hint'] as const;

/** What is wrong with the chosen call, in the words of `forge-lsp check`, each problem with its fixes. */
export class Problems {
  readonly element = h('ul', { class: 'problems', 'aria-label': 'Problems of the call', hidden: true });
  private asked = 0;
  private shown = '';

  constructor(private readonly api: PanelApi, private readonly announcer: Announcer) {}

  /** Shows those of a call. `isNext` tells that nothing else is to be done first: then the first fix is the primary button. */
  async show(call: Call | undefined, isNext: boolean): Promise<void> {
    const asked = ++this.asked;
    const known = call === undefined ? [] : this.api.problems();
    if (known === undefined) {
      return; // they are on their way
    }
    const found = known.filter(({ range }) => call !== undefined && contains(call.range, range.start));
    const actions = found.length === 0 ? [] : await this.api.request<CodeAction[] | null>('textDocument/codeAction', {
      textDocument: { uri: this.api.uri() }, range: call?.range, context: { diagnostics: [], only: ['quickfix'] },
    }).catch(() => null) ?? [];
    const key = JSON.stringify([found, actions, isNext]);
    if (asked !== this.asked || key === this.shown) {
      return;
    }
    this.shown = key;
    const focused = this.element.contains(document.activeElement);
    this.element.hidden = found.length === 0;
    const all = known.length > found.length ? actions.find(({ title }) => title === 'Fix all in this call') : undefined;
    this.element.replaceChildren(
      ...found.map((problem) => this.item(problem, actions.filter((action) => fixes(action, problem)))),
      ...all === undefined ? [] : [h('li', { class: 'buttons' }, this.fix(all))],
    );
    const first = this.element.querySelector<HTMLElement>('.buttons button');
    first?.classList.toggle('primary', isNext);
    if (focused) { // the button is gone
      (first ?? this.element.parentElement?.querySelector<HTMLElement>('[role=tab][aria-selected=true]'))?.focus();
    }
  }

  private item(problem: Diagnostic, actions: readonly CodeAction[]): HTMLElement {
    const { range: { start }, severity = 1 } = problem;
    const [what = '', ...notes] = messageOf(problem).split('\n');
    const name = severities[severity - 1] ?? 'error';
    return h('li', { class: `problem ${name}` },
      h('p', {}, h('strong', {}, name), ' ', ...message(what)),
      notes.length > 0 && h('p', { class: 'note' }, ...message(notes.join('\n'))),
      h('p', { class: 'place' }, button(`line ${start.line + 1}`, () => this.api.reveal({ start, end: start }, true), { class: 'link' }), ruleLink(problem)),
      actions.length > 0 && h('div', { class: 'buttons' }, ...actions.map((action) => this.fix(action))));
  }

  private fix(action: CodeAction): HTMLElement {
    return button(action.title, () => {
      const done = action.edit !== undefined && this.api.apply(action.edit);
      this.announcer.tell(done ? 'Fixed. Undo takes it back.' : 'Nothing was fixed: the text has changed.');
    });
  }
}

/** What a diagnostic says: the problem, and below it what follows from it. */
export function messageOf({ message: text }: Diagnostic): string {
  return typeof text === 'string' ? text : (text as { value: string }).value;
}

/** The name of a diagnostic's rule, which leads to its page. */
export function ruleLink({ code, codeDescription }: Diagnostic): HTMLElement | undefined {
  if (typeof code !== 'string') {
    return undefined;
  }
  const rule = h('a', { class: 'rule' }, code);
  if (codeDescription !== undefined) {
    Object.assign(rule, { href: codeDescription.href, target: '_blank', rel: 'noreferrer' });
  }
  return rule;
}

/** Whether an action fixes a problem, and it alone. */
function fixes({ edit, diagnostics: [of, ...others] = [], title }: CodeAction, problem: Diagnostic): boolean {
  return edit !== undefined && of !== undefined && others.length === 0 && !title.startsWith('Disable ') &&
    of.code === problem.code && JSON.stringify(of.range) === JSON.stringify(problem.range);
}
