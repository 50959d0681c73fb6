import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { fail } from '@nameyard/contracts/errors'
import type { listEvents } from '@nameyard/contracts/events/list-events'
import type { Result } from '@nameyard/contracts/operation'
import { eventually } from '@nameyard/testing/eventually'
import { behind, good, openEdge, type Edge } from './edge'

/** Streams of events, and long polls, at the gateway: the log behind it is that of the test. */

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
  await edge.serveEvents()
})
afterAll(() => edge?.close())

type Page = Result<typeof listEvents>

/** The log of the account. `added` is told of additions. */
let newest: number
let size: number
let added: (() => void)[]
let polls: { after: number; wait: number }[]

const event = (sequence: number): Page['results'][number] => ({
  specversion: '1.0',
  id: `event-${sequence}`,
  source: '/v1/events',
  type: 'domain.renewed',
  subject: 'domains/1',
  time: '2027-01-01T00:00:00.000Z',
  datacontenttype: 'application/json',
  account: 7,
  sequence: String(sequence).padStart(15, '0'),
  requestid: 'r-1',
  dataversion: 1,
  data: { text: 'x'.repeat(size) },
})

function add(events: number): void {
  newest += events
  for (const tell of added.splice(0)) tell()
}

beforeEach(() => {
  newest = 0
  size = 1
  added = []
  polls = []
  behind.revoked = false
  behind.changes = undefined
  behind.events = async ({ after, limit, wait }) => {
    polls.push({ after, wait })
    if (after > newest) fail('events_unknown', { field: 'after', after, newest })
    if (after === newest && wait > 0) await new Promise<void>((resolve) => added.push(resolve))
    const next = Math.min(after + limit, newest)
    const results = Array.from({ length: next - after }, (_, at) => event(after + at + 1))
    // Events with even numbers are not for the caller.
    return { results: results.filter(({ sequence }) => Number(sequence) % 2 === 1), next, oldest: 1, newest }
  }
})

/** Opens a stream. Returns its answer, and the text that has come so far. */
async function open(query = '', headers: Readonly<Record<string, string>> = {}, port = edge.gateway.httpPort!) {
  const request = get({
    host: '127.0.0.1',
    port,
    path: `/v1/events${query}`,
    agent: false,
    headers: { accept: 'text/event-stream', authorization: `Bearer ${good}`, ...headers },
  })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const stream = { answer, text: '', close: () => request.destroy() }
  answer.setEncoding('utf8')
  answer.on('data', (chunk: string) => (stream.text += chunk))
  answer.on('error', () => undefined)
  return stream
}

const shows = (stream: { text: string }, text: string) =>
  eventually(async () => stream.text.includes(text), `a stream that shows ${text}`)

/** The events of a stream, and the other places that it names. */
const idsIn = ({ text }: { text: string }) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))

describe('a stream of events', () => {
  it('has each event with its number and type, what comes later too, and says when to connect again', async () => {
    add(3)
    const stream = await open()
    expect(stream.answer.statusCode).toBe(200)
    expect(stream.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    })
    await shows(stream, 'id: 3')
    expect(stream.text).toMatch(/^retry: 3000\n\nid: 1\nevent: domain\.renewed\ndata: \{.*\}\n\nid: 3\n/)
    const [, data] = /^data: (.*)$/m.exec(stream.text)!
    expect(JSON.parse(data!)).toEqual(event(1))
    add(1)
    await shows(stream, 'id: 4\n\n')
    add(1)
    await shows(stream, 'id: 5\nevent:')
    expect(idsIn(stream)).toEqual([1, 3, 4, 5])
    stream.close()
  })

  it('goes on after the last event that the client has', async () => {
    add(9)
    const stream = await open('?after=2', { 'last-event-id': '6' })
    await shows(stream, 'id: 9')
    expect(idsIn(stream)).toEqual([7, 9])
    stream.close()
  })

  it.each([
    ['a place that is no number', { 'last-event-id': 'x' }, 400, 806],
    ['a place that does not exist', { 'last-event-id': '6' }, 409, 4010],
    ['a token that is unknown', { authorization: `Bearer ${'f'.repeat(32)}` }, 401, 196],
  ])('is refused like a request: %s', async (_, headers, status, code) => {
    const { answer, ...stream } = await open('', headers)
    await once(answer, 'end')
    expect(answer.statusCode).toBe(status)
    const { text } = await edge.ask('GET', '/v1/events', { headers: { accept: 'text/event-stream', ...headers } })
    expect(JSON.parse(text)).toMatchObject({ code })
    stream.close()
  })

  it('accepts the token of a login in the address, for browsers', async () => {
    add(1)
    const path = `/v1/events?access_token=${good}`
    const answered = await edge.ask('GET', path, { token: null })
    expect(answered.status).toBe(401)
    const request = get({
      host: '127.0.0.1',
      port: edge.gateway.httpPort!,
      path,
      headers: { accept: 'text/event-stream' },
    })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    request.destroy()
  })

  it('ends with the rights of its token, without an event that came later', async () => {
    const stream = await open()
    await eventually(async () => added.length === 1, 'a stream that waits')
    behind.revoked = true
    // The gateway does not hear of changes, so it uses what it knows of a token for 0.7 seconds.
    await eventually(
      async () => (await edge.ask('GET', '/v1/events')).status === 401,
      'a gateway that knows of the end of the token',
    )
    const ended = once(stream.answer, 'end')
    add(1)
    await ended
    expect(stream.text).toMatch(/event: refusal\ndata: \{"desc":".*","code":196,"data":""\}\n\n$/)
    expect(idsIn(stream)).toEqual([])
  })

  it('is one of ten of its account', async () => {
    const streams = await Promise.all(Array.from({ length: 10 }, () => open()))
    expect(streams.map(({ answer }) => answer.statusCode)).toEqual(Array.from({ length: 10 }, () => 200))
    const refused = await edge.ask('GET', '/v1/events', { headers: { accept: 'text/event-stream' } })
    expect([refused.status, refused.json.code]).toEqual([429, 50])
    for (const { close } of streams) close()
    await eventually(async () => {
      const { answer, close } = await open()
      close()
      return answer.statusCode === 200
    }, 'a place for another stream')
  })

  it('reads no further than a slow client, and ends when the client leaves', async () => {
    add(100_000)
    size = 10_000
    const stream = await open()
    stream.answer.pause()
    let seen = 0
    await eventually(async () => {
      const before = seen
      seen = polls.length
      await new Promise((resolve) => setTimeout(resolve, 500))
      return polls.length === before
    }, 'a stream that waits for its client')
    // What waits is in the buffers of the sockets; each page has half a megabyte.
    expect(polls.length).toBeLessThan(100)
    stream.answer.resume()
    await eventually(async () => polls.length > seen, 'a stream that goes on')
    stream.close()
  })
})

describe('the end of a gateway', () => {
  it('answers what waits at once, and ends streams', async () => {
    const ending = await edge.start()
    const asked = edge.ask('GET', '/v1/events?wait=30', { to: ending })
    const stream = await open('', {}, ending.httpPort!)
    await eventually(async () => added.length === 2, 'a request and a stream that wait')
    const ended = once(stream.answer, 'end')
    const startedAt = performance.now()
    await ending.close()
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(await asked).toMatchObject({ status: 200, json: { data: { results: [], next: 0 } } })
    expect(polls.at(-1)).toEqual({ after: 0, wait: 0 })
    await ended
    expect(stream.text).toBe('retry: 3000\n\n:\n\n')
  })
})
