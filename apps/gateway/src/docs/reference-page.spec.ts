import { gunzipSync } from 'node:zlib'
import { fastify, type FastifyInstance } from 'fastify'
import { routes } from '@nameyard/contracts/operations'
import { openApi } from './openapi'
import { mountReferencePage } from './reference-page'

describe('the reference page', () => {
  let http: FastifyInstance
  beforeAll(() => {
    http = fastify({ routerOptions: { ignoreTrailingSlash: true } })
    mountReferencePage(http, () => openApi(routes))
  })
  afterAll(() => http.close())

  it.each(['/docs', '/docs/'])(
    'is served at %s with a content security policy that allows only this host',
    async (url) => {
      const { statusCode, headers, body } = await http.inject(url)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'; script-src 'self';")
      expect(policy).not.toMatch(/https?:|\*/)
      expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|https?:\/\//)
    },
  )

  it('loads only scripts that this host serves', async () => {
    const { body } = await http.inject('/docs')
    const loaded = [...body.matchAll(/src="(\/docs\/[^"]+)"/g)].map(([, url]) => url!)
    expect(loaded).toEqual(['/docs/scalar.js', '/docs/start.js'])
    for (const url of loaded) {
      const { statusCode, headers } = await http.inject(url)
      expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/javascript; charset=utf-8'])
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('sends the large script compressed to clients that accept it, and plain to others', async () => {
    const plain = await http.inject('/docs/scalar.js')
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const small = await http.inject({ url: '/docs/scalar.js', headers: { 'accept-encoding': 'br, gzip' } })
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(small.rawPayload.length).toBeLessThan(1_500_000)
    expect(gunzipSync(small.rawPayload).equals(plain.rawPayload)).toBe(true)
  })

  it('shows the API description of this gateway with the guides and contacts no other host', async () => {
    const { body } = await http.inject('/docs/start.js')
    expect(body).toContain("fetch('/docs/reference.json')")
    for (const off of ['agent: { disabled: true }', 'telemetry: false', 'withDefaultFonts: false']) {
      expect(body).toContain(off)
    }
    const shown = (await http.inject('/docs/reference.json')).json() as { info: { description: string }; paths: object }
    expect(Object.keys(shown.paths)).toEqual(Object.keys((openApi(routes) as { paths: object }).paths))
    const { description } = shown.info
    expect(description).toMatch(/^# Guides$/m)
    for (const title of ['The first registration', 'Signing a zone', 'Money'])
      expect(description).toMatch(`## ${title}`)
    expect(description).not.toMatch(/\]\((?!https?:|\/docs\/|#description\/)/)
  })

  it('links only to texts that this host serves', async () => {
    const { description } = ((await http.inject('/docs/reference.json')).json() as { info: { description: string } })
      .info
    const linked = [...description.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(([, url]) => url!)
    expect(linked).toEqual(expect.arrayContaining(['/docs/errors.md', '/docs/lifecycle.md', '/docs/changelog.md']))
    for (const url of linked) {
      const { statusCode, headers } = await http.inject(url)
      expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/markdown; charset=utf-8'])
    }
  })

  it('has every operation, group and guide as Markdown, and llms.txt links them all', async () => {
    const { statusCode, headers, body } = await http.inject('/llms.txt')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toMatch(/^# Nameyard\n\n> /)
    const linked = [...body.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(([, url]) => url!)
    expect(linked).toEqual(expect.arrayContaining(['/docs/money.md', '/docs/errors.md', '/docs/reference/domains.md']))
    let whole = ''
    for (const url of linked) {
      const page = await http.inject(url)
      expect([url, page.statusCode, page.headers['content-type']]).toEqual([url, 200, 'text/markdown; charset=utf-8'])
      expect(page.headers['etag']).toBeDefined()
      expect([url, page.body]).not.toEqual([url, expect.stringMatching(/undefined|\[object Object\]|\$ref/)])
      whole += page.body
    }
    for (const { id, method, path } of routes)
      expect(whole).toContain(`\`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\` (${id})`)
  })

  it('shows parameters, fields, an example and refusals of an operation as Markdown', async () => {
    const { body } = await http.inject('/docs/reference/domains.md')
    const [create] = body.split('\n## ').filter((each) => each.includes('(domains.create)'))
    expect(create).toContain('`POST /v1/domains` (domains.create)')
    expect(create).toContain('- `Idempotency-Key` (header)')
    expect(create).toContain('- `domain` (object, required): ')
    expect(create).toContain('  - `extension` (string, required): ')
    expect(create).toContain('```json\n{\n')
    expect(create).toContain('- HTTP 402, code 310 `credit_too_low`: ')
  })

  it.each(['/docs/reference/none.md', '/docs/none.md', '/docs/reference/domains', '/docs/..%2f..%2fREADME.md'])(
    'answers 404 for %s',
    async (url) => {
      expect((await http.inject(url)).statusCode).toBe(404)
    },
  )

  it('is answered with 304 if the copy of the client is current (ETag)', async () => {
    const { etag } = (await http.inject('/docs/start.js')).headers
    const again = await http.inject({ url: '/docs/start.js', headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})
