import * as assert from 'node:assert/strict';
import { choicesOf, countsOf, isFilter, type Outcome, shows, worstOf } from '../../src/outcomes';
import type { Call } from '../../src/protocol';

const words: Partial<Record<Outcome, string>> = { refused: 'refused', altered: 'data lost', repaired: 'repaired', ignored: 'never runs' };

function call(outcome: Outcome, form?: string): Call {
  const at = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const short = words[outcome];
  return {
    range: at, server: '', tool: 'x', outcome, checked: true, text: outcome, as_meant: outcome === 'runs' || outcome === 'repaired',
    ...(form === undefined ? {} : { form }), ...(short === undefined ? {} : { short }),
  };
}

describe('the outcomes of calls', () => {
  const calls = [call('runs'), call('repaired'), call('refused'), call('refused'), call('altered'), call('runs', 'native')];

  it('are counted, and the worst is known', () => {
    assert.equal(countsOf(calls), '6 calls: 2 refused, 1 data lost, 1 repaired');
    assert.equal(countsOf([call('runs')]), '1 call');
    assert.equal(worstOf(calls), 'refused');
    assert.equal(worstOf([call('runs'), call('unknown')]), 'unknown');
    assert.equal(worstOf([]), 'runs');
  });

  it('filter the calls', () => {
    const count = (filter: Parameters<typeof shows>[0]): number => calls.filter((call) => shows(filter, call)).length;
    assert.deepEqual([undefined, 'failed', 'native', 'refused', 'runs', 'ignored'].map((filter) => isFilter(filter) && count(filter)), [6, 3, 1, 2, 2, 0]);
    assert.ok(!isFilter('broken') && !isFilter(true));
    assert.deepEqual(choicesOf(calls).map(({ label, description }) => `${label}: ${description}`), [
      'all calls: 6', 'not run as meant: 3', 'refused: 2', 'data lost: 1', 'repaired: 1', 'runs: 2', 'native calls: 1',
    ]);
  });

  it('of very many calls are counted within a second', () => {
    const many = Array.from({ length: 28_778 }, (_, i) => call((['runs', 'refused', 'repaired', 'altered'] as const)[i % 4] ?? 'runs'));
    const start = Date.now();
    for (let i = 0; i < many.length; i += 4) {
      countsOf(many.slice(i, i + 4));
      worstOf(many.slice(i, i + 4));
    }
    choicesOf(many);
    assert.ok(Date.now() - start < 1000);
  });
});
