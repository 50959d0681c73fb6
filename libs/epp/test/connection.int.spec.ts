import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { EppConnection, type EppConnectionOptions, type SessionEnd, type TranscriptFrame } from '../src/connection'
import { InvalidValue } from '../src/constraints'
import { checkDomain } from '../src/domain/check'
import { createDomain } from '../src/domain/create'
import { encodeFrame } from '../src/frame'
import { LOGIN_SECURITY } from '../src/namespaces'
import { LoginRefused, NotSent, OutcomeUnknown } from '../src/transport-errors'
import { admit, answer, greeting, response, scriptedServer, type Peer, type ScriptedServer } from './scripted-peer'

const check = checkDomain(['free.example', 'taken.example'])
const create = createDomain({ name: 'new.example', authInfo: { pw: 'auth-SECRET' } })

let server: ScriptedServer | undefined
let session: EppConnection | undefined

afterEach(async () => {
  session?.close()
  await server?.close()
  session = server = undefined
})

/** Long enough for a busy machine to answer; tests of silence choose a short one. */
const patience = { connectMs: 10_000, answerMs: 10_000 }

async function open(script: (peer: Peer) => Promise<void>, options: Partial<EppConnectionOptions> = {}) {
  server = await scriptedServer(script)
  session = await EppConnection.open({
    host: '127.0.0.1',
    port: server.port,
    clientId: 'nameyard',
    password: 'login-SECRET',
    objURIs: ['urn:ietf:params:xml:ns:domain-1.0'],
    extURIs: ['urn:ietf:params:xml:ns:rgp-1.0', 'urn:ietf:params:xml:ns:epp:fee-1.0'],
    timeouts: patience,
    ...options,
    tls: { ca: server.ca, servername: 'registry.example', ...options.tls },
  })
  return session
}

/** Admits the client and lets `reply` answer its first command. */
const afterLogin = (reply: (peer: Peer, clTRID: string) => void) => async (peer: Peer) => {
  await admit(peer)
  const { clTRID } = await peer.next()
  reply(peer, clTRID)
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it succeeded')
    },
    (error: unknown) => error,
  )

const endOf = (connection: EppConnection) => new Promise<SessionEnd>((resolve) => connection.onClose(resolve))

describe('opening a session', () => {
  it('logs in with the services that are wanted and offered', async () => {
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

  it('shows a long password where the server takes one, and hears its warnings', async () => {
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

  it('refuses a long password where the server does not', async () => {
    const error = await failure(open(admitAndWait, { password: 'a password of more than sixteen characters' }))
    expect(error).toBeInstanceOf(InvalidValue)
  })

  it('is NotSent when nobody listens', async () => {
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

describe('a command', () => {
  it('returns its own data', async () => {
    const connection = await open(afterLogin((peer, clTRID) => peer.send(answer('domain/check', clTRID))))
    const read = await connection.transact(check, { clTRID: 'op-0001-1' })
    expect(read).toMatchObject({
      outcome: 'done',
      svTRID: 'sv-0003',
      data: [{ available: true }, { available: false }],
    })
  })

  it('is answered octet by octet', async () => {
    const connection = await open(
      afterLogin(async (peer, clTRID) => {
        for (const octet of encodeFrame(answer('domain/check', clTRID))) {
          if (!peer.socket.write(Buffer.of(octet))) await new Promise((resolve) => peer.socket.once('drain', resolve))
        }
      }),
    )
    expect(await connection.transact(check, { clTRID: 'op-0001-1' })).toMatchObject({ outcome: 'done' })
  })

  it('is a value when refused, and the session goes on', async () => {
    const connection = await open(async (peer) => {
      await admit(peer)
      peer.send(response(2002, (await peer.next()).clTRID))
      peer.send(answer('domain/check', (await peer.next()).clTRID))
    })
    expect(await connection.transact(check, { clTRID: 'op-0001-1' })).toMatchObject({
      outcome: 'refused',
      code: 2002,
      class: 'use',
    })
    expect(await connection.transact(check, { clTRID: 'op-0001-2' })).toMatchObject({ outcome: 'done' })
  })

  it('is a value when refused with the end of the session', async () => {
    const connection = await open(afterLogin((peer, clTRID) => peer.socket.end(encodeFrame(response(2500, clTRID)))))
    const end = endOf(connection)
    expect(await connection.transact(check, { clTRID: 'op-0001-1' })).toMatchObject({ outcome: 'refused', code: 2500 })
    expect(await end).toEqual({ kind: 'ended by server' })
    expect(await failure(connection.transact(check, { clTRID: 'op-0001-2' }))).toBeInstanceOf(NotSent)
  })

  it.each<[string, (peer: Peer, clTRID: string) => void]>([
    ['a closed connection', (peer) => peer.socket.end()],
    ['a reset', (peer) => peer.socket.destroy()],
    ['half a frame', (peer, clTRID) => peer.socket.end(encodeFrame(response(1000, clTRID)).subarray(0, 40))],
    ['a nonsense length', (peer) => void peer.socket.write(Buffer.alloc(8, 0xff))],
    ['another clTRID', (peer) => peer.send(answer('domain/check', 'op-0001-0'))],
    ['no clTRID', (peer) => peer.send(response(2001))],
    ['a greeting', (peer) => peer.send(greeting)],
    ['a cut document', (peer, clTRID) => peer.send(answer('domain/check', clTRID).slice(0, -20))],
    ['a document type', (peer, clTRID) => peer.send(`<!DOCTYPE epp>${response(1000, clTRID)}`)],
    ['no data', (peer, clTRID) => peer.send(response(1000, clTRID))],
    ['an unknown code', (peer, clTRID) => peer.send(response(1999, clTRID))],
  ])('is OutcomeUnknown when answered with %s, and the session is over', async (_what, reply) => {
    const connection = await open(afterLogin(reply))
    const end = endOf(connection)
    expect(await failure(connection.transact(check, { clTRID: 'op-0001-1' }))).toBeInstanceOf(OutcomeUnknown)
    expect(connection.isOpen).toBe(false)
    expect(await end).toMatchObject({ kind: 'lost' })
  })

  it('is OutcomeUnknown after silence, and what waits behind it is NotSent', async () => {
    const connection = await open(
      afterLogin(() => undefined),
      { timeouts: { connectMs: 10_000, answerMs: 200 } },
    )
    const [first, second] = await Promise.all([
      failure(connection.transact(create, { clTRID: 'op-0001-1' })),
      failure(connection.transact(check, { clTRID: 'op-0002-1' })),
    ])
    expect(first).toBeInstanceOf(OutcomeUnknown)
    expect(second).toBeInstanceOf(NotSent)
  })

  it('keeps what was received, without its secrets', async () => {
    const connection = await open(afterLogin((peer) => peer.send(answer('domain/info', 'op-0001-0'))))
    const error = await failure(connection.transact(check, { clTRID: 'op-0001-1' }))
    expect((error as OutcomeUnknown).frame).toContain('<domain:authInfo>***</domain:authInfo>')
  })

  it('waits for the one before it', async () => {
    const seen: string[] = []
    const connection = await open(async (peer) => {
      await admit(peer)
      for (;;) {
        const { clTRID } = await peer.next()
        seen.push(clTRID)
        await new Promise((resolve) => setImmediate(resolve))
        expect(seen.at(-1)).toBe(clTRID)
        peer.send(answer('domain/check', clTRID))
      }
    })
    const clTRIDs = ['op-0001-1', 'op-0002-1', 'op-0003-1']
    const answers = await Promise.all(clTRIDs.map((clTRID) => connection.transact(check, { clTRID })))
    expect(answers.map(({ clTRID }) => clTRID)).toEqual(clTRIDs)
    expect(seen).toEqual(clTRIDs)
  })

  it('refuses an illegal clTRID before anything is written', async () => {
    const connection = await open(admitAndWait)
    const beforeWrite = jest.fn()
    expect(await failure(connection.transact(check, { clTRID: 'op', beforeWrite }))).toBeInstanceOf(InvalidValue)
    expect(beforeWrite).not.toHaveBeenCalled()
    expect(connection.isOpen).toBe(true)
  })
})

describe('beforeWrite', () => {
  it('is over before the first byte leaves, and sees no secret', async () => {
    const order: string[] = []
    const connection = await open(
      afterLogin((peer, clTRID) => {
        order.push('received')
        peer.send(answer('domain/create', clTRID))
      }),
    )
    let frame = ''
    await connection.transact(create, {
      clTRID: 'op-0001-1',
      beforeWrite: async (redacted) => {
        frame = redacted
        await new Promise((resolve) => setImmediate(resolve))
        order.push('recorded')
      },
    })
    expect(order).toEqual(['recorded', 'received'])
    expect(frame).toContain('new.example')
    expect(frame).not.toContain('SECRET')
  })

  it('holds the command back by rejecting, and the session goes on', async () => {
    const connection = await open(afterLogin((peer, clTRID) => peer.send(answer('domain/check', clTRID))))
    const cause = new Error('not recorded')
    const error = await failure(
      connection.transact(create, { clTRID: 'op-0001-1', beforeWrite: () => Promise.reject(cause) }),
    )
    expect(error).toBeInstanceOf(NotSent)
    expect((error as NotSent).cause).toBe(cause)
    expect(await connection.transact(check, { clTRID: 'op-0002-1' })).toMatchObject({ clTRID: 'op-0002-1' })
  })

  it('is NotSent when the connection ended meanwhile', async () => {
    let drop: () => void = () => undefined
    const connection = await open(async (peer) => {
      await admit(peer)
      drop = () => peer.socket.destroy()
    })
    const end = endOf(connection)
    const error = await failure(
      connection.transact(create, {
        clTRID: 'op-0001-1',
        beforeWrite: async () => {
          drop()
          await end
        },
      }),
    )
    expect(error).toBeInstanceOf(NotSent)
  })
})

describe('an idle session', () => {
  it('is kept alive by hello', async () => {
    const connection = await open(async (peer) => {
      await admit(peer)
      if ((await peer.next()).xml.includes('<hello/>')) peer.send(greeting)
    })
    expect((await connection.hello()).svID).toBe('Example Registry EPP')
    expect(connection.isOpen).toBe(true)
  })

  it('ends when the server speaks without being asked', async () => {
    let speak: () => void = () => undefined
    const connection = await open(async (peer) => {
      await admit(peer)
      speak = () => peer.send(response(1000, 'op-0001-0'))
    })
    const end = endOf(connection)
    speak()
    expect(await end).toMatchObject({ kind: 'lost' })
    expect(await failure(connection.transact(check, { clTRID: 'op-0001-1' }))).toBeInstanceOf(NotSent)
  })

  it('tells that it was lost, also to who asks later', async () => {
    let drop: () => void = () => undefined
    const connection = await open(async (peer) => {
      await admit(peer)
      drop = () => peer.socket.destroy()
    })
    const end = endOf(connection)
    drop()
    expect(await end).toMatchObject({ kind: 'lost' })
    expect(await endOf(connection)).toMatchObject({ kind: 'lost' })
  })
})

describe('logout', () => {
  it.each<[string, (peer: Peer, clTRID: string) => void]>([
    ['is answered', (peer, clTRID) => peer.send(response(1500, clTRID))],
    [
      'is answered and reset',
      (peer, clTRID) => {
        peer.socket.write(encodeFrame(response(1500, clTRID)), () => peer.reset())
      },
    ],
    ['is reset', (peer) => peer.reset()],
    ['is refused', (peer, clTRID) => peer.send(response(2400, clTRID))],
  ])('is a normal end when it %s', async (_what, reply) => {
    const connection = await open(afterLogin(reply))
    const end = endOf(connection)
    await connection.logout()
    expect(await end).toEqual({ kind: 'closed' })
    expect(connection.isOpen).toBe(false)
  })

  it('waits for the command in flight', async () => {
    const connection = await open(async (peer) => {
      await admit(peer)
      peer.send(answer('domain/check', (await peer.next()).clTRID))
      peer.send(response(1500, (await peer.next()).clTRID))
    })
    const command = connection.transact(check, { clTRID: 'op-0001-1' })
    await connection.logout()
    expect(await command).toMatchObject({ outcome: 'done' })
  })

  it('can come after the end', async () => {
    const connection = await open(admitAndWait)
    connection.close()
    await connection.logout()
    expect(await endOf(connection)).toEqual({ kind: 'closed' })
  })
})

describe('close', () => {
  it('leaves the command in flight OutcomeUnknown', async () => {
    const connection = await open(afterLogin(() => connection.close()))
    expect(await failure(connection.transact(check, { clTRID: 'op-0001-1' }))).toBeInstanceOf(OutcomeUnknown)
  })
})

describe('the transcript', () => {
  it('holds every frame in order, without secrets', async () => {
    const frames: TranscriptFrame[] = []
    const connection = await open(
      async (peer) => {
        await admit(peer)
        peer.send(answer('domain/info', (await peer.next()).clTRID))
      },
      { newPassword: 'fresh-SECRET', onFrame: (frame) => void frames.push(frame) },
    )
    await failure(connection.transact(create, { clTRID: 'op-0001-1' }))
    expect(
      frames.map(({ direction, xml }) => `${direction} ${/<(greeting|login|create|result|infData)/.exec(xml)?.[1]}`),
    ).toEqual(['received greeting', 'sent login', 'received result', 'sent create', 'received result'])
    const text = frames.map(({ xml }) => xml).join()
    expect(text).not.toMatch(/SECRET|2fooBAR/)
    expect(text).toContain('<newPW>***</newPW>')
  })
})

async function silence(): Promise<void> {}

async function admitAndWait(peer: Peer): Promise<void> {
  await admit(peer)
}

function afterGreeting(reply: (peer: Peer, clTRID: string) => void) {
  return async (peer: Peer) => {
    peer.send(greeting)
    const { clTRID } = await peer.next()
    reply(peer, clTRID)
  }
}
