import { fastify, type FastifyInstance } from 'fastify'
import { mountReferencePage } from './reference-page'

describe('the reference page', () => {
  let http: FastifyInstance
  beforeAll(() => {
    http = fastify({ routerOptions: { ignoreTrailingSlash: true } })
    mountReferencePage(http)
  })
  afterAll(() => http.close())

  it.each(['/docs', '/docs/'])('is at %s, with a policy that lets nothing in from elsewhere', async (url) => {
    const { statusCode, headers, body } = await http.inject(url)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).not.toMatch(/https?:|\*/)
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|https?:\/\//)
  })

  it('loads files that are there, of the types it says', async () => {
    const { body } = await http.inject('/docs')
    const loaded = [...body.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, url]) => url!)
    const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', png: 'image/png' }
    expect(loaded.map((url) => url.slice(url.lastIndexOf('.') + 1)).sort()).toEqual(['css', 'js', 'js', 'png'])
    for (const url of loaded) {
      const { statusCode, headers, rawPayload } = await http.inject(url)
      const type = types[url.slice(url.lastIndexOf('.') + 1) as keyof typeof types]
      expect([url, statusCode, headers['content-type']]).toEqual([url, 200, type])
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(rawPayload.length).toBeGreaterThan(100)
    }
  })

  it('starts on the description of this edge, and asks no other host', async () => {
    const { body } = await http.inject('/docs/start.js')
    expect(body).toContain("url: '/v1/openapi.json'")
    expect(body).toContain('validatorUrl: null')
  })

  it('is sent again only when it has changed', async () => {
    const { etag } = (await http.inject('/docs/swagger-ui.css')).headers
    const again = await http.inject({ url: '/docs/swagger-ui.css', headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})
