import { randomUUID } from 'node:crypto'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
})
afterAll(() => platform?.close())

const DAY = 86_400_000
const read = (id: number, by = anna) => platform.rpc.call(getDomain, { id }, by.call())
const violations = async (id: number) => {
  const { rows } = await platform.sql.query('select phase, event from lifecycle_violation where domain_id = $1', [id])
  return rows as { phase: string; event: string }[]
}
const asked = (name: string, kind: string) =>
  registries.submitted.filter((each) => each.object === name && each.kind === kind)
const at = (instant: Date) => platform.clock.set(instant)
const unchanged = { presence: 'ours' as const, statuses: ['ok'], graceStatuses: [] }

it('a renewal uses the reservation of an earlier attempt that crashed', async () => {
  const exact = await platform.account('21.58')
  const { id, expiresAt } = await platform.active(exact, 'again.com')
  await eventually(async () => (await platform.balance(exact)).reserved === 0, 'the charge for the first year')
  const messageId = randomUUID()
  await platform.reserve(exact, messageId, { action: 'renew', subject: 'again.com', amount: 1079 })
  at(expiresAt)
  await platform.publishDue(id, 'renewal', messageId)
  expect((await platform.submitted('again.com', 'domain.renew')).operationId).toBe(messageId)
  expect(await platform.balance(exact)).toEqual({ available: 0, reserved: 1079 })
})

describe('a domain without enough credit to renew', () => {
  it('is retried daily until it expires, and passes both quarantines until it is purged', async () => {
    const poor = await platform.account('12')
    const { id, expiresAt } = await platform.active(poor, 'lapsing.com')
    const set = await platform.timersBecome(id, ['renewal', 'sync'])
    expect(new Date(set.renewal!)).toEqual(new Date(expiresAt.getTime() - DAY))

    at(new Date(set.renewal!))
    await platform.publishDue(id, 'renewal')
    await eventually(async () => (await platform.rowOf(id)).retry_at !== null, 'the failed renewal')
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active', retry_at: expiresAt })
    at(expiresAt)
    await platform.publishDue(id, 'renewal')
    await eventually(async () => ((await platform.rowOf(id)).retry_at as Date) > expiresAt, 'the last attempt')
    expect(await platform.rowOf(id)).toMatchObject({
      phase: 'active',
      failure_reason: expect.stringContaining('Credit too low'),
    })
    expect(asked('lapsing.com', 'domain.renew')).toEqual([])

    at(new Date(expiresAt.getTime() + 1000))
    await platform.fireTimer(id, 'expiry')
    expect(await read(id, poor)).toMatchObject({ status: 'DEL' })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'quarantine.soft', removal_reason: 'expired' })
    const parked = await platform.submitted('lapsing.com', 'domain.update')
    expect(parked.intent.desired.statuses).toEqual(['clientHold', 'clientTransferProhibited'])
    await platform.settle(parked, { registry: unchanged })

    const soft = await platform.timersBecome(id, ['soft-quarantine-end', 'sync'])
    await platform.fireTimer(id, 'soft-quarantine-end')
    expect(asked('lapsing.com', 'domain.delete')).toEqual([])
    at(new Date(soft['soft-quarantine-end']!))
    await platform.fireTimer(id, 'soft-quarantine-end')
    const deleted = await platform.submitted('lapsing.com', 'domain.delete')
    await platform.settle(deleted, { registry: { presence: 'ours', graceStatuses: ['redemptionPeriod'] } })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'redemption' })

    // The service was down for two months. Its late timers must still fire.
    at(new Date(platform.clock.now().getTime() + 60 * DAY))
    await platform.fireTimer(id, 'redemption-end')
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'pendingDelete' })
    const inspection = await platform.submitted('lapsing.com', 'domain.inspect')
    await platform.settle(inspection, { registry: { presence: 'missing' } })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'purged', removal_reason: 'expired' })
    await platform.timersBecome(id, ['zone-cleanup'])
    expect(await violations(id)).toEqual([])
  })
})

describe('a domain with autorenew', () => {
  it('is renewed and charged once when its timer fires repeatedly', async () => {
    const { id, expiresAt } = await platform.active(anna, 'renewing.com')
    const renews = new Date(expiresAt.getTime() - DAY)
    at(new Date(renews.getTime() - 1000))
    await platform.fireTimer(id, 'renewal')
    expect(asked('renewing.com', 'domain.renew')).toEqual([])
    at(renews)
    await Promise.all([platform.publishDue(id, 'renewal'), platform.publishDue(id, 'renewal')])
    await platform.publishDue(id, 'expiry')
    const renewal = await platform.submitted('renewing.com', 'domain.renew')
    const renewed = new Date(expiresAt.getTime() + 365 * DAY)
    await platform.settle(renewal, { registry: { presence: 'ours', expiresAt: renewed.toISOString() } })
    expect(asked('renewing.com', 'domain.renew')).toHaveLength(1)
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active', expires_at: renewed, retry_at: null })
    const set = await eventually(() => {
      const now = platform.timersOf(id)
      return now.renewal === new Date(renewed.getTime() - DAY).toISOString() ? now : undefined
    }, 'the timers of the next year')
    expect(set).not.toHaveProperty('expiry')
  })

  it('is renewed with the last credit, even if its timer fires many times at once', async () => {
    const poor = await platform.account('21.58')
    const { id, expiresAt } = await platform.active(poor, 'lastcent.com')
    at(expiresAt)
    await Promise.all([1, 2, 3, 4, 5].map(() => platform.publishDue(id, 'renewal')))
    const renewal = await platform.submitted('lastcent.com', 'domain.renew')
    at(new Date(expiresAt.getTime() + 1000))
    await platform.fireTimer(id, 'expiry')
    const renewed = new Date(expiresAt.getTime() + 365 * DAY)
    await platform.settle(renewal, { registry: { presence: 'ours', expiresAt: renewed.toISOString() } })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active', expires_at: renewed, retry_at: null })
    await eventually(async () => (await platform.balance(poor)).reserved === 0, 'the charge for the renewal')
    expect(await platform.balance(poor)).toEqual({ available: 0, reserved: 0 })
  })

  it('expires when the registry refuses the renewal also on the last day', async () => {
    const { id, expiresAt } = await platform.active(anna, 'unrenewable.com')
    at(expiresAt)
    await platform.publishDue(id, 'renewal')
    const refused = await platform.submitted('unrenewable.com', 'domain.renew')
    await platform.settle(refused, {
      outcome: 'refused',
      reason: { refusal: 'registry_refused', code: 2105, text: 'no' },
    })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active', failure_code: 2105 })
    at(new Date(expiresAt.getTime() + 1000))
    await platform.fireTimer(id, 'expiry')
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'quarantine.soft' })
  })

  it('is charged once, before the registry renews it automatically', async () => {
    const { id, expiresAt } = await platform.active(anna, 'selfrenewed.be')
    const set = await platform.timersBecome(id, ['renewal', 'sync'])
    expect(set.renewal).toBe(new Date(expiresAt.getTime() - 7 * DAY).toISOString())
    at(new Date(set.renewal!))
    const before = await platform.balance(anna)
    await platform.publishDue(id, 'renewal')
    const inspection = await platform.submitted('selfrenewed.be', 'domain.inspect')
    await platform.settle(inspection, { registry: { ...unchanged, expiresAt: expiresAt.toISOString() } })
    const paidUntil = new Date(expiresAt)
    paidUntil.setUTCFullYear(expiresAt.getUTCFullYear() + 1)
    expect(await platform.rowOf(id)).toMatchObject({
      phase: 'active',
      expires_at: paidUntil,
      registry_expires_at: expiresAt,
    })
    await eventually(
      async () => (await platform.balance(anna)).available < before.available,
      'the charge for the renewal',
    )
    at(expiresAt)
    await platform.fireTimer(id, 'renewal')
    await platform.fireTimer(id, 'expiry')
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active', expires_at: paidUntil })
  })

  it('is deleted before the registry renews it automatically if the credit is too low', async () => {
    const poor = await platform.account('8')
    const { id, expiresAt } = await platform.active(poor, 'unpaid.be')
    const refusedAt = async (days: number) => {
      at(new Date(expiresAt.getTime() - days * DAY))
      await platform.publishDue(id, 'renewal')
      const isPostponed = async () => ((await platform.rowOf(id)).retry_at as Date | null)! > platform.clock.now()
      await eventually(isPostponed, `the refused renewal ${days} days before the expiry`)
    }
    await refusedAt(7)
    await refusedAt(2)
    at(new Date(expiresAt.getTime() - 2 * DAY + 1000))
    await platform.fireTimer(id, 'expiry')
    await platform.submitted('unpaid.be', 'domain.delete')
    expect(asked('unpaid.be', 'domain.inspect')).toEqual([])
    expect(await platform.rowOf(id)).toMatchObject({ removal_reason: 'expired' })
  })
})

describe('a check at the registry', () => {
  it('follows a poll message: another registrar requests a transfer and gets the domain', async () => {
    const { id } = await platform.active(anna, 'leaving.com')
    await platform.handled(await platform.publishRegistryMessage('leaving.com'))
    const requestedAt = platform.clock.now().toISOString()
    const actsAt = new Date(platform.clock.now().getTime() + 5 * DAY)
    const transfer = { status: 'pending', direction: 'out' as const, requestedAt, actsAt: actsAt.toISOString() }
    const registry = { presence: 'ours' as const, statuses: ['pendingTransfer'], transfer }
    await platform.settle(await platform.submitted('leaving.com', 'domain.inspect'), { registry })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active.pendingTransfer', transfer_acts_at: actsAt })
    const set = await platform.timersBecome(id, ['transfer-due'])
    at(new Date(set['transfer-due']!))
    const seen = registries.submitted.length
    await platform.fireTimer(id, 'transfer-due')
    const inspection = await eventually(() => registries.submitted.slice(seen).at(-1), 'an inspection')
    await platform.settle(inspection, {
      registry: { presence: 'foreign' },
      settledAt: platform.clock.now().toISOString(),
    })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'transferredAway', removal_reason: 'transferred' })
  })

  it('repairs differences, and stores events without a transition as violations', async () => {
    const { id } = await platform.active(anna, 'drifting.com', {
      name_servers: [{ name: 'ns1.a.net' }, { name: 'ns2.a.net' }],
      ns_group: undefined,
    })
    at(new Date(platform.timersOf(id).sync ?? platform.clock.now().getTime() + 2 * DAY))
    await platform.fireTimer(id, 'sync')
    const settledAt = platform.clock.now().toISOString()
    const drifted = { ...unchanged, statuses: ['clientHold'], nameservers: ['ns1.a.net', 'ns9.a.net'] }
    await platform.settle(await platform.submitted('drifting.com', 'domain.inspect'), { registry: drifted, settledAt })
    const repaired = await platform.submitted('drifting.com', 'domain.update')
    expect(repaired.intent.desired).toMatchObject({
      nameservers: [{ name: 'ns1.a.net' }, { name: 'ns2.a.net' }],
      statuses: [],
    })
    await platform.settle(repaired, { registry: unchanged })

    at(new Date(platform.clock.now().getTime() + 2 * DAY))
    const seen = registries.submitted.length
    await platform.fireTimer(id, 'sync')
    const inspection = await eventually(() => registries.submitted.slice(seen).at(-1), 'an inspection')
    await platform.settle(inspection, {
      registry: { presence: 'missing' },
      settledAt: platform.clock.now().toISOString(),
    })
    expect(await violations(id)).toEqual([{ phase: 'active', event: 'info.missing' }])
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active' })
  })
})

describe('a registry that decides later', () => {
  it('leaves the order in status REQ, and its settlement is applied once', async () => {
    const { id } = await anna.create('pending.com')
    const submission = await platform.submitted('pending.com')
    await platform.handled(await platform.publishPending(submission))
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'create.pending' })
    expect(await read(id)).toMatchObject({ status: 'REQ' })
    await platform.timersBecome(id, ['sync'])
    await platform.settle(submission, { registry: { ...unchanged, expiresAt: '2031-01-01T00:00:00.000Z' } })
    await platform.settle(submission, { outcome: 'refused' })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active' })
    expect(await violations(id)).toEqual([])
  })
})
