import { Client } from 'pg'
import { z } from 'zod'
import { applications } from '@nameyard/embedded/platform/applications'
import type { BatchRule, Deletion, RetentionRule } from '@nameyard/persistence/retention'
import { schemaOf } from '@nameyard/persistence/schema-name'
import { queryOf, type PreparedStatement } from '@nameyard/persistence/statement'
import { loadConfig } from '@nameyard/runtime/load-config'
import { retentionSettings } from '@nameyard/runtime/retention-settings'
import { RetentionSweep } from '@nameyard/runtime/retention-sweep'
import type { Service } from '@nameyard/runtime/service'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { cases, insert, type Rows } from './retention-rows'

const stored = (applications as readonly Service[]).filter(({ retention }) => retention)

/** Each rule of batches once, with the first service that has it. */
const rules = new Map<string, BatchRule & { readonly service: string }>()
for (const { name: service, retention } of stored)
  for (const rule of retention!.rules)
    if ('deletion' in rule && !rules.has(rule.deletion.name)) rules.set(rule.deletion.name, { ...rule, service })

const LIMIT = new Date('2026-01-01T00:00:00Z')

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await testDatabase(...stored)
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

afterEach(() => client.query('rollback'))

async function begin(service: string): Promise<void> {
  await client.query('begin')
  await client.query(`set local search_path to ${schemaOf(service).schema}`)
}

async function insertAll(rows: Rows, count = 1): Promise<void> {
  for (const [table, values] of rows) await insert(client, table, values, count)
}

const numberOf = async (table: string) =>
  (await client.query<{ rows: number }>(`select count(*)::integer as rows from ${table}`)).rows[0]!.rows

const call = (deletion: Deletion, prefix = '') => ({
  text: `${prefix}${deletion.text}`,
  values: deletion.parameters.map((parameter) => (parameter === 'before' ? LIMIT : 2)),
})

it('has a case for each rule', () => {
  expect(Object.keys(cases).sort()).toEqual([...rules.keys()].sort())
})

describe.each([...rules])('%s', (name, { service, table, deletion }) => {
  const { prepared = [], ended, needed } = cases[name]!
  const old = `timestamptz '2026-01-01 00:00Z' - n * interval '1 day'`
  const young = `timestamptz '2026-01-01 00:00Z' + (n - 1) * interval '1 day'`

  it('deletes rows that ended before the limit, in batches, and no others', async () => {
    await begin(service)
    await insertAll(prepared)
    await insertAll(ended(old, '100 + n'), 5)
    await insertAll(ended(young, '200 + n'), 3)
    const before = await numberOf(table)
    const deleted: number[] = []
    for (let batch = 0; batch < 4; batch++) deleted.push((await client.query(call(deletion))).rows[0].deleted)
    expect(deleted).toEqual([2, 2, 1, 0])
    expect(await numberOf(table)).toBe(before - 5)
    await client.query('set constraints all immediate')
  })

  for (const [why, rows] of Object.entries(needed?.(old, '300 + n') ?? {}))
    it(`keeps ${why}`, async () => {
      await begin(service)
      await insertAll(prepared)
      await insertAll(rows)
      const counts = async () => {
        const found: number[] = []
        for (const [inserted] of rows) found.push(await numberOf(inserted))
        return found
      }
      const before = await counts()
      expect((await client.query(call(deletion))).rows).toEqual([{ deleted: 0 }])
      expect(await counts()).toEqual(before)
    })

  it('finds the rows by indexes', async () => {
    await begin(service)
    // As in a large table, although these are empty.
    for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'sort'])
      await client.query(`set local enable_${way} to off`)
    const { rows } = await client.query(call(deletion, 'explain '))
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan')
    const search = plan.split('LockRows')[1]!.split(/^ *CTE /m)[0]!
    expect(search).toMatch(new RegExp(`Index Scan using \\w+ on ${table}\\b`))
    // The index has the order of the deletion, so a batch does not read all old rows.
    expect(search).not.toContain('Sort')
  })
})

it('no longer counts a former domain whose row is deleted', async () => {
  await begin('domains')
  const { ended } = cases['domains.delete-former']!
  await insertAll(ended(`timestamptz '2025-01-01' - n * interval '1 day'`, '100 + n'), 2)
  await client.query(call(rules.get('domains.delete-former')!.deletion))
  await client.query('select fold_domain_counts()')
  const { rows } = await client.query('select coalesce(sum(domains), 0)::integer as domains from domain_count')
  expect(rows).toEqual([{ domains: 0 }])
})

describe('the sweep', () => {
  const rule = rules.get('dns.delete-old-changes')!
  const failing: BatchRule = { ...rule, deletion: { ...rule.deletion, name: 'planted', text: 'select broken' } }
  const settingsOf = (given: Record<string, string>) => loadConfig(z.object({ ...retentionSettings([rule]) }), given)

  /** Sweeps with a day's clock for rows of 40 and 100 days, and returns how many stay besides the newest version. */
  async function swept(given: Record<string, string>, swept: readonly RetentionRule[] = [rule]): Promise<number> {
    await begin('dns')
    const { prepared = [], ended } = cases[rule.deletion.name]!
    await insertAll(prepared)
    const clock = new SettableClock()
    const at = (days: number) =>
      `timestamptz '${clock.now().toISOString()}' - ${days} * interval '1 day' - n * interval '1 s'`
    await insertAll(ended(at(100), '100 + n'), 5)
    await insertAll(ended(at(40), '200 + n'), 5)
    await insertAll(ended(at(1), '300 + n'), 1)
    const read = async (asked: PreparedStatement<never, object>, values?: object) => {
      await client.query('savepoint one')
      try {
        return (await client.query(queryOf(asked, values))).rows
      } catch (error) {
        await client.query('rollback to one')
        throw error
      }
    }
    await new RetentionSweep({ read } as never, clock, swept, settingsOf(given), 2).run()
    return (await numberOf(rule.table)) - 1
  }

  it('deletes in batches by the default of a setting, and by its value', async () => {
    expect(await swept({})).toBe(10)
    await client.query('rollback')
    expect(await swept({ RETENTION_ZONE_CHANGES_DAYS: '60' })).toBe(5)
    await client.query('rollback')
    expect(await swept({ RETENTION_ZONE_CHANGES_DAYS: '30' })).toBe(0)
  })

  it('goes on with the other rules when one fails', async () => {
    expect(await swept({ RETENTION_ZONE_CHANGES_DAYS: '30' }, [failing, rule])).toBe(0)
  })

  it('refuses a period below the smallest value', () => {
    expect(() => settingsOf({ RETENTION_ZONE_CHANGES_DAYS: '29' })).toThrow('RETENTION_ZONE_CHANGES_DAYS')
  })
})
