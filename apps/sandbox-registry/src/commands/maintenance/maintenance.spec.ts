import { command, loginAs, resultCode, Sandbox } from '../../../test/sandbox'

const MAINTENANCE = 'urn:ietf:params:xml:ns:epp:maintenance-1.0'
const info = (content: string) => command(`<info><m:info xmlns:m="${MAINTENANCE}">${content}</m:info></info>`)
const poll = command('<poll op="req"/>')
const window = { start: '2027-04-01T02:00:00Z', end: '2027-04-01T04:00:00Z', tlds: ['com', 'net'], impact: 'partial' }

describe('maintenances (RFC 9167)', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await Sandbox.open()
  })
  afterAll(() => sandbox.close())

  const put = (id: string, body: object) => sandbox.control('PUT', `/maintenances/${id}`, body)

  it('are announced to every registrar, listed and shown', async () => {
    const [client, rival] = [await sandbox.session(), await sandbox.session('rival')]
    expect((await put('upgrade', window)).status).toBe(200)
    for (const one of [client, rival]) {
      const message = await one.ask(poll)
      expect(message).toMatch(/<maint:id>upgrade<[^]*<maint:pollType>create<[^]*<maint:impact>partial</)
      expect(message).toMatch(/<maint:start>2027-04-01T02:00:00.000Z<[^]*<maint:tld>com<[^]*<maint:tld>net</)
    }
    const list = await client.ask(info('<m:list/>'))
    expect(list).toMatch(/<maint:list>\s*<maint:listItem>\s*<maint:id>upgrade</)
    const shown = await client.ask(info('<m:id>upgrade</m:id>'))
    expect(shown).toContain('<maint:reason>planned</maint:reason>')
    expect(shown).not.toContain('pollType')
  })

  it('are announced again when they are changed or cancelled', async () => {
    const client = await sandbox.session()
    const acknowledge = async () => {
      const id = /<msgQ count="\d+" id="(\d+)"/.exec(await client.ask(poll))![1]
      await client.ask(command(`<poll op="ack" msgID="${id}"/>`))
    }
    await acknowledge()
    await put('upgrade', { ...window, end: '2027-04-01T05:00:00Z' })
    expect(await client.ask(poll)).toMatch(/<maint:pollType>update<[^]*T05:00:00[^]*<maint:upDate>/)
    await acknowledge()
    expect((await sandbox.control('DELETE', '/maintenances/upgrade')).status).toBe(200)
    expect(await client.ask(poll)).toContain('<maint:pollType>delete</maint:pollType>')
    expect(resultCode(await client.ask(info('<m:id>upgrade</m:id>')))).toBe(2303)
    expect(await client.ask(info('<m:list/>'))).toContain('<maint:list/>')
  })

  it('are in the result for a client whose login did not name them (RFC 9038)', async () => {
    const client = await sandbox.connect()
    const login = loginAs('nameyard', client.greeting).replace(`<objURI>${MAINTENANCE}</objURI>`, '')
    expect(resultCode(await client.ask(login))).toBe(1000)
    const message = await client.ask(poll)
    expect(message).toMatch(
      /<value>\s*<maint:infData [^]*<\/value>\s*<reason>urn:ietf:params:xml:ns:epp:maintenance-1.0 not/,
    )
    expect(message).not.toContain('<resData>')
    expect(resultCode(await client.ask(info('<m:list/>')))).toBe(2002)
  })

  it.each([
    ['an end before the start', { ...window, end: '2027-03-01T00:00:00Z' }],
    ['another reason', { ...window, reason: 'boredom' }],
    ['no start', { end: window.end }],
  ])('are refused at the control port with %s', async (_what, body) => {
    expect((await put('faulty', body)).status).toBe(400)
  })

  it('are refused by EPP without an identifier or a list', async () => {
    const client = await sandbox.session()
    expect(resultCode(await client.ask(info('')))).toBe(2001)
    expect(resultCode(await client.ask(info('<m:id>1</m:id><m:list/>')))).toBe(2001)
    expect((await sandbox.control('DELETE', '/maintenances/nowhere')).status).toBe(404)
  })
})
