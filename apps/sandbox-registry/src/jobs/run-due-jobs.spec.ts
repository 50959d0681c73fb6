import { LifecycleSandbox, DAY, pollRequest, remove } from '../../test/lifecycle-sandbox'
import { createDomain, expectGolden, resultCode } from '../../test/sandbox'

let registry: LifecycleSandbox
beforeAll(async () => {
  registry = await LifecycleSandbox.open()
})
afterAll(() => registry.close())

describe('due jobs', () => {
  beforeEach(() => registry.reset())

  it('renew expired domains, year after year and in order; a delete in the grace period refunds', async () => {
    await registry.client.ask(createDomain('first.org'))
    await registry.pass(1)
    await registry.client.ask(createDomain('second.org'))
    await registry.pass(3 * 365 + 10)
    expect(await registry.drain(registry.client)).toEqual([
      '2028-03-01 Domain renewed by the registry.',
      '2028-03-02 Domain renewed by the registry.',
      '2029-03-01 Domain renewed by the registry.',
      '2029-03-02 Domain renewed by the registry.',
      '2030-03-01 Domain renewed by the registry.',
      '2030-03-02 Domain renewed by the registry.',
    ])
    expect(resultCode(await registry.client.ask(remove('first.org')))).toBe(1001)
    expect(await registry.shown('first.org')).toMatchObject({ exDate: '2030-03-01T12:00:00.000Z' })
    expect(await registry.charges('first.org')).toEqual([
      'nameyard create 800',
      'nameyard auto-renew 800',
      'nameyard auto-renew 800',
      'nameyard auto-renew 800',
      'nameyard auto-renew -800',
    ])
  })

  it('inform the sponsor of an auto-renewal by poll', async () => {
    await registry.client.ask(createDomain('example.org'))
    await registry.pass(366)
    expectGolden('poll-auto-renew', await registry.client.ask(pollRequest))
  })

  it('follow the age of one domain and no other', async () => {
    await registry.client.ask(createDomain('old.org'))
    await registry.client.ask(createDomain('young.org'))
    const { body } = await registry.sandbox.control('POST', '/domains/Old.org/age', { seconds: 6 * DAY })
    expect(body).toMatchObject({ now: '2027-03-01T12:00:00.000Z' })
    expect(await registry.shown('old.org')).toMatchObject({ rgp: [], exDate: '2028-02-24T12:00:00.000Z' })
    expect(await registry.shown('young.org')).toMatchObject({ rgp: ['addPeriod'] })
    expect((await registry.sandbox.control('POST', '/domains/none.org/age', { seconds: 1 })).status).toBe(404)
  })

  it('are announced by the control port', async () => {
    await registry.client.ask(createDomain('example.org'))
    const { body } = await registry.sandbox.control('POST', '/domains/example.org/age', {
      seconds: 365 * DAY + 23 * 3600,
    })
    expect(body).toMatchObject({ jobs: 0, nextDue: '2027-03-01T13:00:00.000Z' })
    const later = (await registry.sandbox.control('POST', '/clock/advance', { seconds: 3600 })).body
    expect(later).toMatchObject({ jobs: 1, now: '2027-03-01T13:00:00.000Z' })
  })

  it('run once when the same offset is set repeatedly', async () => {
    for (let times = 0; times < 2; times++) {
      const { body } = await registry.sandbox.control('PUT', '/clock', { secondsAhead: DAY })
      expect(body.now).toBe('2027-03-02T12:00:00.000Z')
    }
    await registry.sandbox.control('PUT', '/clock', { secondsAhead: 1 })
    expect((await registry.sandbox.control('GET', '/clock')).body.now).toBe('2027-03-02T12:00:00.000Z')
  })

  it('run once when many messages arrive together', async () => {
    await registry.client.ask(createDomain('example.org'))
    await registry.sandbox.pool.query(
      `update sandbox_registry.clock set offset_seconds = offset_seconds + ${400 * DAY}`,
    )
    await Promise.all(Array.from({ length: 5 }, () => registry.sandbox.control('GET', '/clock')))
    expect(await registry.charges('example.org')).toEqual(['nameyard create 800', 'nameyard auto-renew 800'])
  })
})
