// What happens to some calls together: which are shown, how many of each kind there are, and the worst of them.

import type { Call } from './protocol';

export type Outcome = Call['outcome'];

/** The outcomes, the worst first. */
const OUTCOMES: readonly Outcome[] = ['ignored', 'refused', 'altered', 'repaired', 'unknown', 'runs'];

/** Which calls are shown: those that did not run as they were meant, native ones, those of an outcome, or all. */
export type Filter = 'failed' | 'native' | Outcome | undefined;

export function isFilter(value: unknown): value is Filter {
  return value === undefined || value === 'failed' || value === 'native' || OUTCOMES.includes(value as Outcome);
}

/** Reports whether a filter lets a call through. */
export function shows(filter: Filter, call: Call): boolean {
  if (filter === 'failed') {
    return !call.as_meant;
  }
  return filter === undefined || (filter === 'native' ? call.form === 'native' : call.outcome === filter);
}

/** The worst outcome of some calls. */
export function worstOf(calls: readonly Call[]): Outcome {
  return OUTCOMES.find((outcome) => calls.some((call) => call.outcome === outcome)) ?? 'runs';
}

/** How many calls there are, and how many of them do not run as written, in the server's words: "3 calls: 1 refused, 1 repaired". */
export function countsOf(calls: readonly Call[]): string {
  const counts = OUTCOMES.flatMap((outcome) => {
    const some = calls.filter((call) => call.outcome === outcome && call.short !== undefined);
    return some.length === 0 ? [] : [`${some.length.toLocaleString('en')} ${some[0]?.short ?? ''}`];
  });
  const all = calls.length === 1 ? '1 call' : `${calls.length.toLocaleString('en')} calls`;
  return counts.length === 0 ? all : `${all}: ${counts.join(', ')}`;
}

/** A choice of calls to show, with the words for it and how many these are. */
export interface Choice {
  readonly label: string;
  readonly description: string;
  readonly filter: Filter;
}

/** The choices that a list of calls leaves: all, and each filter that shows some of them. */
export function choicesOf(calls: readonly Call[]): Choice[] {
  const words = (outcome: Outcome): string => calls.find((call) => call.outcome === outcome)?.short ?? outcome;
  const filters: [Filter, string][] = [
    [undefined, 'all calls'],
    ['failed', 'not run as meant'],
    ...OUTCOMES.map((outcome): [Filter, string] => [outcome, words(outcome)]),
    ['native', 'native calls'],
  ];
  return filters
    .map(([filter, label]) => ({ filter, label, count: calls.filter((call) => shows(filter, call)).length }))
    .filter(({ filter, count }) => filter === undefined || count > 0)
    .map(({ filter, label, count }) => ({ filter, label, description: count.toLocaleString('en') }));
}
