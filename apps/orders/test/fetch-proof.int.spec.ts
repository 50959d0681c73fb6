import { once } from 'node:events'
import { createServer as httpServer, type RequestListener, type Server } from 'node:http'
import { createServer as httpsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { AllowList } from '@nameyard/egress/allow-list'
import { Egress } from '@nameyard/egress/egress'
import { fetchProof } from '../src/ssl/ca/fetch-proof'
import { FILE_PATH } from '../src/ssl/model/validation'
import { selfSigned } from './self-signed'

/** Longer than a server in this process needs on a busy machine. */
const TIMEOUT_MS = 2_000

/** The replies of the server, by requested host. */
const behaviours: Readonly<Record<string, RequestListener>> = {
  'good.org': (request, answer) => answer.end(request.url === FILE_PATH ? 'token\n' : 'elsewhere'),
  'none.org': (_, answer) => answer.writeHead(404).end('token'),
  'moved.org': (_, answer) => answer.writeHead(302, { location: `http://good.org${FILE_PATH}` }).end('token'),
  'broken.org': (_, answer) => answer.writeHead(500).end('token'),
  'long.org': (_, answer) => answer.end('x'.repeat(100_000)),
  'cut.org': (_, answer) => {
    answer.writeHead(200, { 'content-length': '100' }).write('token')
    setImmediate(() => answer.destroy())
  },
  'silent.org': () => undefined,
}

/** A way to hosts that have one address each; the only exception is this machine. */
function reaching(address: string): Egress {
  const answer = () => Promise.resolve([address])
  return new Egress({ allow: AllowList.parse('127.0.0.1')!, resolver: { public: answer, listed: answer } })
}

describe.each(['http', 'https'] as const)('a proof file over %s', (scheme) => {
  let server: Server
  /** Hosts named in TLS (SNI). */
  const named = new Set<string | false>()

  beforeAll(async () => {
    const behave: RequestListener = (request, answer) => {
      if (scheme === 'https') named.add((request.socket as TLSSocket & { servername?: string }).servername ?? false)
      behaviours[request.headers.host!.split(':')[0]!]!(request, answer)
    }
    const options: ServerOptions = scheme === 'https' ? await selfSigned('somebody.else') : {}
    server = scheme === 'https' ? httpsServer(options, behave) : httpServer(behave)
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const fetchFrom = (host: string, timeoutMs = TIMEOUT_MS) => {
    const { port } = server.address() as AddressInfo
    return fetchProof(reaching('127.0.0.1'), { scheme, host, port, timeoutMs })
  }

  it('is read from the requested host with any certificate', async () => {
    expect(await fetchFrom('good.org')).toEqual({ text: 'token\n' })
    if (scheme === 'https') expect(named).toContain('good.org')
  })

  it.each([
    ['none.org', 'the host answered with status 404'],
    ['moved.org', 'the host answered with status 302'],
    ['broken.org', 'the host answered with status 500'],
    ['long.org', 'the file is too long'],
    ['cut.org', 'the answer of cut.org ended before it was complete'],
  ])('is not found at %s', async (host, problem) => {
    expect(await fetchFrom(host)).toEqual({ problem })
  })

  it('is not found when the host does not answer in time', async () => {
    expect(await fetchFrom('silent.org', 100)).toEqual({ problem: 'silent.org did not answer within 0.1 s' })
  })

  it('is not found when no server listens', async () => {
    const closed = httpServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    await once(closed.close(), 'close')
    const asked = { scheme, host: 'good.org', port, timeoutMs: TIMEOUT_MS }
    expect(await fetchProof(reaching('127.0.0.1'), asked)).toEqual({
      problem: 'no connection to good.org is possible',
    })
  })

  it('is not fetched from an address that is not public', async () => {
    const { port } = server.address() as AddressInfo
    const asked = { scheme, host: 'good.org', port, timeoutMs: TIMEOUT_MS }
    expect(await fetchProof(reaching('10.0.0.1'), asked)).toEqual({
      problem: 'good.org has an address that does not belong to the public Internet',
    })
  })
})
