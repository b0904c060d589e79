import * as assert from 'node:assert/strict';
import { isOlder, versionIn } from '../../src/version';

describe('version', () => {
  it('is read from what forge-lsp version prints', () => {
    assert.equal(versionIn('forge-lsp v1.2.3, commit 0123456789ab, go1.26.8, linux/amd64'), 'v1.2.3');
    assert.equal(versionIn('forge-lsp (devel), go1.26.8, linux/amd64'), '(devel)');
    assert.equal(versionIn('forge-lsp (unknown build), go1.26.8'), '(unknown build)');
    assert.equal(versionIn('gopls v1.2.3'), undefined);
    assert.equal(versionIn(''), undefined);
  });

  it('is compared number by number', () => {
    assert.equal(isOlder('v0.9.12', '0.10.0'), true);
    assert.equal(isOlder('v0.10.0', '0.10.0'), false);
    assert.equal(isOlder('v1.0.0', '0.10.0'), false);
    assert.equal(isOlder('v0.9.9-rc.1', '0.10.0'), true);
  });

  it('of a build without a release counts as new', () => {
    for (const version of ['(devel)', '(unknown build)', 'v0.0.0-20260101000000-0123456789ab', 'v0.0.0-20260101000000-0123456789ab+dirty']) {
      assert.equal(isOlder(version, '9.0.0'), false, version);
    }
  });
});
