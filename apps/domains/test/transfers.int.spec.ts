import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { timerDue } from '@nameyard/contracts/registry/timer-due'
import type { InputGiven } from '@nameyard/contracts/operation'
import { eventually } from '@nameyard/testing/eventually'
import { randomUUID } from 'node:crypto'
import { registries, startPlatform, type Account, type Platform } from './platform'

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

/** Orders a transfer of a name that another registrar has. */
const transfer = (name: string, given: Given = {}, by = anna, how = {}) => {
  registries.taken.add(name)
  const [label = '', extension = ''] = name.split('.')
  const order = { domain: { name: label, extension }, owner_handle: by.handle, auth_code: 'Secret-1', ...given }
  return platform.rpc.call(transferDomain, order, by.call(how))
}
const read = (id: number, by = anna) => platform.rpc.call(getDomain, { id }, by.call())
const reserved = (cents: number, by = anna) =>
  eventually(async () => (await platform.balance(by)).reserved === cents, `${cents} cents set aside`)
const rowsOf = async (name: string) =>
  (
    await platform.sql.query<{ id: number; phase: string; reseller_id: number; transfer_code: string }>(
      'select id, phase, reseller_id, transfer_code from domain where name = $1 order by id',
      [name],
    )
  ).rows
const ours = { presence: 'ours' as const, expiresAt: '2029-01-01T00:00:00.000Z' }

describe('a transfer from another registrar', () => {
  it('asks the registry with the code of the account, and for its contacts and a code of ours', async () => {
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

  it('ends with the domain here, the dates of its registry, and the code forgotten', async () => {
    const { id } = await transfer('here.com')
    const submission = await platform.submitted('here.com', 'domain.transfer')
    expect(submission.intent.desired.nameservers).toBeUndefined()
    const registry = { ...ours, nameservers: ['ns1.example.net', 'ns2.example.net'] }
    await platform.told(submission, { registry })
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

  it('that the losing registrar refuses has failed, and is given back', async () => {
    const { id } = await transfer('kept.com')
    const reason = { refusal: 'registry_refused' as const, code: 2304, text: 'clientTransferProhibited' }
    const told = { outcome: 'refused' as const, reason }
    await platform.told(await platform.submitted('kept.com', 'domain.transfer'), told)
    await reserved(0)
    expect(await read(id)).toMatchObject({ status: 'FAI' })
    const repeat = { key: 'given:t-1', request: 'r', lifeMs: 60_000 }
    expect(await transfer('kept.com', {}, anna, { repeat })).toMatchObject({ status: 'REQ' })
  })

  it('that is refused while the caller waits is refused by the reason of the registry', async () => {
    const quick = await platform.account('100')
    const repeat = { key: 'given:t-2', request: 'r', lifeMs: 60_000 }
    await transfer('locked.com', {}, quick, { repeat })
    const reason = { refusal: 'registry_refused' as const, code: 2202, text: 'wrong code' }
    const told = { outcome: 'refused' as const, reason }
    await platform.told(await platform.submitted('locked.com', 'domain.transfer'), told)
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

  it('is refused for a free name, for one that is on its way, and for one that is here', async () => {
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
  /** Tells that the day of a scheduled transfer has come, as the worker would. */
  async function fallDue(id: number, messageId: string = randomUUID(), now = '2027-03-01T00:00:00.000Z') {
    const dueAt = '2027-03-01T00:00:00.000Z'
    platform.clock.set(now)
    const payload = { domainId: id, resellerId: anna.resellerId, version: 1, kind: 'scheduled-transfer', dueAt }
    await platform.worker.publisher.publish([{ message: timerDue, payload, messageId, correlationId: randomUUID() }])
    return messageId
  }
  afterEach(() => platform.clock.set('2027-01-01T00:00:00Z'))

  it('costs nothing and asks nobody until its day has come', async () => {
    const { id, status } = await transfer('next-month.com', { at: '2027-03-01' })
    expect(status).toBe('SCH')
    expect(await platform.balance(anna)).toEqual({ available: 10_000, reserved: 0 })
    await fallDue(id)
    const { intent } = await platform.submitted('next-month.com', 'domain.transfer')
    expect(intent.authInfo).toBe('Secret-1')
    await reserved(1079)
    expect(await read(id)).toMatchObject({ status: 'REQ' })
  })

  it('begins once though its day is told twice', async () => {
    const { id } = await transfer('once.com', { at: '2027-03-01' })
    await fallDue(id)
    await fallDue(id)
    await platform.submitted('once.com', 'domain.transfer')
    await reserved(1079)
    expect(registries.submitted.filter(({ object }) => object === 'once.com')).toHaveLength(1)
  })

  it('begins though the clock that told of its day is a little ahead of ours', async () => {
    const { id } = await transfer('early.com', { at: '2027-03-01' })
    await fallDue(id, randomUUID(), '2027-02-28T23:59:59.950Z')
    await platform.submitted('early.com', 'domain.transfer')
  })

  it('goes by days that there are', async () => {
    const { id } = await transfer('moved-day.com', { at: '2027-03-01' })
    const change = (scheduled_at: string) => platform.rpc.call(updateDomain, { id, scheduled_at }, anna.call())
    await expect(change('2027-02-30')).rejects.toMatchObject({
      refusal: 'invalid_input',
      details: { field: 'scheduled_at' },
    })
    await change('2027-04-01 12:30')
    expect(await read(id)).toMatchObject({ scheduled_at: '2027-04-01 12:30:00' })
  })

  it('takes what was set aside for it by whoever began it and died', async () => {
    const exact = await platform.account('10.79')
    const { id } = await transfer('again.com', { at: '2027-03-01' }, exact)
    const messageId = randomUUID()
    await platform.setAside(exact, messageId, { action: 'transfer', subject: 'again.com', amount: 1079 })
    await fallDue(id, messageId)
    expect((await platform.submitted('again.com', 'domain.transfer')).operationId).toBe(messageId)
    expect(await platform.balance(exact)).toEqual({ available: 0, reserved: 1079 })
  })

  it('has failed when there is no money on its day', async () => {
    const poor = await platform.account('1')
    const { id } = await transfer('unpaid.com', { at: '2027-03-01' }, poor)
    await fallDue(id)
    await eventually(async () => (await read(id, poor)).status === 'FAI', 'the transfer failed')
  })
})

describe('a transfer between two accounts', () => {
  const internal = async (id: number) => {
    await platform.sql.query(`update domain set internal_auth_code = 'Internal-1' where id = $1`, [id])
    return 'Internal-1'
  }

  it('moves the domain by its internal code at once, with the time that was paid for', async () => {
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
    // The gaining account's person stays unnamed to the losing one.
    expect(old.history).toContainEqual(expect.objectContaining({ subject: 'Changed by the platform', ip: '' }))
    expect(await platform.balance(bert)).toEqual({ available: 1, reserved: 0 })
    const { intent } = await platform.submitted('moved.com', 'domain.update')
    expect(intent.desired).toMatchObject({ registrant: { handle: bert.handle }, authInfo: moved.auth_code })
    expect(intent.desired.nameservers).toHaveLength(3)
    await platform.told(await platform.submitted('moved.com', 'domain.update'), {})
    expect(await read(moved.id, bert)).toMatchObject({ status: 'ACT', owner_handle: bert.handle })
  })

  it('is asked for with the internal code, and not with any other', async () => {
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
    expect((await rowsOf('stays.com')).map(({ phase }) => phase)).toEqual(['left', 'active'])
  })

  it('is refused while a renewal of the old account is on its way', async () => {
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

it('what an account asked of a name before stands before what the next one asks', async () => {
  const name = 'returning.com'
  const { id } = await platform.active(anna, name)
  const nameservers = [{ name: 'ns1.other.com' }, { name: 'ns2.other.com' }]
  await platform.rpc.call(updateDomain, { id, name_servers: nameservers }, anna.call())
  const { operationId: update } = await platform.submitted(name, 'domain.update')
  await platform.taken(await platform.tellMessage(name))
  const look = await platform.submitted(name, 'domain.inspect')
  expect(look.after).toBe(update)
  await platform.told(look, { registry: { presence: 'foreign' } })
  expect(await rowsOf(name)).toMatchObject([{ phase: 'left' }])
  // The change is still on its way, and would be made to the domain of whoever gets it next.
  const bert = await platform.account('100')
  await transfer(name, {}, bert)
  const { after } = await platform.submitted(name, 'domain.transfer')
  expect(after).toBe(update)
})
