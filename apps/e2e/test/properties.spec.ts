import { connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { routes, type RoutedOperation } from '@nameyard/contracts/operations'
import { descriptionOf, type ApiDescription } from './api-description'
import { startInProcess, type Ask, type HttpResponse, type InProcess } from './in-process'
import { fieldsOf } from './isolation-fields'
import { createObjects, meaningOf, type Kind } from './isolation-objects'
import { requestsOf, type Request } from './properties-requests'

/**
 * Every request to an operation is answered in the envelope, in time, and without an internal error. A failure prints its
 * seed. PROPERTY_SEED repeats that run; PROPERTY_RUNS sets the number of requests to each operation.
 */

const runs = Number(process.env.PROPERTY_RUNS ?? 40)
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_120)
/** Milliseconds for the requests to one operation. A run with PROPERTY_RUNS has no limit. */
const LIMIT_MS = process.env.PROPERTY_RUNS === undefined ? 400 : Infinity

/** Returns a function that says whether the time for further requests is over. The first request is always sent. */
function timeLimit(): () => boolean {
  const end = performance.now() + LIMIT_MS
  let asked = 0
  return () => asked++ > 0 && performance.now() > end
}

/** The gateway of this platform answers every request within a minute. */
const PATIENCE_MS = 90_000

let platform: InProcess
let api: ApiDescription
let ask: Ask
let objects: Record<Kind, unknown>

beforeAll(async () => {
  platform = await startInProcess()
  api = await descriptionOf(platform)
  ask = await platform.open('fuzzer')
  objects = await createObjects('fuzzer', ask, platform.sandbox)
})
afterAll(() => platform?.close())

/** What an error message must not contain: locations in our code, SQL, and names of our components. */
const leak =
  /\n\s+at |node_modules|\.(?:ts|js):\d+|\b(?:select|insert|update|delete)\b.+\b(?:from|into|set|where)\b|syntax error|relation "|column "|duplicate key|violates|invalid byte sequence|Cannot read|is not a function|undefined|\[object|ECONN|amqp|postgres/i

async function answered({ method, path, headers, body }: Request): Promise<HttpResponse> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PATIENCE_MS)
  })
  return Promise.race([ask(method, path, { headers, body }), timeout]).finally(() => clearTimeout(timer))
}

/** Expects the envelope of a success or of an error; of a status from 500 on, only 503 with Retry-After. */
function expectEnvelope({ status, headers, text, json }: HttpResponse, sent: Request): void {
  if (status >= 500)
    expect({ status, text, retryAfter: headers['retry-after'] }).toMatchObject({ status: 503, retryAfter: /^\d+$/ })
  if (status === 200) {
    expect(Object.keys(json)).toEqual(['code', 'data', 'desc', 'maintenance', 'warnings'])
    expect([json.code, json.desc]).toEqual([0, ''])
    return
  }
  expect(status).toBeGreaterThanOrEqual(400)
  expect(json.code).toBeGreaterThan(0)
  expect(json.data).toBe('')
  if (sent.headers.accept?.includes('application/problem+json')) return
  expect(Object.keys(json)).toEqual(['desc', 'code', 'data'])
  expect(text.length).toBeLessThanOrEqual(120)
  expect(json.desc.length).toBeGreaterThan(0)
  expect(json.desc).not.toMatch(/\p{Surrogate}/u)
}

const usualOf = (operation: RoutedOperation) => {
  const params = fieldsOf(operation).filter(({ place }) => place === 'params')
  const kinds = params.map(({ path, spelling }) => [path[0]!, objects[meaningOf(spelling) as Kind]] as const)
  return { params: Object.fromEntries(kinds), body: api.exampleOf(operation) }
}

/** The end of the session of all these requests: it comes last. */
const logout = routes.find(({ id }) => id === 'access.logout')!
/** Deletions last, so that the other operations find objects. */
const inOrder = routes
  .filter((operation) => operation !== logout)
  .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

async function sendGenerated(operation: RoutedOperation): Promise<void> {
  const isMounted = api.operations.includes(operation)
  const isOver = timeLimit()
  const property = fc.asyncProperty(requestsOf(operation, isMounted ? usualOf(operation) : nothing), async (sent) => {
    if (isOver()) return
    const response = await answered(sent)
    expectEnvelope(response, sent)
    if (response.status !== 200) expect(unechoed(response.json.desc, sent)).not.toMatch(leak)
  })
  await fc.assert(property, { seed, numRuns: isMounted ? runs : 2 })
}

describe('generated requests', () => {
  it.each(inOrder.map((operation) => [operation.id, operation] as const))('to %s get the envelope', (_, operation) =>
    sendGenerated(operation),
  )

  it('of random bytes get the envelope, or a closed connection', async () => {
    const line = fc.oneof(
      fc.constantFrom(
        'GET /v1/domains HTTP/1.1',
        'GET  HTTP/9.9',
        'POST /v1/auth/login HTTP/1.1',
        'BREW / HTTP/1.1',
        '',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
    )
    const lines = fc.array(
      fc.oneof(
        fc.constantFrom(
          'Host: a',
          'Host: a\r\nHost: b',
          'Content-Length: 5',
          'Content-Length: -1',
          'Content-Length: 1e9',
        ),
        fc.constantFrom(
          'Transfer-Encoding: chunked',
          'Transfer-Encoding: x',
          'Expect: 100-continue',
          'Connection: close',
        ),
        fc.constantFrom(`X: ${'y'.repeat(20_000)}`, ': none', 'no colon', 'A: \0', ' folded'),
        fc.string({ unit: 'binary', maxLength: 40 }),
      ),
      { maxLength: 4 },
    )
    const isOver = timeLimit()
    await fc.assert(
      fc.asyncProperty(line, lines, fc.string({ unit: 'binary', maxLength: 20 }), async (first, rest, body) => {
        if (isOver()) return
        const socket = connect(platform.port, '127.0.0.1')
        socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')))
        socket.end(`${[first, ...rest].join('\r\n')}\r\n\r\n${body}`)
        const response = await readAll(socket).catch((error: Error & { code?: string }) => {
          if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return ''
          throw error
        })
        const [head, ...bodies] = response.split('\r\n\r\n')
        expect(response).not.toMatch(/\n\s+at |node_modules/)
        if (head === '' || head!.startsWith('HTTP/1.1 100')) return
        expect(head).toMatch(/^HTTP\/1\.1 [24]\d\d /)
        // Node refuses some requests itself (no Host, an unknown Expect), with nothing but the status.
        if (bodies[0] === '' || bodies[0] === '0') return
        expect(Object.keys(JSON.parse(bodies[0]!.split('HTTP/1.1 ')[0]!) as object)).toContain('code')
      }),
      { seed, numRuns: Math.max(40, runs) },
    )
  })

  it('with a key that is not valid Unicode get an error with the valid part of the key', async () => {
    const { status, json } = await ask('POST', '/v1/customers', { body: Buffer.from('{"a\\ud800":1}') })
    expect([status, json.desc]).toEqual([400, 'a\ufffd: must be well-formed Unicode.'])
  })

  it('leave a platform that still serves requests', async () => {
    const { status } = await ask('GET', '/v1/customers')
    expect(status).toBe(200)
    expect((await ask('POST', '/v1/customers', { body: api.exampleOf(createCustomer) })).status).toBe(200)
  })

  it('to access.logout get the envelope', () => sendGenerated(logout))
})

const createCustomer = routes.find(({ id }) => id === 'customers.create')!
const nothing = { params: {}, body: undefined }

/** Returns an error message without the words of the request, because a message may repeat those. */
function unechoed(desc: string, { path, body }: Request): string {
  const request = `${path} ${body?.toString() ?? ''}`
  return desc
    .split(/[\s:]+/)
    .filter((word) => !request.includes(word.replace(/[….,]+$/, '')))
    .join(' ')
}
