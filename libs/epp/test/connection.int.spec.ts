import type { TranscriptFrame } from '../src/connection'
import { InvalidValue } from '../src/constraints'
import { checkDomain } from '../src/domain/check'
import { createDomain } from '../src/domain/create'
import { encodeFrame } from '../src/frame'
import { NotSent, OutcomeUnknown } from '../src/transport-errors'
import { admitAndWait, afterLogin, endOf, failure, open } from './open-session'
import { admit, answer, greeting, response, type Peer } from './scripted-peer'

const check = checkDomain(['free.example', 'taken.example'])
const create = createDomain({ name: 'new.example', authInfo: { pw: 'auth-SECRET' } })

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

  it('reads an answer that arrives octet by octet', async () => {
    const connection = await open(
      afterLogin(async (peer, clTRID) => {
        for (const octet of encodeFrame(answer('domain/check', clTRID))) {
          if (!peer.socket.write(Buffer.of(octet))) await new Promise((resolve) => peer.socket.once('drain', resolve))
        }
      }),
    )
    expect(await connection.transact(check, { clTRID: 'op-0001-1' })).toMatchObject({ outcome: 'done' })
  })

  it('returns a refusal as a value, and the session stays open', async () => {
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

  it('returns a refusal that ends the session as a value', async () => {
    const connection = await open(afterLogin((peer, clTRID) => peer.socket.end(encodeFrame(response(2500, clTRID)))))
    const end = endOf(connection)
    expect(await connection.transact(check, { clTRID: 'op-0001-1' })).toMatchObject({ outcome: 'refused', code: 2500 })
    expect(await end).toEqual({ kind: 'ended by server' })
    expect(await failure(connection.transact(check, { clTRID: 'op-0001-2' }))).toBeInstanceOf(NotSent)
  })

  it.each([2001, 2400] as const)(
    'returns a refusal with code %i and no clTRID as a value, and the session stays open',
    async (code) => {
      const connection = await open(async (peer) => {
        await admit(peer)
        await peer.next()
        peer.send(response(code))
        peer.send(answer('domain/check', (await peer.next()).clTRID))
      })
      expect(await connection.transact(check, { clTRID: 'op-0001-1' })).toMatchObject({ outcome: 'refused', code })
      expect(await connection.transact(check, { clTRID: 'op-0001-2' })).toMatchObject({ outcome: 'done' })
    },
  )

  it.each<[string, (peer: Peer, clTRID: string) => void]>([
    ['a closed connection', (peer) => peer.socket.end()],
    ['a reset', (peer) => peer.socket.destroy()],
    ['half a frame', (peer, clTRID) => peer.socket.end(encodeFrame(response(1000, clTRID)).subarray(0, 40))],
    ['a nonsense length', (peer) => void peer.socket.write(Buffer.alloc(8, 0xff))],
    ['another clTRID', (peer) => peer.send(answer('domain/check', 'op-0001-0'))],
    ['success without a clTRID', (peer) => peer.send(response(1000))],
    ['the end of the session without a clTRID', (peer) => peer.send(response(2500))],
    ['a greeting', (peer) => peer.send(greeting)],
    ['a cut document', (peer, clTRID) => peer.send(answer('domain/check', clTRID).slice(0, -20))],
    ['a document type', (peer, clTRID) => peer.send(`<!DOCTYPE epp>${response(1000, clTRID)}`)],
    ['no data', (peer, clTRID) => peer.send(response(1000, clTRID))],
    ['an unknown code', (peer, clTRID) => peer.send(response(1999, clTRID))],
  ])('is OutcomeUnknown when answered with %s, and the session ends', async (_what, reply) => {
    const connection = await open(afterLogin(reply))
    const end = endOf(connection)
    expect(await failure(connection.transact(check, { clTRID: 'op-0001-1' }))).toBeInstanceOf(OutcomeUnknown)
    expect(connection.isOpen).toBe(false)
    expect(await end).toMatchObject({ kind: 'lost' })
  })

  it('is OutcomeUnknown after a time-out, and the commands after it are NotSent', async () => {
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

  it('keeps the received document in the error, secrets masked', async () => {
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
  it('finishes before the first byte is sent, and gets masked secrets', async () => {
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

  it('prevents the command by rejecting, and the session stays open', async () => {
    const connection = await open(afterLogin((peer, clTRID) => peer.send(answer('domain/check', clTRID))))
    const cause = new Error('not recorded')
    const error = await failure(
      connection.transact(create, { clTRID: 'op-0001-1', beforeWrite: () => Promise.reject(cause) }),
    )
    expect(error).toBeInstanceOf(NotSent)
    expect((error as NotSent).cause).toBe(cause)
    expect(await connection.transact(check, { clTRID: 'op-0002-1' })).toMatchObject({ clTRID: 'op-0002-1' })
  })

  it('is NotSent when the connection ended in the meantime', async () => {
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

  it('ends when the server sends an unsolicited document', async () => {
    let release: () => void = () => undefined
    const connection = await open(async (peer) => {
      await admit(peer)
      release = () => peer.send(response(1000, 'op-0001-0'))
    })
    const end = endOf(connection)
    release()
    expect(await end).toMatchObject({ kind: 'lost' })
    expect(await failure(connection.transact(check, { clTRID: 'op-0001-1' }))).toBeInstanceOf(NotSent)
  })

  it('reports its loss, also to listeners added later', async () => {
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

  it('resolves after the end of the session', async () => {
    const connection = await open(admitAndWait)
    connection.close()
    await connection.logout()
    expect(await endOf(connection)).toEqual({ kind: 'closed' })
  })
})

describe('close', () => {
  it('makes the command in flight OutcomeUnknown', async () => {
    const connection = await open(afterLogin(() => connection.close()))
    expect(await failure(connection.transact(check, { clTRID: 'op-0001-1' }))).toBeInstanceOf(OutcomeUnknown)
  })
})

describe('the transcript', () => {
  it('has every frame in order, secrets masked', async () => {
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
