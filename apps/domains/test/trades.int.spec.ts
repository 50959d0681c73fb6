import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { tradeDomain } from '@nameyard/contracts/domains/trade-domain'
import type { InputGiven } from '@nameyard/contracts/operation'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'

let platform: Platform
let anna: Account
let newOwner: string

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account('1000')
  const customer = {
    name: { first_name: 'Hilde', last_name: 'Heir' },
    address: { street: 'Main Street', number: 12, zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '31', area_code: '20', subscriber_number: '1234567' },
    email: 'hilde@example.com',
  }
  newOwner = (await platform.rpc.call(createCustomer, customer, anna.call())).handle
})
afterAll(() => platform?.close())

const trade = (name: string, given: Partial<InputGiven<typeof tradeDomain>> = {}) => {
  const [label = '', extension = ''] = name.split('.')
  return platform.rpc.call(
    tradeDomain,
    { domain: { name: label, extension }, owner_handle: newOwner, ...given },
    anna.call(),
  )
}
const read = (id: number) => platform.rpc.call(getDomain, { id }, anna.call())

describe('a trade', () => {
  it('submits the new registrant, at the price of a trade', async () => {
    const { id } = await platform.active(anna, 'traded.sandbox')
    const before = (await platform.balance(anna)).available
    expect(await trade('traded.sandbox')).toMatchObject({ status: 'REQ' })
    const submission = await platform.submitted('traded.sandbox', 'domain.trade')
    expect(submission.intent).toMatchObject({
      name: 'traded.sandbox',
      desired: { registrant: { handle: newOwner }, contacts: { admin: { handle: anna.handle } } },
    })
    expect(await read(id)).toMatchObject({ status: 'REQ', owner_handle: newOwner, admin_handle: anna.handle })
    await platform.settle(submission, { registry: { presence: 'ours' } })
    expect(await read(id)).toMatchObject({ status: 'ACT', owner_handle: newOwner })
    expect((await platform.balance(anna)).available).toBe(before - 100)
  })

  it('that is refused keeps the owner, and is released', async () => {
    const { id } = await platform.active(anna, 'untraded.sandbox')
    const before = (await platform.balance(anna)).available
    await trade('untraded.sandbox')
    const refused = { outcome: 'refused' as const }
    await platform.settle(await platform.submitted('untraded.sandbox', 'domain.trade'), refused)
    expect(await read(id)).toMatchObject({ status: 'ACT', owner_handle: anna.handle })
    await eventually(async () => (await platform.balance(anna)).available === before, 'the released reservation')
  })

  it('submits the auth code of the registry if the registry requires one', async () => {
    await platform.active(anna, 'coded.be')
    await expect(trade('coded.be')).rejects.toMatchObject({ refusal: 'authcode_missing' })
    await trade('coded.be', { auth_code: 'from-the-registry' })
    const { intent } = await platform.submitted('coded.be', 'domain.trade')
    expect(intent.authInfo).toBe('from-the-registry')
  })

  it('is refused if the extension has no trades, or if nothing changes', async () => {
    await platform.active(anna, 'own.sandbox')
    await platform.active(anna, 'generic.com')
    await anna.create('ordered.sandbox')
    await expect(trade('own.sandbox', { owner_handle: anna.handle })).rejects.toMatchObject({
      refusal: 'owner_unchanged',
    })
    await expect(trade('generic.com')).rejects.toMatchObject({ refusal: 'trade_unsupported' })
    await expect(trade('ordered.sandbox')).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    await expect(trade('nobodys.sandbox')).rejects.toMatchObject({ refusal: 'domain_not_found' })
    await expect(trade('own.sandbox', { owner_handle: 'XX999999-NL' })).rejects.toMatchObject({
      refusal: 'owner_handle_invalid',
    })
  })
})
