// Checks that programs of others read what forge-lsp check prints for services.
// FORGE_LSP is the path of the built command.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import * as core from '@actions/core'
import { parse } from 'junit2json'
import results from 'test-results-parser'
import ts from 'typescript'

const here = dirname(fileURLToPath(import.meta.url))
let folder

const call = (tool, args) => `<tool>\n<server_name>local</server_name>\n<tool_name>${tool}</tool_name>\n<arguments>${args}</arguments>\n</tool>\n`

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'readers-'))
  const files = {
    'plain.md': '# Nothing\n',
    'sound.md': call('read_file', '<path>a</path>'),
    'amp.md': `Größe 𝒳:\n\n${call('read_file', '<path>𝒳 & é & b</path>')}`,
    'a b, c: 100%25 <é>&".md': call('read_file', '<path>a & b</path>'),
    'deep/unknown.md': call('100%: "x", <b>\u0001', '<a>b</a>') + call('execute_command', '<command>a && b</wrong>'),
    'two.reply': call('read_file', '<path>x</path>') + call('read_file', '<pth>y</pth>'),
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
})

after(() => rmSync(folder, { recursive: true }))

const check = (format) =>
  execFileSync(process.env.FORGE_LSP, ['check', '--exit-zero', '--format', format, '.'], { cwd: folder, encoding: 'utf8' })

const findings = () =>
  JSON.parse(check('json')).files.flatMap((file) => file.findings.map((finding) => ({ ...finding, path: file.path })))

// commands reads lines as the runner of GitHub Actions does.
const commands = (text) =>
  text.trimEnd().split('\n').map((line) => {
    const [, name, properties, message] = /^::(\S+) (.*?)::(.*)$/s.exec(line)
    const plain = (s) => s.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%')
    const pairs = properties.split(',').map((p) => [p.slice(0, p.indexOf('=')), plain(p.slice(p.indexOf('=') + 1))])
    return { name, message: plain(message), ...Object.fromEntries(pairs) }
  })

// shown writes control characters as check does in what a terminal may show.
const shown = (text) => text.replace(/[\u0000-\u0009\u000b-\u001f]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)

test('annotations are those that GitHub\'s own library writes', () => {
  const write = process.stdout.write
  let written = ''
  process.stdout.write = (s) => (written += s)
  try {
    for (const f of findings()) {
      const annotate = { error: core.error, warning: core.warning }[f.severity] ?? core.notice
      const lines = { file: f.path, startLine: f.start.line, endLine: f.end.line, title: `forge-lsp (${f.code})` }
      const columns = f.start.line === f.end.line ? { startColumn: f.start.column, endColumn: f.end.column } : {}
      annotate(shown([f.message, ...(f.notes ?? [])].join('\n')), { ...lines, ...columns })
    }
  } finally {
    process.stdout.write = write
  }
  const got = check('github')
  assert.ok(got.split('\n').length > 8)
  assert.deepEqual(commands(got), commands(written))
})

test('the code quality report has the types of Code Climate', () => {
  const issues = JSON.parse(check('gitlab'))
  assert.equal(issues.length, findings().length)
  assert.equal(new Set(issues.map((i) => i.fingerprint)).size, issues.length)
  // What GitLab reads of an issue: https://docs.gitlab.com/ci/testing/code_quality/
  const source = `import type { Issue } from 'codeclimate-types'
type Read = Pick<Issue, 'check_name' | 'description' | 'location'> & Required<Pick<Issue, 'fingerprint' | 'severity'>>
export const report: Read[] = ${JSON.stringify(issues)}
`
  symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'))
  const name = join(folder, 'report.ts')
  const problems = (text) => {
    writeFileSync(name, text)
    const program = ts.createProgram([name], { noEmit: true, strict: true, types: [], lib: ['lib.es5.d.ts'], module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext })
    return ts.getPreEmitDiagnostics(program).map((d) => ts.flattenDiagnosticMessageText(d.messageText, '\n'))
  }
  try {
    assert.deepEqual(problems(source), [])
    assert.notDeepEqual(problems(source.replace('"severity":"', '"severity":"very ')), [])
  } finally {
    rmSync(name)
    rmSync(join(folder, 'node_modules'))
  }
})

test('readers of JUnit find each file and each finding', async () => {
  const text = check('junit')
  const all = findings()
  const errors = all.filter((f) => f.severity === 'error')
  const suites = await parse(text)
  assert.equal(suites.failures, errors.length)
  assert.equal(suites.testsuite.length, 6)
  const cases = suites.testsuite.flatMap((s) => s.testcase)
  assert.equal(cases.length, suites.tests)
  const failures = cases.flatMap((c) => (c.failure ?? []).map((f) => f.message))
  assert.deepEqual(failures, errors.map((f) => f.message.replaceAll('\u0001', '\ufffd')))

  const file = join(folder, 'report.junit')
  writeFileSync(file, text)
  const read = results.parse({ type: 'junit', files: [file] })
  rmSync(file)
  assert.equal(read.total, suites.tests)
  assert.equal(read.failed, errors.length)
  assert.deepEqual(read.suites.map((s) => s.name).sort(), suites.testsuite.map((s) => s.name).sort())
})
