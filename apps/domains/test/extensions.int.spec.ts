import { Controller } from '@nestjs/common'
import { checkDomains } from '@nameyard/contracts/domains/check-domains'
import { extensionChanged } from '@nameyard/contracts/domains/extension-changed'
import type { ExtensionRecordGiven } from '@nameyard/contracts/domains/extension-record'
import { findExtension } from '@nameyard/contracts/domains/find-extension'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { getTld } from '@nameyard/contracts/domains/get-tld'
import { listDomainRequirements } from '@nameyard/contracts/domains/list-domain-requirements'
import { listExtensions } from '@nameyard/contracts/domains/list-extensions'
import { listTlds } from '@nameyard/contracts/domains/list-tlds'
import { putExtension } from '@nameyard/contracts/domains/put-extension'
import { retireExtension } from '@nameyard/contracts/domains/retire-extension'
import { setTldRules } from '@nameyard/contracts/domains/set-tld-rules'
import { syncExtensions } from '@nameyard/contracts/domains/sync-extensions'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import type { Payload } from '@nameyard/contracts/event'
import type { InputGiven } from '@nameyard/contracts/operation'
import { importPrices } from '@nameyard/contracts/orders/import-prices'
import { Consumes } from '@nameyard/messaging/consumes'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'

const DAY = 86_400_000
const announced: Payload<typeof extensionChanged>[] = []

/** Receives changed extensions in place of the registry worker. */
@Controller()
class OnChanged {
  @Consumes(extensionChanged)
  async on(event: Payload<typeof extensionChanged>): Promise<void> {
    announced.push(event)
  }
}

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform({}, [OnChanged])
  anna = await platform.account()
  for (const suffix of ['acme', 'co.acme', 'later', 'fields', 'replicated', 'madeshoes']) await price(suffix)
})
afterAll(() => platform?.close())

const price = async (suffix: string) => {
  const lines = ['create', 'renew', 'transfer', 'restore'].map((each) => `regular,${suffix},${each},,,,EUR,1.00,2.00`)
  const csv = ['kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price', ...lines].join(
    '\n',
  )
  const file = { list: 'shipped-eur', csv, allowBelowCost: false }
  const seen = await platform.rpc.call(importPrices, file, anna.call())
  await platform.rpc.call(importPrices, { ...file, apply: seen.fingerprint }, anna.call())
}
const put = (record: ExtensionRecordGiven, over: { isNew?: boolean; effectiveFrom?: string } = {}) =>
  platform.rpc.call(putExtension, { isNew: true, ...over, record }, anna.call())
const find = (suffix: string, at?: Date) =>
  platform.rpc.call(findExtension, { suffix, ...(at && { at: at.toISOString() }) }, anna.call())
const read = (name: string) => platform.rpc.call(getTld, { name }, anna.call())
const sold = async () => (await platform.rpc.call(listTlds, {}, anna.call())).results.map(({ name }) => name)
const inSandbox = { registry: { account: 'sandbox' } }

describe('a new extension', () => {
  it('is sold at once, with the given rules and the common ones', async () => {
    await expect(anna.create('early.acme')).rejects.toMatchObject({ refusal: 'extension_invalid' })
    const now = platform.clock.now()
    expect(await put({ suffix: 'acme', ...inSandbox, periods: { min: 2 }, quarantine: { softDays: 7 } })).toEqual({
      suffix: 'acme',
      effectiveFrom: now.toISOString(),
    })
    expect(await read('acme')).toMatchObject({ min_period: 2, max_period: 10, soft_quarantine_period: 7 })
    await expect(anna.create('ours.acme')).rejects.toMatchObject({ refusal: 'period_invalid' })
    expect(await anna.create('ours.acme', { period: 2 })).toMatchObject({ status: 'REQ' })
    expect(await platform.submitted('ours.acme')).toMatchObject({ registryTld: 'acme' })
  })

  it('may have several labels, which then are no name below the shorter extension', async () => {
    await put({ suffix: 'co.acme', ...inSandbox })
    expect(await anna.create('ours.co.acme')).toMatchObject({ status: 'REQ' })
    expect(await platform.submitted('ours.co.acme')).toMatchObject({ registryTld: 'co.acme' })
    await expect(anna.create('co.acme', { period: 2 })).rejects.toMatchObject({ refusal: 'domain_name_invalid' })
  })

  it('cannot have the name of a domain', async () => {
    await expect(put({ suffix: 'ours.acme', ...inSandbox })).rejects.toMatchObject({
      refusal: 'invalid_input',
      details: { field: 'suffix', problem: 'ours.acme is a domain of an account' },
    })
  })

  it('is not sold without an account at a registry', async () => {
    expect(await put({ suffix: 'nowhere' })).toMatchObject({ obstacle: 'it has no account at a registry' })
    expect(await put({ suffix: 'elsewhere', registry: { account: 'other' } })).toMatchObject({
      obstacle: 'the registry worker has no account other',
    })
    for (const name of ['nowhere', 'elsewhere']) expect(await sold()).not.toContain(name)
  })

  it('is not sold without a price', async () => {
    const { obstacle } = await put({ suffix: 'unpriced', ...inSandbox })
    expect(obstacle).toBe('no price list has a price of a registration')
    expect(await find('unpriced')).toMatchObject({ obstacle })
    expect(await sold()).not.toContain('unpriced')
    await expect(read('unpriced')).rejects.toMatchObject({ refusal: 'tld_not_found' })
    const domains = [{ name: 'ours', extension: 'unpriced' }]
    const { results } = await platform.rpc.call(checkDomains, { domains }, anna.call())
    expect(results).toMatchObject([{ status: 'active', reason: 'Extension without a price' }])
    await expect(anna.create('ours.unpriced')).rejects.toMatchObject({ refusal: 'not_sold' })
    await price('unpriced')
    expect(await find('unpriced')).not.toHaveProperty('obstacle')
    expect(await sold()).toContain('unpriced')
    expect(await anna.create('ours.unpriced')).toMatchObject({ status: 'REQ' })
  })

  it('is announced to the other services', async () => {
    const event = await eventually(() => announced.find(({ suffix }) => suffix === 'acme'), 'the event')
    expect(event).toMatchObject({ isRetired: false, record: { suffix: 'acme', periods: { min: 2, max: 10 } } })
  })

  it('asks for the additional data of its record', async () => {
    await put({
      suffix: 'fields',
      ...inSandbox,
      additionalData: {
        order: {
          properties: {
            id_type: { title: 'Kind of document', oneOf: [{ const: 'p', title: 'Passport' }] },
            id_number: { title: 'Number of the document', maxLength: 5 },
          },
          required: ['id_type'],
        },
      },
    })
    const domain = { name: 'ours', extension: 'fields' }
    expect(await platform.rpc.call(listDomainRequirements, { domain }, anna.call())).toEqual([
      {
        name: 'id_type',
        description: 'Kind of document',
        type: 'select',
        required: true,
        options: [{ value: 'p', description: 'Passport' }],
      },
      { name: 'id_number', description: 'Number of the document', type: 'text', required: false },
    ])
    await expect(anna.create('ours.fields')).rejects.toMatchObject({ refusal: 'additional_data_missing' })
  })

  it('takes data of names that the API does not have, and ignores what the record does not ask for', async () => {
    const properties = { shoe_size: { title: 'Size of shoes', maxLength: 2 } }
    await put({
      suffix: 'madeshoes',
      ...inSandbox,
      additionalData: { order: { properties, required: ['shoe_size'] } },
    })
    const create = (data: Record<string, unknown>) => anna.create('ours.madeshoes', { additional_data: data })
    await expect(create({ trademark: 'x' })).rejects.toMatchObject({ refusal: 'additional_data_missing' })
    for (const wrong of ['123', { size: 42 }])
      await expect(create({ shoe_size: wrong })).rejects.toMatchObject({
        refusal: 'additional_data_invalid',
        details: { field: 'additional_data.shoe_size' },
      })
    const { id } = await create({ shoe_size: 42, trademark: 'x', hat_size: 7, nested: { more: true } })
    const shown = () => platform.rpc.call(getDomain, { id: id!, with_additional_data: true }, anna.call())
    expect((await shown()).additional_data).toEqual({ shoe_size: '42', trademark: 'x' })
    await platform.settle(await platform.submitted('ours.madeshoes'), {
      registry: { presence: 'ours', createdAt: platform.clock.now().toISOString() },
    })
    await platform.rpc.call(updateDomain, { id: id!, additional_data: { shoe_size: '43' } }, anna.call())
    expect((await shown()).additional_data).toEqual({ shoe_size: '43', trademark: 'x' })
  })

  it('is refused with every fault named, and when it exists', async () => {
    const faulty = { suffix: 'Bad', periods: { min: 5, max: 2 }, colour: 'red' } as ExtensionRecordGiven
    await expect(put(faulty)).rejects.toMatchObject({
      refusal: 'invalid_input',
      faults: expect.arrayContaining([
        expect.objectContaining({ path: 'record.suffix' }),
        expect.objectContaining({ path: 'record.periods.max' }),
        expect.objectContaining({ path: 'record', problem: expect.stringContaining('colour') }),
      ]),
    })
    await expect(put({ suffix: 'acme' })).rejects.toMatchObject({ details: { problem: '.acme exists: set it' } })
    await expect(put({ suffix: 'unknown' }, { isNew: false })).rejects.toMatchObject({ refusal: 'tld_not_found' })
  })
})

describe('a record with a date', () => {
  it('changes nothing before its date, and stays shown for the time before it afterwards', async () => {
    const before = platform.clock.now()
    const from = new Date(before.getTime() + DAY)
    await put({ suffix: 'later', ...inSandbox })
    const changed = { suffix: 'later', ...inSandbox, quarantine: { softDays: 3 } }
    await put(changed, { isNew: false, effectiveFrom: from.toISOString() })
    expect(await read('later')).toMatchObject({ soft_quarantine_period: 30 })
    platform.clock.set(from)
    expect(await read('later')).toMatchObject({ soft_quarantine_period: 3 })
    expect(await find('later', before)).toMatchObject({ inForce: { record: { quarantine: { softDays: 30 } } } })
    expect((await find('later')).history).toMatchObject([
      { effectiveFrom: before.toISOString(), isShipped: false },
      { effectiveFrom: from.toISOString(), isShipped: false },
    ])
  })

  it('cannot begin in the past', async () => {
    const effectiveFrom = new Date(platform.clock.now().getTime() - 1_000).toISOString()
    await expect(put({ suffix: 'past' }, { effectiveFrom })).rejects.toMatchObject({
      details: { field: 'effectiveFrom', problem: 'is in the past' },
    })
  })

  it('cannot be changed in the database', async () => {
    await expect(platform.sql.query("update extension_record set set_by = 'x'")).rejects.toThrow('append-only')
    await expect(platform.sql.query('delete from extension_record')).rejects.toThrow('append-only')
  })

  it('reaches the other replicas within seconds', async () => {
    const { rows } = await platform.sql.query('select max(number) as number from extension_record')
    await platform.replica()
    // The second replica answers some of these requests.
    await put({ suffix: 'replicated', ...inSandbox })
    await eventually(
      async () => (await Promise.all(Array.from({ length: 8 }, sold))).every((all) => all.includes('replicated')),
      'the extension in every replica',
    )
    const { rows: added } = await platform.sql.query('select suffix from extension_record where number > $1', [
      rows[0].number,
    ])
    expect(added).toEqual([{ suffix: 'replicated' }])
  })
})

describe('the delegated extensions', () => {
  const sync = (listed: InputGiven<typeof syncExtensions>['listed'], apply = true) =>
    platform.rpc.call(syncExtensions, { listed, apply }, anna.call())

  it('have the rules of the release without a stored row, and are sold once they have an account and a price', async () => {
    expect(await find('photos')).toMatchObject({
      inForce: { isShipped: true, record: { verified: false, source: expect.stringContaining('back-end') } },
      obstacle: 'it has no account at a registry',
    })
    const { rows } = await platform.sql.query(`select from extension_record where suffix = 'photos'`)
    expect(rows).toEqual([])
    const { record } = (await find('photos')).inForce
    await put({ ...record, ...inSandbox }, { isNew: false })
    await price('photos')
    expect(await sold()).toContain('photos')
    expect((await find('photos')).history.map(({ isShipped }) => isShipped)).toEqual([true, false])
  })

  it('get the rules of their back-ends from public lists, unless an operator confirmed or sells them', async () => {
    const { record } = (await find('museum')).inForce
    await put({ ...record, verified: true }, { isNew: false })
    const atGoogle = { rdapHost: 'pubapi.registry.google' }
    const listed = ['museum', 'photos', 'com', 'zoo-of-names', 'ninja'].map((suffix) => ({ suffix, ...atGoogle }))
    const seen = await sync(listed, false)
    expect(seen.kept).toBe(3)
    expect(seen.changes.map(({ suffix, isNew, backEnd }) => [suffix, isNew, backEnd])).toEqual([
      ['zoo-of-names', true, 'google'],
      ['ninja', false, 'google'],
    ])
    await expect(find('zoo-of-names')).rejects.toMatchObject({ refusal: 'tld_not_found' })
    const before = (await find('ninja')).inForce.record.additionalData
    expect(await sync(listed)).toEqual(seen)
    expect((await find('ninja')).inForce).toMatchObject({
      isShipped: false,
      record: { contacts: { model: 'prohibited' }, additionalData: before, verified: false },
    })
    expect((await sync(listed)).changes).toEqual([])
  })

  it('of countries keep their own rules', async () => {
    const { changes } = await sync([{ suffix: 'se', rdapHost: 'pubapi.registry.google' }])
    expect(changes).toEqual([])
  })
})

describe('the shipped catalogue', () => {
  it('gives way to a record of an operator, and is shown beside it', async () => {
    const { record } = (await find('org')).inForce
    await put({ ...record, quarantine: { softDays: 11, hardDays: 30 }, verified: true }, { isNew: false })
    expect(await read('org')).toMatchObject({ soft_quarantine_period: 11 })
    expect(await find('org')).toMatchObject({
      inForce: { isShipped: false, record: { verified: true } },
      shipped: { quarantine: { softDays: 30 }, verified: false },
    })
  })

  it('lists extensions that are not sold, with the reason', async () => {
    const { extensions } = await platform.rpc.call(listExtensions, {}, anna.call())
    const of = (suffix: string) => extensions.find((each) => each.suffix === suffix)
    expect(of('us')).toMatchObject({ isShipped: true, verified: false, obstacle: 'it has no account at a registry' })
    expect(of('com')).toMatchObject({ isShipped: true, account: 'sandbox', dialect: 'verisign' })
    expect(of('com')).not.toHaveProperty('obstacle')
    expect(await sold()).not.toContain('us')
  })

  it('keeps single rules that were set for it, until an operator sets the whole record', async () => {
    const rules = { quarantine: { hardDays: 12 } }
    const effectiveFrom = platform.clock.now().toISOString()
    await platform.rpc.call(setTldRules, { extension: 'info', effectiveFrom, rules }, anna.call())
    expect(await find('info')).toMatchObject({ changes: [{ rules }] })
    expect(await read('info')).toMatchObject({ quarantine_period: 12 })
    platform.clock.advance(1_000)
    await put({ ...(await find('info')).inForce.record, verified: true }, { isNew: false })
    expect((await find('info')).changes).toEqual([])
    expect(await read('info')).toMatchObject({ quarantine_period: 30 })
  })
})

describe('a retired extension', () => {
  it('is not sold any more, while its domains keep its rules', async () => {
    const { id } = await platform.active(anna, 'kept.nl')
    await platform.rpc.call(retireExtension, { suffix: 'nl' }, anna.call())
    expect(await sold()).not.toContain('nl')
    await expect(anna.create('new.nl')).rejects.toMatchObject({ refusal: 'extension_invalid' })
    expect(await find('nl')).toMatchObject({ obstacle: 'it is retired', inForce: { isRetired: true } })
    const { rows } = await platform.sql.query('select expires_at - renews_at as offset from domain where id = $1', [id])
    expect(rows[0].offset).toMatchObject({ days: 2 })
    await expect(platform.rpc.call(retireExtension, { suffix: 'unknown' }, anna.call())).rejects.toMatchObject({
      refusal: 'tld_not_found',
    })
  })

  it('can be added again', async () => {
    await put({ ...(await find('nl')).inForce.record })
    expect(await sold()).toContain('nl')
  })
})
