import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { getTimeline } from '@nameyard/contracts/domains/get-timeline'
import { renewDomain } from '@nameyard/contracts/domains/renew-domain'
import { restoreDomain } from '@nameyard/contracts/domains/restore-domain'
import { ANSWER_SEAL } from '@nameyard/testing/answer-seal'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform?.close())
beforeEach(async () => {
  anna = await platform.account('100')
})

const later = (instant: Date, years: number) => {
  const moved = new Date(instant)
  moved.setUTCFullYear(moved.getUTCFullYear() + years)
  return moved
}
const printed = (instant: Date) => instant.toISOString().slice(0, 19).replace('T', ' ')
const renew = (id: number, period = 1, by = anna, how = {}) =>
  platform.rpc.call(renewDomain, { id, period }, by.call(how))
const restore = (id: number, by = anna) => platform.rpc.call(restoreDomain, { id }, by.call())
const read = (id: number) => platform.rpc.call(getDomain, { id }, anna.call())
const reserved = (cents: number) =>
  eventually(async () => (await platform.balance(anna)).reserved === cents, `${cents} reserved cents`)
const free = async () => (await platform.balance(anna)).available

/** Moves a domain into soft or hard quarantine, as its lifecycle would. */
async function lapse(id: number, phase: 'redemption' | 'quarantine.soft', days: number) {
  const ends = new Date(platform.clock.now().getTime() + days * 86_400_000)
  const [soft, hard] = phase === 'quarantine.soft' ? [ends, null] : [null, ends]
  await platform.sql.query(
    'update domain set phase = $2, soft_ends_at = $3, hard_ends_at = $4, version = version + 1 where id = $1',
    [id, phase, soft, hard],
  )
}

/** Inserts an operation that is in progress at the registry. */
const underWay = (id: number, purpose: string) =>
  platform.sql.query(
    `insert into registry_operation (operation_id, domain_id, kind, purpose, state, submitted_at)
     values (gen_random_uuid(), $1, 'domain.' || $2, $2, 'submitted', now())`,
    [id, purpose],
  )

describe('a renewal', () => {
  it('submits the years from the expiry at the registry, and is charged for them', async () => {
    const { id, expiresAt } = await platform.active(anna, 'renewed.com')
    await reserved(0)
    const before = await free()
    expect(await renew(id, 2)).toEqual({ status: 'ACT' })
    const submission = await platform.submitted('renewed.com', 'domain.renew')
    expect(submission.intent).toEqual({
      name: 'renewed.com',
      expiresOn: expiresAt.toISOString().slice(0, 10),
      period: { value: 2, unit: 'y' },
      cost: { amount: 2088, currency: 'USD' },
    })
    await reserved(2158)
    const renewed = later(expiresAt, 2).toISOString()
    await platform.settle(submission, { registry: { presence: 'ours', expiresAt: renewed } })
    await reserved(0)
    expect(await free()).toBe(before - 2158)
    expect(await read(id)).toMatchObject({
      status: 'ACT',
      expiration_date: printed(new Date(renewed)),
      renewal_date: printed(new Date(Date.parse(renewed) - 86_400_000)),
    })
  })

  it('that the registry refuses is released, and changes nothing', async () => {
    const { id, expiresAt } = await platform.active(anna, 'not-renewed.com')
    await reserved(0)
    const before = await free()
    await renew(id)
    const reason = { refusal: 'registry_refused' as const, code: 2306, text: 'policy' }
    const refused = { outcome: 'refused' as const, reason }
    await platform.settle(await platform.submitted('not-renewed.com', 'domain.renew'), refused)
    await eventually(async () => (await free()) === before, 'the released reservation')
    expect(await read(id)).toMatchObject({ expiration_date: printed(expiresAt) })
  })

  it('is refused and released while another renewal is in progress', async () => {
    const { id } = await platform.active(anna, 'twice.com')
    await renew(id)
    await expect(renew(id, 2)).rejects.toMatchObject({ refusal: 'renewal_running' })
    await reserved(1079)
  })

  it('is refused while a delete is in progress', async () => {
    const { id } = await platform.active(anna, 'leaving.com')
    await underWay(id, 'delete')
    await expect(renew(id)).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    await lapse(id, 'quarantine.soft', 30)
    await expect(restore(id)).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    await reserved(0)
  })

  it('is one renewal for one request that arrives three times at once', async () => {
    const { id } = await platform.active(anna, 'thrice.com')
    const repeat = { key: 'given:r-1', request: 'r', seal: ANSWER_SEAL, lifeMs: 60_000 }
    expect(await Promise.all([1, 2, 3].map(() => renew(id, 1, anna, { repeat })))).toEqual(
      Array.from({ length: 3 }, () => ({ status: 'ACT' })),
    )
    await reserved(1079)
  })

  it('does not exceed the longest period of the registry', async () => {
    const rich = await platform.account('1000')
    const { id } = await platform.active(rich, 'far.com')
    await expect(renew(id, 10, rich)).rejects.toMatchObject({ refusal: 'period_invalid' })
    await expect(renew(id, 0, rich)).rejects.toMatchObject({ refusal: 'period_invalid' })
    expect(await renew(id, 9, rich)).toEqual({ status: 'ACT' })
  })

  it('is refused for the domain of another account, for an order, and without credit', async () => {
    const { id } = await platform.active(anna, 'annas.com')
    const poor = await platform.account('10.79')
    await expect(renew(id, 1, poor)).rejects.toMatchObject({ refusal: 'domain_not_found' })
    const order = await anna.create('ordered.com')
    await expect(renew(order.id)).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    const last = await platform.active(poor, 'last.com')
    await expect(renew(last.id, 1, poor)).rejects.toMatchObject({ refusal: 'credit_too_low' })
  })

  it('only inspects the domain if the registry has renewed it already', async () => {
    const { id, expiresAt } = await platform.active(anna, 'by-itself.com')
    const renewed = later(expiresAt, 1)
    await platform.sql.query('update domain set registry_expires_at = $2 where id = $1', [id, renewed])
    await renew(id)
    const submission = await platform.submitted('by-itself.com', 'domain.inspect')
    const registry = { presence: 'ours' as const, expiresAt: renewed.toISOString() }
    await platform.settle(submission, { registry })
    expect(await read(id)).toMatchObject({ expiration_date: printed(renewed) })
  })
})

describe('a restore', () => {
  it('of a lapsed domain renews it, at the price of a soft restore', async () => {
    const { id, expiresAt } = await platform.active(anna, 'lapsed.com')
    await lapse(id, 'quarantine.soft', 30)
    expect(await restore(id)).toEqual({ status: 'RRQ' })
    const submission = await platform.submitted('lapsed.com', 'domain.renew')
    expect(submission.intent.period).toEqual({ value: 1, unit: 'y' })
    await reserved(1079)
    const registry = { presence: 'ours' as const, expiresAt: later(expiresAt, 1).toISOString() }
    await platform.settle(submission, { registry })
    expect(await read(id)).toMatchObject({ status: 'ACT' })
    const update = await platform.submitted('lapsed.com', 'domain.update')
    expect(update.intent.desired).toMatchObject({ statuses: [] })
  })

  it('of a lapsed domain can also be requested as a renewal', async () => {
    const { id } = await platform.active(anna, 'lapsed-too.com')
    await lapse(id, 'quarantine.soft', 30)
    await expect(renew(id, 2)).rejects.toMatchObject({ refusal: 'period_invalid' })
    expect(await renew(id)).toEqual({ status: 'RRQ' })
    await platform.submitted('lapsed-too.com', 'domain.renew')
  })

  it('of a lapsed domain that the registry has renewed restores its settings', async () => {
    const { id, expiresAt } = await platform.active(anna, 'kept.com')
    await platform.sql.query('update domain set registry_expires_at = $2 where id = $1', [id, later(expiresAt, 1)])
    await lapse(id, 'quarantine.soft', 30)
    await restore(id)
    const { intent } = await platform.submitted('kept.com', 'domain.update')
    expect(intent.desired.nameservers).toHaveLength(3)
  })

  it('of a deleted domain is submitted to the registry, at the price of a restore', async () => {
    const { id } = await platform.active(anna, 'deleted.com')
    await lapse(id, 'redemption', 20)
    expect(await restore(id)).toEqual({ status: 'RRQ' })
    const submission = await platform.submitted('deleted.com', 'domain.restore')
    await reserved(7900)
    const deletedAt = new Date(platform.clock.now().getTime() - 10 * 86_400_000)
    expect(submission.intent).toMatchObject({ deletedAt: deletedAt.toISOString() })
    await platform.settle(submission, { outcome: 'refused' })
    await reserved(0)
    expect(await read(id)).toMatchObject({ status: 'DEL' })
  })

  it('of a deleted domain includes the price of a renewal that the registry does not refund', async () => {
    const { id, expiresAt } = await platform.active(anna, 'renewed-and-deleted.nl')
    await reserved(0)
    const before = await free()
    await lapse(id, 'redemption', 20)
    const price = async () => {
      const { actions } = await platform.rpc.call(getTimeline, { id }, anna.call())
      return actions.find(({ operation }) => operation === 'domains.restore')?.price?.reseller.price
    }
    expect(await price()).toBe(7.5)
    const renewed = later(expiresAt, 1)
    await platform.sql.query('update domain set registry_expires_at = $2 where id = $1', [id, renewed])
    expect(await price()).toBe(12.49)
    await restore(id)
    await reserved(1249)
    const submission = await platform.submitted('renewed-and-deleted.nl', 'domain.restore')
    const registry = { presence: 'ours' as const, expiresAt: renewed.toISOString() }
    await platform.settle(submission, { registry })
    await reserved(0)
    expect(await free()).toBe(before - 1249)
    expect(await read(id)).toMatchObject({ status: 'ACT', expiration_date: printed(renewed) })
  })

  it('is refused when it is too late, and for an active domain', async () => {
    const { id } = await platform.active(anna, 'too-late.com')
    await expect(restore(id)).rejects.toMatchObject({ refusal: 'restore_not_allowed' })
    await lapse(id, 'redemption', -1)
    await expect(restore(id)).rejects.toMatchObject({ refusal: 'restore_not_allowed' })
  })
})
