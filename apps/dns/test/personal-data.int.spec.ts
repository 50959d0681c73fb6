import { contactErased } from '@nameyard/contracts/contacts/contact-erased'
import { createDomainToken } from '@nameyard/contracts/dns/create-domain-token'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { personalDataOfZones } from '@nameyard/contracts/dns/personal-data-of-zones'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>

beforeAll(async () => {
  platform = await startPlatform()
  await platform.replica()
})
afterAll(() => platform?.close())

const dataOf = async (contactId: number) => {
  const subject = { kind: 'contact' as const, resellerId: contactId, contactId, username: `user${contactId}` }
  return (await platform.customers.rpc.call(personalDataOfZones, { subject }, platform.customers.call())).data
}

it('lists the changes and links of a contact person, and replaces an erased person in the history of zones', async () => {
  for (const person of [1, 2]) {
    const domain = { name: `private${person}`, extension: 'com' }
    const records = [{ type: 'A' as const, name: 'www', value: '192.0.2.1', ttl: 900 }]
    await platform.rpc.call(createZone, { domain, type: 'master', records }, platform.call(person))
    const link = { domain: `private${person}.com` }
    await platform.rpc.call(createDomainToken, link, platform.call(person))
  }
  expect(await dataOf(1)).toMatchObject({
    changes_of_zones: [{ zone: 'private1.com', version: 1 }],
    links_to_zones: [{ zone: 'private1.com' }],
  })
  const erased = { resellerId: 1, contactId: 1, username: 'user1', deletedName: 'deleted-1' }
  const body = JSON.stringify({ ...erased, erasedAt: platform.clock.now().toISOString() })
  const [messageId, correlationId] = ['01890000-0000-7000-8000-000000000001', 'r-1']
  await platform.customers.publisher.publish([{ message: contactErased, body, messageId, correlationId }])
  const named = async () => {
    const { rows } = await platform.sql.query<{ username: string }>(
      'select distinct username from zone_change order by 1',
    )
    return rows.map(({ username }) => username)
  }
  await eventually(async () => (await named()).includes('deleted-1'), 'the erasure')
  expect(await named()).toEqual(['deleted-1', 'user2'])
  expect((await dataOf(1)).links_to_zones).toEqual([])
  expect((await dataOf(2)).links_to_zones).toHaveLength(1)
})

it('has nothing about a customer of domains', async () => {
  const subject = { kind: 'customer' as const, resellerId: 1, handle: 'AA1-NL' }
  expect((await platform.customers.rpc.call(personalDataOfZones, { subject }, platform.customers.call())).data).toEqual(
    {},
  )
})
