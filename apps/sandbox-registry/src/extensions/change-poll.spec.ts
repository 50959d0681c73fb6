import {
  command,
  createContact,
  createDomain,
  domainCommand,
  expectGolden,
  loginAs,
  resultCode,
  Sandbox,
} from '../../test/sandbox'

describe('changePoll', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await Sandbox.open()
  })
  afterAll(() => sandbox.close())

  const set = (name: string, body: object) => sandbox.control('PUT', `/domains/${name}/server-statuses`, body)

  it('adds the reason of a change to the poll message when the login chose the extension', async () => {
    const client = await sandbox.session()
    await client.ask(createContact('holder'))
    await client.ask(createDomain('held.org'))
    await client.ask(domainCommand('update', '<d:name>held.org</d:name><d:add><d:status s="clientHold"/></d:add>'))
    const change = { statuses: ['serverDeleteProhibited', 'serverHold'], reason: 'Court order' }
    expect((await set('held.org', change)).status).toBe(200)
    expectGolden('poll-change', await client.ask(command('<poll op="req"/>')))
    expect(resultCode(await client.ask(domainCommand('delete', '<d:name>held.org</d:name>')))).toBe(2304)

    const pollWithout = async (...extensions: RegExp[]) => {
      const other = await sandbox.connect()
      const login = loginAs('nameyard', other.greeting)
      await other.ask(extensions.reduce((message, extension) => message.replace(extension, ''), login))
      return other.ask(command('<poll op="req"/>'))
    }
    const [changePoll, unhandled] = [
      /<extURI>[^<]*changePoll-1.0<\/extURI>/,
      /<extURI>[^<]*unhandled-namespaces-1.0<\/extURI>/,
    ]
    const plain = await pollWithout(changePoll, unhandled)
    expect(plain).toContain('<domain:status s="serverHold"/>')
    expect(plain).not.toContain('changePoll')
    // RFC 9038: a client that reads what its login did not name finds it in the result.
    const inResult = await pollWithout(changePoll)
    expect(inResult).toMatch(/<extValue>\s*<value>\s*<changePoll:changeData [^]*<\/value>/)
    expect(inResult).toContain('<reason>urn:ietf:params:xml:ns:changePoll-1.0 not in login services</reason>')
    expect(inResult).not.toContain('<extension>')
  })

  it('removes server statuses and keeps client statuses', async () => {
    const client = await sandbox.session()
    await set('held.org', { statuses: [] })
    const shown = await client.ask(domainCommand('info', '<d:name>held.org</d:name>'))
    expect(shown.match(/<domain:status s="\w+"/g)).toEqual([
      '<domain:status s="clientHold"',
      '<domain:status s="inactive"',
    ])
    expect((await set('nowhere.org', { statuses: [] })).status).toBe(404)
    expect((await set('held.org', { statuses: ['clientHold'] })).status).toBe(400)
  })
})
