import type { Announcer } from './announce';
import { button, h } from './dom';

/** How much of a long text is shown at first. */
interface Fold {
  readonly lines: number;
  readonly characters: number;
}

/** Of one value of many. */
const value: Fold = { lines: 12, characters: 1200 };

/** Of a text that is all there is. */
export const wholeCall: Fold = { lines: 60, characters: 8000 };

/** How many times longer than what would be shown a text must be to be folded. */
const worth = 1.3;

/** Returns a button that copies a text. `what` names it: "path". */
export function copyButton(announcer: Announcer, text: string, what: string): HTMLButtonElement {
  return button('Copy', () => void announcer.copy(text, `Copied ${what}.`), { class: 'small', 'aria-label': `Copy ${what}` });
}

/** Returns a text as it is, line by line, folded where it is long. `more` tells what the server left out. */
export function block(text: string, more: string | undefined, name: string, fold = value): HTMLElement {
  const lines = text.split('\n').length;
  const pre = h('pre', { class: 'text-block', tabIndex: 0, role: 'group', 'aria-label': name });
  const rest = more === undefined ? undefined : h('p', { class: 'more' }, more);
  if (lines <= worth * fold.lines && text.length <= worth * fold.characters) {
    pre.append(text);
    return h('div', { class: 'block' }, pre, rest);
  }
  const start = text.split('\n', fold.lines).join('\n').slice(0, fold.characters);
  const all = lines > worth * fold.lines ? `Show all ${lines.toLocaleString('en')} lines` : `Show all ${text.length.toLocaleString('en')} characters`;
  const unfold = button(all, () => {
    const open = unfold.getAttribute('aria-expanded') !== 'true';
    unfold.setAttribute('aria-expanded', String(open));
    unfold.textContent = open ? 'Show less' : all;
    pre.textContent = open ? text : start;
    pre.classList.toggle('folded', !open);
  }, { class: 'link', 'aria-expanded': false });
  pre.append(start);
  pre.classList.add('folded');
  return h('div', { class: 'block' }, pre, unfold, rest);
}
