import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '@nameyard/testing/eventually'
import type { RunningGateway } from '../src/service'
import { behind, customer, good, openEdge, type Edge } from './edge'

/** How long a gateway begins requests with one check of a token. A revoked token must stop within a second everywhere. */
const REUSE_MS = 700

let edge: Edge
let gateway: RunningGateway

beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge?.close())
beforeEach(async () => {
  gateway = await edge.start()
  behind.seen.length = 0
  behind.verdicts = 0
})
afterEach(async () => {
  behind.revoked = false
  await gateway.close()
})

const list = () => edge.ask('GET', '/v1/customers', { to: gateway })

/** Sends a request whose body is completed some milliseconds after its token was checked. Returns the status of the answer. */
async function slow(completeAfterMs: number): Promise<number> {
  const body = JSON.stringify(customer)
  const socket = connect(gateway.httpPort!, '127.0.0.1')
  socket.write(
    `POST /v1/customers HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${good}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 10)}`,
  )
  await eventually(() => behind.verdicts === 1, 'a check of the token')
  await pause(completeAfterMs)
  socket.write(body.slice(10))
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  await once(socket, 'close')
  return Number(text.split(' ')[1])
}

describe('a token that was checked', () => {
  it('is not checked again for requests that follow at once', async () => {
    const verdicts = await eventually(async () => {
      await pause(REUSE_MS)
      behind.verdicts = 0
      const start = performance.now()
      for (let i = 0; i < 3; i++) expect((await list()).status).toBe(200)
      // On a busy machine they may have followed later; then they say nothing.
      return performance.now() - start < REUSE_MS && behind.verdicts
    }, 'three requests within the time of one check')
    expect(verdicts).toBe(1)
  })

  it('is checked again for a request after 0.7 s, and refused when it was revoked meanwhile', async () => {
    await list()
    behind.revoked = true
    await pause(REUSE_MS)
    expect((await list()).status).toBe(401)
    expect(behind.verdicts).toBe(2)
  })

  it('is checked again after a body that arrived slowly, before the request reaches a service', async () => {
    const answered = slow(REUSE_MS + 100)
    await eventually(() => behind.verdicts === 1, 'a check of the token')
    behind.revoked = true
    expect(await answered).toBe(401)
    expect(behind.seen).toEqual([])
  })

  it('is still good after a body that arrived slowly, and the service gets a new statement', async () => {
    expect(await slow(REUSE_MS + 100)).toBe(200)
    expect(behind.verdicts).toBe(2)
    expect(behind.seen).toHaveLength(1)
  })
})
