import { h, newId } from './dom';
import type { Filter } from './protocol';

interface Chip {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly count: HTMLElement;
}

/** The choice of which calls are listed, with how many there are of each. */
export class FilterBox {
  readonly element = h('fieldset', { class: 'filter', hidden: true }, h('legend', { class: 'sr' }, 'Calls to list'));
  private readonly chips = new Map<string, Chip>();
  private readonly name = newId();
  /** The word of the filter, empty for all calls. */
  only = '';

  constructor(private readonly changed: () => void) {}

  choose(only: string): void {
    this.only = only;
    const input = this.chips.get(only)?.input;
    if (input !== undefined) {
      input.checked = true;
    }
    this.changed();
  }

  /** Shows how many calls there are. A filter that lists none cannot be chosen. */
  show(filters: readonly Filter[]): void {
    for (const { only, text, calls } of filters) {
      const { element, count } = this.chips.get(only) ?? this.add(only, text);
      count.textContent = calls.toLocaleString('en');
      element.hidden = calls === 0 && only !== this.only;
    }
    this.element.hidden = (filters[0]?.calls ?? 0) < 2 && this.only === '';
  }

  private add(only: string, text: string): Chip {
    const input = h('input');
    Object.assign(input, { type: 'radio', name: this.name, value: only, checked: only === this.only });
    input.addEventListener('change', () => this.choose(only));
    const count = h('span', { class: 'count' });
    const chip = { element: h('label', { class: 'chip' }, input, h('span', {}, text, ' ', count)), input, count };
    this.chips.set(only, chip);
    this.element.append(chip.element);
    return chip;
  }
}
