import { randomUUID } from 'node:crypto'
import { getTld } from '@nameyard/contracts/domains/get-tld'
import { listTlds } from '@nameyard/contracts/domains/list-tlds'
import { renewDomain } from '@nameyard/contracts/domains/renew-domain'
import { suggestNames } from '@nameyard/contracts/domains/suggest-names'
import { setRegistryAccounts } from '@nameyard/contracts/registry/set-accounts'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform({ SANDBOX: 'false' })
  anna = await platform.account()
})
afterAll(() => platform?.close())

const open = async (extensions: readonly string[], openedAt = platform.clock.now()) => {
  const payload = {
    accounts: [{ account: 'example-registry', extensions: [...extensions] }],
    openedAt: openedAt.toISOString(),
  }
  const message = { message: setRegistryAccounts, payload, messageId: randomUUID(), correlationId: randomUUID() }
  await platform.worker.publisher.publish([message])
}
const sold = async () => (await platform.rpc.call(listTlds, {}, anna.call())).results.map(({ name }) => name)

describe('an installation without a sandbox', () => {
  it('sells nothing before a worker has announced its accounts', async () => {
    expect(await sold()).toEqual([])
    await expect(anna.create('early.com')).rejects.toMatchObject({ refusal: 'extension_invalid' })
  })

  it('sells the extensions with an account, and no others', async () => {
    await open(['com', 'nl'])
    await eventually(async () => (await sold()).length > 0, 'the sold extensions')
    expect(await sold()).toEqual(['com', 'nl'])
    expect(await anna.create('ours.com')).toMatchObject({ status: 'REQ' })
    for (const name of ['ours.org', 'ours.sandbox'])
      await expect(anna.create(name)).rejects.toMatchObject({ refusal: 'extension_invalid' })
    await expect(platform.rpc.call(getTld, { name: 'org' }, anna.call())).rejects.toMatchObject({
      refusal: 'tld_not_found',
    })
    const { results } = await platform.rpc.call(suggestNames, { name: 'bakery', limit: 50 }, anna.call())
    expect(new Set(results.map(({ name }) => name.slice(name.indexOf('.') + 1)))).toEqual(new Set(['com', 'nl']))
  })

  it('ignores an announcement that is older than the last one', async () => {
    const now = platform.clock.now()
    await open(['de'], new Date(now.getTime() - 1_000))
    await open(['com', 'nl', 'org'], now)
    await eventually(async () => (await sold()).includes('org'), 'the newest accounts')
    expect(await sold()).toEqual(['com', 'nl', 'org'])
  })

  it('renews no domain whose extension has lost its account, and charges nothing', async () => {
    const { id } = await platform.active(anna, 'stranded.org')
    const { available } = await platform.balance(anna)
    platform.clock.advance(1_000)
    await open(['com', 'nl'])
    await eventually(async () => !(await sold()).includes('org'), 'the end of the sale')
    const renew = () => platform.rpc.call(renewDomain, { id, period: 1 }, anna.call())
    await expect(renew()).rejects.toMatchObject({ refusal: 'not_sold' })
    // What is reserved for earlier orders may be charged meanwhile.
    expect(await platform.balance(anna)).toMatchObject({ available })
    platform.clock.advance(1_000)
    await open(['com', 'nl', 'org'])
    await eventually(async () => (await sold()).includes('org'), 'the sale again')
    expect(await renew()).toMatchObject({ status: 'ACT' })
  })
})
