import { createPrivateKey } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { InvalidValue } from '../src/constraints'
import { LOGIN_SECURITY } from '../src/namespaces'
import { LoginRefused, NotSent, OutcomeUnknown } from '../src/transport-errors'
import { admitAndWait, failure, open } from './open-session'
import { admit, answer, greeting, response, type Peer } from './scripted-peer'

/** A client certificate with a key that the passphrase opens. */
async function encryptedKey(passphrase: string) {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'nameyard' }], { keyType: 'ec' })
  const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const
  return { cert, key: createPrivateKey(key).export(options) }
}

describe('opening a session', () => {
  it('logs in with the wanted services that are offered', async () => {
    let login = ''
    const connection = await open(async (peer) => void (login = await admit(peer)))
    expect(connection.services).toEqual({
      lang: 'en',
      objURIs: ['urn:ietf:params:xml:ns:domain-1.0'],
      extURIs: ['urn:ietf:params:xml:ns:rgp-1.0'],
    })
    expect(connection.greeting.svID).toBe('Example Registry EPP')
    expect(login).toContain('<pw>login-SECRET</pw>')
    expect(login.match(/<(obj|ext)URI>/g)).toHaveLength(2)
    expect(connection.isOpen).toBe(true)
  })

  it('changes the password', async () => {
    let login = ''
    await open(async (peer) => void (login = await admit(peer)), { newPassword: 'fresh-SECRET' })
    expect(login).toContain('<newPW>fresh-SECRET</newPW>')
  })

  it('sends a long password when the server supports it, and reads its warnings', async () => {
    let login = ''
    const password = 'a password of more than sixteen characters'
    const connection = await open(
      async (peer) => {
        peer.send(greeting.replace('secDNS-1.1', 'epp:loginSec-1.0'))
        const { xml, clTRID } = await peer.next()
        login = xml
        peer.send(answer('extensions/login-security/login', clTRID))
      },
      { password, extURIs: [LOGIN_SECURITY] },
    )
    expect(login).toContain('<pw>[LOGIN-SECURITY]</pw>')
    expect(login).toContain(`<loginSec:pw>${password}</loginSec:pw>`)
    expect(connection.securityEvents.map(({ type }) => type)).toEqual(['password', 'stat'])
  })

  it('refuses a long password when the server does not support it', async () => {
    const error = await failure(open(admitAndWait, { password: 'a password of more than sixteen characters' }))
    expect(error).toBeInstanceOf(InvalidValue)
  })

  it('is NotSent when no server listens', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    expect(await failure(open(admitAndWait, { port }))).toBeInstanceOf(NotSent)
  })

  it('is NotSent when the peer does not speak TLS', async () => {
    const plain = createServer(
      (socket) =>
        void socket
          .on('error', () => undefined)
          .resume()
          .end('HTTP/1.1 400\r\n\r\n'),
    )
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const { port } = plain.address() as AddressInfo
    expect(await failure(open(admitAndWait, { port }))).toBeInstanceOf(NotSent)
    await new Promise((resolve) => plain.close(resolve))
  })

  it('is NotSent when the peer never finishes the handshake', async () => {
    const mute = createServer((socket) => void socket.on('error', () => undefined).resume())
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const { port } = mute.address() as AddressInfo
    const error = await failure(open(admitAndWait, { port, timeouts: { connectMs: 50, answerMs: 10_000 } }))
    expect(error).toBeInstanceOf(NotSent)
    await new Promise((resolve) => mute.close(resolve))
  })

  it('is NotSent when the certificate is not the one expected', async () => {
    const seen: string[] = []
    const script = async (peer: Peer) => void seen.push(await admit(peer))
    const error = await failure(open(script, { tls: { ca: [] } }))
    expect(error).toBeInstanceOf(NotSent)
    expect(seen).toEqual([])
  })

  it('is NotSent when the certificate is for another name', async () => {
    const error = await failure(open(admitAndWait, { tls: { servername: 'other.example' } }))
    expect(error).toBeInstanceOf(NotSent)
  })

  it.each<[string, (peer: Peer) => void]>([
    ['closes at once', (peer) => peer.socket.end()],
    ['sends something else', (peer) => peer.send('<html/>')],
    ['announces a frame of nonsense length', (peer) => void peer.socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['lacks an object', (peer) => peer.send(greeting.replace('domain-1.0', 'domain-9.9'))],
  ])('is NotSent when the server %s instead of greeting', async (_what, act) => {
    expect(await failure(open(async (peer) => act(peer)))).toBeInstanceOf(NotSent)
  })

  it('uses an encrypted key with its passphrase', async () => {
    const tls = { ...(await encryptedKey('of the key')), passphrase: 'of the key' }
    expect((await open(admitAndWait, { tls })).isOpen).toBe(true)
  })

  it.each([[undefined], ['of another key']])(
    'is NotSent with an encrypted key and the passphrase %s',
    async (wrong) => {
      const tls = { ...(await encryptedKey('of the key')), ...(wrong !== undefined && { passphrase: wrong }) }
      const error = await failure(open(admitAndWait, { tls }))
      expect(error).toBeInstanceOf(NotSent)
      expect(((error as Error).cause as { code?: string }).code).toMatch(/^ERR_OSSL/)
    },
  )

  it('is NotSent when the machine does not have the local address', async () => {
    const error = await failure(open(admitAndWait, { localAddress: '192.0.2.1' }))
    expect(error).toBeInstanceOf(NotSent)
    expect(((error as Error).cause as { code?: string }).code).toBe('EADDRNOTAVAIL')
  })

  it('is NotSent when the server does not greet', async () => {
    const error = await failure(open(silence, { timeouts: { connectMs: 10_000, answerMs: 50 } }))
    expect(error).toBeInstanceOf(NotSent)
  })

  it.each<[string, number, (peer: Peer) => Promise<void>]>([
    ['to the login', 2200, afterGreeting((peer, clTRID) => peer.send(response(2200, clTRID)))],
    ['to the login without its clTRID', 2501, afterGreeting((peer) => peer.send(response(2501)))],
    ['in place of the greeting', 2502, async (peer) => peer.send(response(2502))],
  ])('is LoginRefused by an answer %s', async (_what, code, script) => {
    const error = await failure(open(script))
    expect(error).toBeInstanceOf(LoginRefused)
    expect((error as LoginRefused).answer.results[0].code).toBe(code)
  })

  it('is OutcomeUnknown when the login is not answered', async () => {
    const error = await failure(
      open(
        afterGreeting((peer) => peer.socket.destroy()),
        { newPassword: 'fresh-SECRET' },
      ),
    )
    expect(error).toBeInstanceOf(OutcomeUnknown)
  })

  it('is InvalidValue with a password the schema refuses', async () => {
    expect(await failure(open(admitAndWait, { password: 'short' }))).toBeInstanceOf(InvalidValue)
  })
})

async function silence(): Promise<void> {}

function afterGreeting(reply: (peer: Peer, clTRID: string) => void) {
  return async (peer: Peer) => {
    peer.send(greeting)
    const { clTRID } = await peer.next()
    reply(peer, clTRID)
  }
}
