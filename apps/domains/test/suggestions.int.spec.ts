import { listCustomerRequirements } from '@nameyard/contracts/domains/list-customer-requirements'
import { listDomainRequirements } from '@nameyard/contracts/domains/list-domain-requirements'
import { suggestNames } from '@nameyard/contracts/domains/suggest-names'
import type { InputGiven } from '@nameyard/contracts/operation'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
})
afterAll(() => platform?.close())

const suggest = async (asked: InputGiven<typeof suggestNames>) =>
  (await platform.rpc.call(suggestNames, asked, anna.call())).results.map(({ name }) => name)

describe('suggestions', () => {
  it('are free names under the requested extensions', async () => {
    registries.taken.add('bluebakery.com')
    await anna.create('bluebakery.nl')
    const found = await suggest({ name: 'Blue Bakery', tlds: ['com', '.NL'], limit: 3 })
    expect(found).toEqual(['blue-bakery.com', 'bluebakeryonline.com', expect.stringMatching(/bak/)])
  })

  it('are under every sold extension if the request names none', async () => {
    const found = await suggest({ name: 'grün' })
    expect(found).toHaveLength(10)
    expect(found.slice(0, 2)).toEqual(['grün.com', 'gruen.com'])
    expect(found.filter((name) => /\.(sandbox|launch)$/.test(name))).toEqual([])
    expect(await suggest({ name: 'grün', tlds: ['sandbox'], limit: 1 })).toEqual(['grün.sandbox'])
  })

  it('are empty for a name without letters or digits, and refused for an extension that is not sold', async () => {
    expect(await suggest({ name: '??' })).toEqual([])
    await expect(suggest({ name: 'a', tlds: ['unsold'] })).rejects.toMatchObject({ refusal: 'extension_invalid' })
  })

  it('are empty while the registries are unavailable', async () => {
    registries.away = true
    expect(await suggest({ name: 'away' })).toEqual([])
    registries.away = false
  })
})

describe('the required data of an extension', () => {
  const ask = (extension: string, operation?: string) =>
    platform.rpc.call(listDomainRequirements, { domain: { name: 'example', extension }, operation }, anna.call())

  it('is listed for domains and customers', async () => {
    expect((await ask('.COM', 'create')).map(({ name }) => name)).toEqual(['idn_script', 'consent_for_publishing'])
    const customers = { domain: { name: 'example', extension: 'eu' } }
    expect(await platform.rpc.call(listCustomerRequirements, customers, anna.call())).toMatchObject([
      { name: 'country_of_citizenship', type: 'select' },
    ])
    await expect(ask('unsold')).rejects.toMatchObject({ refusal: 'extension_invalid' })
  })

  it('is refused in an order when the value is not listed', async () => {
    await expect(anna.create('odd.com', { additional_data: { idn_script: 'NONE' } })).rejects.toMatchObject({
      refusal: 'additional_data_invalid',
    })
    expect(await anna.create('even.com', { additional_data: { idn_script: 'GER' } })).toMatchObject({ status: 'REQ' })
  })
})
