import { readFileSync } from 'node:fs'
import { testCertificate, type TestCertificate } from '@nameyard/testing/tls'
import { Egress } from '../src/egress'
import { webServer } from './listener'
import { allowed, answering, listenersOfTests, nothing, post, problem } from './requests'

const started = listenersOfTests()

describe('TLS', () => {
  let certificate: TestCertificate
  let authorities: string

  beforeAll(async () => {
    certificate = await testCertificate(['hooks.example.com', '127.0.0.1'])
    authorities = readFileSync(certificate.authority, 'utf8')
  })
  afterAll(() => certificate.remove())

  const secured = (options: object = {}) =>
    new Egress({ allow: allowed, authorities, resolver: answering(['127.0.0.1']), ...options })
  const server = () => started(webServer((_, response) => response.end('here'), certificate.pem))

  it('needs a certificate of the named host', async () => {
    const { port } = await server()
    expect(await secured().send(`https://hooks.example.com:${port}/`, post())).toMatchObject({ body: 'here' })
    expect(await secured().send(`https://127.0.0.1:${port}/`, post())).toMatchObject({ body: 'here' })
    expect(await problem(secured().send(`https://shop.example.com:${port}/`, post()))).toEqual({
      kind: 'untrusted',
      reason: 'the certificate of shop.example.com is for another name',
    })
  })

  it('needs a certificate of a known authority', async () => {
    const { port, requests } = await server()
    const sent = secured({ authorities: undefined }).send(`https://hooks.example.com:${port}/`, post())
    expect(await problem(sent)).toMatchObject({
      kind: 'untrusted',
      reason: expect.stringContaining('is by an authority that is not trusted'),
    })
    expect(requests).toEqual([])
  })

  it('needs a certificate of the known authority, not of another one with its name', async () => {
    const { port, requests } = await server()
    const other = await testCertificate(['hooks.example.com'])
    const sent = secured({ authorities: readFileSync(other.authority, 'utf8') }).send(
      `https://hooks.example.com:${port}/`,
      post(),
    )
    other.remove()
    expect(await problem(sent)).toEqual({
      kind: 'untrusted',
      reason: 'the certificate of hooks.example.com is not signed by the authority of this name that is trusted',
    })
    expect(requests).toEqual([])
  })

  it('may be with any certificate, or missing, where the caller says so', async () => {
    const any = post({ acceptsAnyServer: true })
    const { port } = await server()
    const egress = new Egress({ allow: allowed, resolver: answering(['127.0.0.1']) })
    expect(await egress.send(`https://shop.example.com:${port}/`, any)).toMatchObject({ body: 'here' })
    const plain = await started(webServer((_, response) => response.end('plain')))
    expect(await egress.send(`http://shop.example.com:${plain.port}/`, any)).toMatchObject({ body: 'plain' })
    expect(await problem(egress.send(`http://shop.example.com:${plain.port}/`, post()))).toMatchObject({
      kind: 'refused',
    })
    const inside = new Egress({ allow: nothing, resolver: answering(['127.0.0.1']) })
    expect(await problem(inside.send(`http://shop.example.com:${plain.port}/`, any))).toMatchObject({ kind: 'refused' })
    expect(plain.connections).toHaveLength(1)
  })

  it('is not the answer of a server without it', async () => {
    const { port } = await started(webServer((_, response) => response.end('here')))
    expect(await problem(secured().send(`https://hooks.example.com:${port}/`, post()))).toEqual({
      kind: 'untrusted',
      reason: 'no TLS connection to hooks.example.com is possible',
    })
  })
})
