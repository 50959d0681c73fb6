import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { confirmAddresses } from '../src/verification-links'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { tablesWith } from './tables-with'

/**
 * The life of domains as their reseller reads it in the event log: every event once, in order, with what a read shows then,
 * and without an auth code.
 */

const HOUR = 3600
const DAY = 24 * HOUR
/** The fields of the read that the events lack. */
const LEFT_OUT = ['comments', 'owner', 'owner_company_name']

const RIVAL_CODE = 'Rival-0ne-Code'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

/** An account with a customer, and a key of it that only reads. */
interface Account {
  readonly owner: string
  done(method: string, path: string, body?: object): Promise<Data>
  read(path: string): Promise<Data>
}

let platform: InProcess
let sql: Client
let anna: Account
let bert: Account
/** Every auth code that anyone has read. */
const codes: string[] = [RIVAL_CODE]

async function account(username: string, euros?: string): Promise<Account> {
  const ask = await platform.open(username, euros)
  const answered = async (by: Ask, method: string, path: string, sent?: Parameters<Ask>[2]): Promise<Data> => {
    const { status, json, text } = await by(method, path, sent)
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const done: Account['done'] = (method, path, body) => answered(ask, method, path, { body })
  const email = `${username}@example.com`
  const { handle } = await done('POST', '/v1/customers', { ...person, email })
  await done('POST', '/v1/customers/verifications/emails/start', { email, handle })
  await confirmAddresses(platform, [email])
  const { key } = await done('POST', '/v1/keys', { name: 'events', scope: ['read'], unused_days: 0 })
  const headers = { authorization: `Bearer ${key}` }
  return { owner: handle, done, read: (path) => answered(platform.ask, 'GET', path, { headers }) }
}

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  anna = await account('anna')
  bert = await account('bert')
})
afterAll(async () => {
  await sql?.end()
  await platform?.close()
})

async function pass(seconds: number): Promise<void> {
  let moved = await anna.done('POST', '/v1/sandbox/clock/advance', { seconds })
  while (!moved.is_done) moved = await anna.done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
}

/** All events of an account, read in small pages. */
async function eventsOf({ read }: Account, filter = ''): Promise<Data[]> {
  const events: Data[] = []
  for (let after = 0; ;) {
    const page = await read(`/v1/events?limit=7&after=${after}${filter}`)
    events.push(...page.results)
    after = page.next
    if (after >= page.newest) return events
  }
}

/** How many events of each object the tests have read. */
const known = new Map<string, number>()

/** The types without changes of what a registry shows, which may come between others. */
const expected = (types: readonly string[]) => types.filter((type) => type !== 'domain.changed')

/**
 * Waits until a domain has new events of these types, and no others, and the last one has what a read shows now: a change may
 * be shown in two steps, at the request and when the registry has answered.
 */
async function expectEvents(by: Account, id: number, types: readonly string[], isOver = false): Promise<void> {
  const object = `domains/${id}`
  const seen = known.get(object) ?? 0
  const events: Data[] = await eventually(
    async () => {
      const found = (await eventsOf(by, `&object=${object}`)).slice(seen)
      const told = found.map(({ type }) => type as string)
      const isWhole = types.every((type) => told.includes(type)) && expected(told).length >= expected(types).length
      if (!isWhole) return false
      const shown = await by.read(`/v1/${object}${isOver ? '?is_deleted=1' : ''}`)
      for (const field of LEFT_OUT) delete shown[field]
      // A change that shows nothing but its time is no event.
      const { last_changed: _, ...lasting } = shown
      expect(found.at(-1).data).toMatchObject(lasting)
      expect(Object.keys(found.at(-1).data).toSorted()).toEqual(Object.keys(shown).toSorted())
      return found
    },
    `the events ${types.join(', ')} of ${object}`,
  )
  known.set(object, seen + events.length)
  expect(expected(events.map(({ type }) => type))).toEqual(expected(types))
}

/** Waits until the operations of a domain at its registry begin with these events, the last as the read shows it then. */
async function expectOperations(by: Account, id: number, expected: readonly [string, object][]): Promise<void> {
  const object = `domains/${id}/operations`
  const events = await eventually(async () => {
    const found = await eventsOf(by, `&object=${object}`)
    return found.length >= expected.length && found.slice(0, expected.length)
  }, `the events of ${object}`)
  expect(events.map(({ type, data }) => [type, data])).toMatchObject(expected)
  const { domain, ...told } = events.at(-1).data
  expect(domain).toMatchObject({ extension: 'com' })
  const { results } = await by.read(`/v1/${object}`)
  expect(results.find(({ id: operation }: Data) => operation === told.id)).toMatchObject(told)
}

const placed = async (by: Account, name: string, over: object = {}) =>
  (await by.done('POST', '/v1/domains', { ...order(name, by.owner), ...over })).id as number

describe('the events of a domain', () => {
  let id: number

  it('begin with its order and its registration', async () => {
    id = await placed(anna, 'life.com', { autorenew: 'off' })
    await expectEvents(anna, id, ['domain.ordered', 'domain.activated'])
  })

  it('tell changes of its settings and of its owner', async () => {
    await anna.done('PUT', `/v1/domains/${id}`, { is_locked: true })
    await expectEvents(anna, id, ['domain.changed'])
    await anna.done('PUT', `/v1/domains/${id}`, { autorenew: 'on', comments: 'of Ada' })
    await expectEvents(anna, id, ['domain.changed'])
    const { handle } = await anna.done('POST', '/v1/customers', { ...person, email: 'heir@example.com' })
    await anna.done('PUT', `/v1/domains/${id}`, { owner_handle: handle })
    await expectEvents(anna, id, ['domain.owner-changed'])
    await confirmAddresses(platform, ['heir@example.com'])
    await anna.done('PUT', `/v1/domains/${id}`, { is_locked: false, autorenew: 'off' })
    await expectEvents(anna, id, ['domain.changed', 'domain.transfer-lock-removed'])
  })

  it('tell new auth codes, which they do not contain', async () => {
    codes.push((await anna.done('GET', `/v1/domains/${id}/authcode`)).auth_code)
    codes.push((await anna.done('GET', `/v1/domains/${id}/authcode?auth_code_type=internal`)).auth_code)
    const disclosed = 'domain.auth-code-disclosed'
    await expectEvents(anna, id, [disclosed, 'domain.auth-code-changed', disclosed])
    codes.push((await anna.done('POST', `/v1/domains/${id}/authcode/reset`, {})).auth_code)
    await expectEvents(anna, id, ['domain.auth-code-changed'])
  })

  it('tell its renewal, its expiry and its restoration', async () => {
    await anna.done('POST', `/v1/domains/${id}/renew`, { period: 1 })
    await expectEvents(anna, id, ['domain.renewed'])
    await pass(2 * 365 * DAY + 2 * DAY)
    const reminders = ['domain.data-reminder', 'domain.data-reminder']
    const notices = ['domain.expiring', 'domain.expiring', 'domain.expiring']
    await expectEvents(anna, id, [...reminders, ...notices, 'domain.expired'])
    await pass(40 * DAY)
    await expectEvents(anna, id, ['domain.deleted'])
    await anna.done('POST', `/v1/domains/${id}/restore`, {})
    await pass(HOUR)
    await expectEvents(anna, id, ['domain.restore-requested', 'domain.restored'])
  })

  it('tell its transfer to another registrar, the second time without an objection', async () => {
    await anna.done('PUT', `/v1/domains/${id}`, { is_locked: false })
    await pass(61 * DAY)
    await platform.sandbox.requestElsewhere('life.com')
    await pass(HOUR)
    await expectEvents(anna, id, ['domain.transfer-out-requested'])
    await anna.done('POST', `/v1/domains/${id}/transfer/approve`, { approve: 0 })
    await pass(HOUR)
    await expectEvents(anna, id, ['domain.transfer-out-cancelled'])
    await platform.sandbox.requestElsewhere('life.com')
    await pass(6 * DAY)
    await expectEvents(anna, id, ['domain.transfer-out-requested', 'domain.transfer-out-completed'], true)
  })

  it('begin anew with a transfer from another registrar, and end with its purge', async () => {
    await platform.sandbox.setCode('life.com', RIVAL_CODE)
    const { domain, owner_handle } = order('life.com', anna.owner)
    const transfer = { domain, owner_handle, auth_code: RIVAL_CODE, autorenew: 'off' }
    ;({ id } = await anna.done('POST', '/v1/domains/transfer', transfer))
    await expectEvents(anna, id, ['domain.transfer-in-requested'])
    await pass(6 * DAY)
    await expectEvents(anna, id, ['domain.transfer-in-completed'])
    await expectOperations(anna, id, [
      ['domain-operation.pending', { kind: 'domain.transfer', state: 'waiting', waits_for: 'registry' }],
      ['domain-operation.done', { kind: 'domain.transfer', state: 'done' }],
    ])
    await pass(20 * DAY)
    await anna.done('DELETE', `/v1/domains/${id}`)
    await expectEvents(anna, id, ['domain.quarantined'])
    await pass(80 * DAY)
    await expectEvents(anna, id, ['domain.deleted', 'domain.pending-delete', 'domain.purged'], true)
  })

  it('are in the log of the account that had it then, when it moves to another account', async () => {
    id = await placed(anna, 'moving.com')
    await expectEvents(anna, id, ['domain.ordered', 'domain.activated'])
    const { auth_code } = await anna.done('GET', `/v1/domains/${id}/authcode?auth_code_type=internal`)
    codes.push(auth_code)
    const { domain, owner_handle } = order('moving.com', bert.owner)
    const moved = await bert.done('POST', '/v1/domains/transfer', { domain, owner_handle, auth_code })
    await expectEvents(
      anna,
      id,
      ['domain.auth-code-changed', 'domain.auth-code-disclosed', 'domain.transfer-out-completed'],
      true,
    )
    await expectEvents(bert, moved.id, ['domain.transfer-in-completed'])
    await bert.done('PUT', `/v1/domains/${moved.id}`, { is_locked: true })
    await expectEvents(bert, moved.id, ['domain.changed'])
    const about = (events: Data[]) =>
      events.filter(({ type, data }) => type.startsWith('domain.') && data.domain.name === 'moving')
    const [left, came] = [about(await eventsOf(anna)), about(await eventsOf(bert))]
    expect(left.at(-1).type).toBe('domain.transfer-out-completed')
    expect(came[0].type).toBe('domain.transfer-in-completed')
    // Neither log names the other account, its customer or its number of the domain.
    const marks = (events: Data[], of: number, owner: string) => [
      owner,
      `"reseller_id":${events[0].account}`,
      `s/${of}"`,
    ]
    for (const mark of marks(left, id, anna.owner)) {
      expect(JSON.stringify(left)).toContain(mark)
      expect(JSON.stringify(await eventsOf(bert))).not.toContain(mark)
    }
    for (const mark of marks(came, moved.id, bert.owner)) {
      expect(JSON.stringify(came)).toContain(mark)
      expect(JSON.stringify(await eventsOf(anna))).not.toContain(mark)
    }
  })

  it('tell that a registration failed, and that its order was removed', async () => {
    await platform.sandbox.refuse('refused.com')
    await anna.done('POST', '/v1/domains', order('refused.com', anna.owner)).catch(() => undefined)
    const [failed] = (await anna.done('GET', '/v1/domains?full_name=refused.com')).results
    await expectEvents(anna, failed.id, ['domain.ordered', 'domain.registration-failed'])
    await expectOperations(anna, failed.id, [
      ['domain-operation.failed', { kind: 'domain.create', state: 'refused', reason: { registry_code: 2308 } }],
    ])
    await anna.done('DELETE', `/v1/domains/${failed.id}`)
    await expectEvents(anna, failed.id, ['domain.order-removed'], true)
  })

  it('tell that a renewal could not be paid', async () => {
    const poor = await account('poor', '11')
    id = await placed(poor, 'unpaid.com', { autorenew: 'on' })
    await expectEvents(poor, id, ['domain.ordered', 'domain.activated'])
    await pass(366 * DAY)
    const told = (await eventsOf(poor, `&object=domains/${id}`)).map(({ type }) => type)
    expect(told).toContain('domain.renewal-failed')
  })
})

it('is a log without gaps, in which every event is once', async () => {
  for (const by of [anna, bert]) {
    const events = await eventsOf(by)
    expect(events.length).toBeGreaterThan(0)
    expect(events.map(({ sequence }) => Number(sequence))).toEqual(events.map((_, index) => index + 1))
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  }
})

it('has no auth code in any table of any service', async () => {
  expect(codes.every((code) => code.length > 7)).toBe(true)
  expect(await tablesWith(sql, 'domain.auth-code-changed')).toContain('events.account_event')
  for (const code of codes) expect({ code, tables: await tablesWith(sql, code) }).toEqual({ code, tables: [] })
})
