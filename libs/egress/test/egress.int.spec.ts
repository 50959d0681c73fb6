import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { AllowList } from '../src/allow-list'
import { Egress, EgressRefused } from '../src/egress'
import { proxyTo, rawServer, webServer, type Listener } from './listener'
import { allowed, answering, listenersOfTests, nothing, post, problem } from './requests'

const started = listenersOfTests()

describe('a request to a listed host', () => {
  const egress = new Egress({ allow: allowed })

  it('arrives with its headers and body, and the answer is returned', async () => {
    const server = await started(
      webServer((_, response) => response.writeHead(202, { 'X-One': 'a', 'set-cookie': ['b=1', 'c=2'] }).end('thänks')),
    )
    const headers = { 'Webhook-Id': 'msg_1', Host: 'elsewhere', 'Content-Length': '1' }
    const answer = await egress.send(`http://127.0.0.1:${server.port}/in?a=1`, post({ headers, body: '{"ä":1}' }))
    expect(answer).toMatchObject({ status: 202, body: 'thänks', isCut: false, ms: expect.any(Number) })
    expect(answer.headers).toMatchObject({ 'x-one': 'a', 'set-cookie': 'b=1, c=2' })
    expect(server.requests).toEqual([
      {
        method: 'POST',
        url: '/in?a=1',
        headers: {
          'webhook-id': 'msg_1',
          host: `127.0.0.1:${server.port}`,
          'content-length': '8',
          connection: 'close',
        },
        body: '{"ä":1}',
      },
    ])
  })

  it('is a connection of its own, which ends with the answer', async () => {
    const server = await started(
      webServer((_, response) => response.writeHead(200, { connection: 'keep-alive' }).end()),
    )
    const get = post({ method: 'GET' })
    for (const path of ['/1', '/2']) await egress.send(`http://127.0.0.1:${server.port}${path}`, get)
    expect(server.connections).toHaveLength(2)
    await eventually(() => server.connections.every(({ destroyed }) => destroyed), 'the end of the connections')
    expect(server.requests.map(({ method, body }) => [method, body])).toEqual([
      ['GET', ''],
      ['GET', ''],
    ])
  })

  it.each([301, 302, 303, 307, 308])('follows no redirect: %d', async (status) => {
    const inside = await started(webServer((_, response) => response.end('secret')))
    const location = `http://127.0.0.1:${inside.port}/`
    const server = await started(webServer((_, response) => response.writeHead(status, { location }).end()))
    const answer = await egress.send(`http://127.0.0.1:${server.port}/`, post())
    expect(answer).toMatchObject({ status, headers: { location }, body: '' })
    expect(inside.connections).toEqual([])
  })

  it('keeps as much of the answer as was asked for', async () => {
    const server = await started(
      webServer((_, response) => {
        const flood = () => {
          while (!response.destroyed && response.write('x'.repeat(10_000)));
        }
        response.on('drain', flood)
        flood()
      }),
    )
    const answer = await egress.send(`http://127.0.0.1:${server.port}/`, post({ keepBytes: 5 }))
    expect(answer).toMatchObject({ status: 200, body: 'xxxxx', isCut: true })
    await eventually(() => server.connections.every(({ destroyed }) => destroyed), 'the end of the connection')
  })

  it.each<[string, Parameters<typeof rawServer>[0], string]>([
    ['is not HTTP', (socket) => socket.end('220 mail.example ESMTP\r\n'), 'is not HTTP'],
    ['is empty', (socket) => socket.once('data', () => socket.end()), 'ended before it was complete'],
    [
      'is shorter than it says',
      (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx')),
      'ended before it was complete',
    ],
    [
      'has a long header',
      (socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\na: ${'x'.repeat(20_000)}\r\n\r\n`)),
      'has too long a header',
    ],
    [
      'changes the protocol',
      (socket) =>
        socket.once('data', () =>
          socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
        ),
      'ended before it was complete',
    ],
  ])('fails when the answer %s', async (_, behave, what) => {
    const server = await started(rawServer(behave))
    expect(await problem(egress.send(`http://127.0.0.1:${server.port}/`, post()))).toEqual({
      kind: 'broken',
      reason: `the answer of 127.0.0.1 ${what}`,
    })
  })

  it.each<[string, Parameters<typeof rawServer>[0]]>([
    ['never comes', (socket) => socket.resume()],
    [
      'never ends',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
        const drip = setInterval(() => socket.write('x'), 20)
        socket.on('close', () => clearInterval(drip))
      },
    ],
  ])('fails when the answer %s', async (_, behave) => {
    const server = await started(rawServer(behave))
    expect(
      await problem(egress.send(`http://127.0.0.1:${server.port}/`, post({ timeoutMs: 300, keepBytes: 1e6 }))),
    ).toEqual({
      kind: 'timeout',
      reason: '127.0.0.1 did not answer within 0.3 s',
    })
    await eventually(() => server.connections.every(({ destroyed }) => destroyed), 'the end of the connection')
  })

  it('fails when nobody listens', async () => {
    expect(await problem(egress.send(`http://127.0.0.1:${await freePort()}/`, post()))).toEqual({
      kind: 'unreachable',
      reason: 'no connection to 127.0.0.1 is possible',
    })
  })

  it('ends when the caller ends it, and does not begin afterwards', async () => {
    const server = await started(webServer(() => undefined))
    const stop = new AbortController()
    const sent = problem(egress.send(`http://127.0.0.1:${server.port}/`, post({ signal: stop.signal })))
    await eventually(() => server.requests.length > 0, 'the request')
    stop.abort()
    expect(await sent).toEqual({ kind: 'stopped', reason: 'the request was stopped' })
    await eventually(() => server.connections.every(({ destroyed }) => destroyed), 'the end of the connection')
    expect(await problem(egress.send(`http://127.0.0.1:${server.port}/`, post({ signal: stop.signal })))).toMatchObject(
      {
        kind: 'stopped',
      },
    )
    expect(server.connections).toHaveLength(1)
  })

  it('finds a listed name as this machine does', async () => {
    const server = await started(webServer((_, response) => response.end('here')))
    const named = new Egress({ allow: AllowList.parse('localhost')! })
    expect(await named.send(`http://localhost:${server.port}/`, post())).toMatchObject({ body: 'here' })
  })
})

describe('a host with an internal address', () => {
  let server: Listener
  beforeEach(async () => (server = await started(webServer((_, response) => response.end('secret')))))

  it.each([
    ...['127.0.0.1', '::ffff:127.0.0.1', '::1', '0.0.0.0', '::', '10.0.0.1', '169.254.169.254', 'fd00:ec2::254'],
    ...['64:ff9b::127.0.0.1', '2002:7f00:1::', 'fe80::1', 'fe80::1%lo', '100.64.0.1', '192.0.2.1', '224.0.0.1'],
  ])('gets no connection: %s', async (address) => {
    for (const addresses of [[address], ['8.8.8.8', address], [address, '8.8.8.8']]) {
      const egress = new Egress({ allow: nothing, resolver: answering(addresses) })
      const sent = problem(egress.send(`https://hooks.example.com:${server.port}/`, post()))
      // The address is not named: the customer would learn what is inside.
      expect(await sent).toEqual({
        kind: 'refused',
        reason: 'hooks.example.com has an address that does not belong to the public Internet',
      })
    }
    expect(server.connections).toEqual([])
  })

  it('gets no connection by its address in the URL', async () => {
    const resolver = answering(['127.0.0.1'])
    const egress = new Egress({ allow: nothing, resolver })
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:7f00:1]', 'localhost']) {
      const url = `https://${host}:${server.port}/`
      expect(() => egress.check(url)).toThrow(EgressRefused)
      expect(await problem(egress.send(url, post()))).toMatchObject({ kind: 'refused' })
    }
    expect(resolver.asked).toEqual([])
    expect(server.connections).toEqual([])
  })

  it('is looked up once for each request, and connected to by the address that was checked', async () => {
    const resolver = answering(['127.0.0.1'], ['10.0.0.1'])
    const egress = new Egress({ allow: allowed, resolver })
    const url = `https://hooks.example.com:${server.port}/`
    // The server has no TLS, so the first request fails after it has reached the listed address.
    expect(await problem(egress.send(url, post()))).toMatchObject({ kind: 'untrusted' })
    expect(resolver.asked).toEqual(['hooks.example.com'])
    expect(server.connections).toHaveLength(1)
    expect(await problem(egress.send(url, post()))).toMatchObject({ kind: 'refused' })
    expect(resolver.asked).toHaveLength(2)
    expect(server.connections).toHaveLength(1)
  })

  it('is not reached over a name that has a public address at its first look-up only', async () => {
    const proxy = await started(proxyTo(server.port))
    const resolver = answering(['8.8.8.8'], ['127.0.0.1'])
    const egress = new Egress({ allow: nothing, resolver, proxy: `http://127.0.0.1:${proxy.port}` })
    await problem(egress.send('https://hooks.example.com/', post()))
    expect(await problem(egress.send('https://hooks.example.com/', post()))).toMatchObject({ kind: 'refused' })
    expect(proxy.requests.map(({ url }) => url)).toEqual(['8.8.8.8:443'])
  })
})

describe('a host that cannot be looked up', () => {
  it.each([
    [[], 'hooks.example.com has no address'],
    [new Error('queryA ESERVFAIL at 10.0.0.53'), 'the address of hooks.example.com cannot be looked up'],
  ])('fails with a reason for the customer', async (answer, reason) => {
    const egress = new Egress({ allow: nothing, resolver: answering(answer) })
    expect(await problem(egress.send('https://hooks.example.com/', post()))).toEqual({ kind: 'unresolved', reason })
  })

  it('fails in time when no answer comes', async () => {
    const never = () => new Promise<never>(() => undefined)
    const egress = new Egress({ allow: nothing, resolver: { public: never, listed: never } })
    expect(await problem(egress.send('https://hooks.example.com/', post({ timeoutMs: 50 })))).toMatchObject({
      kind: 'timeout',
    })
  })
})
