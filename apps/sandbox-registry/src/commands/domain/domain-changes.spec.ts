import {
  Life,
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
} from '../../../test/life'
import {
  command,
  createContact,
  createDomain,
  domainCommand,
  expectGolden,
  hostCommand,
  resultCode,
} from '../../../test/sandbox'

let life: Life
beforeAll(async () => {
  life = await Life.open()
})
afterAll(() => life.close())

const balances = async (registrar: string) =>
  ((await life.sandbox.control('GET', '/balances')).body.balances ?? []).filter((each) => each.registrar === registrar)

describe('the changes of a domain', () => {
  beforeEach(() => life.beginAgain())

  describe('renew', () => {
    beforeEach(async () => {
      await life.client.ask(createDomain('example.com', { period: period('2') }))
    })

    it('adds years, charges once, and can be given back within the grace period', async () => {
      expectGolden('domain-renew', await life.client.ask(renew('example.com', '2029-03-01', period('3'))))
      expect(await life.shown('example.com')).toMatchObject({ rgp: ['addPeriod', 'renewPeriod'] })
      expectGolden('domain-renew-repeated', await life.client.ask(renew('example.com', '2029-03-01', period('3'))))
      expect(await life.charges('example.com')).toEqual(['nameyard create 1600', 'nameyard renew 2400'])
      expect(await balances('nameyard')).toEqual([{ registrar: 'nameyard', currency: 'USD', cents: -4000 }])
    })

    it('refuses what is not the registrar own, prohibited, or beyond its credit', async () => {
      expect(resultCode(await life.rival.ask(renew('example.com', '2029-03-01')))).toBe(2201)
      await life.sandbox.control('PUT', '/registrars/nameyard/credit', { cents: 2000 })
      expect(resultCode(await life.client.ask(renew('example.com', '2029-03-01')))).toBe(2104)
      await life.sandbox.control('PUT', '/registrars/nameyard/credit', { cents: null })
      await life.client.ask(update('example.com', '<d:add><d:status s="clientRenewProhibited"/></d:add>'))
      expect(resultCode(await life.client.ask(renew('example.com', '2029-03-01')))).toBe(2304)
      expect(await life.charges('example.com')).toEqual(['nameyard create 1600'])
    })
  })

  describe('update', () => {
    beforeEach(async () => {
      await life.client.ask(createContact('other-holder'))
      for (const host of ['ns1.hoster.example', 'ns2.hoster.example']) {
        await life.client.ask(hostCommand('create', `<h:name>${host}</h:name>`))
      }
      await life.client.ask(createDomain('example.com', { ns: ns('ns1.hoster.example') }))
    })

    it('adds, removes and replaces', async () => {
      const message = update(
        'example.com',
        `<d:add>${ns('ns2.hoster.example')}<d:contact type="billing">other-holder</d:contact>${status('clientHold')}</d:add>
         <d:rem>${ns('ns1.hoster.example')}<d:contact type="tech">holder</d:contact></d:rem>
         <d:chg><d:registrant>other-holder</d:registrant>${authInfo('n3w-Code')}</d:chg>`,
      )
      expectGolden('domain-update', await life.client.ask(message))
      expectGolden('domain-info-updated', await life.client.ask(info('example.com')))
    })

    it('replaces the glue of a host attribute, and takes the authInfo away', async () => {
      const attribute = (address: string) =>
        `<d:ns><d:hostAttr><d:hostName>ns1.example.nl</d:hostName><d:hostAddr>${address}</d:hostAddr></d:hostAttr></d:ns>`
      await life.client.ask(createDomain('example.nl', { ns: attribute('192.0.2.1') }))
      const message = update(
        'example.nl',
        `<d:add>${attribute('192.0.2.2')}</d:add><d:rem>${attribute('192.0.2.1')}</d:rem>
         <d:chg><d:authInfo><d:null/></d:authInfo></d:chg>`,
      )
      expect(resultCode(await life.client.ask(message))).toBe(1000)
      const answer = await life.client.ask(info('example.nl'))
      expect(answer).toContain('>192.0.2.2<')
      expect(answer).not.toContain('>192.0.2.1<')
      expect(answer).not.toContain('authInfo')
    })

    it('lets a domain that must not be updated be freed of just that', async () => {
      const lock = status('clientUpdateProhibited')
      expect(resultCode(await life.client.ask(update('example.com', `<d:add>${lock}</d:add>`)))).toBe(1000)
      const hold = `<d:add>${status('clientHold')}</d:add>`
      expect(resultCode(await life.client.ask(update('example.com', hold)))).toBe(2304)
      expect(resultCode(await life.client.ask(update('example.com', `<d:rem>${lock}</d:rem>`)))).toBe(1000)
      expect(resultCode(await life.client.ask(update('example.com', hold)))).toBe(1000)
      expect(resultCode(await life.rival.ask(update('example.com', hold)))).toBe(2201)
    })
  })

  describe('delete', () => {
    it('frees a name in its add grace period, and refunds it with all that came after', async () => {
      await life.client.ask(createDomain('example.com'))
      await life.client.ask(renew('example.com', '2028-03-01'))
      expectGolden('domain-delete', await life.client.ask(remove('example.com')))
      expect(resultCode(await life.client.ask(info('example.com')))).toBe(2303)
      expect(await balances('nameyard')).toMatchObject([{ cents: 0 }])
      expect(resultCode(await life.rival.ask(createDomain('example.com').replace(/holder/g, 'rival-holder')))).toBe(
        1000,
      )
    })

    it('keeps a name in redemption, then in pendingDelete, then frees it; the registrar hears of each step', async () => {
      await life.client.ask(createDomain('example.com'))
      await life.pass(6)
      await life.client.ask(renew('example.com', '2028-03-01'))
      expectGolden('domain-delete-pending', await life.client.ask(remove('example.com')))
      expectGolden('domain-info-redemption', await life.client.ask(info('example.com')))
      expect(await life.charges('example.com')).toEqual([
        'nameyard create 800',
        'nameyard renew 800',
        'nameyard renew -800',
      ])
      for (const message of [
        remove('example.com'),
        renew('example.com', '2028-03-01'),
        update('example.com', '<d:chg><d:authInfo><d:null/></d:authInfo></d:chg>'),
      ]) {
        expect(resultCode(await life.client.ask(message))).toBe(2304)
      }
      expect(resultCode(await life.rival.ask(transfer('request', 'example.com', authInfo())))).toBe(2304)

      await life.pass(30)
      expect(await life.shown('example.com')).toMatchObject({
        statuses: ['pendingDelete', 'inactive'],
        rgp: ['pendingDelete'],
      })
      expect(resultCode(await life.client.ask(restore('example.com')))).toBe(2304)
      const message = await life.client.ask(pollRequest)
      expectGolden('poll-pending-delete', message)
      await life.pass(5)
      expect(resultCode(await life.client.ask(info('example.com')))).toBe(2303)
      const [, msgID] = /<msgQ count="1" id="(\d+)"/.exec(message) ?? []
      await life.client.ask(command(`<poll op="ack" msgID="${msgID}"/>`))
      expectGolden('poll-deleted', await life.client.ask(pollRequest))
    })

    it('frees a name after its quarantine where there is no pendingDelete', async () => {
      await life.client.ask(createDomain('example.nl'))
      expect(resultCode(await life.client.ask(remove('example.nl')))).toBe(1001)
      await life.pass(40)
      expect(resultCode(await life.client.ask(info('example.nl')))).toBe(2303)
    })

    it('waits while other domains use a host inside it, and takes the hosts nobody uses along', async () => {
      await life.client.ask(createDomain('parent.com'))
      await life.client.ask(hostCommand('create', '<h:name>ns1.parent.com</h:name><h:addr>192.0.2.2</h:addr>'))
      const ns = '<d:ns><d:hostObj>ns1.parent.com</d:hostObj></d:ns>'
      await life.client.ask(createDomain('child.com', { ns }))
      expectGolden('domain-delete-host-in-use', await life.client.ask(remove('parent.com')))
      await life.client.ask(update('child.com', `<d:rem>${ns}</d:rem>`))
      expect(resultCode(await life.client.ask(remove('parent.com')))).toBe(1000)
      expect(resultCode(await life.client.ask(hostCommand('info', '<h:name>ns1.parent.com</h:name>')))).toBe(2303)
    })

    it('is prohibited by a status, and for others than the sponsor', async () => {
      await life.client.ask(createDomain('example.com'))
      expect(resultCode(await life.rival.ask(remove('example.com')))).toBe(2201)
      await life.client.ask(update('example.com', '<d:add><d:status s="clientDeleteProhibited"/></d:add>'))
      expect(resultCode(await life.client.ask(remove('example.com')))).toBe(2304)
    })
  })
})

/** Nothing of this changes the one registry it is asked of. */
describe('changes of a domain that are refused', () => {
  beforeAll(async () => {
    await life.beginAgain()
    for (const host of ['ns1.hoster.example', 'ns2.hoster.example']) {
      await life.client.ask(hostCommand('create', `<h:name>${host}</h:name>`))
    }
    await life.client.ask(createDomain('example.com', { period: period('2'), ns: ns('ns1.hoster.example') }))
  })

  it.each([
    ['a day that is none', renew('example.com', 'soon'), 2005],
    ['more years than there may be', renew('example.com', '2029-03-01', period('9')), 2004],
    ['a period of none', renew('example.com', '2029-03-01', period('0')), 2004],
    ['a domain that is not there', renew('nowhere.com', '2029-03-01'), 2303],
    ['without the date', domainCommand('renew', '<d:name>example.com</d:name>'), 2003],
    ['where the registry renews', renew('taken.be', '2029-03-01'), 2101],
  ])('renew: %s', async (_name, message, refused) => {
    expect(resultCode(await life.client.ask(message))).toBe(refused)
  })

  it.each([
    ['nothing', '', 2003],
    ['nothing but empty containers', '<d:add/><d:rem/><d:chg/>', 2003],
    ['a host it has', `<d:add>${ns('ns1.hoster.example')}</d:add>`, 2306],
    ['a host it has not', `<d:rem>${ns('ns2.hoster.example')}</d:rem>`, 2306],
    ['a host that does not exist', `<d:add>${ns('ns9.hoster.example')}</d:add>`, 2303],
    ['a contact it has', '<d:add><d:contact type="tech">holder</d:contact></d:add>', 2306],
    ['a contact it has not', '<d:rem><d:contact type="billing">holder</d:contact></d:rem>', 2306],
    ['a contact that does not exist', '<d:add><d:contact type="tech">nobody</d:contact></d:add>', 2303],
    ["somebody else's contact", '<d:chg><d:registrant>rival-holder</d:registrant></d:chg>', 2201],
    ['no registrant', '<d:chg><d:registrant/></d:chg>', 2306],
    ['a status of the server', `<d:add>${status('serverHold')}</d:add>`, 2306],
    ['a status it has not', `<d:rem>${status('clientHold')}</d:rem>`, 2306],
    ['parts out of order', '<d:chg/><d:add/>', 2001],
  ])('update: %s', async (_name, inner, refused) => {
    expect(resultCode(await life.client.ask(update('example.com', inner)))).toBe(refused)
  })
})
