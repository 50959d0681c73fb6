import { connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import fc from 'fast-check'
import { mutated, propertySettings } from '@nameyard/testing/property'
import { customer, good, json, openEdge, type Edge } from './edge'

let edge: Edge
beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge?.close())

/** Sends bytes on a connection of their own; returns the answer, which is empty if the connection was closed. */
async function sent(bytes: string | Buffer): Promise<string> {
  const socket = connect(edge.gateway.httpPort!, '127.0.0.1')
  socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')))
  socket.end(bytes)
  return readAll(socket).catch((error: Error & { code?: string }) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return ''
    throw error
  })
}

const paths = [
  '/v1/customers',
  '/v1/customers/AT1-NL',
  '/v1/domains',
  '/v1/auth/login',
  '/docs',
  '/verify/abc',
  '/zone/x',
]

const queryPart = fc.oneof(
  fc.constantFrom('limit=1', 'limit=9e99', 'limit=-0', 'limit[]=1', 'limit[a][b]=1', 'limit=%zz', '%=%', '&&&', '==='),
  fc.constantFrom('order_by.firstName=asc', 'order_by.__proto__=asc', 'order_by.constructor=x', '__proto__[x]=1'),
  fc.constantFrom(
    'constructor=1',
    'toString=1',
    'response.type=mail',
    '%00=%00',
    'a=%ed%a0%80',
    'a=%ff',
    '+',
    ';',
    '#',
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 30 }).map((text) => text.replaceAll(/[\s\0]/g, '_')),
  fc.constantFrom('a=1&'.repeat(2_000), 'limit=1&'.repeat(1_500), 'x'.repeat(8_000), 'a.'.repeat(3_000)),
)

const bodies = [
  Buffer.from(JSON.stringify(customer)),
  Buffer.from('{"a":[{"b":null},1e308,"\\ud83d\\ude00"],"__proto__":{"x":1}}'),
  Buffer.from('{"username":"anna","password":"wrong"}'),
]
const pieces = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\u0000',
  '\\ud800',
  '1e9999',
  '-',
  'null',
  '"__proto__":',
  '[['.repeat(5_000),
]

describe('requests of hostile clients', () => {
  it('with any query get an answer below 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.array(queryPart, { maxLength: 4 }), async (path, parts) => {
        const head = `GET ${path}?${parts.join('&')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${good}\r\n`
        const answer = await sent(`${head}Connection: close\r\n\r\n`)
        // Services that do not run here are not available (503).
        if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 (?:[234]\d\d|503) /)
        expect(answer).not.toMatch(/\n\s+at |node_modules/)
      }),
      propertySettings(300),
    )
  })

  it('with any body get the envelope of a success or of an error below 500', async () => {
    await fc.assert(
      fc.asyncProperty(mutated(bodies, pieces), fc.boolean(), async (body, isChunked) => {
        const headers = { ...json, ...(isChunked && { 'transfer-encoding': 'chunked' }) }
        const { status, json: answer } = await edge.ask('POST', '/v1/customers', { plain: true, body, headers })
        expect(status).toBeLessThan(500)
        expect(typeof answer.code).toBe('number')
      }),
      propertySettings(300),
    )
  })

  it('leave a gateway that serves requests, with bounded memory', async () => {
    const before = process.memoryUsage.rss()
    await Promise.all(
      Array.from({ length: 50 }, () =>
        sent(`POST /v1/customers HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n`),
      ),
    )
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
    expect(await edge.ask('GET', '/v1/customers')).toMatchObject({ status: 200 })
  })
})
