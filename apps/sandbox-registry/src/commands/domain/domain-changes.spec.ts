import {
  LifecycleSandbox,
  authInfo,
  info,
  ns,
  period,
  pollRequest,
  remove,
  renew,
  restore,
  status,
  transfer,
  update,
} from '../../../test/lifecycle-sandbox'
import {
  command,
  createContact,
  createDomain,
  domainCommand,
  expectGolden,
  hostCommand,
  resultCode,
} from '../../../test/sandbox'

let registry: LifecycleSandbox
beforeAll(async () => {
  registry = await LifecycleSandbox.open()
})
afterAll(() => registry.close())

const balances = async (registrar: string) =>
  ((await registry.sandbox.control('GET', '/balances')).body.balances ?? []).filter(
    (each) => each.registrar === registrar,
  )

describe('changes of a domain', () => {
  beforeEach(() => registry.reset())

  describe('domain:renew', () => {
    beforeEach(async () => {
      await registry.client.ask(createDomain('example.org', { period: period('2') }))
    })

    it('adds years and charges once; a delete in the grace period refunds it', async () => {
      expectGolden('domain-renew', await registry.client.ask(renew('example.org', '2029-03-01', period('3'))))
      expect(await registry.shown('example.org')).toMatchObject({ rgp: ['addPeriod', 'renewPeriod'] })
      expectGolden('domain-renew-repeated', await registry.client.ask(renew('example.org', '2029-03-01', period('3'))))
      expect(await registry.charges('example.org')).toEqual(['nameyard create 1600', 'nameyard renew 2400'])
      expect(await balances('nameyard')).toEqual([{ registrar: 'nameyard', currency: 'USD', cents: -4000 }])
    })

    it('refuses another sponsor, a prohibited status and a charge beyond the credit', async () => {
      expect(resultCode(await registry.rival.ask(renew('example.org', '2029-03-01')))).toBe(2201)
      await registry.sandbox.control('PUT', '/registrars/nameyard/credit', { cents: 2000 })
      expect(resultCode(await registry.client.ask(renew('example.org', '2029-03-01')))).toBe(2104)
      await registry.sandbox.control('PUT', '/registrars/nameyard/credit', { cents: null })
      await registry.client.ask(update('example.org', '<d:add><d:status s="clientRenewProhibited"/></d:add>'))
      expect(resultCode(await registry.client.ask(renew('example.org', '2029-03-01')))).toBe(2304)
      expect(await registry.charges('example.org')).toEqual(['nameyard create 1600'])
    })
  })

  describe('domain:update', () => {
    beforeEach(async () => {
      await registry.client.ask(createContact('other-holder'))
      for (const host of ['ns1.hoster.example', 'ns2.hoster.example']) {
        await registry.client.ask(hostCommand('create', `<h:name>${host}</h:name>`))
      }
      await registry.client.ask(createDomain('example.org', { ns: ns('ns1.hoster.example') }))
    })

    it('adds, removes and replaces parts of a domain', async () => {
      const message = update(
        'example.org',
        `<d:add>${ns('ns2.hoster.example')}<d:contact type="billing">other-holder</d:contact>${status('clientHold')}</d:add>
         <d:rem>${ns('ns1.hoster.example')}<d:contact type="tech">holder</d:contact></d:rem>
         <d:chg><d:registrant>other-holder</d:registrant>${authInfo('n3w-Code')}</d:chg>`,
      )
      expectGolden('domain-update', await registry.client.ask(message))
      expectGolden('domain-info-updated', await registry.client.ask(info('example.org')))
    })

    it('replaces the glue of a host attribute and removes the authInfo', async () => {
      const attribute = (address: string) =>
        `<d:ns><d:hostAttr><d:hostName>ns1.example.instant</d:hostName><d:hostAddr>${address}</d:hostAddr></d:hostAttr></d:ns>`
      await registry.client.ask(createDomain('example.instant', { ns: attribute('192.0.2.1') }))
      const message = update(
        'example.instant',
        `<d:add>${attribute('192.0.2.2')}</d:add><d:rem>${attribute('192.0.2.1')}</d:rem>
         <d:chg><d:authInfo><d:null/></d:authInfo></d:chg>`,
      )
      expect(resultCode(await registry.client.ask(message))).toBe(1000)
      const answer = await registry.client.ask(info('example.instant'))
      expect(answer).toContain('>192.0.2.2<')
      expect(answer).not.toContain('>192.0.2.1<')
      expect(answer).not.toContain('authInfo')
    })

    it('allows only the removal of clientUpdateProhibited while it is set', async () => {
      const lock = status('clientUpdateProhibited')
      expect(resultCode(await registry.client.ask(update('example.org', `<d:add>${lock}</d:add>`)))).toBe(1000)
      const hold = `<d:add>${status('clientHold')}</d:add>`
      expect(resultCode(await registry.client.ask(update('example.org', hold)))).toBe(2304)
      expect(resultCode(await registry.client.ask(update('example.org', `<d:rem>${lock}</d:rem>`)))).toBe(1000)
      expect(resultCode(await registry.client.ask(update('example.org', hold)))).toBe(1000)
      expect(resultCode(await registry.rival.ask(update('example.org', hold)))).toBe(2201)
    })
  })

  describe('domain:delete', () => {
    it('purges a domain in its add grace period and refunds the create and later charges', async () => {
      await registry.client.ask(createDomain('example.org'))
      await registry.client.ask(renew('example.org', '2028-03-01'))
      expectGolden('domain-delete', await registry.client.ask(remove('example.org')))
      expect(resultCode(await registry.client.ask(info('example.org')))).toBe(2303)
      expect(await balances('nameyard')).toMatchObject([{ cents: 0 }])
      expect(resultCode(await registry.rival.ask(createDomain('example.org').replace(/holder/g, 'rival-holder')))).toBe(
        1000,
      )
    })

    it('moves a domain to redemptionPeriod, pendingDelete and purge, with a poll message for each step', async () => {
      await registry.client.ask(createDomain('example.org'))
      await registry.pass(6)
      await registry.client.ask(renew('example.org', '2028-03-01'))
      expectGolden('domain-delete-pending', await registry.client.ask(remove('example.org')))
      expectGolden('domain-info-redemption', await registry.client.ask(info('example.org')))
      expect(await registry.charges('example.org')).toEqual([
        'nameyard create 800',
        'nameyard renew 800',
        'nameyard renew -800',
      ])
      for (const message of [
        remove('example.org'),
        renew('example.org', '2028-03-01'),
        update('example.org', '<d:chg><d:authInfo><d:null/></d:authInfo></d:chg>'),
      ]) {
        expect(resultCode(await registry.client.ask(message))).toBe(2304)
      }
      expect(resultCode(await registry.rival.ask(transfer('request', 'example.org', authInfo())))).toBe(2304)

      await registry.pass(30)
      expect(await registry.shown('example.org')).toMatchObject({
        statuses: ['pendingDelete', 'inactive'],
        rgp: ['pendingDelete'],
      })
      expect(resultCode(await registry.client.ask(restore('example.org')))).toBe(2304)
      const message = await registry.client.ask(pollRequest)
      expectGolden('poll-pending-delete', message)
      await registry.pass(5)
      expect(resultCode(await registry.client.ask(info('example.org')))).toBe(2303)
      const [, msgID] = /<msgQ count="1" id="(\d+)"/.exec(message) ?? []
      await registry.client.ask(command(`<poll op="ack" msgID="${msgID}"/>`))
      expectGolden('poll-deleted', await registry.client.ask(pollRequest))
    })

    it('purges a domain after its redemption period where there is no pendingDelete', async () => {
      await registry.client.ask(createDomain('example.instant'))
      expect(resultCode(await registry.client.ask(remove('example.instant')))).toBe(1001)
      await registry.pass(40)
      expect(resultCode(await registry.client.ask(info('example.instant')))).toBe(2303)
    })

    it('refuses while other domains use a host inside the domain, and deletes unused hosts with it', async () => {
      await registry.client.ask(createDomain('parent.org'))
      await registry.client.ask(hostCommand('create', '<h:name>ns1.parent.org</h:name><h:addr>192.0.2.2</h:addr>'))
      const ns = '<d:ns><d:hostObj>ns1.parent.org</d:hostObj></d:ns>'
      await registry.client.ask(createDomain('child.org', { ns }))
      expectGolden('domain-delete-host-in-use', await registry.client.ask(remove('parent.org')))
      await registry.client.ask(update('child.org', `<d:rem>${ns}</d:rem>`))
      expect(resultCode(await registry.client.ask(remove('parent.org')))).toBe(1000)
      expect(resultCode(await registry.client.ask(hostCommand('info', '<h:name>ns1.parent.org</h:name>')))).toBe(2303)
    })

    it('refuses a prohibited status and a registrar that is not the sponsor', async () => {
      await registry.client.ask(createDomain('example.org'))
      expect(resultCode(await registry.rival.ask(remove('example.org')))).toBe(2201)
      await registry.client.ask(update('example.org', '<d:add><d:status s="clientDeleteProhibited"/></d:add>'))
      expect(resultCode(await registry.client.ask(remove('example.org')))).toBe(2304)
    })
  })
})

/** These commands change nothing, so one registry serves all of them. */
describe('refused changes of a domain', () => {
  beforeAll(async () => {
    await registry.reset()
    for (const host of ['ns1.hoster.example', 'ns2.hoster.example']) {
      await registry.client.ask(hostCommand('create', `<h:name>${host}</h:name>`))
    }
    await registry.client.ask(createDomain('example.org', { period: period('2'), ns: ns('ns1.hoster.example') }))
  })

  it.each([
    ['an invalid date', renew('example.org', 'soon'), 2005],
    ['too many years', renew('example.org', '2029-03-01', period('9')), 2004],
    ['a period of zero years', renew('example.org', '2029-03-01', period('0')), 2004],
    ['an unknown domain', renew('nowhere.org', '2029-03-01'), 2303],
    ['without the date', domainCommand('renew', '<d:name>example.org</d:name>'), 2003],
    ['in a TLD that renews by itself', renew('taken.be', '2029-03-01'), 2101],
  ])('refuses to renew: %s', async (_name, message, refused) => {
    expect(resultCode(await registry.client.ask(message))).toBe(refused)
  })

  it.each([
    ['nothing', '', 2003],
    ['nothing but empty containers', '<d:add/><d:rem/><d:chg/>', 2003],
    ['add a host that it has', `<d:add>${ns('ns1.hoster.example')}</d:add>`, 2306],
    ['remove a host that it does not have', `<d:rem>${ns('ns2.hoster.example')}</d:rem>`, 2306],
    ['a host that does not exist', `<d:add>${ns('ns9.hoster.example')}</d:add>`, 2303],
    ['add a contact that it has', '<d:add><d:contact type="tech">holder</d:contact></d:add>', 2306],
    ['remove a contact that it does not have', '<d:rem><d:contact type="billing">holder</d:contact></d:rem>', 2306],
    ['a contact that does not exist', '<d:add><d:contact type="tech">nobody</d:contact></d:add>', 2303],
    ['a contact of another registrar', '<d:chg><d:registrant>rival-holder</d:registrant></d:chg>', 2201],
    ['no registrant', '<d:chg><d:registrant/></d:chg>', 2306],
    ['a server status', `<d:add>${status('serverHold')}</d:add>`, 2306],
    ['remove a status that is not set', `<d:rem>${status('clientHold')}</d:rem>`, 2306],
    ['parts out of order', '<d:chg/><d:add/>', 2001],
  ])('refuses to update: %s', async (_name, inner, refused) => {
    expect(resultCode(await registry.client.ask(update('example.org', inner)))).toBe(refused)
  })
})
