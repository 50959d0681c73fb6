import type { ExtensionRecordGiven } from '@nameyard/contracts/domains/extension-record'
import { findExtension } from '@nameyard/contracts/domains/find-extension'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { getTld } from '@nameyard/contracts/domains/get-tld'
import { putExtension } from '@nameyard/contracts/domains/put-extension'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import { importPrices } from '@nameyard/contracts/orders/import-prices'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

const DAY = 86_400_000

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
  for (const suffix of ['counted', 'checked', 'pushed']) await price(suffix)
})
afterAll(() => platform?.close())

const price = async (suffix: string) => {
  const lines = ['create', 'renew', 'transfer', 'restore'].map((each) => `regular,${suffix},${each},,,,EUR,1.00,2.00`)
  const header = 'kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price'
  const file = { list: 'shipped-eur', csv: [header, ...lines].join('\n'), allowBelowCost: false }
  const seen = await platform.rpc.call(importPrices, file, anna.call())
  await platform.rpc.call(importPrices, { ...file, apply: seen.fingerprint }, anna.call())
}
const put = (record: ExtensionRecordGiven, over: { isNew?: boolean; effectiveFrom?: string } = {}) =>
  platform.rpc.call(putExtension, { isNew: true, ...over, record }, anna.call())
const find = (suffix: string, at?: Date) =>
  platform.rpc.call(findExtension, { suffix, ...(at && { at: at.toISOString() }) }, anna.call())
const read = (name: string) => platform.rpc.call(getTld, { name }, anna.call())
const inSandbox = { registry: { account: 'sandbox' } }

describe('counts of contacts', () => {
  const counts = {
    create: { owner: { min: 1 }, admin: { min: 1, max: 1 }, billing: { max: 0 } },
    update: { owner: { max: 0 }, tech: { max: 0 } },
  }

  it('refuse orders and changes that name a contact which the registry does not take', async () => {
    await put({ suffix: 'counted', ...inSandbox, contacts: { roles: ['admin', 'tech'], counts } })
    const { handle } = anna
    const problem = '.counted takes no such contact: leave this field out'
    for (const domain of ['one.counted', 'two.counted'])
      await expect(anna.create(domain, { billing_handle: handle })).rejects.toMatchObject({
        refusal: 'invalid_input',
        details: { field: 'billing_handle', problem },
      })
    registries.taken.add('moved.pushed')
    const order = { domain: { name: 'moved', extension: 'counted' }, owner_handle: handle, auth_code: 'x' }
    await expect(
      platform.rpc.call(transferDomain, { ...order, billing_handle: handle }, anna.call()),
    ).rejects.toMatchObject({ details: { field: 'billing_handle', problem } })
    const { id } = await platform.active(anna, 'one.counted', { admin_handle: handle })
    const other = await anna.customer()
    const change = (given: object) => platform.rpc.call(updateDomain, { id, ...given }, anna.call())
    for (const field of ['owner_handle', 'tech_handle'])
      await expect(change({ [field]: other })).rejects.toMatchObject({
        refusal: 'invalid_input',
        details: { field, problem: 'under .counted this contact cannot be changed: leave this field out' },
      })
    // A domain that is read and sent back keeps its contacts.
    expect(await change({ owner_handle: handle, tech_handle: handle })).toMatchObject({ status: 'ACT' })
    expect(await change({ admin_handle: other })).toBeDefined()
  })

  it('are shown to resellers', async () => {
    expect((await read('counted')).contact_counts).toEqual([
      { role: 'owner', operation: 'create', min: 1, max: 1 },
      { role: 'admin', operation: 'create', min: 1, max: 1 },
      { role: 'billing', operation: 'create', min: 0, max: 0 },
      { role: 'owner', operation: 'update', min: 0, max: 0 },
      { role: 'tech', operation: 'update', min: 0, max: 0 },
    ])
    expect((await read('org')).contact_counts).toEqual([])
  })

  it('begin and end on the dates of their records', async () => {
    const later = new Date(platform.clock.now().getTime() + DAY)
    const { record } = (await find('counted')).inForce
    await put(
      { ...record, contacts: { roles: ['admin', 'tech'] } },
      { isNew: false, effectiveFrom: later.toISOString() },
    )
    expect((await find('counted', later)).inForce.record.contacts).not.toHaveProperty('counts')
    await expect(anna.create('two.counted', { billing_handle: anna.handle })).rejects.toMatchObject({
      refusal: 'invalid_input',
    })
  })
})

describe('checks of name servers', () => {
  it('refuse a name that never has an address, in an order and in a change', async () => {
    await put({ suffix: 'checked', ...inSandbox, hosts: { check: 'resolves', max: 4 } })
    expect(await read('checked')).toMatchObject({
      name_server_check: 'resolves',
      min_name_servers: 2,
      max_name_servers: 4,
    })
    const name_servers = [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.invalid' }]
    const refused = {
      refusal: 'invalid_input',
      details: {
        field: 'name_servers',
        problem: 'the registry of .checked checks name servers, and ns2.nameserver.invalid has no address',
      },
    }
    const own = { name_servers, ns_group: undefined }
    await expect(anna.create('one.checked', own)).rejects.toMatchObject(refused)
    const { id } = await platform.active(anna, 'one.checked')
    await expect(platform.rpc.call(updateDomain, { id, name_servers }, anna.call())).rejects.toMatchObject(refused)
    // Where the registry checks nothing, neither does the platform.
    expect(await anna.create('unchecked.org', own)).toMatchObject({ status: 'REQ' })
  })
})

describe('transfers that the losing registrar pushes', () => {
  it('are ordered without a code, show the tag, and are active when the domain is here', async () => {
    const transfer = {
      model: 'push' as const,
      tag: 'NAMEYARD',
      waitDays: 0,
      approvedBy: 'nobody' as const,
      isCancelable: false,
      periodYears: 0,
    }
    await put({ suffix: 'pushed', ...inSandbox, transfer })
    expect(await read('pushed')).toMatchObject({ transfer_tag: 'NAMEYARD', is_transfer_auth_code_required: false })
    expect(await read('org')).toMatchObject({ transfer_tag: '', is_transfer_auth_code_required: true })
    const order = { domain: { name: 'moved', extension: 'pushed' }, owner_handle: anna.handle }
    const { id } = await platform.rpc.call(transferDomain, order, anna.call())
    const submission = await platform.submitted('moved.pushed', 'domain.transfer')
    expect(submission).toMatchObject({ kind: 'domain.transfer', intent: { authInfo: '' } })
    await platform.settle(submission, { registry: { presence: 'ours', createdAt: platform.clock.now().toISOString() } })
    expect(await platform.rpc.call(getDomain, { id }, anna.call())).toMatchObject({ status: 'ACT' })
  })
})
