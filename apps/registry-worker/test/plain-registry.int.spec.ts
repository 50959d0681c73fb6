import { checkNames } from '@nameyard/contracts/registry/check-names'
import { PATIENT_MS, startPlatform, type Platform } from './platform'
import { order, registered } from './registry-lifecycle'

let platform: Platform

/** A registry whose greeting offers no EPP extension, although the profiles of its TLDs have all of them. */
beforeAll(async () => {
  platform = await startPlatform([], PATIENT_MS)
  await platform.openRegistry()
  const all = ['rgp', 'secDNS', 'fee', 'launch', 'idn', 'loginSec', 'allocationToken', 'changePoll']
  await platform.policy({ withheldExtensions: all })
  await platform.worker()
})
afterAll(() => platform?.close())

const check = (question: { names: string[]; allocationToken?: string; claims?: string[] }) =>
  platform.domains.rpc.call(checkNames, question, platform.domains.call())
const zoneKey = { flags: 257, protocol: 3, alg: 13, pubKey: 'mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAe==' }

it('a registry without fees, tokens and claims gets plain checks', async () => {
  const { results } = await check({
    names: ['plain.org', 'taken.org'],
    allocationToken: 'Reserved-0ne-Token',
    claims: ['plain.org'],
  })
  expect(results).toEqual([
    { name: 'plain.org', available: true },
    expect.objectContaining({ name: 'taken.org', available: false }),
  ])
})

it('a refused check returns the text of the registry', async () => {
  await platform.fault({ command: 'domain:check', kind: 'inject-code', code: 2306 })
  await expect(check({ names: ['odd.org'] })).rejects.toMatchObject({
    refusal: 'registry_refused',
    details: { object: 'odd.org', registryCode: 2306, reason: expect.stringMatching(/Parameter value policy error/) },
  })
  await platform.fault({ command: 'domain:check', kind: 'inject-code', code: 2400 })
  await expect(check({ names: ['odd.org'] })).rejects.toMatchObject({
    refusal: 'registry_failed',
    details: { registryCode: 2400, reason: expect.stringMatching(/Command failed/) },
  })
})

it('a create, a renewal and an update have no extension', async () => {
  const fee = { currency: 'USD', amount: '8.00' }
  const extensions = { fee, idnTable: 'es', allocationToken: 'Reserved-0ne-Token' }
  const created = await platform.ended(await platform.submit('plain.org', extensions))
  expect(created).toMatchObject({ outcome: 'done' })
  const renewal = { expiresOn: created.registry.expiresAt!.slice(0, 10), period: { value: 1, unit: 'y' as const }, fee }
  expect(await platform.ended(await order(platform, 'domain.renew', 'plain.org', renewal))).toMatchObject({
    outcome: 'done',
  })
  const desired = { authInfo: 'qQ5#qQ5#qQ5#qQ5#', zoneKeys: [] }
  expect(await platform.ended(await order(platform, 'domain.update', 'plain.org', { desired }))).toMatchObject({
    outcome: 'done',
  })
  expect(await platform.audit({ code: '2103' })).toEqual([])
})

it('an order that needs an extension is refused without a command', async () => {
  const launched = await platform.submit('launched.org', { launch: { phase: 'sunrise' } })
  expect(await platform.ended(launched)).toMatchObject({
    outcome: 'refused',
    reason: { text: expect.stringMatching(/launch phases/) },
  })
  const signed = await platform.submit('signed.org', { zoneKeys: [zoneKey] })
  expect(await platform.ended(signed)).toMatchObject({
    outcome: 'refused',
    reason: { text: expect.stringMatching(/DNSSEC/) },
  })
  for (const object of ['launched.org', 'signed.org'])
    expect(await platform.audit({ command: 'domain:create', object })).toEqual([])

  await registered(platform, 'unsigned.org')
  const desired = { zoneKeys: [zoneKey], statuses: ['clientHold' as const] }
  expect(await platform.ended(await order(platform, 'domain.update', 'unsigned.org', { desired }))).toMatchObject({
    outcome: 'refused',
    reason: { text: expect.stringMatching(/DNSSEC/) },
    registry: { statuses: ['clientHold'] },
  })
  const restore = { deletedAt: platform.clock.now().toISOString(), reason: 'Registrant error' }
  expect(await platform.ended(await order(platform, 'domain.restore', 'unsigned.org', restore))).toMatchObject({
    outcome: 'refused',
    reason: { text: expect.stringMatching(/restores/) },
  })
})

describe('a refusal that does not echo the clTRID', () => {
  it('of a create is its answer: the create is not sent again', async () => {
    await platform.fault({ command: 'domain:create', kind: 'inject-code-without-trid', code: 2001, times: 5 })
    const operation = await platform.submit('unread.org')
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'failed', reason: { code: 2001 } })
    expect(await platform.audit({ command: 'domain:create', object: 'unread.org' })).toHaveLength(1)
    await platform.clearFaults()
  })

  it('of the info before an update fails the operation', async () => {
    await registered(platform, 'unseen.org')
    await platform.fault({ command: 'domain:info', kind: 'inject-code-without-trid', code: 2001, times: 50 })
    const operation = await order(platform, 'domain.update', 'unseen.org', {
      desired: { authInfo: 'qQ5#qQ5#qQ5#qQ5#' },
    })
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'failed', reason: { code: 2001 } })
    await platform.clearFaults()
  })
})
