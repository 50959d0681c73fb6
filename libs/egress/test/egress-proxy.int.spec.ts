import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { testCertificate } from '@nameyard/testing/tls'
import { Egress } from '../src/egress'
import { proxyTo, rawServer, webServer } from './listener'
import { allowed, answering, listenersOfTests, nothing, post, problem } from './requests'

const started = listenersOfTests()

describe('a proxy', () => {
  it('is asked for the checked address, and TLS is with the host behind it', async () => {
    const certificate = await testCertificate(['hooks.example.com'])
    const server = await started(webServer((_, response) => response.end('here'), certificate.pem))
    const proxy = await started(proxyTo(server.port))
    const resolver = answering(['2606:4700:4700::1111', '8.8.8.8'])
    const authorities = readFileSync(certificate.authority, 'utf8')
    const egress = new Egress({
      allow: nothing,
      authorities,
      resolver,
      proxy: `http://us%65r:pass@127.0.0.1:${proxy.port}`,
    })
    expect(await egress.send('https://hooks.example.com/', post())).toMatchObject({ body: 'here' })
    const target = '[2606:4700:4700::1111]:443'
    expect(proxy.requests).toEqual([
      {
        method: 'CONNECT',
        url: target,
        headers: expect.objectContaining({
          host: target,
          'proxy-authorization': `Basic ${Buffer.from('user:pass').toString('base64')}`,
        }),
        body: '',
      },
    ])
    certificate.remove()
  })

  it('is asked for the next address of a host when there is no connection to the one before', async () => {
    const server = await started(webServer((_, response) => response.end('here')))
    const proxy = await started(proxyTo(server.port, (target) => (target.startsWith('8.8.8.8') ? 502 : 200)))
    const resolver = answering(['8.8.8.8', '1.1.1.1', '9.9.9.9'])
    const egress = new Egress({ allow: nothing, resolver, proxy: `http://127.0.0.1:${proxy.port}` })
    const any = post({ acceptsAnyServer: true })
    expect(await egress.send('http://hooks.example.com/', any)).toMatchObject({ body: 'here' })
    expect(proxy.requests.map(({ url }) => url)).toEqual(['8.8.8.8:80', '1.1.1.1:80'])
  })

  it('carries plain requests to listed hosts too', async () => {
    const server = await started(webServer((_, response) => response.end('here')))
    const proxy = await started(proxyTo(server.port))
    const egress = new Egress({ allow: allowed, proxy: `http://127.0.0.1:${proxy.port}` })
    expect(await egress.send('http://127.0.0.1:1/', post())).toMatchObject({ body: 'here' })
    expect(proxy.requests.map(({ url }) => url)).toEqual(['127.0.0.1:1'])
  })

  it('is not passed by when it refuses or does not answer', async () => {
    const server = await started(webServer((_, response) => response.end('here')))
    const proxy = await started(proxyTo(server.port, () => 403))
    for (const port of [proxy.port, await freePort()]) {
      const egress = new Egress({ allow: allowed, proxy: `http://127.0.0.1:${port}` })
      expect(await problem(egress.send(`http://127.0.0.1:${server.port}/`, post()))).toEqual({
        kind: 'unreachable',
        reason: 'no connection to 127.0.0.1 is possible',
      })
    }
    expect(server.connections).toEqual([])
  })
})

describe('a connection for another protocol', () => {
  const timeoutMs = 60_000
  const greeting = () => started(rawServer((socket) => socket.end('220 mail.example ESMTP\r\n')))
  const read = async (socket: Socket) => {
    let text = ''
    for await (const chunk of socket.setEncoding('utf8')) text += chunk
    return text
  }

  it('leads to a listed address, and to one that the operator sets', async () => {
    const { port } = await greeting()
    const listed = await new Egress({ allow: allowed }).connect('127.0.0.1', port, { timeoutMs })
    expect(await read(listed)).toBe('220 mail.example ESMTP\r\n')
    const set = await new Egress({ allow: nothing }).connect('127.0.0.1', port, { timeoutMs, isOperators: true })
    expect(await read(set)).toBe('220 mail.example ESMTP\r\n')
  })

  it.each(['127.0.0.1', '::ffff:127.0.0.1', 'localhost', '169.254.169.254', 'fe80::1%lo', ''])(
    'does not lead to %j',
    async (address) => {
      const { port, connections } = await greeting()
      const egress = new Egress({ allow: nothing })
      expect(egress.reaches(address)).toBe(false)
      expect(await problem(egress.connect(address, port, { timeoutMs }))).toMatchObject({ kind: 'refused' })
      expect(connections).toEqual([])
    },
  )

  it('goes through the proxy', async () => {
    const { port } = await greeting()
    const proxy = await started(proxyTo(port))
    const egress = new Egress({ allow: nothing, proxy: `http://127.0.0.1:${proxy.port}` })
    expect(await read(await egress.connect('8.8.8.8', 53, { timeoutMs }))).toBe('220 mail.example ESMTP\r\n')
    expect(proxy.requests.map(({ url }) => url)).toEqual(['8.8.8.8:53'])
  })

  it('fails in time', async () => {
    const proxy = await started(proxyTo(1, () => 'nothing'))
    const egress = new Egress({ allow: nothing, proxy: `http://127.0.0.1:${proxy.port}` })
    expect(await problem(egress.connect('8.8.8.8', 53, { timeoutMs: 100 }))).toMatchObject({ kind: 'unreachable' })
    await eventually(() => proxy.connections.every(({ destroyed }) => destroyed), 'the end of the connection')
  })

  it('fails when nobody listens', async () => {
    const connected = new Egress({ allow: allowed }).connect('127.0.0.1', await freePort(), { timeoutMs })
    expect(await problem(connected)).toEqual({
      kind: 'unreachable',
      reason: 'no connection to 127.0.0.1 is possible',
    })
  })
})
