import * as assert from 'node:assert/strict';
import { Backoff } from '../../src/backoff';

const SECOND = 1000;

describe('back-off', () => {
  it('doubles and gives up after five ends in three minutes', () => {
    const backoff = new Backoff();
    const delays = [0, 2, 5, 10, 20, 40].map((at) => backoff.next(at * SECOND));
    assert.deepEqual(delays, [1, 2, 4, 8, 16].map((s) => s * SECOND).concat([undefined as unknown as number]));
  });

  it('forgets what is older than three minutes', () => {
    const backoff = new Backoff();
    for (const at of [0, 60, 120, 180, 240, 300, 360]) {
      assert.notEqual(backoff.next(at * SECOND), undefined);
    }
    assert.equal(backoff.next(1000 * SECOND), SECOND);
  });

  it('starts anew when it is reset', () => {
    const backoff = new Backoff();
    for (let i = 0; i < 6; i++) {
      backoff.next(0);
    }
    backoff.reset();
    assert.equal(backoff.next(0), SECOND);
  });
});
