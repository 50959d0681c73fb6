import {
  command,
  createContact,
  createDomain,
  domainCommand,
  expectGolden,
  hostCommand,
  resultCode,
  Sandbox,
} from '../../../test/sandbox'
import type { EppClient } from '../../../test/epp-client'

const DAY = 24 * 60 * 60

let sandbox: Sandbox
let client: EppClient
let rival: EppClient
async function open(): Promise<void> {
  sandbox = await Sandbox.open()
  client = await sandbox.session()
  rival = await sandbox.session('rival')
  await client.ask(createContact('holder'))
}

const info = (name: string) => domainCommand('info', `<d:name>${name}</d:name>`)
const remove = (name: string) => domainCommand('delete', `<d:name>${name}</d:name>`, 'DELETE-1')
const renew = (name: string, curExpDate: string, years = '') =>
  domainCommand('renew', `<d:name>${name}</d:name><d:curExpDate>${curExpDate}</d:curExpDate>${years}`)
const period = (number: string) => `<d:period unit="y">${number}</d:period>`
const update = (name: string, inner: string, extension = '') =>
  domainCommand('update', `<d:name>${name}</d:name>${inner}`).replace(
    '<clTRID>',
    `${extension === '' ? '' : `<extension>${extension}</extension>`}<clTRID>`,
  )
const transfer = (op: string, name: string, inner = '') =>
  domainCommand('transfer', `<d:name>${name}</d:name>${inner}`).replace('<transfer>', `<transfer op="${op}">`)
const code = (pw = '2fooBAR') => `<d:authInfo><d:pw>${pw}</d:pw></d:authInfo>`
const rgp = (op: string, inner = '') =>
  `<rgp:update xmlns:rgp="urn:ietf:params:xml:ns:rgp-1.0"><rgp:restore op="${op}">${inner}</rgp:restore></rgp:update>`
const report = `<rgp:report><rgp:preData>before</rgp:preData><rgp:postData>after</rgp:postData>
  <rgp:delTime>2027-03-02T12:00:00.0Z</rgp:delTime><rgp:resTime>2027-03-03T12:00:00.0Z</rgp:resTime>
  <rgp:resReason>Registrant error</rgp:resReason><rgp:statement>First</rgp:statement>
  <rgp:statement lang="en">Second</rgp:statement></rgp:report>`
const restore = (name: string, op = 'request') => update(name, '<d:chg/>', rgp(op, op === 'report' ? report : ''))
const pollRequest = command('<poll op="req"/>')

const pass = async (days: number) => {
  const { status, body } = await sandbox.control('POST', '/clock/advance', { seconds: days * DAY })
  expect(status).toBe(200)
  return body
}
const balances = async (registrar: string) =>
  ((await sandbox.control('GET', '/balances')).body.balances ?? []).filter((balance) => balance.registrar === registrar)
const charges = async (name: string) =>
  ((await sandbox.control('GET', `/charges?domain=${name}`)).body.charges ?? []).map(
    ({ registrar, kind, cents }) => `${registrar} ${kind} ${cents}`,
  )
const shown = async (name: string, asker = client) => {
  const answer = await asker.ask(info(name))
  const all = (pattern: RegExp) => [...answer.matchAll(pattern)].map(([, found]) => found)
  return {
    statuses: all(/<domain:status s="(.*?)"/g),
    rgp: all(/<rgp:rgpStatus s="(.*?)"/g),
    exDate: all(/<domain:exDate>(.*?)</g)[0],
    clID: all(/<domain:clID>(.*?)</g)[0],
  }
}
/** Takes every message off a queue; gives what each said. */
const drain = async (asker: EppClient) => {
  const texts: (string | undefined)[] = []
  for (;;) {
    const answer = await asker.ask(pollRequest)
    if (resultCode(answer) === 1300) return texts
    texts.push(/<qDate>(.*?)T.*?<msg>(.*?)<\/msg>/s.exec(answer)?.slice(1).join(' '))
    const id = /<msgQ count="\d+" id="(\d+)"/.exec(answer)?.[1]
    expect(resultCode(await asker.ask(command(`<poll op="ack" msgID="${id}"/>`)))).toBe(1000)
  }
}

const ns = (host: string) => `<d:ns><d:hostObj>${host}</d:hostObj></d:ns>`
const status = (s: string) => `<d:status s="${s}"/>`

/** The registry's time moves within a test, so each has a registry of its own. */
describe('the life of a domain', () => {
  beforeEach(open)
  afterEach(() => sandbox.close())

  describe('renew', () => {
    beforeEach(async () => {
      await client.ask(createDomain('example.com', { period: period('2') }))
    })

    it('adds years, charges once, and can be given back within the grace period', async () => {
      expectGolden('domain-renew', await client.ask(renew('example.com', '2029-03-01', period('3'))))
      expect(await shown('example.com')).toMatchObject({ rgp: ['addPeriod', 'renewPeriod'] })
      expectGolden('domain-renew-repeated', await client.ask(renew('example.com', '2029-03-01', period('3'))))
      expect(await charges('example.com')).toEqual(['nameyard create 1600', 'nameyard renew 2400'])
      expect(await balances('nameyard')).toEqual([{ registrar: 'nameyard', currency: 'USD', cents: -4000 }])
    })

    it('refuses what is not the registrar own, prohibited, or beyond its credit', async () => {
      expect(resultCode(await rival.ask(renew('example.com', '2029-03-01')))).toBe(2201)
      await sandbox.control('PUT', '/registrars/nameyard/credit', { cents: 2000 })
      expect(resultCode(await client.ask(renew('example.com', '2029-03-01')))).toBe(2104)
      await sandbox.control('PUT', '/registrars/nameyard/credit', { cents: null })
      await client.ask(update('example.com', '<d:add><d:status s="clientRenewProhibited"/></d:add>'))
      expect(resultCode(await client.ask(renew('example.com', '2029-03-01')))).toBe(2304)
      expect(await charges('example.com')).toEqual(['nameyard create 1600'])
    })
  })

  describe('update', () => {
    beforeEach(async () => {
      await client.ask(createContact('other-holder'))
      for (const host of ['ns1.hoster.example', 'ns2.hoster.example']) {
        await client.ask(hostCommand('create', `<h:name>${host}</h:name>`))
      }
      await client.ask(createDomain('example.com', { ns: ns('ns1.hoster.example') }))
    })

    it('adds, removes and replaces', async () => {
      const message = update(
        'example.com',
        `<d:add>${ns('ns2.hoster.example')}<d:contact type="billing">other-holder</d:contact>${status('clientHold')}</d:add>
         <d:rem>${ns('ns1.hoster.example')}<d:contact type="tech">holder</d:contact></d:rem>
         <d:chg><d:registrant>other-holder</d:registrant>${code('n3w-Code')}</d:chg>`,
      )
      expectGolden('domain-update', await client.ask(message))
      expectGolden('domain-info-updated', await client.ask(info('example.com')))
    })

    it('replaces the glue of a host attribute, and takes the authInfo away', async () => {
      const attribute = (address: string) =>
        `<d:ns><d:hostAttr><d:hostName>ns1.example.nl</d:hostName><d:hostAddr>${address}</d:hostAddr></d:hostAttr></d:ns>`
      await client.ask(createDomain('example.nl', { ns: attribute('192.0.2.1') }))
      const message = update(
        'example.nl',
        `<d:add>${attribute('192.0.2.2')}</d:add><d:rem>${attribute('192.0.2.1')}</d:rem>
         <d:chg><d:authInfo><d:null/></d:authInfo></d:chg>`,
      )
      expect(resultCode(await client.ask(message))).toBe(1000)
      const answer = await client.ask(info('example.nl'))
      expect(answer).toContain('>192.0.2.2<')
      expect(answer).not.toContain('>192.0.2.1<')
      expect(answer).not.toContain('authInfo')
    })

    it('lets a domain that must not be updated be freed of just that', async () => {
      const lock = status('clientUpdateProhibited')
      expect(resultCode(await client.ask(update('example.com', `<d:add>${lock}</d:add>`)))).toBe(1000)
      const hold = `<d:add>${status('clientHold')}</d:add>`
      expect(resultCode(await client.ask(update('example.com', hold)))).toBe(2304)
      expect(resultCode(await client.ask(update('example.com', `<d:rem>${lock}</d:rem>`)))).toBe(1000)
      expect(resultCode(await client.ask(update('example.com', hold)))).toBe(1000)
      expect(resultCode(await rival.ask(update('example.com', hold)))).toBe(2201)
    })
  })

  describe('delete', () => {
    it('frees a name in its add grace period, and refunds it with all that came after', async () => {
      await client.ask(createDomain('example.com'))
      await client.ask(renew('example.com', '2028-03-01'))
      expectGolden('domain-delete', await client.ask(remove('example.com')))
      expect(resultCode(await client.ask(info('example.com')))).toBe(2303)
      expect(await balances('nameyard')).toMatchObject([{ cents: 0 }])
      expect(resultCode(await rival.ask(createDomain('example.com').replace(/holder/g, 'rival-holder')))).toBe(1000)
    })

    it('keeps a name in redemption, then in pendingDelete, then frees it; the registrar hears of each step', async () => {
      await client.ask(createDomain('example.com'))
      await pass(6)
      await client.ask(renew('example.com', '2028-03-01'))
      expectGolden('domain-delete-pending', await client.ask(remove('example.com')))
      expectGolden('domain-info-redemption', await client.ask(info('example.com')))
      expect(await charges('example.com')).toEqual(['nameyard create 800', 'nameyard renew 800', 'nameyard renew -800'])
      for (const message of [
        remove('example.com'),
        renew('example.com', '2028-03-01'),
        update('example.com', '<d:chg><d:authInfo><d:null/></d:authInfo></d:chg>'),
      ]) {
        expect(resultCode(await client.ask(message))).toBe(2304)
      }
      expect(resultCode(await rival.ask(transfer('request', 'example.com', code())))).toBe(2304)

      await pass(30)
      expect(await shown('example.com')).toMatchObject({
        statuses: ['pendingDelete', 'inactive'],
        rgp: ['pendingDelete'],
      })
      expect(resultCode(await client.ask(restore('example.com')))).toBe(2304)
      const message = await client.ask(pollRequest)
      expectGolden('poll-pending-delete', message)
      await pass(5)
      expect(resultCode(await client.ask(info('example.com')))).toBe(2303)
      const [, msgID] = /<msgQ count="1" id="(\d+)"/.exec(message) ?? []
      await client.ask(command(`<poll op="ack" msgID="${msgID}"/>`))
      expectGolden('poll-deleted', await client.ask(pollRequest))
    })

    it('frees a name after its quarantine where there is no pendingDelete', async () => {
      await client.ask(createDomain('example.nl'))
      expect(resultCode(await client.ask(remove('example.nl')))).toBe(1001)
      await pass(40)
      expect(resultCode(await client.ask(info('example.nl')))).toBe(2303)
    })

    it('waits while other domains use a host inside it, and takes the hosts nobody uses along', async () => {
      await client.ask(createDomain('parent.com'))
      await client.ask(hostCommand('create', '<h:name>ns1.parent.com</h:name><h:addr>192.0.2.2</h:addr>'))
      const ns = '<d:ns><d:hostObj>ns1.parent.com</d:hostObj></d:ns>'
      await client.ask(createDomain('child.com', { ns }))
      expectGolden('domain-delete-host-in-use', await client.ask(remove('parent.com')))
      await client.ask(update('child.com', `<d:rem>${ns}</d:rem>`))
      expect(resultCode(await client.ask(remove('parent.com')))).toBe(1000)
      expect(resultCode(await client.ask(hostCommand('info', '<h:name>ns1.parent.com</h:name>')))).toBe(2303)
    })

    it('is prohibited by a status, and for others than the sponsor', async () => {
      await client.ask(createDomain('example.com'))
      expect(resultCode(await rival.ask(remove('example.com')))).toBe(2201)
      await client.ask(update('example.com', '<d:add><d:status s="clientDeleteProhibited"/></d:add>'))
      expect(resultCode(await client.ask(remove('example.com')))).toBe(2304)
    })
  })

  describe('restore', () => {
    beforeEach(async () => {
      await client.ask(createDomain('example.com'))
      await pass(10)
      await client.ask(remove('example.com'))
    })

    it('brings a domain back with a request and a report', async () => {
      expectGolden('domain-restore', await client.ask(restore('example.com')))
      expect(await shown('example.com')).toMatchObject({
        statuses: ['pendingDelete', 'inactive'],
        rgp: ['pendingRestore'],
      })
      expect(resultCode(await client.ask(restore('example.com')))).toBe(2304)
      expect(resultCode(await client.ask(restore('example.com', 'report')))).toBe(1000)
      expect(await shown('example.com')).toMatchObject({
        statuses: ['inactive'],
        rgp: [],
        exDate: '2028-03-01T12:00:00.000Z',
      })
      expect(await charges('example.com')).toEqual(['nameyard create 800', 'nameyard restore 4000'])
    })

    it('falls back to redemption without the report', async () => {
      await client.ask(restore('example.com'))
      await pass(7)
      expect(await shown('example.com')).toMatchObject({ rgp: ['redemptionPeriod'] })
      expect(resultCode(await client.ask(restore('example.com', 'report')))).toBe(2304)
      expect(resultCode(await client.ask(restore('example.com')))).toBe(1000)
      expect(await drain(client)).toEqual(['2027-03-18 The restore report did not come.'])
    })

    it('is over with the redemption period, also for a report that comes later', async () => {
      await pass(29)
      await client.ask(restore('example.com'))
      await pass(8)
      expect(await shown('example.com')).toMatchObject({ rgp: ['pendingDelete'] })
    })

    it('renews a name that expired while it was deleted', async () => {
      await pass(1)
      await client.ask(createDomain('late.com'))
      await sandbox.control('POST', '/domains/late.com/age', { seconds: 360 * DAY })
      await client.ask(remove('late.com'))
      await pass(20)
      await client.ask(restore('late.com'))
      expect(resultCode(await client.ask(restore('late.com', 'report')))).toBe(1000)
      expect(await shown('late.com')).toMatchObject({ exDate: '2028-03-18T12:00:00.000Z', rgp: ['autoRenewPeriod'] })
    })

    it('is for the sponsor, of a domain that is deleted, at the registries that have it', async () => {
      expect(resultCode(await rival.ask(restore('example.com')))).toBe(2201)
      await client.ask(createDomain('alive.com'))
      expect(resultCode(await client.ask(restore('alive.com')))).toBe(2304)
      await client.ask(createDomain('example.nl'))
      await client.ask(remove('example.nl'))
      expect(resultCode(await client.ask(restore('example.nl')))).toBe(1000)
      expect(await shown('example.nl')).toMatchObject({ statuses: ['inactive'], rgp: [] })
    })
  })

  describe('transfer', () => {
    beforeEach(async () => {
      await client.ask(createDomain('example.com'))
      await client.ask(hostCommand('create', '<h:name>ns1.example.com</h:name><h:addr>192.0.2.2</h:addr>'))
      await pass(10)
    })
    const request = () => rival.ask(transfer('request', 'example.com', code()))

    it('is approved by the registrar that loses the domain', async () => {
      expectGolden('domain-transfer-request', await request())
      expect(await shown('example.com')).toMatchObject({ statuses: ['pendingTransfer', 'inactive'], clID: 'nameyard' })
      expectGolden('poll-transfer-request', await client.ask(pollRequest))
      expectGolden('domain-transfer-query', await rival.ask(transfer('query', 'example.com')))
      expectGolden('domain-transfer-approve', await client.ask(transfer('approve', 'example.com')))
      expect(await shown('example.com', rival)).toEqual({
        statuses: ['inactive'],
        rgp: ['transferPeriod'],
        exDate: '2029-03-01T12:00:00.000Z',
        clID: 'rival',
      })
      expect(await charges('example.com')).toEqual(['nameyard create 800', 'rival transfer 800'])
      expect(await rival.ask(hostCommand('info', '<h:name>ns1.example.com</h:name>'))).toContain('<host:clID>rival<')
      expect(await drain(rival)).toEqual(['2027-03-11 Transfer approved.'])
      // The code has served.
      expect(resultCode(await client.ask(transfer('request', 'example.com', code())))).toBe(2202)
      expect(resultCode(await client.ask(transfer('query', 'example.com')))).toBe(1000)
    })

    it('is approved by the registry after five days of silence', async () => {
      await request()
      await pass(4)
      expect(await shown('example.com')).toMatchObject({ clID: 'nameyard' })
      await pass(1)
      expect(await shown('example.com', rival)).toMatchObject({ clID: 'rival' })
      expect(await drain(client)).toEqual([
        '2027-03-11 Transfer requested.',
        '2027-03-16 Transfer approved by the registry.',
      ])
      expect(await drain(rival)).toEqual(['2027-03-16 Transfer approved by the registry.'])
    })

    it('is rejected by the one, cancelled by the other', async () => {
      await request()
      expectGolden('domain-transfer-reject', await client.ask(transfer('reject', 'example.com')))
      await request()
      expect(resultCode(await rival.ask(transfer('cancel', 'example.com')))).toBe(1000)
      expect(await shown('example.com')).toMatchObject({ statuses: ['inactive'], clID: 'nameyard' })
      expect(await drain(rival)).toEqual(['2027-03-11 Transfer rejected.'])
      expect(await drain(client)).toEqual([
        '2027-03-11 Transfer requested.',
        '2027-03-11 Transfer requested.',
        '2027-03-11 Transfer cancelled.',
      ])
      expect(await charges('example.com')).toEqual(['nameyard create 800'])
      await pass(10)
      expect(await shown('example.com')).toMatchObject({ clID: 'nameyard' })
    })

    it('is for each registrar its own part', async () => {
      const codes = async (asker: EppClient, ...ops: string[]) => {
        const answered: number[] = []
        for (const op of ops) answered.push(resultCode(await asker.ask(transfer(op, 'example.com'))))
        return answered
      }
      expect(await codes(client, 'approve', 'reject', 'cancel', 'query')).toEqual([2301, 2301, 2301, 2301])
      expect(await codes(rival, 'query')).toEqual([2201])
      await request()
      expect(resultCode(await request())).toBe(2300)
      expect(await codes(rival, 'approve', 'reject')).toEqual([2201, 2201])
      expect(await codes(client, 'cancel')).toEqual([2201])
      for (const message of [
        remove('example.com'),
        renew('example.com', '2028-03-01'),
        update('example.com', '<d:add><d:status s="clientHold"/></d:add>'),
      ]) {
        expect(resultCode(await client.ask(message))).toBe(2304)
      }
    })

    it('refuses a domain the registrar has, with the code of the registry', async () => {
      expect(resultCode(await client.ask(transfer('request', 'example.com', code())))).toBe(2106)
      await client.ask(createDomain('example.nl'))
      expect(resultCode(await client.ask(transfer('request', 'example.nl', code())))).toBe(2002)
    })

    it('refuses what its registrar has locked, and for sixty days what is young where that is the rule', async () => {
      const lock = '<d:status s="clientTransferProhibited"/>'
      await client.ask(update('example.com', `<d:add>${lock}</d:add>`))
      expect(resultCode(await request())).toBe(2304)
      await client.ask(update('example.com', `<d:rem>${lock}</d:rem>`))
      expect(resultCode(await request())).toBe(1001)
      await client.ask(createDomain('example.strict'))
      expect(resultCode(await rival.ask(transfer('request', 'example.strict', code())))).toBe(2106)
      await pass(60)
      expect(resultCode(await rival.ask(transfer('request', 'example.strict', code())))).toBe(1001)
    })

    it('is done at once where nobody approves', async () => {
      await client.ask(createDomain('example.nl'))
      expectGolden('domain-transfer-instant', await rival.ask(transfer('request', 'example.nl', code())))
      expect(await drain(client)).toEqual(['2027-03-11 Transfer approved by the registry.'])
    })

    it('absorbs a renewal by the registry in its grace period', async () => {
      await pass(360)
      expect(await shown('example.com')).toMatchObject({ exDate: '2029-03-01T12:00:00.000Z', rgp: ['autoRenewPeriod'] })
      await request()
      await client.ask(transfer('approve', 'example.com'))
      expect(await shown('example.com', rival)).toMatchObject({ exDate: '2029-03-01T12:00:00.000Z' })
      expect(await charges('example.com')).toEqual([
        'nameyard create 800',
        'nameyard auto-renew 800',
        'nameyard auto-renew -800',
        'rival transfer 800',
      ])
    })

    it('never goes beyond ten years', async () => {
      await client.ask(renew('example.com', '2028-03-01', period('9')))
      await request()
      await client.ask(transfer('approve', 'example.com'))
      expect(await shown('example.com', rival)).toMatchObject({ exDate: '2037-03-11T12:00:00.000Z' })
    })
  })

  describe('time', () => {
    it('renews what expires, year after year and in order, and refunds it in the grace period', async () => {
      await client.ask(createDomain('first.com'))
      await pass(1)
      await client.ask(createDomain('second.com'))
      await pass(3 * 365 + 10)
      expect(await drain(client)).toEqual([
        '2028-03-01 Domain renewed by the registry.',
        '2028-03-02 Domain renewed by the registry.',
        '2029-03-01 Domain renewed by the registry.',
        '2029-03-02 Domain renewed by the registry.',
        '2030-03-01 Domain renewed by the registry.',
        '2030-03-02 Domain renewed by the registry.',
      ])
      expect(resultCode(await client.ask(remove('first.com')))).toBe(1001)
      expect(await shown('first.com')).toMatchObject({ exDate: '2030-03-01T12:00:00.000Z' })
      expect(await charges('first.com')).toEqual([
        'nameyard create 800',
        'nameyard auto-renew 800',
        'nameyard auto-renew 800',
        'nameyard auto-renew 800',
        'nameyard auto-renew -800',
      ])
    })

    it('shows the message of a renewal by the registry', async () => {
      await client.ask(createDomain('example.com'))
      await pass(366)
      expectGolden('poll-auto-renew', await client.ask(pollRequest))
    })

    it('ages one domain and no other', async () => {
      await client.ask(createDomain('old.com'))
      await client.ask(createDomain('young.com'))
      const { body } = await sandbox.control('POST', '/domains/Old.com/age', { seconds: 6 * DAY })
      expect(body).toMatchObject({ now: '2027-03-01T12:00:00.000Z' })
      expect(await shown('old.com')).toMatchObject({ rgp: [], exDate: '2028-02-24T12:00:00.000Z' })
      expect(await shown('young.com')).toMatchObject({ rgp: ['addPeriod'] })
      expect((await sandbox.control('POST', '/domains/none.com/age', { seconds: 1 })).status).toBe(404)
    })

    it('tells when it next does something of itself', async () => {
      await client.ask(createDomain('example.com'))
      const { body } = await sandbox.control('POST', '/domains/example.com/age', { seconds: 365 * DAY + 23 * 3600 })
      expect(body).toMatchObject({ jobs: 0, nextDue: '2027-03-01T13:00:00.000Z' })
      const later = (await sandbox.control('POST', '/clock/advance', { seconds: 3600 })).body
      expect(later).toMatchObject({ jobs: 1, now: '2027-03-01T13:00:00.000Z' })
    })

    it('is set ahead once, however often it is asked', async () => {
      for (let times = 0; times < 2; times++) {
        const { body } = await sandbox.control('PUT', '/clock', { secondsAhead: DAY })
        expect(body.now).toBe('2027-03-02T12:00:00.000Z')
      }
      await sandbox.control('PUT', '/clock', { secondsAhead: 1 })
      expect((await sandbox.control('GET', '/clock')).body.now).toBe('2027-03-02T12:00:00.000Z')
    })

    it('does what is due once, however many ask at once', async () => {
      await client.ask(createDomain('example.com'))
      await sandbox.pool.query(`update sandbox_registry.clock set offset_seconds = offset_seconds + ${400 * DAY}`)
      await Promise.all(Array.from({ length: 5 }, () => sandbox.control('GET', '/clock')))
      expect(await charges('example.com')).toEqual(['nameyard create 800', 'nameyard auto-renew 800'])
    })
  })

  describe('poll', () => {
    it('has nothing to say', async () => {
      expectGolden('poll-empty', await client.ask(pollRequest))
    })

    it('keeps a message until it is acknowledged by the registrar it is for', async () => {
      await client.ask(createDomain('example.com'))
      await rival.ask(transfer('request', 'example.com', code()))
      const [first, again] = [await client.ask(pollRequest), await client.ask(pollRequest)]
      const id = (answer: string) => /id="(\d+)"/.exec(answer)?.[1] ?? ''
      expect(id(again)).toBe(id(first))
      const ack = command(`<poll op="ack" msgID="${id(first)}"/>`)
      expect(resultCode(await rival.ask(ack))).toBe(2303)
      expectGolden('poll-ack', await client.ask(ack))
      expect(resultCode(await client.ask(ack))).toBe(2303)
    })
  })
})

/** Nothing of this changes the one registry it is asked of. */
describe('what is refused', () => {
  beforeAll(async () => {
    await open()
    for (const host of ['ns1.hoster.example', 'ns2.hoster.example']) {
      await client.ask(hostCommand('create', `<h:name>${host}</h:name>`))
    }
    await client.ask(createDomain('example.com', { period: period('2'), ns: ns('ns1.hoster.example') }))
    await client.ask(createDomain('deleted.com'))
    await sandbox.control('POST', '/domains/deleted.com/age', { seconds: 10 * DAY })
    expect(resultCode(await client.ask(remove('deleted.com')))).toBe(1001)
  })
  afterAll(() => sandbox.close())

  it.each([
    ['a day that is none', renew('example.com', 'soon'), 2005],
    ['more years than there may be', renew('example.com', '2029-03-01', period('9')), 2004],
    ['a period of none', renew('example.com', '2029-03-01', period('0')), 2004],
    ['a domain that is not there', renew('nowhere.com', '2029-03-01'), 2303],
    ['without the date', domainCommand('renew', '<d:name>example.com</d:name>'), 2003],
    ['where the registry renews', renew('taken.be', '2029-03-01'), 2101],
  ])('renew: %s', async (_name, message, refused) => {
    expect(resultCode(await client.ask(message))).toBe(refused)
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
    expect(resultCode(await client.ask(update('example.com', inner)))).toBe(refused)
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
    expect(resultCode(await client.ask(message))).toBe(refused)
  })

  it.each([
    ['a wrong code', transfer('request', 'example.com', code('wrong')), 2202],
    ['no code', transfer('request', 'example.com'), 2003],
    ['another period', transfer('request', 'example.com', `${period('2')}${code()}`), 2306],
    ['a domain that is not there', transfer('request', 'nowhere.com', code()), 2303],
    ['an operation nobody knows', transfer('seize', 'example.com', code()), 2001],
  ])('transfer: %s', async (_name, message, refused) => {
    expect(resultCode(await rival.ask(message))).toBe(refused)
  })

  it.each([
    ['without an operation', command('<poll/>'), 2001],
    ['of another operation', command('<poll op="peek"/>'), 2001],
    ['without its message', command('<poll op="ack"/>'), 2003],
    ['of a message that is no number', command('<poll op="ack" msgID="x"/>'), 2303],
    ['with content', command('<poll op="req">now</poll>'), 2001],
    ['with another attribute', command('<poll op="req" count="2"/>'), 2001],
  ])('poll: %s', async (_name, message, refused) => {
    expect(resultCode(await client.ask(message))).toBe(refused)
  })
})
