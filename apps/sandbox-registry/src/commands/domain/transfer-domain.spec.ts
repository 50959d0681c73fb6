import type { EppClient } from '../../../test/epp-client'
import {
  LifecycleSandbox,
  authInfo,
  period,
  pollRequest,
  remove,
  renew,
  transfer,
  update,
} from '../../../test/lifecycle-sandbox'
import { createDomain, expectGolden, hostCommand, resultCode } from '../../../test/sandbox'

let registry: LifecycleSandbox
beforeAll(async () => {
  registry = await LifecycleSandbox.open()
})
afterAll(() => registry.close())

describe('domain:transfer', () => {
  beforeEach(() => registry.reset())
  beforeEach(async () => {
    await registry.client.ask(createDomain('example.org'))
    await registry.client.ask(hostCommand('create', '<h:name>ns1.example.org</h:name><h:addr>192.0.2.2</h:addr>'))
    await registry.pass(10)
  })
  const request = () => registry.rival.ask(transfer('request', 'example.org', authInfo()))

  it('completes when the losing registrar approves', async () => {
    expectGolden('domain-transfer-request', await request())
    expect(await registry.shown('example.org')).toMatchObject({
      statuses: ['pendingTransfer', 'inactive'],
      clID: 'nameyard',
    })
    expectGolden('poll-transfer-request', await registry.client.ask(pollRequest))
    expectGolden('domain-transfer-query', await registry.rival.ask(transfer('query', 'example.org')))
    expectGolden('domain-transfer-approve', await registry.client.ask(transfer('approve', 'example.org')))
    expect(await registry.shown('example.org', registry.rival)).toEqual({
      statuses: ['inactive'],
      rgp: ['transferPeriod'],
      exDate: '2029-03-01T12:00:00.000Z',
      clID: 'rival',
    })
    expect(await registry.charges('example.org')).toEqual(['nameyard create 800', 'rival transfer 800'])
    expect(await registry.rival.ask(hostCommand('info', '<h:name>ns1.example.org</h:name>'))).toContain(
      '<host:clID>rival<',
    )
    expect(await registry.drain(registry.rival)).toEqual(['2027-03-11 Transfer approved.'])
    // The transfer cleared the authInfo.
    expect(resultCode(await registry.client.ask(transfer('request', 'example.org', authInfo())))).toBe(2202)
    expect(resultCode(await registry.client.ask(transfer('query', 'example.org')))).toBe(1000)
  })

  it('completes when the losing registrar does not answer for five days', async () => {
    await request()
    await registry.pass(4)
    expect(await registry.shown('example.org')).toMatchObject({ clID: 'nameyard' })
    await registry.pass(1)
    expect(await registry.shown('example.org', registry.rival)).toMatchObject({ clID: 'rival' })
    expect(await registry.drain(registry.client)).toEqual([
      '2027-03-11 Transfer requested.',
      '2027-03-16 Transfer approved by the registry.',
    ])
    expect(await registry.drain(registry.rival)).toEqual(['2027-03-16 Transfer approved by the registry.'])
  })

  it('can be rejected by the losing and cancelled by the gaining registrar', async () => {
    await request()
    expectGolden('domain-transfer-reject', await registry.client.ask(transfer('reject', 'example.org')))
    await request()
    expect(resultCode(await registry.rival.ask(transfer('cancel', 'example.org')))).toBe(1000)
    expect(await registry.shown('example.org')).toMatchObject({ statuses: ['inactive'], clID: 'nameyard' })
    expect(await registry.drain(registry.rival)).toEqual(['2027-03-11 Transfer rejected.'])
    expect(await registry.drain(registry.client)).toEqual([
      '2027-03-11 Transfer requested.',
      '2027-03-11 Transfer requested.',
      '2027-03-11 Transfer cancelled.',
    ])
    expect(await registry.charges('example.org')).toEqual(['nameyard create 800'])
    await registry.pass(10)
    expect(await registry.shown('example.org')).toMatchObject({ clID: 'nameyard' })
  })

  it('refuses each registrar the operations of the other', async () => {
    const codes = async (asker: EppClient, ...ops: string[]) => {
      const answered: number[] = []
      for (const op of ops) answered.push(resultCode(await asker.ask(transfer(op, 'example.org'))))
      return answered
    }
    expect(await codes(registry.client, 'approve', 'reject', 'cancel', 'query')).toEqual([2301, 2301, 2301, 2301])
    expect(await codes(registry.rival, 'query')).toEqual([2201])
    await request()
    expect(resultCode(await request())).toBe(2300)
    expect(await codes(registry.rival, 'approve', 'reject')).toEqual([2201, 2201])
    expect(await codes(registry.client, 'cancel')).toEqual([2201])
    for (const message of [
      remove('example.org'),
      renew('example.org', '2028-03-01'),
      update('example.org', '<d:add><d:status s="clientHold"/></d:add>'),
    ]) {
      expect(resultCode(await registry.client.ask(message))).toBe(2304)
    }
  })

  it('refuses the sponsor itself, with the code of the profile', async () => {
    expect(resultCode(await registry.client.ask(transfer('request', 'example.org', authInfo())))).toBe(2106)
    await registry.client.ask(createDomain('example.instant'))
    expect(resultCode(await registry.client.ask(transfer('request', 'example.instant', authInfo())))).toBe(2002)
  })

  it('refuses a locked domain, and one younger than sixty days in the profile strict', async () => {
    const lock = '<d:status s="clientTransferProhibited"/>'
    await registry.client.ask(update('example.org', `<d:add>${lock}</d:add>`))
    expect(resultCode(await request())).toBe(2304)
    await registry.client.ask(update('example.org', `<d:rem>${lock}</d:rem>`))
    expect(resultCode(await request())).toBe(1001)
    await registry.client.ask(createDomain('example.strict'))
    expect(resultCode(await registry.rival.ask(transfer('request', 'example.strict', authInfo())))).toBe(2106)
    await registry.pass(60)
    expect(resultCode(await registry.rival.ask(transfer('request', 'example.strict', authInfo())))).toBe(1001)
  })

  it('completes at once where no approval is needed', async () => {
    await registry.client.ask(createDomain('example.instant'))
    expectGolden(
      'domain-transfer-instant',
      await registry.rival.ask(transfer('request', 'example.instant', authInfo())),
    )
    expect(await registry.drain(registry.client)).toEqual(['2027-03-11 Transfer approved by the registry.'])
  })

  it('replaces an auto-renewal that is in its grace period', async () => {
    await registry.pass(360)
    expect(await registry.shown('example.org')).toMatchObject({
      exDate: '2029-03-01T12:00:00.000Z',
      rgp: ['autoRenewPeriod'],
    })
    await request()
    await registry.client.ask(transfer('approve', 'example.org'))
    expect(await registry.shown('example.org', registry.rival)).toMatchObject({ exDate: '2029-03-01T12:00:00.000Z' })
    expect(await registry.charges('example.org')).toEqual([
      'nameyard create 800',
      'nameyard auto-renew 800',
      'nameyard auto-renew -800',
      'rival transfer 800',
    ])
  })

  it('does not extend a domain beyond ten years', async () => {
    await registry.client.ask(renew('example.org', '2028-03-01', period('9')))
    await request()
    await registry.client.ask(transfer('approve', 'example.org'))
    expect(await registry.shown('example.org', registry.rival)).toMatchObject({ exDate: '2037-03-11T12:00:00.000Z' })
  })
})

/** These commands change nothing, so one registry serves all of them. */
describe('refused transfers', () => {
  beforeAll(async () => {
    await registry.reset()
    await registry.client.ask(createDomain('example.org'))
  })

  it.each([
    ['a wrong code', transfer('request', 'example.org', authInfo('wrong')), 2202],
    ['no code', transfer('request', 'example.org'), 2003],
    ['another period', transfer('request', 'example.org', `${period('2')}${authInfo()}`), 2306],
    ['an unknown domain', transfer('request', 'nowhere.org', authInfo()), 2303],
    ['an unknown operation', transfer('seize', 'example.org', authInfo()), 2001],
  ])('refuses to transfer: %s', async (_name, message, refused) => {
    expect(resultCode(await registry.rival.ask(message))).toBe(refused)
  })
})
