import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { applications } from '@nameyard/embedded/platform/applications'
import { retentionFaults } from '@nameyard/persistence/retention'
import { schemaOf } from '@nameyard/persistence/schema-name'
import type { Service } from '@nameyard/runtime/service'
import { assertRetention, tablesIn } from '../src/retention-page'

const stored = (applications as readonly Service[]).filter(({ migrations }) => migrations.length > 0)

/** The printed schema of a service. */
function printedSchema(service: string): string {
  const { schema } = schemaOf(service)
  return readFileSync(resolve(__dirname, `../golden/${schema}.sql`), 'utf8')
}

it.each(stored.map((service) => [service.name, service] as const))(
  'every table of %s has a retention rule or a reason to keep its rows',
  (name, { retention }) => {
    const tables = tablesIn(printedSchema(name))
    expect(tables.length).toBeGreaterThan(10)
    expect(retentionFaults(tables, retention!)).toEqual([])
  },
)

it('reports a table without a rule or reason, one that does not exist, and one that is deleted and kept', () => {
  const { retention } = stored.find(({ name }) => name === 'dns')!
  const tables = tablesIn(printedSchema('dns')).filter((table) => table !== 'record')
  const changed = { ...retention!, kept: { ...retention!.kept, zone: 'for ever' } }
  expect(retentionFaults([...tables, 'planted'], changed)).toEqual([
    'the table planted has neither a retention rule nor a reason to keep its rows',
    'there is no table record',
    'the table zone is both deleted and kept',
  ])
})

it('refuses to print the page while a table has no rule', () => {
  const service = stored.find(({ name }) => name === 'dns')!
  const printed = `${printedSchema('dns')}create table dns.planted (\n  id integer\n);\n`
  expect(() => assertRetention(service, printed)).toThrow(
    'dns: the table planted has neither a retention rule nor a reason to keep its rows; correct apps/dns/src/retention.ts',
  )
})
