import * as assert from 'node:assert/strict';
import { counts, explained, grouped, iconOf, reasons, type Summary, type Verdict } from '../../src/verdict';

function call(verdict: string, tool: string, reason = '', toolReason = ''): Verdict {
  return { verdict, reason, tool_verdict: tool, tool_reason: toolReason };
}

const NONE: Summary = { calls: 0, refused: 0, repaired: 0, tool_refuses: 0, tool_unknown: 0, as_written: 0 };
/** One call of each group, and one that is repaired and then refused by its tool. */
const MIXED: Summary = { calls: 6, refused: 1, repaired: 2, tool_refuses: 2, tool_unknown: 1, as_written: 1 };

describe('the two verdicts of a call', () => {
  it('are one list: what is refused first, then what is to no tool, then what is repaired', () => {
    const calls = [
      call('runs', 'accepts'), call('repaired', 'accepts'), call('runs', 'unknown'), call('runs', 'refuses'),
      call('refused', 'unchecked'), call('repaired', 'refuses'), call('repaired', 'unknown'), call('runs', 'unchecked'),
    ];
    const list = grouped(calls);
    assert.deepEqual(list.map(({ title, icon }) => [title, icon]), [
      ['1 refused by the reader', 'error'],
      ['2 refused by their tools', 'error'],
      ['2 to unknown tools', 'question'],
      ['1 run after a repair', 'warning'],
      ['2 run', 'check'],
    ]);
    assert.deepEqual(list.map((group) => group.calls.map((one) => calls.indexOf(one))), [[4], [3, 5], [2, 6], [1], [0, 7]]);
    assert.deepEqual(grouped([call('runs', 'refuses'), call('runs', 'unknown')]).map(({ title }) => title), ['1 refused by its tool', '1 to an unknown tool']);
    assert.deepEqual(grouped([]), []);
  });

  it('have one text for their reasons', () => {
    assert.equal(reasons(call('runs', 'accepts')), '');
    assert.equal(reasons(call('refused', 'unchecked', 'bad XML')), 'bad XML');
    assert.equal(reasons(call('runs', 'refuses', '', '<path> is missing')), '<path> is missing');
    assert.equal(reasons(call('repaired', 'refuses', 'bad XML', '<path> is missing')), '<path> is missing; repaired: bad XML');
  });

  it('are counted', () => {
    assert.equal(counts(NONE), 'no calls');
    assert.equal(counts({ ...NONE, calls: 1, as_written: 1 }), '1 call');
    assert.equal(counts({ ...NONE, calls: 2, repaired: 1, as_written: 1 }), '2 calls, 1 repaired');
    assert.equal(counts({ ...NONE, calls: 2, tool_unknown: 2 }), '2 calls, 2 to unknown tools');
    assert.equal(counts(MIXED), '6 calls, 3 refused, 1 to an unknown tool, 1 repaired');
  });

  it('are explained', () => {
    assert.deepEqual(explained(NONE, 0), ['There are no tool calls in this file.']);
    assert.deepEqual(explained({ ...NONE, calls: 2, as_written: 2 }, 0), ['Every tool call in this file runs as it was written.']);
    assert.deepEqual(explained({ ...NONE, calls: 2, as_written: 2 }, 1), []);
    assert.deepEqual(explained({ ...NONE, calls: 1, tool_unknown: 1 }, 0), ['**1 of 1 call to an unknown tool**: there is no tool of that name.']);
    assert.deepEqual(explained(MIXED, 4).map((line) => line.replace(/:.*/, '')), [
      '**1 of 6 calls refused by the reader**', '**2 of 6 calls refused by their tools**', '**1 of 6 calls to an unknown tool**', '**1 of 6 calls repaired**',
    ]);
  });

  it('give a check mark only to a file whose calls all run', () => {
    const sound: Summary = { ...NONE, calls: 1, as_written: 1 };
    assert.equal(iconOf(1, 1, sound), 'error');
    assert.equal(iconOf(0, 1, sound), 'warning');
    assert.equal(iconOf(0, 0, sound), 'check');
    assert.equal(iconOf(0, 0, NONE), 'check');
    assert.equal(iconOf(0, 0, undefined), 'tools');
    for (const bad of ['refused', 'tool_refuses', 'tool_unknown'] as const) {
      assert.equal(iconOf(0, 0, { ...NONE, calls: 1, [bad]: 1 }), 'info');
    }
  });
});
