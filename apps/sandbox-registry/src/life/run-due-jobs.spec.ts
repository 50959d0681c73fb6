import { Life, DAY, pollRequest, remove } from '../../test/life'
import { createDomain, expectGolden, resultCode } from '../../test/sandbox'

let life: Life
beforeAll(async () => {
  life = await Life.open()
})
afterAll(() => life.close())

describe('the time of the registry', () => {
  beforeEach(() => life.beginAgain())

  it('renews what expires, year after year and in order, and refunds it in the grace period', async () => {
    await life.client.ask(createDomain('first.com'))
    await life.pass(1)
    await life.client.ask(createDomain('second.com'))
    await life.pass(3 * 365 + 10)
    expect(await life.drain(life.client)).toEqual([
      '2028-03-01 Domain renewed by the registry.',
      '2028-03-02 Domain renewed by the registry.',
      '2029-03-01 Domain renewed by the registry.',
      '2029-03-02 Domain renewed by the registry.',
      '2030-03-01 Domain renewed by the registry.',
      '2030-03-02 Domain renewed by the registry.',
    ])
    expect(resultCode(await life.client.ask(remove('first.com')))).toBe(1001)
    expect(await life.shown('first.com')).toMatchObject({ exDate: '2030-03-01T12:00:00.000Z' })
    expect(await life.charges('first.com')).toEqual([
      'nameyard create 800',
      'nameyard auto-renew 800',
      'nameyard auto-renew 800',
      'nameyard auto-renew 800',
      'nameyard auto-renew -800',
    ])
  })

  it('shows the message of a renewal by the registry', async () => {
    await life.client.ask(createDomain('example.com'))
    await life.pass(366)
    expectGolden('poll-auto-renew', await life.client.ask(pollRequest))
  })

  it('ages one domain and no other', async () => {
    await life.client.ask(createDomain('old.com'))
    await life.client.ask(createDomain('young.com'))
    const { body } = await life.sandbox.control('POST', '/domains/Old.com/age', { seconds: 6 * DAY })
    expect(body).toMatchObject({ now: '2027-03-01T12:00:00.000Z' })
    expect(await life.shown('old.com')).toMatchObject({ rgp: [], exDate: '2028-02-24T12:00:00.000Z' })
    expect(await life.shown('young.com')).toMatchObject({ rgp: ['addPeriod'] })
    expect((await life.sandbox.control('POST', '/domains/none.com/age', { seconds: 1 })).status).toBe(404)
  })

  it('tells when it next does something of itself', async () => {
    await life.client.ask(createDomain('example.com'))
    const { body } = await life.sandbox.control('POST', '/domains/example.com/age', { seconds: 365 * DAY + 23 * 3600 })
    expect(body).toMatchObject({ jobs: 0, nextDue: '2027-03-01T13:00:00.000Z' })
    const later = (await life.sandbox.control('POST', '/clock/advance', { seconds: 3600 })).body
    expect(later).toMatchObject({ jobs: 1, now: '2027-03-01T13:00:00.000Z' })
  })

  it('is set ahead once, however often it is asked', async () => {
    for (let times = 0; times < 2; times++) {
      const { body } = await life.sandbox.control('PUT', '/clock', { secondsAhead: DAY })
      expect(body.now).toBe('2027-03-02T12:00:00.000Z')
    }
    await life.sandbox.control('PUT', '/clock', { secondsAhead: 1 })
    expect((await life.sandbox.control('GET', '/clock')).body.now).toBe('2027-03-02T12:00:00.000Z')
  })

  it('does what is due once, however many ask at once', async () => {
    await life.client.ask(createDomain('example.com'))
    await life.sandbox.pool.query(`update sandbox_registry.clock set offset_seconds = offset_seconds + ${400 * DAY}`)
    await Promise.all(Array.from({ length: 5 }, () => life.sandbox.control('GET', '/clock')))
    expect(await life.charges('example.com')).toEqual(['nameyard create 800', 'nameyard auto-renew 800'])
  })
})
