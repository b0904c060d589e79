// Runs each query of stats.md on rows.parquet, and compares its sums with stats.json.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'

const stats = JSON.parse(readFileSync('stats.json', 'utf8'))
const queries = [...readFileSync('stats.md', 'utf8').matchAll(/```sql\n(.*?)```/gs)].map((m) => m[1])
assert.equal(queries.length, 3)

const db = await (await DuckDBInstance.create(':memory:')).connect()
const rows = async (query) => (await db.runAndReadAll(query)).getRowObjectsJson()
const sum = (list, of) => list.reduce((n, row) => n + Number(of(row)), 0)

const success = await rows(queries[0])
assert.equal(sum(success, (r) => r.calls), stats.calls)
assert.equal(Math.round(sum(success, (r) => (r.calls * r.parsed) / 100)), stats.calls - stats.refused)

const causes = await rows(queries[1])
const byCause = {}
for (const r of causes) byCause[r.cause] = (byCause[r.cause] ?? 0) + Number(r.calls)
assert.deepEqual(byCause, Object.fromEntries(stats.causes.map((c) => [c.code, c.calls])))

const fields = await rows(queries[2])
for (const method of ['plain', 'escapes', 'cdata', 'mixed']) {
  assert.equal(sum(fields.filter((r) => r.method === method), (r) => r.fields), stats[`fields_${method}`], method)
}
console.log(`ok: ${queries.length} queries, ${stats.calls} calls`)
