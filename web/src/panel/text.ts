import type { Announcer } from './announce';
import { button, h } from './dom';

/** Up to how many lines and characters of a text are shown at first, and how many are for it to be folded. */
const shown = { lines: 12, characters: 1200 };
const folded = { lines: 16, characters: 1600 };

/** Returns a button that copies a text. `what` names it: "path". */
export function copyButton(announcer: Announcer, text: string, what: string): HTMLButtonElement {
  return button('Copy', () => void announcer.copy(text, `Copied ${what}.`), { class: 'small', label: `Copy ${what}` });
}

/** Returns a text as it is, line by line, folded where it is long. `more` tells what the server left out. */
export function block(text: string, more: string | undefined, name: string): HTMLElement {
  const lines = text.split('\n').length;
  const pre = h('pre', { class: 'text-block', tabIndex: 0, role: 'region', 'aria-label': name });
  const rest = more === undefined ? undefined : h('p', { class: 'more' }, more);
  if (lines <= folded.lines && text.length <= folded.characters) {
    pre.append(text);
    return h('div', { class: 'block' }, pre, rest);
  }
  const start = text.split('\n', shown.lines).join('\n').slice(0, shown.characters);
  const all = lines > folded.lines ? `Show all ${lines} lines` : `Show all ${text.length.toLocaleString('en')} characters`;
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
