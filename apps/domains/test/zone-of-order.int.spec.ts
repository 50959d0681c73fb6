import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { createTemplate } from '@nameyard/contracts/dns/create-template'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { listRecords } from '@nameyard/contracts/dns/list-records'
import { findHolders } from '@nameyard/contracts/domains/find-holders'
import { tradeDomain } from '@nameyard/contracts/domains/trade-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
  await withTemplate(anna)
})
afterAll(() => platform?.close())
afterEach(() => {
  registries.taken.clear()
  registries.away = false
})

const DAY = 86_400_000
const withTemplate = (by: Account, name = 'panel', value = '192.0.2.1') => {
  const records = [{ type: 'A', name: 'www', value, ttl: 3600 }]
  return platform.rpc.call(createTemplate, { name, records }, by.call())
}
const hasZone = (name: string) => {
  const records = [{ type: 'A', name: '', value: '192.0.2.1', ttl: 900 }]
  const domain = { name, extension: 'com' }
  return platform.rpc.call(createZone, { domain, type: 'master', records }, anna.call())
}
const zones = async (name: string) => {
  const { rows } = await platform.sql.query<{ live: boolean }>(
    'select deleted_at is null as live from dns.zone where name = $1 order by id',
    [name],
  )
  return rows.map(({ live }) => live)
}
const isDeleted = (name: string) =>
  eventually(async () => (await zones(name))[0] === false, `the deletion of the zone ${name}`)
const later = (days: number) => platform.clock.advance(days * DAY)
const transfer = (label: string, over = {}) => {
  registries.taken.add(`${label}.com`)
  const order = { domain: { name: label, extension: 'com' }, owner_handle: anna.handle, auth_code: 'Secret-1' }
  return platform.rpc.call(transferDomain, { ...order, ...over }, anna.call())
}
const refused = { outcome: 'refused' as const, reason: { refusal: 'domain_not_free' as const, code: 2302, text: 'no' } }

describe('the zone that an order creates from a template', () => {
  it('is deleted when the order is refused', async () => {
    const poor = await platform.account('1')
    await withTemplate(poor)
    await expect(poor.create('unpaid.com', { ns_template_name: 'panel' })).rejects.toMatchObject({
      refusal: 'credit_too_low',
    })
    await isDeleted('unpaid.com')
  })

  it('stays when it existed before', async () => {
    const poor = await platform.account('1')
    await withTemplate(poor)
    await platform.rpc.call(
      createZone,
      { domain: { name: 'kept', extension: 'com' }, type: 'master', template_name: 'panel' },
      poor.call(),
    )
    const order = (name: string) => poor.create(name, { ns_template_name: 'panel' })
    await expect(order('kept.com')).rejects.toMatchObject({ refusal: 'credit_too_low' })
    await expect(order('unkept.com')).rejects.toMatchObject({ refusal: 'credit_too_low' })
    await isDeleted('unkept.com')
    expect(await zones('kept.com')).toEqual([true])
  })

  it('is deleted when its transfer has failed', async () => {
    const { id } = await transfer('template-moved', { ns_template_name: 'panel' })
    expect(await zones('template-moved.com')).toEqual([true])
    await platform.handled(
      await platform.publishSettlement(await platform.submitted('template-moved.com', 'domain.transfer'), refused),
    )
    later(28)
    await platform.publishDue(id, 'zone-cleanup')
    await isDeleted('template-moved.com')
  })
})

describe('the zone that a change of a domain creates from a template', () => {
  const records = async (name: string) => {
    const listed = await platform.rpc.call(listRecords, { name, type: 'A' }, anna.call())
    return listed.results.map(({ value }) => value)
  }
  const update = (id: number, change: object) => platform.rpc.call(updateDomain, { id, ...change }, anna.call())

  it('is created by an update, which does not change an existing zone', async () => {
    const { id } = await platform.active(anna, 'later.com')
    await update(id, { ns_template_id: 0 })
    expect(await zones('later.com')).toEqual([])
    await update(id, { ns_template_name: 'panel' })
    expect(await records('later.com')).toEqual(['192.0.2.1'])
    await withTemplate(anna, 'other', '192.0.2.2')
    await update(id, { ns_template_name: 'other' })
    expect(await records('later.com')).toEqual(['192.0.2.1'])
  })

  it('is created by a trade', async () => {
    await platform.active(anna, 'handed-on.sandbox')
    const customer = {
      name: { first_name: 'Hilde', last_name: 'Heir' },
      address: { street: 'Main Street', number: 12, zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
      phone: { country_code: '31', area_code: '20', subscriber_number: '1234567' },
      email: 'hilde@example.com',
    }
    const { handle } = await platform.rpc.call(createCustomer, customer, anna.call())
    const domain = { name: 'handed-on', extension: 'sandbox' }
    const input = { domain, owner_handle: handle, ns_template_name: 'panel' }
    expect(await platform.rpc.call(tradeDomain, input, anna.call())).toMatchObject({ status: 'REQ' })
    expect(await records('handed-on.sandbox')).toEqual(['192.0.2.1'])
  })

  it('is not created from an unknown template: the update is refused', async () => {
    const { id } = await platform.active(anna, 'nowhere.com')
    await expect(update(id, { ns_template_name: 'nobody' })).rejects.toMatchObject({ refusal: 'template_not_found' })
    expect(await zones('nowhere.com')).toEqual([])
  })
})

describe('the zone of a name that turns out to be registered elsewhere', () => {
  it('stays when it existed before the order', async () => {
    await hasZone('elsewhere')
    later(1)
    registries.away = true
    const { id } = await anna.create('elsewhere.com')
    const other = await anna.create('otherwise.com', { ns_template_name: 'panel' })
    for (const name of ['elsewhere.com', 'otherwise.com'])
      await platform.handled(await platform.publishSettlement(await platform.submitted(name), refused))
    later(28)
    await platform.handled(await platform.publishDue(id, 'zone-cleanup'))
    await platform.publishDue(other.id, 'zone-cleanup')
    await isDeleted('otherwise.com')
    expect(await zones('elsewhere.com')).toEqual([true])
  })
})

describe('the holders of names', () => {
  const holders = async (input: object) => {
    const { actor: _, ...call } = anna.call()
    const found = await platform.rpc.call(findHolders, input, call)
    return found.holders.map(({ name, resellerId, holding }) => [name, resellerId, holding.by])
  }

  it('are the accounts of active domains, and not those of orders', async () => {
    await platform.active(anna, 'held-here.com')
    await anna.create('only-ordered.com')
    const { resellerId } = anna.call().actor!
    const names = ['held-here.com', 'only-ordered.com', 'unknown.com']
    expect(await holders({ names })).toEqual([['held-here.com', resellerId, 'registration']])
    expect(await holders({})).toContainEqual(['held-here.com', resellerId, 'registration'])
    const page = (await holders({})).map(([name]) => name)
    expect(page).not.toContain('only-ordered.com')
    expect(await holders({ after: 2_000_000_000 })).toEqual([])
  })
})
