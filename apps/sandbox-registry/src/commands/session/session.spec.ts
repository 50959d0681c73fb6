import { createHash, X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'
import { command, domainCommand, epp, expectGolden, login, resultCode, Sandbox } from '../../../test/sandbox'

describe('a session', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await Sandbox.open()
  })
  afterAll(() => sandbox.close())

  it('starts with the greeting, which hello repeats at any time', async () => {
    const client = await sandbox.connect()
    expectGolden('greeting', client.greeting)
    expect(await client.ask(epp('<hello/>'))).toBe(client.greeting)
    await client.ask(login('nameyard', 'nameyard-pw'))
    expect(await client.ask(epp('<hello/>'))).toBe(client.greeting)
  })

  it('logs in, refuses a second login, and closes after logout', async () => {
    const client = await sandbox.connect()
    expectGolden('login', await client.ask(login('nameyard', 'nameyard-pw')))
    expect(resultCode(await client.ask(login('rival', 'rival-pw')))).toBe(2002)
    expectGolden('logout', await client.ask(command('<logout/>')))
    await client.closed
  })

  it.each([
    ['domain:info', domainCommand('info', '<d:name>taken.org</d:name>')],
    ['logout', command('<logout/>')],
  ])('requires a login for %s', async (_name, message) => {
    const client = await sandbox.connect()
    expect(resultCode(await client.ask(message))).toBe(2002)
  })

  it('refuses wrong credentials, and closes after several failures', async () => {
    const client = await sandbox.connect()
    expect(resultCode(await client.ask(login('nameyard', 'wrong-pw')))).toBe(2200)
    expect(resultCode(await client.ask(login('nobody', 'nameyard-pw')))).toBe(2200)
    expect(resultCode(await client.ask(login('nameyard', 'wrong-pw')))).toBe(2501)
    await client.closed
  })

  it.each([
    ['an unsupported kind of object', login('nameyard', 'nameyard-pw').replace('host-1.0', 'planet-1.0'), 2307],
    [
      'an unsupported extension',
      login('nameyard', 'nameyard-pw').replace('</svcs>', '<svcExtension><extURI>urn:x</extURI></svcExtension></svcs>'),
      2103,
    ],
    ['another protocol version', login('nameyard', 'nameyard-pw').replace('>1.0<', '>2.0<'), 2100],
    ['another language', login('nameyard', 'nameyard-pw').replace('>en<', '>nl<'), 2102],
    ['no password', login('nameyard', 'nameyard-pw').replace(/<pw>.*<\/pw>/, ''), 2003],
    ['a password that is too long', login('nameyard', 'p'.repeat(17)), 2005],
  ])('refuses a login with %s', async (_name, message, code) => {
    const client = await sandbox.connect()
    expect(resultCode(await client.ask(message))).toBe(code)
  })

  it('accepts only the kinds of object that the login named', async () => {
    const client = await sandbox.connect()
    await client.ask(login('nameyard', 'nameyard-pw').replace('<objURI>urn:ietf:params:xml:ns:domain-1.0</objURI>', ''))
    expect(resultCode(await client.ask(domainCommand('info', '<d:name>taken.org</d:name>')))).toBe(2002)
  })

  it('changes the password at a login', async () => {
    const first = await sandbox.connect()
    expect(resultCode(await first.ask(login('rival', 'rival-pw', '<newPW>new-rival-pw</newPW>')))).toBe(1000)
    const second = await sandbox.connect()
    expect(resultCode(await second.ask(login('rival', 'rival-pw')))).toBe(2200)
    expect(resultCode(await second.ask(login('rival', 'new-rival-pw')))).toBe(1000)
  })

  it('refuses and closes a session above the limit; a closed session makes room', async () => {
    await sandbox.restart()
    await sandbox.control('PATCH', '/policy', { maxSessions: 2 })
    const [first] = [await sandbox.session(), await sandbox.session()]
    const third = await sandbox.connect()
    expect(resultCode(await third.ask(login('nameyard', 'nameyard-pw')))).toBe(2502)
    await third.closed
    await first.ask(command('<logout/>'))
    await first.closed
    const fourth = await sandbox.connect()
    expect(resultCode(await fourth.ask(login('nameyard', 'nameyard-pw')))).toBe(1000)
  })
})

describe('an account with a client certificate', () => {
  it('logs in only with the pinned certificate', async () => {
    const own = await generate([{ name: 'commonName', value: 'nameyard' }])
    const other = await generate([{ name: 'commonName', value: 'nameyard' }])
    const hashOf = (cert: string) => createHash('sha256').update(new X509Certificate(cert).raw).digest('hex')
    const sandbox = await Sandbox.open({ certificateSha256: hashOf(own.cert) })
    try {
      const code = async (certificate?: { cert: string; key: string }) =>
        resultCode(await (await sandbox.connect(certificate)).ask(login('nameyard', 'nameyard-pw')))
      expect(await code()).toBe(2200)
      expect(await code({ cert: other.cert, key: other.private })).toBe(2200)
      expect(await code({ cert: own.cert, key: own.private })).toBe(1000)
      // The settings have the renewed certificate.
      await sandbox.restart({ certificateSha256: hashOf(other.cert) })
      expect(await code({ cert: own.cert, key: own.private })).toBe(2200)
      expect(await code({ cert: other.cert, key: other.private })).toBe(1000)
    } finally {
      await sandbox.close()
    }
  })
})
