import { Controller } from '@nestjs/common'
import { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import { arbitrateZone } from '@nameyard/contracts/dns/arbitrate-zone'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { findZonesOfOthers } from '@nameyard/contracts/dns/find-zones-of-others'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { inspectZones } from '@nameyard/contracts/dns/inspect-zones'
import { listZoneVersions } from '@nameyard/contracts/dns/list-zone-versions'
import { moveZone } from '@nameyard/contracts/dns/move-zone'
import { removeZone } from '@nameyard/contracts/dns/remove-zone'
import { zoneTaken } from '@nameyard/contracts/dns/zone-taken'
import { Refusal } from '@nameyard/contracts/errors'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { AccountsStandIn, unknownAccount } from '@nameyard/testing/accounts'
import { eventually } from '@nameyard/testing/eventually'
import { holders } from '@nameyard/testing/holders'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { startPlatform } from './platform'

const audit: Payload<typeof recordAuditEvent>[] = []
const told: Payload<typeof zoneTaken>[] = []

/** Replaces the customers service. */
@Controller()
class CustomersStandIn {
  @Consumes(recordAuditEvent)
  async record(change: Payload<typeof recordAuditEvent>): Promise<void> {
    audit.push(change)
  }

  @Consumes(zoneTaken)
  async tell(news: Payload<typeof zoneTaken>): Promise<void> {
    told.push(news)
  }
}

let platform: Awaited<ReturnType<typeof startPlatform>>
let customers: TestParty

beforeAll(async () => {
  platform = await startPlatform()
  await platform.replica()
  customers = await testParty('customers', {
    url: platform.brokerUrl,
    clock: platform.clock,
    controllers: [AccountsStandIn, CustomersStandIn],
  })
})
afterAll(async () => {
  await customers?.close()
  await platform?.close()
})
afterEach(() => holders.of.clear())

const [OWNER, OTHER] = [1, 2] as const
const decided = { operator: 'maria', reason: 'case 7' }

const create = (name: string, resellerId: number) => {
  const [label = '', ...extension] = name.split('.')
  const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }]
  const domain = { name: label, extension: extension.join('.') }
  return platform.rpc.call(createZone, { domain, type: 'master', records }, platform.call(resellerId))
}
const operatorCall = () => {
  const { actor: _, ...call } = platform.call(OWNER)
  return call
}
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.refusal : String(error)),
  )
const reads = (name: string, resellerId: number) =>
  outcome(platform.rpc.call(getZone, { name }, platform.call(resellerId)))
const isAudited = (operation: string, subject: string) =>
  eventually(
    () => audit.find((change) => change.event === operation && change.subject === subject),
    `${operation} of ${subject} in the audit log`,
  )
const holds = (name: string, resellerId: number) => {
  const changedAt = platform.clock.now().toISOString()
  const holding = { by: 'registration' as const, since: changedAt }
  holders.of.set(name, { domainId: 9, resellerId, name, version: 2, changedAt, holding })
}

it('an operator lists the zones of an account and sees every zone that a name has had', async () => {
  await create('listed.com', OWNER)
  const { zones } = await platform.rpc.call(inspectZones, { resellerId: OWNER }, operatorCall())
  expect(zones).toEqual([
    expect.objectContaining({ name: 'listed.com', resellerId: OWNER, state: 'live', holder: null }),
  ])
  await platform.rpc.call(removeZone, { ...decided, name: 'listed.com' }, operatorCall())
  const shown = await platform.rpc.call(inspectZones, { name: 'LISTED.com' }, operatorCall())
  expect(shown.zones).toEqual([expect.objectContaining({ name: 'listed.com', state: 'deleted', version: 2 })])
  expect(await outcome(platform.rpc.call(inspectZones, { name: 'never.com' }, operatorCall()))).toBe('zone_not_found')
})

it('an operator moves a zone and those below it with their history, which names no person of the former account', async () => {
  for (const name of ['moving.com', 'a.moving.com']) await create(name, OWNER)
  const asked = { ...decided, name: 'moving.com', resellerId: OTHER }
  expect(await platform.rpc.call(moveZone, asked, operatorCall())).toEqual({
    zones: ['moving.com', 'a.moving.com'],
    from: OWNER,
  })
  expect([await reads('moving.com', OWNER), await reads('a.moving.com', OTHER)]).toEqual(['zone_not_found', 'done'])
  const { results } = await platform.rpc.call(listZoneVersions, { name: 'moving.com' }, platform.call(OTHER))
  expect(results).toEqual([expect.objectContaining({ version: 1, who: '' })])
  expect(await isAudited('zones.move', 'zone moving.com')).toMatchObject({
    actor: { contactId: null, name: new URL(platform.brokerUrl).username },
    resellerId: OWNER,
    changes: { reseller: { from: OWNER, to: OTHER }, reason: { to: 'case 7' } },
  })
})

it('an operator cannot move the zone of a domain away from its holder', async () => {
  await create('held.com', OWNER)
  holds('held.com', OWNER)
  const moved = platform.rpc.call(moveZone, { ...decided, name: 'held.com', resellerId: OTHER }, operatorCall())
  expect(await outcome(moved)).toBe('zone_unavailable')
})

it('an operator cannot give a zone or a name to an account that does not exist', async () => {
  await create('kept.com', OWNER)
  const asked = { ...decided, name: 'kept.com', resellerId: unknownAccount }
  expect(await outcome(platform.rpc.call(moveZone, asked, operatorCall()))).toBe('reseller_not_found')
  expect(await outcome(platform.rpc.call(arbitrateZone, asked, operatorCall()))).toBe('reseller_not_found')
  expect(await reads('kept.com', OWNER)).toBe('done')
})

it('an operator withdraws a zone, and its account is told', async () => {
  await create('phishing.com', OWNER)
  await platform.rpc.call(removeZone, { ...decided, name: 'phishing.com' }, operatorCall())
  expect(await reads('phishing.com', OWNER)).toBe('zone_not_found')
  await isAudited('zones.remove', 'zone phishing.com')
  const news = await eventually(() => told.find(({ domain }) => domain === 'phishing.com'), 'the news')
  expect(news).toMatchObject({ resellerId: OWNER, news: 'removed', zones: ['phishing.com'] })
})

it('an operator decides which account may have a name without a domain, until the decision ends', async () => {
  await create('disputed.com', OTHER)
  const decide = (resellerId: number | undefined, name = 'disputed.com') =>
    platform.rpc.call(arbitrateZone, { ...decided, name, resellerId }, operatorCall())
  await decide(OWNER)
  await isAudited('zones.arbitrate', 'zone disputed.com')
  expect(await reads('disputed.com', OTHER)).toBe('zone_not_found')
  expect(await outcome(create('disputed.com', OTHER))).toBe('zone_unavailable')
  expect(await outcome(create('disputed.com', OWNER))).toBe('done')
  await decide(OTHER)
  expect([await reads('disputed.com', OWNER), await outcome(create('disputed.com', OTHER))]).toEqual([
    'zone_not_found',
    'done',
  ])
  await decide(undefined)
  await platform.rpc.call(removeZone, { ...decided, name: 'disputed.com' }, operatorCall())
  expect(await outcome(create('disputed.com', OWNER))).toBe('done')
  await decide(OTHER)
  expect(await reads('disputed.com', OWNER)).toBe('zone_not_found')

  holds('registered.com', OWNER)
  expect(await outcome(decide(OTHER, 'registered.com'))).toBe('zone_unavailable')
})

it('finds the zones of other accounts at a name and below it', async () => {
  await create('sought.com', OTHER)
  await create('below.sought.com', OTHER)
  await create('besought.com', OTHER)
  const names = [OWNER, OTHER].map((resellerId) => ({ name: 'sought.com', resellerId }))
  const { zones } = await platform.rpc.call(findZonesOfOthers, { names }, operatorCall())
  expect(zones).toEqual([
    { name: 'sought.com', zone: 'below.sought.com', resellerId: OTHER },
    { name: 'sought.com', zone: 'sought.com', resellerId: OTHER },
  ])
})
