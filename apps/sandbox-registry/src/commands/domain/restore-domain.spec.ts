import { LifecycleSandbox, DAY, remove, report, restore, rgp, update } from '../../../test/lifecycle-sandbox'
import { createDomain, expectGolden, resultCode } from '../../../test/sandbox'

let registry: LifecycleSandbox
beforeAll(async () => {
  registry = await LifecycleSandbox.open()
})
afterAll(() => registry.close())

describe('restore of a domain', () => {
  beforeEach(() => registry.reset())
  beforeEach(async () => {
    await registry.client.ask(createDomain('example.org'))
    await registry.pass(10)
    await registry.client.ask(remove('example.org'))
  })

  it('restores a domain with a request and a report', async () => {
    expectGolden('domain-restore', await registry.client.ask(restore('example.org')))
    expect(await registry.shown('example.org')).toMatchObject({
      statuses: ['pendingDelete', 'inactive'],
      rgp: ['pendingRestore'],
    })
    expect(resultCode(await registry.client.ask(restore('example.org')))).toBe(2304)
    expect(resultCode(await registry.client.ask(restore('example.org', 'report')))).toBe(1000)
    expect(await registry.shown('example.org')).toMatchObject({
      statuses: ['inactive'],
      rgp: [],
      exDate: '2028-03-01T12:00:00.000Z',
    })
    expect(await registry.charges('example.org')).toEqual(['nameyard create 800', 'nameyard restore 4000'])
  })

  it('moves the domain back to redemptionPeriod without the report', async () => {
    await registry.client.ask(restore('example.org'))
    await registry.pass(7)
    expect(await registry.shown('example.org')).toMatchObject({ rgp: ['redemptionPeriod'] })
    expect(resultCode(await registry.client.ask(restore('example.org', 'report')))).toBe(2304)
    expect(resultCode(await registry.client.ask(restore('example.org')))).toBe(1000)
    expect(await registry.drain(registry.client)).toEqual(['2027-03-18 The restore report did not come.'])
  })

  it('refuses a request after the redemption period, and a late report', async () => {
    await registry.pass(29)
    await registry.client.ask(restore('example.org'))
    await registry.pass(8)
    expect(await registry.shown('example.org')).toMatchObject({ rgp: ['pendingDelete'] })
  })

  it('auto-renews a domain that expired while it was deleted', async () => {
    await registry.pass(1)
    await registry.client.ask(createDomain('late.org'))
    await registry.sandbox.control('POST', '/domains/late.org/age', { seconds: 360 * DAY })
    await registry.client.ask(remove('late.org'))
    await registry.pass(20)
    await registry.client.ask(restore('late.org'))
    expect(resultCode(await registry.client.ask(restore('late.org', 'report')))).toBe(1000)
    expect(await registry.shown('late.org')).toMatchObject({
      exDate: '2028-03-18T12:00:00.000Z',
      rgp: ['autoRenewPeriod'],
    })
  })

  it('refuses another registrar, a domain that is not deleted, and a TLD without restore', async () => {
    expect(resultCode(await registry.rival.ask(restore('example.org')))).toBe(2201)
    await registry.client.ask(createDomain('alive.org'))
    expect(resultCode(await registry.client.ask(restore('alive.org')))).toBe(2304)
    await registry.client.ask(createDomain('example.instant'))
    await registry.client.ask(remove('example.instant'))
    expect(resultCode(await registry.client.ask(restore('example.instant')))).toBe(1000)
    expect(await registry.shown('example.instant')).toMatchObject({ statuses: ['inactive'], rgp: [] })
  })
})

/** These commands change nothing, so one registry serves all of them. */
describe('refused restores', () => {
  beforeAll(async () => {
    await registry.reset()
    await registry.client.ask(createDomain('example.org'))
    await registry.client.ask(createDomain('deleted.org'))
    await registry.sandbox.control('POST', '/domains/deleted.org/age', { seconds: 10 * DAY })
    expect(resultCode(await registry.client.ask(remove('deleted.org')))).toBe(1001)
  })

  it.each([
    [
      'with other changes',
      update('deleted.org', '<d:chg><d:registrant>holder</d:registrant></d:chg>', rgp('request')),
      2306,
    ],
    ['another operation', update('example.org', '', rgp('undo')), 2001],
    ['a report that is missing', update('example.org', '', rgp('report')), 2003],
    ['a report with the request', update('example.org', '', rgp('request', report)), 2001],
    ['a report before its request', restore('deleted.org', 'report'), 2304],
  ])('refuses to restore: %s', async (_name, message, refused) => {
    expect(resultCode(await registry.client.ask(message))).toBe(refused)
  })
})
