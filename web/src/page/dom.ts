// The elements of index.html.
import { button, h } from '../panel/dom';

/** The element with an id, which is one of the given class. */
export function byId<E extends HTMLElement>(id: string, type: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) {
    throw new Error(`index.html has no ${type.name} with the id ${id}`);
  }
  return found;
}

/** Tells something in the line above the text, until something else is told or it is closed. */
export function notice(text: string, ...buttons: readonly { readonly label: string; run(): void }[]): void {
  const place = byId('notice', HTMLElement);
  place.replaceChildren(h('span', {}, text), ...[...buttons, { label: 'Close', run: () => undefined }].map(({ label, run }) => button(label, () => {
    place.hidden = true;
    run();
  })));
  place.hidden = false;
}
