import type { Call } from './protocol';

// Shapes in a square of 16 units. The shape tells what happens, its color only how bad that is, and
// a word beside it tells the same.
const shapes = {
  accepted: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13ZM5 8.2l2.1 2.1L11 6',
  runs: 'M3 8.5l3.3 3.3L13 4.6',
  repaired: 'M13.6 4.2l-2.3 2.3l-1.8-1.8l2.3-2.3a3.6 3.6 0 0 0-4.6 4.6L2.4 11.8a1.3 1.3 0 0 0 1.8 1.8l4.8-4.8a3.6 3.6 0 0 0 4.6-4.6Z',
  altered: 'M2 2h12v12H2ZM8 5v3.6M8 10.9v.2',
  refused: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13ZM5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8',
  ignored: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13ZM3.5 12.5l9-9',
  unknown: 'M5.500 6a2.500 2.500 0 1 1 3.600 2.200c-.8.400-1.100.8-1.100 1.600M8 12v.2',
  leaked: 'M8 1.8c2.4 3 4 5.2 4 7.4a4 4 0 0 1-8 0c0-2.200 1.600-4.400 4-7.400Z',
} as const;

const space = 'http://www.w3.org/2000/svg';

/** Returns the sign of what happens to a call, which screen readers pass over. */
export function icon(call: Call): SVGSVGElement {
  const { outcome, form, checked } = call;
  const shape = form === 'leaked' ? form : outcome === 'runs' && checked ? 'accepted' : outcome;
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', `icon ${severity(call)}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', shapes[shape]);
  svg.append(path);
  return svg;
}

/** How bad it is, as a class. */
export function severity({ as_meant: asMeant, outcome }: Call): 'good' | 'warning' | 'bad' {
  return !asMeant ? 'bad' : outcome === 'repaired' ? 'warning' : 'good';
}
