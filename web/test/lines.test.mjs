// A program without its lines runs as before, and its stack traces have the names of functions.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { withoutLines } from '../lines.mjs';

const folder = mkdtempSync(join(tmpdir(), 'forge-lines-'));
after(() => rmSync(folder, { recursive: true }));

const source = `package main

import (
	"fmt"
	"runtime"
)

//go:noinline
func inner(n int) {
	pc, _, _, _ := runtime.Caller(0)
	fmt.Println(runtime.FuncForPC(pc).Name())
	if n == 0 {
		panic("ended")
	}
	runtime.GC()
	inner(n - 1)
}

func recovered() {
	defer func() { fmt.Println("recovered", recover()) }()
	inner(1)
}

func main() {
	recovered()
	inner(1)
}
`;

it('runs, panics and recovers as before', () => {
  const env = { ...process.env, GOOS: 'js', GOARCH: 'wasm', GOFLAGS: '' };
  writeFileSync(join(folder, 'main.go'), source);
  const program = join(folder, 'p.wasm');
  execFileSync('go', ['build', '-o', program, join(folder, 'main.go')], { env });
  const node = join(execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim(), 'lib', 'wasm', 'wasm_exec_node.js');
  const run = () => spawnSync(process.execPath, [node, program], { encoding: 'utf8' });
  const before = run();
  assert.match(before.stderr, /main\.go:\d+/);
  const whole = readFileSync(program);
  writeFileSync(program, withoutLines(whole));
  const { stdout, stderr, status } = run();
  assert.equal(stdout, before.stdout);
  assert.match(stdout, /main\.inner\nmain\.inner\nrecovered ended/);
  assert.equal(status, before.status);
  assert.match(stderr, /panic: ended[^]*main\.inner[^]*\?:0/);
  assert.doesNotMatch(stderr, /main\.go/);
  assert.throws(() => withoutLines(Buffer.from('\0asm\x01\0\0\0\x0b\x06\x01\0\x41\0\x0b\0', 'latin1')), /table of functions/);
});
