import type { FastifyInstance } from 'fastify'

/** A deprecated route. */
export interface Deprecation {
  /** Since when the route is deprecated. */
  readonly since: Date
  /** When it stops working; absent without a planned end. */
  readonly sunset?: Date
  /** Path of the successor. */
  readonly successor: string
}

/** The headers of a deprecated route: RFC 9745 (Deprecation), RFC 8594 (Sunset), RFC 8288 with RFC 5829 (Link). */
export function deprecationHeaders({ since, sunset, successor }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    ...(sunset && { sunset: sunset.toUTCString() }),
    link: `<${successor}>; rel="successor-version"`,
  }
}

const ALIAS = '/v1beta'

/** The release that introduced the routes without `beta`. */
const SINCE = new Date('2026-11-20T00:00:00Z')

/** Adds headers to answers under the alias that name the route without it. The alias has no planned end. */
export function deprecateAlias(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(`${ALIAS}/`)) {
      const path = request.url
        .split('?', 1)[0]!
        .slice(ALIAS.length)
        .replaceAll(/[^!-~]|[<>"]/g, encodeURIComponent)
      reply.headers(deprecationHeaders({ since: SINCE, successor: `/v1${path}` }))
    }
    done()
  })
}
