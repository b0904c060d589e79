/** How many calls a file has, and what happens to them: what the server answers to forge/summary. */
export interface Summary {
  readonly calls: number;
  /** By the reader's verdict. */
  readonly refused: number;
  readonly repaired: number;
  /** By the tool's verdict. */
  readonly tool_refuses: number;
  readonly tool_unknown: number;
  /** How many calls neither stage refuses or repairs. */
  readonly as_written: number;
}

/** What the two stages do with a call, as the server describes it. */
export interface Verdict {
  readonly verdict: string;
  readonly reason: string;
  readonly tool_verdict: string;
  readonly tool_reason: string;
}

/** A group of calls that end in the same way. */
export interface Group {
  readonly icon: string;
  readonly one: string;
  readonly many: string;
  readonly has: (call: Verdict) => boolean;
}

/** The groups in the order in which a list has them. A call belongs to the first that has it: a stage that refuses it is the end of it. */
export const GROUPS: readonly Group[] = [
  { icon: 'error', one: 'refused by the reader', many: 'refused by the reader', has: (call) => call.verdict === 'refused' },
  { icon: 'error', one: 'refused by its tool', many: 'refused by their tools', has: (call) => call.tool_verdict === 'refuses' },
  { icon: 'question', one: 'to an unknown tool', many: 'to unknown tools', has: (call) => call.tool_verdict === 'unknown' },
  { icon: 'warning', one: 'run after a repair', many: 'run after a repair', has: (call) => call.verdict === 'repaired' },
  { icon: 'check', one: 'run', many: 'run', has: () => true },
];

/** Puts the calls into the groups, and leaves out those without any. */
export function grouped<T extends Verdict>(calls: readonly T[]): { readonly title: string; readonly icon: string; readonly calls: T[] }[] {
  const lists = GROUPS.map((): T[] => []);
  for (const call of calls) {
    lists[GROUPS.findIndex((group) => group.has(call))]?.push(call);
  }
  return GROUPS.flatMap(({ icon, one, many }, i) => {
    const list = lists[i] ?? [];
    return list.length === 0 ? [] : [{ title: `${list.length} ${list.length === 1 ? one : many}`, icon, calls: list }];
  });
}

/** Why the stages do what they do; empty for a call that runs as written. */
export function reasons({ verdict, reason, tool_reason: tool }: Verdict): string {
  return tool === '' || reason === '' ? tool + reason : `${tool}; ${verdict}: ${reason}`;
}

/** How many calls run, but only after a repair. The count of repaired calls has those, too, that the tool then refuses. */
function onlyRepaired({ calls, refused, tool_refuses: byTool, tool_unknown: unknown, as_written: asWritten }: Summary): number {
  return calls - refused - byTool - unknown - asWritten;
}

/** The icon of the status bar. A check mark stands only where every call is known to run. */
export function iconOf(errors: number, warnings: number, summary: Summary | undefined): string {
  if (errors > 0) {
    return 'error';
  }
  if (warnings > 0) {
    return 'warning';
  }
  if (summary === undefined) {
    return 'tools';
  }
  // Nothing is reported: a rule is off, a comment suppresses it, or it is about a placeholder.
  return summary.refused + summary.tool_refuses + summary.tool_unknown > 0 ? 'info' : 'check';
}

/** "3 calls, 1 refused, 1 repaired": what is zero is left out. */
export function counts(summary: Summary): string {
  const refused = summary.refused + summary.tool_refuses;
  const repaired = onlyRepaired(summary);
  return [
    summary.calls === 0 ? 'no calls' : plural(summary.calls, 'call'),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(summary.tool_unknown > 0 ? [`${summary.tool_unknown} to ${summary.tool_unknown === 1 ? 'an unknown tool' : 'unknown tools'}`] : []),
    ...(repaired > 0 ? [`${repaired} repaired`] : []),
  ].join(', ');
}

/** What the counts mean, in Markdown. problems is how many errors and warnings there are. */
export function explained(summary: Summary, problems: number): string[] {
  const { calls, refused, tool_refuses: byTool, tool_unknown: unknown, as_written: asWritten } = summary;
  if (calls === 0) {
    return ['There are no tool calls in this file.'];
  }
  if (asWritten === calls) {
    return problems > 0 ? [] : ['Every tool call in this file runs as it was written.'];
  }
  const repaired = onlyRepaired(summary);
  const part = (n: number, one: string, many: string, meaning: string): string[] =>
    n === 0 ? [] : [`**${n} of ${plural(calls, 'call')} ${n === 1 ? one : many}**: ${meaning}.`];
  return [
    ...part(refused, 'refused by the reader', 'refused by the reader', 'the runtime cannot read the call, or does not see it, and runs nothing'),
    ...part(byTool, 'refused by its tool', 'refused by their tools', 'the tool answers with an error'),
    ...part(unknown, 'to an unknown tool', 'to unknown tools', 'there is no tool of that name'),
    ...part(repaired, 'repaired', 'repaired', `the runtime can read ${repaired === 1 ? 'it' : 'them'} only after its ampersand repair`),
  ];
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
