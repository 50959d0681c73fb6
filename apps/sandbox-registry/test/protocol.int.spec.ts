import type { EppClient } from './epp-client'
import { command, createContact, createDomain, domainCommand, epp, expectGolden, resultCode, Sandbox } from './sandbox'

const info = domainCommand('info', '<d:name>taken.org</d:name>')

describe('the protocol', () => {
  let sandbox: Sandbox
  let client: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
  })
  afterAll(() => sandbox.close())

  it.each([
    ['text that is not XML', 'hello', 2001],
    ['an element that is not closed', info.replace('</epp>', ''), 2001],
    ['two root elements', `${info.replace(/<\?xml.*\?>/, '')}<epp/>`, 2001],
    ['an undeclared prefix', info.replace('xmlns:d=', 'xmlns:e='), 2001],
    ['an attribute given twice', info.replace('<d:name>', '<d:name hosts="all" hosts="all">'), 2001],
    ['a document type', info.replace('<epp', '<!DOCTYPE epp><epp'), 2001],
    ['an entity', info.replace('<epp', '<!DOCTYPE epp [<!ENTITY x "taken">]><epp').replace('taken', '&x;'), 2001],
    ['an undeclared entity', info.replace('taken', '&taken;'), 2001],
    ['another encoding', info.replace('UTF-8', 'ISO-8859-1'), 2001],
    ['octets that are not UTF-8', Buffer.concat([Buffer.from(info), Buffer.from([0xff])]), 2001],
    ['too many levels', epp(`${'<a>'.repeat(70)}${'</a>'.repeat(70)}`), 2001],
    ['another namespace', info.replace('epp-1.0', 'epp-2.0'), 2001],
    ['an empty root', epp(''), 2001],
    ['text between elements', info.replace('<info>', 'now <info>'), 2001],
    ['a greeting', epp('<greeting/>'), 2000],
    ['an unknown verb', command('<renovate/>'), 2000],
    [
      'a verb that is not implemented',
      command('<renew><c:renew xmlns:c="urn:ietf:params:xml:ns:contact-1.0"/></renew>'),
      2101,
    ],
    ['an unknown kind of object', command('<info><x:info xmlns:x="urn:x"><x:name>a</x:name></x:info></info>'), 2307],
    ['a verb and an object that differ', info.replace(/d:info/g, 'd:check'), 2001],
    ['two objects in one command', info.replace('<info>', '<info><a xmlns="urn:x"/>'), 2001],
    ['an extension', info.replace('<clTRID>', '<extension><x xmlns="urn:x"/></extension><clTRID>'), 2103],
    ['a second clTRID', info.replace('</clTRID>', '</clTRID><clTRID>TEST-2</clTRID>'), 2001],
    ['a clTRID that is too short', info.replace('TEST-1', 'T1'), 2005],
    ['a name inside a name', info.replace('taken.org', '<d:name>taken.org</d:name>'), 2001],
    ['a name of 5000 characters', info.replace('taken.org', 'a'.repeat(5000)), 2005],
    ['a name that is missing', info.replace('<d:name>taken.org</d:name>', ''), 2003],
    ['more after the name', info.replace('</d:name>', '</d:name><d:also/>'), 2001],
  ])('answers %s and keeps the session', async (_name, message, code) => {
    expect(resultCode(await client.ask(message))).toBe(code)
    expect(resultCode(await client.ask(info))).toBe(1000)
  })

  it('repeats the refused value with a reason', async () => {
    expectGolden('error-syntax', await client.ask(info.replace('</d:name>', '</d:name><d:also/>')))
    expectGolden('error-malformed', await client.ask('hello'))
    expectGolden('error-object', await client.ask(command('<info><x:info xmlns:x="urn:x"/></info>')))
  })

  it('reads names by namespace, with any prefixes, CDATA, comments and white space', async () => {
    const message = `<e:epp xmlns:e="urn:ietf:params:xml:ns:epp-1.0"><e:command><e:info>
      <info xmlns="urn:ietf:params:xml:ns:domain-1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
        xsi:schemaLocation="urn:ietf:params:xml:ns:domain-1.0 domain-1.0.xsd"><!-- here -->
        <name> <![CDATA[TAKEN]]>&#46;org </name></info></e:info></e:command></e:epp>`
    const response = await client.ask(message)
    expect(response).toContain('<domain:name>taken.org</domain:name>')
    expect(response).not.toContain('clTRID')
  })

  it('answers pipelined commands in order', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `PIPE-${n}`)
    for (const clTRID of names) client.send(domainCommand('info', '<d:name>taken.org</d:name>', clTRID))
    const answered: (string | undefined)[] = []
    for (const _ of names) answered.push(/<clTRID>(.*)<\/clTRID>/.exec(await client.read())?.[1])
    expect(answered).toEqual(names)
  })

  it('assembles a frame that arrives octet by octet', async () => {
    const body = Buffer.from(info)
    const frame = Buffer.alloc(4 + body.length)
    frame.writeUInt32BE(frame.length)
    body.copy(frame, 4)
    for (const octet of frame) client.socket.write(Buffer.from([octet]))
    expect(resultCode(await client.read())).toBe(1000)
  })

  it.each([
    ['shorter than its header', 3],
    ['without content', 4],
    ['longer than 4 MiB', 4 * 1024 * 1024 + 1],
  ])('closes on a frame %s', async (_name, length) => {
    const other = await sandbox.connect()
    const header = Buffer.alloc(4)
    header.writeUInt32BE(length)
    other.socket.write(header)
    await other.closed
  })

  it('survives clients that disconnect during a command', async () => {
    const vanishing = await Promise.all(Array.from({ length: 8 }, () => sandbox.connect()))
    for (const other of vanishing) {
      for (let times = 0; times < 20; times++) other.send(epp('<hello/>'))
      // The client's kernel answers later packets with a reset.
      other.socket.write('', () => other.destroy())
    }
    await Promise.all(vanishing.map(({ closed }) => closed))
    expect(resultCode(await client.ask(info))).toBe(1000)
    expect(resultCode(await (await sandbox.session()).ask(command('<logout/>')))).toBe(1500)
  })

  it('closes an idle connection', async () => {
    await sandbox.control('PATCH', '/policy', { idleSeconds: 1 })
    const idle = await sandbox.connect()
    await idle.closed
    await sandbox.control('PATCH', '/policy', { idleSeconds: 600 })
  })

  it('keeps created domains across a restart', async () => {
    await client.ask(createContact('holder'))
    expect(resultCode(await client.ask(createDomain('lasting.org')))).toBe(1000)
    const before = await client.ask(domainCommand('info', '<d:name>lasting.org</d:name>'))
    await sandbox.control('POST', '/clock/advance', { seconds: 86_400 })
    await sandbox.control('POST', '/faults', { command: 'domain:check', kind: 'inject-code', code: 2400 })
    await sandbox.restart()
    await client.closed
    const again = await sandbox.session()
    const withoutId = (response: string) => response.replace(/<svTRID>.*</, '')
    expect(withoutId(await again.ask(domainCommand('info', '<d:name>lasting.org</d:name>')))).toBe(withoutId(before))
    expect((await sandbox.control('GET', '/health')).body.now).toBe('2027-03-02T12:00:00.000Z')
    expect(resultCode(await again.ask(domainCommand('check', '<d:name>a.org</d:name>')))).toBe(2400)
  })
})

describe('a clTRID that was used before', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await Sandbox.open()
  })
  afterAll(() => sandbox.close())

  it('is accepted by default', async () => {
    const client = await sandbox.session()
    expect([await client.ask(info), await client.ask(info)].map(resultCode)).toEqual([1000, 1000])
  })

  it('is refused with 2306 when the policy says so', async () => {
    await sandbox.control('PATCH', '/policy', { reusedClTRID: 'refused' })
    const client = await sandbox.session()
    expect(resultCode(await client.ask(info))).toBe(2306)
    const other = await sandbox.session('rival')
    expect(resultCode(await other.ask(info))).toBe(1000)
  })

  it('closes the connection without an answer when the policy says so', async () => {
    await sandbox.control('PATCH', '/policy', { reusedClTRID: 'closed' })
    const client = await sandbox.session()
    await expect(client.ask(info)).rejects.toThrow('closed')
  })
})
