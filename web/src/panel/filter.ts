import { h, newId } from './dom';
import type { CallWindow, Kind } from './protocol';

export type Filter = 'all' | Kind;

const labels: Record<Filter, string> = {
  all: 'All', broken: 'Not as meant', refused: 'Refused', ignored: 'Never runs', repaired: 'Repaired', lost: 'Data lost', leaked: 'Leaked', unknown: 'Unknown',
};

/** What is shown where no call passes the filter. */
export const nothing: Record<Filter, string> = {
  all: '',
  broken: 'Every call ran as meant.',
  refused: 'No call was refused.',
  ignored: 'No call was ignored.',
  repaired: 'No call needed a repair.',
  lost: 'No call lost data.',
  leaked: 'No call leaked into text.',
  unknown: 'No call is in a format of another runtime.',
};

/** The choice of which calls are listed, with how many there are of each. */
export class FilterBox {
  readonly element = h('fieldset', { class: 'filter', hidden: true }, h('legend', { class: 'sr' }, 'Calls to list'));
  private readonly parts = new Map<Filter, { readonly label: HTMLElement; readonly input: HTMLInputElement; readonly count: HTMLElement }>();
  filter: Filter = 'all';

  constructor(changed: () => void) {
    const name = newId();
    for (const [filter, text] of Object.entries(labels) as [Filter, string][]) {
      const input = h('input', {});
      Object.assign(input, { type: 'radio', name, value: filter, checked: filter === 'all' });
      input.addEventListener('change', () => {
        this.filter = filter;
        changed();
      });
      const count = h('span', { class: 'count' });
      const label = h('label', { class: 'chip' }, input, h('span', {}, text, ' ', count));
      this.parts.set(filter, { label, input, count });
      this.element.append(label);
    }
  }

  choose(filter: Filter): void {
    this.filter = filter;
    const input = this.parts.get(filter)?.input;
    if (input !== undefined) {
      input.checked = true;
    }
  }

  /** Shows how many calls there are. A kind without calls cannot be chosen. */
  count(counts: CallWindow['counts']): void {
    for (const [filter, { label, count }] of this.parts) {
      const n = counts[filter] ?? 0;
      count.textContent = n.toLocaleString('en');
      label.hidden = n === 0 && filter !== this.filter;
    }
    this.element.hidden = (counts.all ?? 0) < 2 && this.filter === 'all';
  }
}
