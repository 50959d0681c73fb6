import { Life, DAY, remove, report, restore, rgp, update } from '../../../test/life'
import { createDomain, expectGolden, resultCode } from '../../../test/sandbox'

let life: Life
beforeAll(async () => {
  life = await Life.open()
})
afterAll(() => life.close())

describe('the restore of a domain', () => {
  beforeEach(() => life.beginAgain())
  beforeEach(async () => {
    await life.client.ask(createDomain('example.com'))
    await life.pass(10)
    await life.client.ask(remove('example.com'))
  })

  it('brings a domain back with a request and a report', async () => {
    expectGolden('domain-restore', await life.client.ask(restore('example.com')))
    expect(await life.shown('example.com')).toMatchObject({
      statuses: ['pendingDelete', 'inactive'],
      rgp: ['pendingRestore'],
    })
    expect(resultCode(await life.client.ask(restore('example.com')))).toBe(2304)
    expect(resultCode(await life.client.ask(restore('example.com', 'report')))).toBe(1000)
    expect(await life.shown('example.com')).toMatchObject({
      statuses: ['inactive'],
      rgp: [],
      exDate: '2028-03-01T12:00:00.000Z',
    })
    expect(await life.charges('example.com')).toEqual(['nameyard create 800', 'nameyard restore 4000'])
  })

  it('falls back to redemption without the report', async () => {
    await life.client.ask(restore('example.com'))
    await life.pass(7)
    expect(await life.shown('example.com')).toMatchObject({ rgp: ['redemptionPeriod'] })
    expect(resultCode(await life.client.ask(restore('example.com', 'report')))).toBe(2304)
    expect(resultCode(await life.client.ask(restore('example.com')))).toBe(1000)
    expect(await life.drain(life.client)).toEqual(['2027-03-18 The restore report did not come.'])
  })

  it('is over with the redemption period, also for a report that comes later', async () => {
    await life.pass(29)
    await life.client.ask(restore('example.com'))
    await life.pass(8)
    expect(await life.shown('example.com')).toMatchObject({ rgp: ['pendingDelete'] })
  })

  it('renews a name that expired while it was deleted', async () => {
    await life.pass(1)
    await life.client.ask(createDomain('late.com'))
    await life.sandbox.control('POST', '/domains/late.com/age', { seconds: 360 * DAY })
    await life.client.ask(remove('late.com'))
    await life.pass(20)
    await life.client.ask(restore('late.com'))
    expect(resultCode(await life.client.ask(restore('late.com', 'report')))).toBe(1000)
    expect(await life.shown('late.com')).toMatchObject({ exDate: '2028-03-18T12:00:00.000Z', rgp: ['autoRenewPeriod'] })
  })

  it('is for the sponsor, of a domain that is deleted, at the registries that have it', async () => {
    expect(resultCode(await life.rival.ask(restore('example.com')))).toBe(2201)
    await life.client.ask(createDomain('alive.com'))
    expect(resultCode(await life.client.ask(restore('alive.com')))).toBe(2304)
    await life.client.ask(createDomain('example.nl'))
    await life.client.ask(remove('example.nl'))
    expect(resultCode(await life.client.ask(restore('example.nl')))).toBe(1000)
    expect(await life.shown('example.nl')).toMatchObject({ statuses: ['inactive'], rgp: [] })
  })
})

/** Nothing of this changes the one registry it is asked of. */
describe('restores that are refused', () => {
  beforeAll(async () => {
    await life.beginAgain()
    await life.client.ask(createDomain('example.com'))
    await life.client.ask(createDomain('deleted.com'))
    await life.sandbox.control('POST', '/domains/deleted.com/age', { seconds: 10 * DAY })
    expect(resultCode(await life.client.ask(remove('deleted.com')))).toBe(1001)
  })

  it.each([
    [
      'with other changes',
      update('deleted.com', '<d:chg><d:registrant>holder</d:registrant></d:chg>', rgp('request')),
      2306,
    ],
    ['another operation', update('example.com', '', rgp('undo')), 2001],
    ['a report that is missing', update('example.com', '', rgp('report')), 2003],
    ['a report with the request', update('example.com', '', rgp('request', report)), 2001],
    ['a report before its request', restore('deleted.com', 'report'), 2304],
  ])('restore: %s', async (_name, message, refused) => {
    expect(resultCode(await life.client.ask(message))).toBe(refused)
  })
})
