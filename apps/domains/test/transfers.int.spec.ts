import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import type { InputGiven } from '@nameyard/contracts/operation'
import { timerDue } from '@nameyard/contracts/registry/timer-due'
import { ANSWER_SEAL } from '@nameyard/testing/answer-seal'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform?.close())
beforeEach(async () => {
  anna = await platform.account('100')
})
afterEach(() => registries.taken.clear())

type Given = Partial<InputGiven<typeof transferDomain>>

/** Orders the transfer of a name that another registrar holds. */
const transfer = (name: string, given: Given = {}, by = anna, how = {}) => {
  registries.taken.add(name)
  const [label = '', extension = ''] = name.split('.')
  const order = { domain: { name: label, extension }, owner_handle: by.handle, auth_code: 'Secret-1', ...given }
  return platform.rpc.call(transferDomain, order, by.call(how))
}
const read = (id: number, by = anna) => platform.rpc.call(getDomain, { id }, by.call())
const reserved = (cents: number, by = anna) =>
  eventually(async () => (await platform.balance(by)).reserved === cents, `${cents} reserved cents`)
const rowsOf = async (name: string) =>
  (
    await platform.sql.query<{ id: number; phase: string; reseller_id: number; transfer_code: string }>(
      'select id, phase, reseller_id, transfer_code from domain where name = $1 order by id',
      [name],
    )
  ).rows
const ours = { presence: 'ours' as const, expiresAt: '2029-01-01T00:00:00.000Z' }

describe('a transfer from another registrar', () => {
  it('submits the code of the order, the contacts and a new auth code', async () => {
    expect(await transfer('coming.com', { ns_group: 'dns-openprovider' })).toMatchObject({ status: 'REQ' })
    const { intent } = await platform.submitted('coming.com', 'domain.transfer')
    expect(intent).toMatchObject({
      name: 'coming.com',
      authInfo: 'Secret-1',
      desired: {
        registrant: { handle: anna.handle },
        contacts: { admin: { handle: anna.handle } },
        statuses: ['clientTransferProhibited'],
      },
    })
    expect(intent.desired.nameservers).toHaveLength(3)
    expect(intent.desired.authInfo).toHaveLength(24)
    await reserved(1079)
  })

  it('ends with an active domain, the dates of its registry, and without the old code', async () => {
    const { id } = await transfer('here.com')
    const submission = await platform.submitted('here.com', 'domain.transfer')
    expect(submission.intent.desired.nameservers).toBeUndefined()
    const registry = { ...ours, nameservers: ['ns1.example.net', 'ns2.example.net'] }
    await platform.settle(submission, { registry })
    expect(await read(id)).toMatchObject({
      status: 'ACT',
      type: 'TRANSFER',
      auth_code: submission.intent.desired.authInfo,
      expiration_date: '2029-01-01 00:00:00',
      is_locked: true,
      name_servers: [{ name: 'ns1.example.net' }, { name: 'ns2.example.net' }],
    })
    expect(await rowsOf('here.com')).toMatchObject([{ phase: 'active', transfer_code: '' }])
    await reserved(0)
  })

  it('fails and is released when the losing registrar rejects it', async () => {
    const { id } = await transfer('kept.com')
    const reason = { refusal: 'registry_refused' as const, code: 2304, text: 'clientTransferProhibited' }
    const refused = { outcome: 'refused' as const, reason }
    await platform.settle(await platform.submitted('kept.com', 'domain.transfer'), refused)
    await reserved(0)
    expect(await read(id)).toMatchObject({ status: 'FAI' })
    const repeat = { key: 'given:t-1', request: 'r', seal: ANSWER_SEAL, lifeMs: 60_000 }
    expect(await transfer('kept.com', {}, anna, { repeat })).toMatchObject({ status: 'REQ' })
  })

  it('is refused with the reason of the registry when the registry refuses it during the wait', async () => {
    const quick = await platform.account('100')
    const repeat = { key: 'given:t-2', request: 'r', seal: ANSWER_SEAL, lifeMs: 60_000 }
    await transfer('locked.com', {}, quick, { repeat })
    const reason = { refusal: 'authcode_invalid' as const, code: 2202, text: 'wrong code' }
    const refused = { outcome: 'refused' as const, reason }
    await platform.settle(await platform.submitted('locked.com', 'domain.transfer'), refused)
    await platform.sql.query('update idempotency set answer = null')
    await expect(transfer('locked.com', {}, quick, { repeat })).rejects.toMatchObject({ refusal: 'authcode_invalid' })
  })

  it.each([
    ['authcode_missing', { auth_code: '' }],
    ['owner_handle_invalid', { owner_handle: 'XX999999-NL' }],
    ['ns_group_not_found', { ns_group: 'mine' }],
    ['invalid_input', { at: '2027-02-31' }],
    ['invalid_input', { import_contacts_from_registry: true }],
  ])('is refused with %s for %j, and nothing is stored', async (refusal, wrong) => {
    await expect(transfer('wrong.com', wrong)).rejects.toMatchObject({ refusal })
    expect(await rowsOf('wrong.com')).toEqual([])
  })

  it('is refused for a free name, for an order in progress, and for a domain of the account', async () => {
    registries.taken.clear()
    const order = { domain: { name: 'free', extension: 'com' }, owner_handle: anna.handle, auth_code: 'x' }
    await expect(platform.rpc.call(transferDomain, order, anna.call())).rejects.toMatchObject({
      refusal: 'domain_free',
    })
    await transfer('twice.com')
    await expect(transfer('twice.com', { comments: 'again' })).rejects.toMatchObject({ refusal: 'transfer_running' })
    await platform.active(anna, 'mine.com')
    await expect(transfer('mine.com')).rejects.toMatchObject({ refusal: 'domain_in_account' })
  })
})

describe('a scheduled transfer', () => {
  /** Publishes that a scheduled transfer is due, as the worker does. */
  async function fallDue(id: number, messageId: string = randomUUID(), now = '2027-03-01T00:00:00.000Z') {
    const dueAt = '2027-03-01T00:00:00.000Z'
    platform.clock.set(now)
    const payload = { domainId: id, resellerId: anna.resellerId, version: 1, kind: 'scheduled-transfer', dueAt }
    await platform.worker.publisher.publish([{ message: timerDue, payload, messageId, correlationId: randomUUID() }])
    return messageId
  }
  afterEach(() => platform.clock.set('2027-01-01T00:00:00Z'))

  it('reserves and submits nothing before its day', async () => {
    const { id, status } = await transfer('next-month.com', { at: '2027-03-01' })
    expect(status).toBe('SCH')
    expect(await platform.balance(anna)).toEqual({ available: 10_000, reserved: 0 })
    await fallDue(id)
    const { intent } = await platform.submitted('next-month.com', 'domain.transfer')
    expect(intent.authInfo).toBe('Secret-1')
    await reserved(1079)
    expect(await read(id)).toMatchObject({ status: 'REQ' })
  })

  it('starts once when its timer fires twice', async () => {
    const { id } = await transfer('once.com', { at: '2027-03-01' })
    await fallDue(id)
    await fallDue(id)
    await platform.submitted('once.com', 'domain.transfer')
    await reserved(1079)
    expect(registries.submitted.filter(({ object }) => object === 'once.com')).toHaveLength(1)
  })

  it('starts when the clock of the timer is slightly ahead', async () => {
    const { id } = await transfer('early.com', { at: '2027-03-01' })
    await fallDue(id, randomUUID(), '2027-02-28T23:59:59.950Z')
    await platform.submitted('early.com', 'domain.transfer')
  })

  it('is refused for a day that is not in the calendar', async () => {
    const { id } = await transfer('moved-day.com', { at: '2027-03-01' })
    const change = (scheduled_at: string) => platform.rpc.call(updateDomain, { id, scheduled_at }, anna.call())
    await expect(change('2027-02-30')).rejects.toMatchObject({
      refusal: 'invalid_input',
      details: { field: 'scheduled_at' },
    })
    await change('2027-04-01 12:30')
    expect(await read(id)).toMatchObject({ scheduled_at: '2027-04-01 12:30:00' })
  })

  it('uses the reservation of an earlier start that crashed', async () => {
    const exact = await platform.account('10.79')
    const { id } = await transfer('again.com', { at: '2027-03-01' }, exact)
    const messageId = randomUUID()
    await platform.reserve(exact, messageId, { action: 'transfer', subject: 'again.com', amount: 1079 })
    await fallDue(id, messageId)
    expect((await platform.submitted('again.com', 'domain.transfer')).operationId).toBe(messageId)
    expect(await platform.balance(exact)).toEqual({ available: 0, reserved: 1079 })
  })

  it('counts for the API key that scheduled it, and fails when the key may not spend its price', async () => {
    const account = await platform.account('100')
    const actor = { ...account.call().actor!, keyId: 7, isLimited: true, spend: { perDay: 21.57 } }
    const order = { at: '2027-03-01' }
    const [within, beyond] = [
      await transfer('within.com', order, account, { actor }),
      await transfer('beyond.com', order, account, { actor }),
    ]
    await fallDue(within.id)
    await reserved(1079, account)
    await fallDue(beyond.id)
    await eventually(async () => (await read(beyond.id, account)).status === 'FAI', 'the failed transfer')
    expect(await platform.rowOf(beyond.id)).toMatchObject({
      failure_reason: 'Key limit: 21.57 EUR per day; 10.79 EUR needed, 10.78 EUR left.',
    })
    expect(await platform.balance(account)).toMatchObject({ reserved: 1079 })
  })

  it('fails when the credit is too low on its day', async () => {
    const poor = await platform.account('1')
    const { id } = await transfer('unpaid.com', { at: '2027-03-01' }, poor)
    await fallDue(id)
    await eventually(async () => (await read(id, poor)).status === 'FAI', 'the failed transfer')
  })
})

describe('a transfer between two accounts', () => {
  const internal = async (id: number) => {
    await platform.sql.query(`update domain set internal_auth_code = 'Internal-1' where id = $1`, [id])
    return 'Internal-1'
  }

  it('with the internal code moves the domain at once, with its paid period', async () => {
    const bert = await platform.account('0.01')
    const { id, expiresAt } = await platform.active(anna, 'moved.com')
    await reserved(0)
    const auth_code = await internal(id)
    const moved = await transfer('moved.com', { auth_code, comments: 'mine now' }, bert)
    expect(moved).toMatchObject({
      status: 'ACT',
      expiration_date: expiresAt.toISOString().slice(0, 19).replace('T', ' '),
    })
    expect(moved.id).not.toBe(id)
    await expect(read(id)).rejects.toMatchObject({ refusal: 'domain_not_found' })
    const old = await platform.rpc.call(getDomain, { id, is_deleted: true, with_history: true }, anna.call())
    expect(old).toMatchObject({ status: 'DEL', is_deleted: true })
    // The losing account must not see the contact of the gaining account.
    expect(old.history).toContainEqual(expect.objectContaining({ subject: 'Changed by the platform', ip: '' }))
    expect(await platform.balance(bert)).toEqual({ available: 1, reserved: 0 })
    const { intent } = await platform.submitted('moved.com', 'domain.update')
    expect(intent.desired).toMatchObject({ registrant: { handle: bert.handle }, authInfo: moved.auth_code })
    expect(intent.desired.nameservers).toHaveLength(3)
    await platform.settle(await platform.submitted('moved.com', 'domain.update'), {})
    expect(await read(moved.id, bert)).toMatchObject({ status: 'ACT', owner_handle: bert.handle })
  })

  it('is refused without the internal code', async () => {
    const bert = await platform.account('100')
    const { id } = await platform.active(anna, 'stays.com', { auth_code: 'External-1' })
    await expect(transfer('stays.com', { auth_code: 'External-1' }, bert)).rejects.toMatchObject({
      refusal: 'internal_transfer',
    })
    await expect(transfer('stays.com', { auth_code: 'guess' }, bert)).rejects.toMatchObject({
      refusal: 'authcode_invalid',
    })
    await internal(id)
    const [first, second] = await Promise.allSettled([
      transfer('stays.com', { auth_code: 'Internal-1' }, bert),
      transfer('stays.com', { auth_code: 'Internal-1' }, await platform.account('100')),
    ])
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect((await rowsOf('stays.com')).map(({ phase }) => phase)).toEqual(['transferredAway', 'active'])
  })

  it('is refused while a renewal of the losing account is in progress', async () => {
    const bert = await platform.account('100')
    const { id } = await platform.active(anna, 'busy.com')
    const auth_code = await internal(id)
    await platform.sql.query(
      `insert into registry_operation (operation_id, domain_id, kind, purpose, state, submitted_at)
       values (gen_random_uuid(), $1, 'domain.renew', 'renew', 'submitted', now())`,
      [id],
    )
    await expect(transfer('busy.com', { auth_code }, bert)).rejects.toMatchObject({
      refusal: 'domain_status_prohibits',
    })
  })
})

it('operations on a name run in order across its accounts', async () => {
  const name = 'returning.com'
  const { id } = await platform.active(anna, name)
  const nameservers = [{ name: 'ns1.other.com' }, { name: 'ns2.other.com' }]
  await platform.rpc.call(updateDomain, { id, name_servers: nameservers }, anna.call())
  const { operationId: update } = await platform.submitted(name, 'domain.update')
  await platform.handled(await platform.publishRegistryMessage(name))
  const inspection = await platform.submitted(name, 'domain.inspect')
  expect(inspection.after).toBe(update)
  await platform.settle(inspection, { registry: { presence: 'foreign' } })
  expect(await rowsOf(name)).toMatchObject([{ phase: 'transferredAway' }])
  // The update is still in progress. Without an order, it would change the domain of the next account.
  const bert = await platform.account('100')
  await transfer(name, {}, bert)
  const { after } = await platform.submitted(name, 'domain.transfer')
  expect(after).toBe(update)
})

describe('auth codes that an earlier version stored in the clear', () => {
  const codes = 'auth_code, transfer_code, internal_auth_code, additional_data'

  it('are sealed at the start, and shown as before', async () => {
    const { id } = await transfer('plain.com')
    await platform.sql.query(
      `update domain set auth_code = 'Plain-1', transfer_code = 'Plain-2', internal_auth_code = 'Plain-3',
         additional_data = '{"auth_code":"Plain-4"}' where id = $1`,
      [id],
    )
    const replica = await platform.replica()
    await eventually(async () => {
      const { rows } = await platform.sql.query(`select ${codes} from domain where id = $1`, [id])
      const text = JSON.stringify(rows)
      return !text.includes('Plain') && text.split('sealed.').length === 5
    }, 'sealed codes')
    const shown = await platform.rpc.call(getDomain, { id, with_additional_data: true }, anna.call())
    expect(shown).toMatchObject({
      auth_code: 'Plain-1',
      internal_auth_code: 'Plain-3',
      additional_data: { auth_code: 'Plain-4' },
    })
    await replica.close()
  })

  it('are removed by a migration where nothing needs them', async () => {
    const { id } = await platform.active(anna, 'spent.com')
    await platform.sql.query(
      `update domain set deleted_at = now(), phase = 'purged', auth_code = 'Spent-1', internal_auth_code = 'Spent-2'
       where id = $1`,
      [id],
    )
    await platform.sql.query(
      `update registry_operation set rollback = '{"authCode":"Spent-3","isLocked":true}' where domain_id = $1`,
      [id],
    )
    await platform.sql.query(
      `insert into lifecycle_violation (domain_id, phase, event, domain, registry, happened_at)
       values ($1, 'active', 'info.ours', '{"authCode":"Spent-4"}', '{"authInfo":"Spent-5","roid":"A-1"}', now())`,
      [id],
    )
    await platform.sql.query(
      `insert into idempotency (reseller_id, key, request, correlation_id, placed, answer, created_at)
       values ($1, 'given:spent', 'r', 'c', '{"domainId":1}', '{"auth_code":"Spent-6"}', now())`,
      [anna.resellerId],
    )
    const file = join(__dirname, '../migrations/0051_spent_codes.sql')
    await platform.sql.query(readFileSync(file, 'utf8'))
    for (const table of ['domain', 'registry_operation', 'lifecycle_violation', 'idempotency']) {
      const { rows } = await platform.sql.query(`select from ${table} t where t::text like '%Spent-%'`)
      expect([table, rows.length]).toEqual([table, 0])
    }
    const { rows } = await platform.sql.query('select rollback from registry_operation where domain_id = $1', [id])
    expect(rows).toEqual([{ rollback: { authCode: '', isLocked: true } }])
  })
})
