// Light or dark: as the system prefers, or as somebody chooses, which is kept.
import { keep, kept } from './store';

/** Lets somebody choose, and calls back with each change of what is shown, and at first. */
export function chooseTheme(select: HTMLSelectElement, shown: (dark: boolean) => void): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    if (select.value === '') {
      delete document.documentElement.dataset['theme'];
    } else {
      document.documentElement.dataset['theme'] = select.value;
    }
    shown(select.value === 'dark' || select.value === '' && system.matches);
  };
  select.value = kept('theme');
  select.onchange = () => {
    keep('theme', select.value);
    apply();
  };
  system.onchange = apply;
  apply();
}
