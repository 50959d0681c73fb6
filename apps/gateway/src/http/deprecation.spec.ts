import { fastify, type FastifyInstance } from 'fastify'
import { deprecateAlias, deprecationHeaders } from './deprecation'

describe('the headers of a deprecated route', () => {
  const since = new Date('2027-03-01T12:00:00Z')

  it('contain the date of the deprecation and the successor', () => {
    expect(deprecationHeaders({ since, successor: '/v2/domains' })).toEqual({
      deprecation: '@1803902400',
      link: '</v2/domains>; rel="successor-version"',
    })
  })

  it('contain the date of the end if one is planned', () => {
    const sunset = new Date('2028-03-01T00:00:00Z')
    expect(deprecationHeaders({ since, sunset, successor: '/v2/domains' })).toMatchObject({
      sunset: 'Wed, 01 Mar 2028 00:00:00 GMT',
    })
  })
})

describe('the alias /v1beta', () => {
  let http: FastifyInstance
  beforeAll(() => {
    http = fastify()
    deprecateAlias(http)
    for (const url of ['/v1/domains/:id', '/v1beta/domains/:id']) http.get(url, async () => ({}))
  })
  afterAll(() => http.close())

  it('names the route under /v1 as the successor, without the query', async () => {
    const { headers } = await http.inject('/v1beta/domains/7?with_history=1')
    expect(headers.link).toBe('</v1/domains/7>; rel="successor-version"')
    expect(headers.deprecation).toMatch(/^@\d{10}$/)
    expect(headers).not.toHaveProperty('sunset')
  })

  it('adds no deprecation headers to routes under /v1', async () => {
    const { headers } = await http.inject('/v1/domains/7')
    expect(headers).not.toHaveProperty('deprecation')
    expect(headers).not.toHaveProperty('link')
  })
})
