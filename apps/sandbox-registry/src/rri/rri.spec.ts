import { createHash } from 'node:crypto'
import type { RriClient } from '../../test/rri-client'
import { Sandbox } from '../../test/sandbox'

let registry: Sandbox
let us: RriClient
let rival: RriClient
let number = 0

beforeAll(async () => {
  registry = await Sandbox.open()
  us = await session('DENIC-1000001', 'nameyard-pw')
  rival = await session('DENIC-1000002', 'rival-pw')
})
afterAll(() => registry.close())

async function session(regAcc: string, password: string): Promise<RriClient> {
  const client = await registry.connectRri()
  expect(await client.ask('Version: 5.0', 'Action: LOGIN', `User: ${regAcc}-RRI`, `Password: ${password}`)).toMatch(
    /^RESULT: success\nSTID: \S{30,}\n/,
  )
  return client
}

const ask = (client: RriClient, action: string, ...lines: string[]) =>
  client.ask('Version: 5.0', `Action: ${action}`, ...lines)
/** Asks for a change, with a CTID of its own. */
const change = (client: RriClient, action: string, ...lines: string[]) =>
  ask(client, action, ...lines, `Ctid: test-${++number}`)
const lineOf = (answer: string, keyword: string) => new RegExp(`^${keyword}: (.*)$`, 'm').exec(answer)?.[1]

const person = (handle: string) => [
  `Handle: ${handle}`,
  'Type: PERSON',
  'Name: Max Mustermann',
  'Address: Kaiserstrasse 1',
  'PostalCode: 60329',
  'City: Frankfurt',
  'CountryCode: DE',
  'EMail: max@example.de',
  'Phone: +49.691234',
]
async function holder(client: RriClient, handle: string): Promise<string> {
  expect(await change(client, 'CREATE', ...person(handle))).toContain('RESULT: success')
  return handle
}
const servers = ['Nserver: ns1.name.example', 'Nserver: ns2.name.example']
async function registered(name: string): Promise<string> {
  const handle = await holder(us, `DENIC-1000001-${name.replace('.de', '').toUpperCase()}`)
  expect(await change(us, 'CREATE', `Domain: ${name}`, `Holder: ${handle}`, ...servers)).toContain('RESULT: success')
  return handle
}

describe('requests that the registry does not understand', () => {
  it.each([
    ['a line that is no pair', ['nonsense'], '63000000006'],
    ['another version', ['Version: 4.0', 'Action: CHECK', 'Domain: free.de'], '63000000007'],
    ['an unknown action', ['Version: 5.0', 'Action: RENEW', 'Domain: free.de'], '63000000007'],
    ['an unknown keyword', ['Version: 5.0', 'Action: CHECK', 'Domain: free.de', 'Period: 1'], '63000000007'],
    ['a repeated keyword', ['Version: 5.0', 'Action: CHECK', 'Domain: free.de', 'Domain: two.de'], '63000000007'],
    ['a missing keyword', ['Version: 5.0', 'Action: CREATE', 'Domain: free.de', 'Nserver: ns1.x.de'], '63000000007'],
    ['a CTID with a query', ['Version: 5.0', 'Action: CHECK', 'Domain: free.de', 'Ctid: abc'], '63000000007'],
  ])('are refused: %s', async (_, lines, code) => {
    const answer = await us.ask(...lines)
    expect(answer).toMatch(/^RESULT: failed/)
    expect(lineOf(answer, 'ERROR')).toMatch(new RegExp(`^${code} `))
  })

  it('end the connection without a login, and when they are too long', async () => {
    const stranger = await registry.connectRri()
    await expect(ask(stranger, 'CHECK', 'Domain: free.de')).rejects.toThrow('closed')
    const talker = await registry.connectRri()
    await expect(ask(talker, 'LOGIN', `User: ${'x'.repeat(70_000)}`)).rejects.toThrow('closed')
  })
})

it('refuses a wrong password, and an eighth session', async () => {
  const stranger = await registry.connectRri()
  const wrong = await ask(stranger, 'LOGIN', 'User: DENIC-1000001-RRI', 'Password: wrong')
  expect(lineOf(wrong, 'ERROR')).toMatch(/^6/)
  const sessions = await Promise.all(Array.from({ length: 6 }, () => session('DENIC-1000002', 'rival-pw')))
  const eighth = await ask(stranger, 'LOGIN', 'User: DENIC-1000002-RRI', 'Password: rival-pw')
  expect(lineOf(eighth, 'ERROR')).toMatch(/^5.*sessions/)
  for (const each of sessions) expect(await ask(each, 'LOGOUT')).toMatch(/^RESULT: success/)
})

it('carries a CTID out once, and repeats it in the answer', async () => {
  const lines = [...person('DENIC-1000001-ONCE'), 'Ctid: once-1']
  expect(lineOf(await ask(us, 'CREATE', ...lines), 'CTID')).toBe('once-1')
  expect(lineOf(await ask(us, 'CREATE', ...lines), 'ERROR')).toContain('CTID was used')
})

describe('a contact', () => {
  it('has a handle with the RegAccId, and the data of its type', async () => {
    const refusal = async (...lines: string[]) => lineOf(await change(us, 'CREATE', ...lines), 'ERROR')
    expect(await refusal(...person('DENIC-1000002-MAX'))).toContain('RegAccId')
    expect(await refusal(...person('DENIC-1000001-NOPHONE').slice(0, -1))).toContain('phone is missing')
    expect(await refusal('Handle: DENIC-1000001-GR', 'Type: REQUEST')).toContain('uri-template is missing')
  })

  it('is shown to its own RegAcc only', async () => {
    await holder(us, 'DENIC-1000001-SHOWN')
    expect(lineOf(await ask(us, 'CHECK', 'Handle: DENIC-1000001-SHOWN'), 'Status')).toBe('exist')
    expect(lineOf(await ask(us, 'CHECK', 'Handle: DENIC-1000001-OTHER'), 'Status')).toBe('free')
    expect(lineOf(await ask(us, 'INFO', 'Handle: DENIC-1000001-SHOWN'), 'Name')).toBe('Max Mustermann')
    expect(await ask(rival, 'INFO', 'Handle: DENIC-1000001-SHOWN')).toMatch(/^RESULT: failed/)
  })
})

describe('a domain', () => {
  it('is refused with an unknown holder, without glue, and without a delegation', async () => {
    const handle = await holder(us, 'DENIC-1000001-GLUE')
    const refusal = async (...lines: string[]) =>
      lineOf(await change(us, 'CREATE', 'Domain: glue.de', ...lines), 'ERROR')
    expect(await refusal('Holder: DENIC-1000001-NOBODY', ...servers)).toMatch(/^53000060009 /)
    expect(await refusal(`Holder: ${handle}`, 'Nserver: ns1.glue.de')).toMatch(/^53300102902 /)
    expect(await refusal(`Holder: ${handle}`)).toContain('nserver or nsentry')
    expect(await refusal(`Holder: ${handle}`, ...servers, 'Dnskey: 257 3 8')).toContain('dnskey')
  })

  it('lives: free, connected, deleted, restored', async () => {
    const status = async () => lineOf(await ask(us, 'CHECK', 'Domain: lives.de'), 'Status')
    expect(await status()).toBe('free')
    await registered('lives.de')
    expect(await status()).toBe('connect')
    expect(
      lineOf(await change(us, 'CREATE', 'Domain: lives.de', 'Holder: DENIC-1000001-LIVES', ...servers), 'ERROR'),
    ).toContain('registered')
    expect(await change(rival, 'DELETE', 'Domain: lives.de')).toContain('another RegAcc')
    expect(await change(us, 'DELETE', 'Domain: lives.de', 'Holder: DENIC-1000001-OTHER')).toContain('Holder differs')
    expect(await change(us, 'DELETE', 'Domain: lives.de')).toMatch(/^RESULT: success/)
    expect(await status()).toBe('redemptionPeriod')
    expect(await change(us, 'RESTORE', 'Domain: lives.de')).toMatch(/^RESULT: success/)
    expect(await change(us, 'RESTORE', 'Domain: lives.de')).toContain('status')
    expect(await status()).toBe('connect')
  })

  it('is purged after its redemption period', async () => {
    await registered('purged.de')
    await change(us, 'DELETE', 'Domain: purged.de')
    await registry.control('POST', '/clock/advance', { seconds: 31 * 86_400 })
    expect(lineOf(await ask(us, 'INFO', 'Domain: purged.de'), 'ERROR')).toMatch(/^63300062009 /)
  })

  it('gets another holder by CHHOLDER only', async () => {
    await registered('held.de')
    const heir = await holder(us, 'DENIC-1000001-HEIR')
    expect(await change(us, 'UPDATE', 'Domain: held.de', `Holder: ${heir}`, ...servers)).toContain('Holder differs')
    expect(await change(us, 'CHHOLDER', 'Domain: held.de', `Holder: ${heir}`, ...servers)).toMatch(/^RESULT: success/)
    expect(await ask(us, 'INFO', 'Domain: held.de', 'Recursive: true')).toContain(`[Holder]\nHandle: ${heir}`)
  })

  it('goes to the registry by TRANSIT, and is not ours any more', async () => {
    await registered('transit.de')
    expect(await change(us, 'TRANSIT', 'Domain: transit.de', 'Disconnect: true')).toMatch(/^RESULT: success/)
    const shown = await ask(rival, 'INFO', 'Domain: transit.de')
    expect([lineOf(shown, 'RegAccId'), lineOf(shown, 'Nsentry')]).toEqual(['DENIC-99', 'transit.de IN A 192.0.2.1'])
    expect(await change(us, 'TRANSIT', 'Domain: transit.de')).toContain('another RegAcc')
  })

  it('moves with a code, and the loser reads it in its queue', async () => {
    await registered('moves.de')
    const heir = await holder(rival, 'DENIC-1000002-HEIR')
    const hash = createHash('sha256').update('Moving-Code').digest('hex')
    const store = (...lines: string[]) => change(us, 'CREATE-AUTHINFO1', 'Domain: moves.de', ...lines)
    expect(await store('Authinfohash: 1234')).toContain('authinfohash')
    expect(await store(`Authinfohash: ${hash}`, 'Authinfoexpire: 20991231')).toContain('authinfoexpire')
    expect(await store(`Authinfohash: ${hash}`)).toMatch(/^RESULT: success/)
    expect(await store(`Authinfohash: ${hash}`)).toContain('stored already')
    const take = (code: string, by = rival) =>
      change(by, 'CHPROV', 'Domain: moves.de', `Holder: ${heir}`, ...servers, `Authinfo: ${code}`)
    expect(await take('Other-Code')).toContain('AuthInfo does not match')
    expect(await take('Moving-Code', us)).toContain('by this RegAcc')
    expect(await take('Moving-Code')).toMatch(/^RESULT: success/)
    const message = await ask(us, 'QUEUE-READ')
    expect(message).toMatch(
      /Msgtype: chprovauthinfo\nDomain: moves.de\nChprov-to: DENIC-1000002\nChprov-from: DENIC-1000001/,
    )
    const id = lineOf(message, 'Msgid')!
    expect(await ask(us, 'QUEUE-DELETE', `Msgid: ${id}`, 'Msgtype: chprovauthinfo')).toMatch(/^RESULT: success/)
    expect(await ask(us, 'QUEUE-DELETE', `Msgid: ${id}`, 'Msgtype: chprovauthinfo')).toMatch(/^RESULT: failed/)
    expect(lineOf(await ask(us, 'QUEUE-READ'), 'Msgcnt')).toBe('0')
  })

  it('is restored by another registrar with the code of the letter only', async () => {
    await registered('letter.de')
    await change(us, 'DELETE', 'Domain: letter.de')
    expect(await change(rival, 'CREATE-AUTHINFO2', 'Domain: letter.de')).toMatch(/^RESULT: success/)
    expect(lineOf(await ask(us, 'QUEUE-READ'), 'Msgtype')).toBe('authinfo2notify')
    const heir = await holder(rival, 'DENIC-1000002-LETTER')
    const take = (code: string) =>
      change(rival, 'CHPROV', 'Domain: letter.de', `Holder: ${heir}`, ...servers, `Authinfo: ${code}`)
    expect(await take('wrong')).toContain('AuthInfo does not match')
    expect(await take('geheim')).toMatch(/^RESULT: success/)
    expect(lineOf(await ask(rival, 'CHECK', 'Domain: letter.de'), 'Status')).toBe('connect')
  })
})

it('keeps no passwords and codes in its audit', async () => {
  const { body } = await registry.control('GET', '/audit?registrar=DENIC-1000002')
  const texts = JSON.stringify(body)
  expect(texts).toContain('Authinfo: ********')
  expect(texts).not.toMatch(/rival-pw|Moving-Code/)
})
