import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { createTemplate } from '@nameyard/contracts/dns/create-template'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { listRecords } from '@nameyard/contracts/dns/list-records'
import { tradeDomain } from '@nameyard/contracts/domains/trade-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import { eventually } from '@nameyard/testing/eventually'
import { registries, startPlatform, type Account, type Platform } from './platform'

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
const becomeGone = (name: string) =>
  eventually(async () => (await zones(name))[0] === false, `the zone of ${name} gone`)
const later = (days: number) => platform.clock.advance(days * DAY)
const transfer = (label: string, over = {}) => {
  registries.taken.add(`${label}.com`)
  const order = { domain: { name: label, extension: 'com' }, owner_handle: anna.handle, auth_code: 'Secret-1' }
  return platform.rpc.call(transferDomain, { ...order, ...over }, anna.call())
}
const refused = { outcome: 'refused' as const, reason: { refusal: 'domain_not_free' as const, code: 2302, text: 'no' } }

describe('the zone that an order makes of a template', () => {
  it('goes when the order is refused', async () => {
    const poor = await platform.account('1')
    await withTemplate(poor)
    await expect(poor.create('unpaid.com', { ns_template_name: 'panel' })).rejects.toMatchObject({
      refusal: 'credit_too_low',
    })
    await becomeGone('unpaid.com')
  })

  it('stays when it was there before', async () => {
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
    await becomeGone('unkept.com')
    expect(await zones('kept.com')).toEqual([true])
  })

  it('goes when its transfer has failed, as one that was made for it', async () => {
    const { id } = await transfer('template-moved', { ns_template_name: 'panel' })
    expect(await zones('template-moved.com')).toEqual([true])
    await platform.taken(
      await platform.tell(await platform.submitted('template-moved.com', 'domain.transfer'), refused),
    )
    later(28)
    await platform.tellDue(id, 'zone-cleanup')
    await becomeGone('template-moved.com')
  })
})

describe('the zone that a change of a name makes of a template', () => {
  const records = async (name: string) => {
    const listed = await platform.rpc.call(listRecords, { name, type: 'A' }, anna.call())
    return listed.results.map(({ value }) => value)
  }
  const update = (id: number, wish: object) => platform.rpc.call(updateDomain, { id, ...wish }, anna.call())

  it('is made by an update, and stays as it is when there is one', async () => {
    const { id } = await platform.active(anna, 'later.com')
    await update(id, { ns_template_id: 0 })
    expect(await zones('later.com')).toEqual([])
    await update(id, { ns_template_name: 'panel' })
    expect(await records('later.com')).toEqual(['192.0.2.1'])
    await withTemplate(anna, 'other', '192.0.2.2')
    await update(id, { ns_template_name: 'other' })
    expect(await records('later.com')).toEqual(['192.0.2.1'])
  })

  it('is made by a trade', async () => {
    await platform.active(anna, 'handed-on.sandbox')
    const customer = {
      name: { first_name: 'Hilde', last_name: 'Heir' },
      address: { street: 'Main Street', number: 12, zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
      phone: { country_code: '31', area_code: '20', subscriber_number: '1234567' },
      email: 'hilde@example.com',
    }
    const { handle } = await platform.rpc.call(createCustomer, customer, anna.call())
    const domain = { name: 'handed-on', extension: 'sandbox' }
    const wish = { domain, owner_handle: handle, ns_template_name: 'panel' }
    expect(await platform.rpc.call(tradeDomain, wish, anna.call())).toMatchObject({ status: 'REQ' })
    expect(await records('handed-on.sandbox')).toEqual(['192.0.2.1'])
  })

  it('is none where there is no such template', async () => {
    const { id } = await platform.active(anna, 'nowhere.com')
    await expect(update(id, { ns_template_name: 'nobody' })).rejects.toMatchObject({ refusal: 'template_not_found' })
    expect(await zones('nowhere.com')).toEqual([])
  })
})

describe('the zone of a name that turns out to be registered elsewhere', () => {
  it('stays when it was there before the order', async () => {
    await hasZone('elsewhere')
    later(1)
    registries.away = true
    const { id } = await anna.create('elsewhere.com')
    const other = await anna.create('otherwise.com', { ns_template_name: 'panel' })
    for (const name of ['elsewhere.com', 'otherwise.com'])
      await platform.taken(await platform.tell(await platform.submitted(name), refused))
    later(28)
    await platform.taken(await platform.tellDue(id, 'zone-cleanup'))
    await platform.tellDue(other.id, 'zone-cleanup')
    await becomeGone('otherwise.com')
    expect(await zones('elsewhere.com')).toEqual([true])
  })
})
