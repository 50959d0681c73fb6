import { randomUUID } from 'node:crypto'
import { cleanUpZone } from '@nameyard/contracts/dns/clean-up-zone'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { listZoneVersions } from '@nameyard/contracts/dns/list-zone-versions'
import { restoreZone } from '@nameyard/contracts/dns/restore-zone'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>

beforeAll(async () => {
  platform = await startPlatform()
  await platform.replica()
})
afterAll(() => platform?.close())

const create = (name: string, resellerId = 1) =>
  platform.rpc.call(
    createZone,
    {
      domain: { name, extension: 'com' },
      type: 'master',
      records: [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }],
    },
    platform.call(resellerId),
  )
const cleanUp = (name: string, endedAt = platform.clock.now().toISOString(), resellerId = 1) =>
  platform.domains.publisher.publish([
    {
      message: cleanUpZone,
      payload: { resellerId, name, endedAt },
      messageId: randomUUID(),
      correlationId: randomUUID(),
    },
  ])
const exists = (name: string) =>
  platform.rpc.call(getZone, { name }, platform.call(1)).then(
    () => true,
    () => false,
  )
const cleaned = (name: string) => eventually(async () => !(await exists(name)), `the deletion of ${name}`)

it('deletes the zone of an ended domain as a change of the platform, and the account can restore it', async () => {
  await create('left')
  await cleanUp('left.com')
  await cleaned('left.com')
  const { results } = await platform.rpc.call(listZoneVersions, { name: 'left.com' }, platform.call(1))
  expect(results[0]).toMatchObject({ version: 2, source: 'dns.clean-up-zone', added: 0, removed: 1 })
  platform.clock.advance(1000)
  const endedAt = platform.clock.now().toISOString()
  platform.clock.advance(1000)
  await platform.rpc.call(restoreZone, { name: 'left.com', version: 1 }, platform.call(1))
  // Commands are processed in order: when the last one is done, the earlier ones are done too.
  await cleanUp('left.com', endedAt)
  await cleanUp('never.com')
  await create('last')
  await cleanUp('last.com')
  await cleaned('last.com')
  expect(await exists('left.com')).toBe(true)
})

it('does not delete a zone of another account', async () => {
  await create('others')
  await create('mine', 1)
  await cleanUp('others.com', undefined, 2)
  await cleanUp('mine.com')
  await cleaned('mine.com')
  expect(await exists('others.com')).toBe(true)
})
