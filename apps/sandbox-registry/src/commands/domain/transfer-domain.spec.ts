import type { EppClient } from '../../../test/epp-client'
import { Life, authInfo, period, pollRequest, remove, renew, transfer, update } from '../../../test/life'
import { createDomain, expectGolden, hostCommand, resultCode } from '../../../test/sandbox'

let life: Life
beforeAll(async () => {
  life = await Life.open()
})
afterAll(() => life.close())

describe('the transfer of a domain', () => {
  beforeEach(() => life.beginAgain())
  beforeEach(async () => {
    await life.client.ask(createDomain('example.com'))
    await life.client.ask(hostCommand('create', '<h:name>ns1.example.com</h:name><h:addr>192.0.2.2</h:addr>'))
    await life.pass(10)
  })
  const request = () => life.rival.ask(transfer('request', 'example.com', authInfo()))

  it('is approved by the registrar that loses the domain', async () => {
    expectGolden('domain-transfer-request', await request())
    expect(await life.shown('example.com')).toMatchObject({
      statuses: ['pendingTransfer', 'inactive'],
      clID: 'nameyard',
    })
    expectGolden('poll-transfer-request', await life.client.ask(pollRequest))
    expectGolden('domain-transfer-query', await life.rival.ask(transfer('query', 'example.com')))
    expectGolden('domain-transfer-approve', await life.client.ask(transfer('approve', 'example.com')))
    expect(await life.shown('example.com', life.rival)).toEqual({
      statuses: ['inactive'],
      rgp: ['transferPeriod'],
      exDate: '2029-03-01T12:00:00.000Z',
      clID: 'rival',
    })
    expect(await life.charges('example.com')).toEqual(['nameyard create 800', 'rival transfer 800'])
    expect(await life.rival.ask(hostCommand('info', '<h:name>ns1.example.com</h:name>'))).toContain('<host:clID>rival<')
    expect(await life.drain(life.rival)).toEqual(['2027-03-11 Transfer approved.'])
    // The code has served.
    expect(resultCode(await life.client.ask(transfer('request', 'example.com', authInfo())))).toBe(2202)
    expect(resultCode(await life.client.ask(transfer('query', 'example.com')))).toBe(1000)
  })

  it('is approved by the registry after five days of silence', async () => {
    await request()
    await life.pass(4)
    expect(await life.shown('example.com')).toMatchObject({ clID: 'nameyard' })
    await life.pass(1)
    expect(await life.shown('example.com', life.rival)).toMatchObject({ clID: 'rival' })
    expect(await life.drain(life.client)).toEqual([
      '2027-03-11 Transfer requested.',
      '2027-03-16 Transfer approved by the registry.',
    ])
    expect(await life.drain(life.rival)).toEqual(['2027-03-16 Transfer approved by the registry.'])
  })

  it('is rejected by the one, cancelled by the other', async () => {
    await request()
    expectGolden('domain-transfer-reject', await life.client.ask(transfer('reject', 'example.com')))
    await request()
    expect(resultCode(await life.rival.ask(transfer('cancel', 'example.com')))).toBe(1000)
    expect(await life.shown('example.com')).toMatchObject({ statuses: ['inactive'], clID: 'nameyard' })
    expect(await life.drain(life.rival)).toEqual(['2027-03-11 Transfer rejected.'])
    expect(await life.drain(life.client)).toEqual([
      '2027-03-11 Transfer requested.',
      '2027-03-11 Transfer requested.',
      '2027-03-11 Transfer cancelled.',
    ])
    expect(await life.charges('example.com')).toEqual(['nameyard create 800'])
    await life.pass(10)
    expect(await life.shown('example.com')).toMatchObject({ clID: 'nameyard' })
  })

  it('is for each registrar its own part', async () => {
    const codes = async (asker: EppClient, ...ops: string[]) => {
      const answered: number[] = []
      for (const op of ops) answered.push(resultCode(await asker.ask(transfer(op, 'example.com'))))
      return answered
    }
    expect(await codes(life.client, 'approve', 'reject', 'cancel', 'query')).toEqual([2301, 2301, 2301, 2301])
    expect(await codes(life.rival, 'query')).toEqual([2201])
    await request()
    expect(resultCode(await request())).toBe(2300)
    expect(await codes(life.rival, 'approve', 'reject')).toEqual([2201, 2201])
    expect(await codes(life.client, 'cancel')).toEqual([2201])
    for (const message of [
      remove('example.com'),
      renew('example.com', '2028-03-01'),
      update('example.com', '<d:add><d:status s="clientHold"/></d:add>'),
    ]) {
      expect(resultCode(await life.client.ask(message))).toBe(2304)
    }
  })

  it('refuses a domain the registrar has, with the code of the registry', async () => {
    expect(resultCode(await life.client.ask(transfer('request', 'example.com', authInfo())))).toBe(2106)
    await life.client.ask(createDomain('example.nl'))
    expect(resultCode(await life.client.ask(transfer('request', 'example.nl', authInfo())))).toBe(2002)
  })

  it('refuses what its registrar has locked, and for sixty days what is young where that is the rule', async () => {
    const lock = '<d:status s="clientTransferProhibited"/>'
    await life.client.ask(update('example.com', `<d:add>${lock}</d:add>`))
    expect(resultCode(await request())).toBe(2304)
    await life.client.ask(update('example.com', `<d:rem>${lock}</d:rem>`))
    expect(resultCode(await request())).toBe(1001)
    await life.client.ask(createDomain('example.strict'))
    expect(resultCode(await life.rival.ask(transfer('request', 'example.strict', authInfo())))).toBe(2106)
    await life.pass(60)
    expect(resultCode(await life.rival.ask(transfer('request', 'example.strict', authInfo())))).toBe(1001)
  })

  it('is done at once where nobody approves', async () => {
    await life.client.ask(createDomain('example.nl'))
    expectGolden('domain-transfer-instant', await life.rival.ask(transfer('request', 'example.nl', authInfo())))
    expect(await life.drain(life.client)).toEqual(['2027-03-11 Transfer approved by the registry.'])
  })

  it('absorbs a renewal by the registry in its grace period', async () => {
    await life.pass(360)
    expect(await life.shown('example.com')).toMatchObject({
      exDate: '2029-03-01T12:00:00.000Z',
      rgp: ['autoRenewPeriod'],
    })
    await request()
    await life.client.ask(transfer('approve', 'example.com'))
    expect(await life.shown('example.com', life.rival)).toMatchObject({ exDate: '2029-03-01T12:00:00.000Z' })
    expect(await life.charges('example.com')).toEqual([
      'nameyard create 800',
      'nameyard auto-renew 800',
      'nameyard auto-renew -800',
      'rival transfer 800',
    ])
  })

  it('never goes beyond ten years', async () => {
    await life.client.ask(renew('example.com', '2028-03-01', period('9')))
    await request()
    await life.client.ask(transfer('approve', 'example.com'))
    expect(await life.shown('example.com', life.rival)).toMatchObject({ exDate: '2037-03-11T12:00:00.000Z' })
  })
})

/** Nothing of this changes the one registry it is asked of. */
describe('transfers that are refused', () => {
  beforeAll(async () => {
    await life.beginAgain()
    await life.client.ask(createDomain('example.com'))
  })

  it.each([
    ['a wrong code', transfer('request', 'example.com', authInfo('wrong')), 2202],
    ['no code', transfer('request', 'example.com'), 2003],
    ['another period', transfer('request', 'example.com', `${period('2')}${authInfo()}`), 2306],
    ['a domain that is not there', transfer('request', 'nowhere.com', authInfo()), 2303],
    ['an operation nobody knows', transfer('seize', 'example.com', authInfo()), 2001],
  ])('transfer: %s', async (_name, message, refused) => {
    expect(resultCode(await life.rival.ask(message))).toBe(refused)
  })
})
