import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { runCommand } from '@nameyard/admin/command-line'
import { errors } from '@nameyard/contracts/errors'
import { framesIn, invalidFrames, obstacleToSchemas } from '@nameyard/testing/epp-schemas'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

const HOUR = 3600
const DAY = 24 * HOUR
const RIVAL_CODE = 'Rival-0ne-Code'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

/** An account with a customer. */
interface Account {
  readonly ask: Ask
  readonly owner: string
  done(method: string, path: string, body?: object): Promise<Data>
}

const frames = mkdtempSync(join(tmpdir(), 'frames-of-com-'))
let platform: InProcess
let sql: Client
let anna: Account
let bert: Account
let id: number
let expires: string

async function account(username: string): Promise<Account> {
  const ask = await platform.open(username, '1000')
  const done = async (method: string, path: string, body?: object): Promise<Data> => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const { handle } = await done('POST', '/v1/customers', { ...person, email: `${username}@example.com` })
  return { ask, owner: handle, done }
}

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true, registry: { SANDBOX_FRAMES_FOLDER: frames } })
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  anna = await account('anna')
  bert = await account('bert')
})
afterAll(async () => {
  await sql?.end()
  await platform?.close()
  rmSync(frames, { recursive: true })
})

const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
const shown = ({ done }: Account, deleted = '') => done('GET', `/v1/domains/${id}${deleted}`)
const atRegistry = () => platform.sandbox.domain('life.com')
const requests = (command: string, name = 'life.com') => platform.sandbox.requests(name, command)

async function advance(goal: object): Promise<void> {
  let moved = await anna.done('POST', '/v1/sandbox/clock/advance', goal)
  while (!moved.is_done) moved = await anna.done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
}
const pass = (seconds: number) => advance({ seconds })

/** Texts of the messages of the registry, oldest first. */
async function messages(text: string): Promise<{ about: string; object: string | null }[]> {
  const asked = 'select about, object from registry_worker.poll_message where text = $1 order by received_at'
  return (await sql.query(asked, [text])).rows
}

test('a .com is registered without contacts at the registry, as a product of it', async () => {
  const { results } = await anna.done('POST', '/v1/domains/check', { domains: [{ name: 'life', extension: 'com' }] })
  expect(results).toMatchObject([{ status: 'free' }])
  const placed = await anna.done('POST', '/v1/domains', { ...order('life.com', anna.owner), autorenew: 'on' })
  id = placed.id
  expires = placed.expiration_date
  expect(placed.status).toBe('ACT')
  expect(expires).toBe(yearsLater((await shown(anna)).creation_date, 1))
  expect(await shown(anna)).toMatchObject({ owner_handle: anna.owner, admin_handle: anna.owner })
  expect(await atRegistry()).toMatchObject({ sponsor: 'nameyard', registrant: null, contacts: [] })
  const [create] = await requests('domain:create')
  expect(create).toContain('>dotCOM</')
  expect(create).not.toMatch(/registrant|domain:contact/)
})

test('a .net is another product of that registry', async () => {
  const placed = await anna.done('POST', '/v1/domains', order('life.net', anna.owner))
  expect(placed.status).toBe('ACT')
  expect((await requests('domain:create', 'life.net'))[0]).toContain('>dotNET</')
})

test('an order of an internationalized name names its language, which the registry gets', async () => {
  const named = { ...order('größe.com', anna.owner), additional_data: { idn_script: 'GER' } }
  const { json } = await anna.ask('POST', '/v1/domains', { body: { ...named, additional_data: {} } })
  expect(json).toMatchObject({ code: errors.additional_data_missing.code, desc: expect.stringMatching(/idn_script/) })
  expect(await anna.done('POST', '/v1/domains', named)).toMatchObject({ status: 'ACT' })
  expect((await requests('domain:create', 'xn--gre-6ka8i.com'))[0]).toMatch(/idnLang:tag [^>]*>GER</)
})

test('another owner is known here alone: the registry gets no command', async () => {
  const { handle } = await anna.done('POST', '/v1/customers', { ...person, email: 'heir@example.com' })
  await anna.done('PUT', `/v1/domains/${id}`, { owner_handle: handle })
  expect(await shown(anna)).toMatchObject({ status: 'ACT', owner_handle: handle })
  expect(await requests('domain:update')).toEqual([])
  const { rows } = await sql.query('select from sandbox_registry.contact where sponsor = $1', ['nameyard'])
  expect(rows).toHaveLength(0)
})

test('it is renewed, and an operator moves its end to another day of the year', async () => {
  await anna.done('POST', `/v1/domains/${id}/renew`, { period: 1 })
  expires = yearsLater(expires, 1)
  expect(await shown(anna)).toMatchObject({ expiration_date: expires })
  const [month, day] = expires.slice(5, 10) === '12-31' ? [12, 30] : [12, 31]
  const lines: string[] = []
  const words = [
    'registry',
    'order',
    'life.com',
    'sync',
    '--data',
    JSON.stringify({ month, day }),
    '--reason',
    'one day',
  ]
  await runCommand(words, { AMQP_URL: platform.amqpUrl, SUDO_USER: 'maria' }, (line) => lines.push(line))
  expect(lines).toEqual([expect.stringMatching(/^sync of life\.com of reseller \d+ is done; the domain shows ACT$/)])
  expect((await requests('domain:update')).at(-1)).toMatch(/<sync:expMonthDay[^>]*>--12-3[01]</)
  const { expiresAt } = (await atRegistry()) as { expiresAt: string }
  expect(expiresAt.slice(5, 10)).toBe(`12-${day}`)
  expires = expiresAt.slice(0, 19).replace('T', ' ')
})

test('it moves to another account without a transfer at the registry', async () => {
  const { auth_code: code } = await anna.done('GET', `/v1/domains/${id}/authcode?auth_code_type=internal`)
  const domain = { name: 'life', extension: 'com' }
  const moved = await bert.done('POST', '/v1/domains/transfer', { domain, owner_handle: bert.owner, auth_code: code })
  expect(moved.status).toBe('ACT')
  id = moved.id
  expect(await shown(bert)).toMatchObject({ owner_handle: bert.owner })
  expect(await requests('domain:transfer')).toEqual([])
})

test('it leaves for another registrar, and comes back with a year more', async () => {
  await bert.done('PUT', `/v1/domains/${id}`, { is_locked: false })
  await pass(61 * DAY)
  await platform.sandbox.requestElsewhere('life.com')
  await pass(5 * DAY + HOUR)
  expect(await atRegistry()).toMatchObject({ sponsor: 'rival' })
  expect(await shown(bert, '?is_deleted=1')).toMatchObject({ status: 'DEL', delete_status: 'transferred' })
  await platform.sandbox.setCode('life.com', RIVAL_CODE)
  const transfer = { owner_handle: bert.owner, auth_code: RIVAL_CODE, autorenew: 'off' }
  const back = await bert.done('POST', '/v1/domains/transfer', {
    ...transfer,
    domain: { name: 'life', extension: 'com' },
  })
  expect(back.status).toBe('REQ')
  id = back.id
  await pass(5 * DAY + HOUR)
  // Both transfers added a year.
  expires = yearsLater(expires, 2)
  expect(await shown(bert)).toMatchObject({ status: 'ACT', type: 'TRANSFER', expiration_date: expires })
  expect((await requests('domain:transfer')).at(0)).not.toMatch(/registrant|contact/)
})

test('it is deleted and restored with a report, which the registry asked for by a message', async () => {
  await pass(30 * DAY)
  await bert.done('DELETE', `/v1/domains/${id}?skip_soft_quarantine=1`)
  await pass(HOUR)
  expect(await shown(bert)).toMatchObject({ status: 'DEL', delete_status: 'quarantine' })
  expect(await atRegistry()).toMatchObject({ rgpStatuses: ['redemptionPeriod'] })
  await bert.done('POST', `/v1/domains/${id}/restore`, {})
  await pass(HOUR)
  expect(await shown(bert)).toMatchObject({ status: 'ACT', delete_status: 'none' })
  const [asked, reported] = (await requests('domain:update')).slice(-2)
  expect(asked).toContain('op="request"')
  expect(reported).toContain('<rgp:report>')
  const told = await eventually(async () => {
    const found = await messages('Restore Request Pending')
    return found.length > 0 && found
  }, 'the message about the report')
  expect(told).toEqual([{ about: 'grace-period', object: 'life.com' }])
})

test('a message about low credit at the registry becomes an alarm of operators', async () => {
  const { rows } = await sql.query(
    `select sum(cents) as cents from sandbox_registry.charge where registrar = 'nameyard' and currency = 'USD'`,
  )
  await platform.sandbox.limitCredit(Number(rows[0].cents) + 900)
  await bert.done('POST', '/v1/domains', order('last-money.com', bert.owner))
  await pass(HOUR)
  const alarms = await eventually(async () => {
    const found = await sql.query(`select text from registry_worker.alarm where kind = 'money'`)
    return found.rows.length > 0 && found.rows
  }, 'the alarm')
  expect(alarms).toEqual([{ text: expect.stringMatching(/Low Account Balance/) }])
})

test('it is deleted again, and purged at the end of its quarantine', async () => {
  await bert.done('DELETE', `/v1/domains/${id}?skip_soft_quarantine=1`)
  await pass(29 * DAY)
  expect(await shown(bert)).toMatchObject({ status: 'DEL', delete_status: 'quarantine' })
  await pass(7 * DAY)
  expect(await shown(bert, '?is_deleted=1')).toMatchObject({ delete_status: 'deleted', removal_reason: 'owner' })
  expect(await atRegistry()).toBeUndefined()
})

test('the registry refuses a command without the product, so no other dialect could have passed', async () => {
  await sql.query(`update sandbox_registry.profile set options = '{"subProduct":"dotTV"}' where name = 'verisign-com'`)
  const { json } = await anna.ask('POST', '/v1/domains', { body: order('no-product.com', anna.owner) })
  expect(JSON.stringify(json)).toContain('Specified sub-product does not exist')
})

const obstacle = obstacleToSchemas('verisign')
test(obstacle ? `frames are not checked: ${obstacle}` : 'every frame is valid by the schemas of verisign', () => {
  if (obstacle) return
  const all = framesIn(frames)
  expect(invalidFrames('verisign', [all[0]!.replace('<epp ', '<epp odd="1" ')])).not.toEqual([])
  expect(all.length).toBeGreaterThan(40)
  expect(invalidFrames('verisign', all)).toEqual([])
})

test('no test of this file causes an unknown transition of a domain', async () => {
  const { rows } = await sql.query('select phase, event, domain, registry from domains.lifecycle_violation')
  expect(rows).toEqual([])
})
