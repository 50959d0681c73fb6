import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errors, type ErrorName } from '@nameyard/contracts/errors'
import { eventually } from '@nameyard/testing/eventually'
import { Client } from 'pg'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** What the published table says of an operation in a phase: what it does, or the refusal. */
interface Cell {
  readonly operation: string
  readonly phase: string
  readonly refused: ErrorName | undefined
}

const page = readFileSync(join(__dirname, '../../../docs/lifecycle.md'), 'utf8')
const [, tables = ''] = page.split('## Operations by phase')

const cells: readonly Cell[] = tables.split('\n### ').flatMap((section) => {
  const [operation = '', ...lines] = section.split('\n')
  return lines
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, phases = '', decision = ''] = line.split('|')
      const refused = /`(\w+)`/.exec(decision)?.[1] as ErrorName | undefined
      return [...phases.matchAll(/`([a-z.]+)`/g)].map(([, phase]) => ({ operation, phase: phase!, refused }))
    })
})

type Request = readonly [method: string, path: string, body?: object]

/** How each operation is asked for, of a domain of the account. */
const requests: Record<string, (id: number, name: string, handle: string) => Request> = {
  trade: (_, name, owner_handle) => [
    'POST',
    '/v1/domains/trade',
    { domain: { name, extension: 'sandbox' }, owner_handle },
  ],
  renew: (id) => ['POST', `/v1/domains/${id}/renew`, { period: 1 }],
  restore: (id) => ['POST', `/v1/domains/${id}/restore`, {}],
  'update of contacts, nameservers, keys': (id) => [
    'PUT',
    `/v1/domains/${id}`,
    { name_servers: [{ name: 'ns1.other.example' }, { name: 'ns2.other.example' }] },
  ],
  'update of autorenew, comments': (id) => ['PUT', `/v1/domains/${id}`, { comments: 'changed' }],
  'update of the lock': (id) => ['PUT', `/v1/domains/${id}`, { is_locked: true }],
  'update of the day': (id) => ['PUT', `/v1/domains/${id}`, { scheduled_at: '2099-01-01' }],
  delete: (id) => ['DELETE', `/v1/domains/${id}?skip_soft_quarantine=1`],
  'authcode get': (id) => ['GET', `/v1/domains/${id}/authcode`],
  'authcode reset': (id) => ['POST', `/v1/domains/${id}/authcode/reset`, {}],
  'transfer/approve': (id) => ['POST', `/v1/domains/${id}/transfer/approve`, { approve: 1 }],
  'last-operation/restart': (id) => ['POST', `/v1/domains/${id}/last-operation/restart`, {}],
}

let platform: InProcess
let ask: Ask
let sql: Client
/** Another customer than the template's registrant. */
let buyer: string
let columns: string
let template: number
let clones = 0

beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('phases')
  const customer = async () => (await ask('POST', '/v1/customers', { body: person })).json.data.handle as string
  const owner = await customer()
  buyer = await customer()
  const ordered = await ask('POST', '/v1/domains', { body: order('template.sandbox', owner) })
  template = ordered.json.data.id as number
  await eventually(async () => (await ask('GET', `/v1/domains/${template}`)).json.data.status === 'ACT', 'the template')
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  await sql.query('set search_path to domains')
  const { rows } = await sql.query<{ list: string }>(
    `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
     where table_schema = 'domains' and table_name = 'domain'
       and column_name not in ('id', 'name', 'label', 'phase', 'deleted_at', 'soft_ends_at', 'hard_ends_at')`,
  )
  columns = rows[0]!.list
}, 60_000)
afterAll(async () => {
  await sql?.end()
  await platform?.close()
})

/** A domain like the template in a phase, out of its add grace. */
async function domainIn(phase: string): Promise<{ id: number; label: string }> {
  const label = `clone${++clones}`
  const isOver = phase === 'gone' || phase === 'left'
  const { rows } = await sql.query<{ id: number }>(
    `insert into domain (name, label, phase, deleted_at, soft_ends_at, hard_ends_at, ${columns})
     select $1 || '.sandbox', $1, $2, case when $3 then now() end,
       case when $2 = 'quarantine.soft' then now() + interval '9 days' end,
       case when $2 in ('quarantine.hard', 'dying') then now() + interval '9 days' end, ${columns}
     from domain where id = $4 returning id`,
    [label, phase, isOver, template],
  )
  return { id: rows[0]!.id, label }
}

it('knows every operation and phase of the published table', () => {
  const asked = Object.keys(requests)
  expect(new Set(cells.map(({ phase }) => phase)).size).toBe(17)
  expect(asked.filter((operation) => !cells.some((cell) => cell.operation === operation))).toEqual([])
})

describe.each(Object.keys(requests))('%s', (operation) => {
  const ofOperation = cells.filter((cell) => cell.operation === operation)

  it.each(ofOperation.map((cell) => [cell.phase, cell] as const))('in %s', async (phase, { refused }) => {
    const { id, label } = await domainIn(phase)
    const [method, path, body] = requests[operation]!(id, label, buyer)
    const { status, json } = await ask(method, path, { body })
    // What is over is not found any more, whatever is asked of it; nor is a failed order by its name.
    const isOver = phase === 'gone' || phase === 'left' || (phase === 'failed' && operation === 'trade')
    const codes = isOver ? [errors.domain_not_found.code] : refused ? [errors[refused].code] : []
    if (codes.length > 0) expect([json.code, status >= 400 && status < 500]).toEqual([codes[0], true])
    // The registry knows no clone, and says so.
    else if (operation !== 'last-operation/restart' || phase === 'failed') {
      expect([0, errors.registry_refused.code]).toContain(json.code)
    }
  })
})
