import { Controller } from '@nestjs/common'
import { getAccount } from '@nameyard/contracts/access/get-account'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { setAutoRenewal } from '@nameyard/contracts/access/set-auto-renewal'
import { setRequestLimit } from '@nameyard/contracts/access/set-request-limit'
import { updateReseller } from '@nameyard/contracts/access/update-reseller'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { fail } from '@nameyard/contracts/errors'
import { setLegacyWebhook } from '@nameyard/contracts/events/webhooks/set-legacy-webhook'
import type { Input, InputGiven, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { runningService, type Account, type RunningService } from './running-service'

/** The account of a reseller: its profile, which it changes itself, and the settings that operators change. */

const operator = 'maria'
const UNKNOWN = 999_999

let running: RunningService
let own: Account
let other: Account

beforeAll(async () => {
  running = await runningService()
})
afterAll(() => running?.close())
beforeEach(async () => {
  ;[own, other] = [await running.account(), await running.account()]
})

const read = (resellerId = own.resellerId) => running.rpc.call(getAccount, { resellerId }, running.anonymous())
const update = (change: Partial<InputGiven<typeof updateReseller>>, by = own) =>
  running.rpc.call(updateReseller, { id: by.resellerId, ...change }, by.call())
const renew = (isEnabled: boolean, resellerId = own.resellerId) =>
  running.rpc.call(setAutoRenewal, { operator, resellerId, isEnabled }, running.anonymous())
const limit = (given?: InputGiven<typeof setRequestLimit>['limit'], resellerId = own.resellerId) =>
  running.rpc.call(setRequestLimit, { operator, resellerId, limit: given }, running.anonymous())
/** The newest entry of an operation in the audit log of the account. */
const changeBy = async (operation: string) => {
  const { entries } = await running.rpc.call(readAuditLog, { resellerId: own.resellerId }, running.anonymous())
  return entries.find((entry) => entry.operation === operation)
}
const unknown = { refusal: 'reseller_not_found', details: { reseller: UNKNOWN } }

describe('access.get-account', () => {
  it('returns currency, creation, e-mail address and number of customers of the account alone', async () => {
    const person = {
      name: { first_name: 'Anna', last_name: 'Tester' },
      address: { street: 'Main Street', number: '1', zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
      phone: { country_code: '+31', area_code: '20', subscriber_number: '1234567' },
      email: 'anna@example.com',
    }
    await running.rpc.call(createCustomer, person, own.call())
    expect(await read()).toMatchObject({
      profile: { company_name: 'Example' },
      email: 'a@example.com',
      currency: 'EUR',
      createdAt: running.clock.now().toISOString(),
      isAutoRenewEnabled: true,
      customers: 1,
    })
    expect(await read(other.resellerId)).toMatchObject({ customers: 0 })
  })

  it('refuses an unknown account with reseller_not_found', async () => {
    await expect(read(UNKNOWN)).rejects.toMatchObject(unknown)
  })
})

describe('resellers.update', () => {
  it('changes the given fields, keeps the others, and changes no other account', async () => {
    await update({ comments: 'first', address: { street: 'Main Street', city: 'Utrecht' } })
    expect(await update({ company_name: 'Example BV', address: { city: 'Amsterdam' } })).toEqual({ success: true })
    expect((await read()).profile).toMatchObject({
      company_name: 'Example BV',
      comments: 'first',
      address: { street: 'Main Street', city: 'Amsterdam' },
    })
    expect((await read(other.resellerId)).profile).toMatchObject({ company_name: 'Example', comments: '' })
  })

  it('merges additional data', async () => {
    await update({ additional_data: { gstin: '27AAPFU0939F1ZV' } })
    await update({ additional_data: { internal_reference: 'R-1' } })
    expect((await read()).profile.additional_data).toMatchObject({
      gstin: '27AAPFU0939F1ZV',
      internal_reference: 'R-1',
    })
  })

  it('writes the names of the changed columns into the audit log, without their values', async () => {
    await update({ comments: 'private words' })
    const entry = await changeBy('resellers.update')
    expect(entry).toMatchObject({ changes: { comments: null } })
    expect(JSON.stringify(entry)).not.toContain('private words')
  })

  it('refuses the number of another account with reseller_not_found', async () => {
    await expect(update({ id: other.resellerId, comments: 'mine' })).rejects.toMatchObject({
      refusal: 'reseller_not_found',
    })
    expect((await read(other.resellerId)).profile.comments).toBe('')
  })

  it.each([
    ['a website that is no HTTP URL', { website_url: 'ftp://example.com' }, 'website_invalid'],
    ['an INN that is too long', { inn: '1'.repeat(65) }, 'inn_invalid'],
    ['a KPP that is too long', { kpp: '1'.repeat(65) }, 'kpp_invalid'],
    ['a webhook without its switch', { notifications_settings: { webhook_settings: {} } }, 'invalid_input'],
  ])('refuses %s and changes nothing', async (_, change, refusal) => {
    await expect(update({ comments: 'changed', ...change })).rejects.toMatchObject({ refusal })
    expect((await read()).profile.comments).toBe('')
  })
})

describe('the notification settings of resellers.update', () => {
  const asked: Input<typeof setLegacyWebhook>[] = []
  const receiver = { isThere: true }

  /** Replaces the events service. */
  @Controller()
  class WebhookStandIn {
    @Handles(setLegacyWebhook)
    async execute(input: Input<typeof setLegacyWebhook>): Promise<Result<typeof setLegacyWebhook>> {
      asked.push(input)
      return receiver.isThere
        ? { success: true }
        : fail('webhook_test_failed', { problem: 'the receiver answered 404' })
    }
  }

  let events: TestParty
  beforeAll(async () => {
    const { amqpUrl: url, clock } = running
    events = await testParty('events', { url, clock, controllers: [WebhookStandIn] })
  })
  afterAll(() => events?.close())
  beforeEach(() => {
    asked.length = 0
    receiver.isThere = true
  })

  const webhook_settings = { host: ' https://example.com/ ', api_key: 'key', signature_secret: 'words' }
  const notifications_settings = { is_webhook_enabled: true, webhook_settings }

  it('are set by the events service, and their secrets are in no entry of the audit log', async () => {
    await update({ comments: 'changed', notifications_settings })
    expect(asked).toEqual([{ isEnabled: true, host: 'https://example.com/', apiKey: 'key', signatureSecret: 'words' }])
    expect((await read()).profile.comments).toBe('changed')
    expect(JSON.stringify(await changeBy('resellers.update'))).not.toMatch(/words|example\.com/)
    await update({ notifications_settings: { is_webhook_enabled: false } })
    expect(asked[1]).toEqual({ isEnabled: false, host: '', apiKey: '', signatureSecret: '' })
  })

  it('are not asked for when another field is refused', async () => {
    await expect(update({ website_url: 'no address', notifications_settings })).rejects.toMatchObject({
      refusal: 'website_invalid',
    })
    expect(asked).toEqual([])
  })

  it('change nothing when the receiver does not answer the test', async () => {
    receiver.isThere = false
    await expect(update({ comments: 'changed', notifications_settings })).rejects.toMatchObject({
      refusal: 'webhook_test_failed',
    })
    expect((await read()).profile.comments).toBe('')
  })
})

describe('access.set-auto-renewal', () => {
  it('changes the setting of one account, tells the other services once, and names the operator', async () => {
    const before = (await read()).isAutoRenewEnabled
    expect(await renew(!before)).toEqual({ changed: true })
    expect(await renew(!before)).toEqual({ changed: false })
    expect(await read()).toMatchObject({ isAutoRenewEnabled: !before })
    expect(await read(other.resellerId)).toMatchObject({ isAutoRenewEnabled: before })
    const { rows } = await running.sql.query('select auto_renew_version as version from reseller where id = any($1)', [
      [own.resellerId],
    ])
    expect(rows).toEqual([{ version: 1 }])
    expect(await changeBy('access.set-auto-renewal')).toMatchObject({
      who: running.operator,
      changes: { is_auto_renew_enabled: { from: before, to: !before } },
    })
  })

  it('refuses an unknown account with reseller_not_found', async () => {
    await expect(renew(true, UNKNOWN)).rejects.toMatchObject(unknown)
  })
})

describe('access.set-request-limit', () => {
  const stored = async ({ resellerId }: Account) =>
    (await running.sql.query('select requests_per_second, requests_burst from reseller where id = $1', [resellerId]))
      .rows[0]

  it('sets and removes the limit of one account', async () => {
    expect(await limit({ perSecond: 2.5, burst: 10 })).toEqual({ changed: true })
    expect(await limit({ perSecond: 2.5, burst: 10 })).toEqual({ changed: false })
    expect(await stored(own)).toEqual({ requests_per_second: 2.5, requests_burst: 10 })
    expect(await stored(other)).toEqual({ requests_per_second: null, requests_burst: null })
    expect(await limit()).toEqual({ changed: true })
    expect(await stored(own)).toEqual({ requests_per_second: null, requests_burst: null })
    expect(await changeBy('access.set-request-limit')).toMatchObject({
      who: running.operator,
      changes: { requests_burst: { from: 10, to: null } },
    })
  })

  it('refuses a limit of zero with invalid_input', async () => {
    await expect(limit({ perSecond: 0, burst: 10 })).rejects.toMatchObject({ refusal: 'invalid_input' })
  })

  it('refuses an unknown account with reseller_not_found', async () => {
    await expect(limit({ perSecond: 1, burst: 1 }, UNKNOWN)).rejects.toMatchObject(unknown)
  })
})
