import type { FastifyInstance } from 'fastify'

/** What is told of something that clients should leave. */
export interface Deprecation {
  /** Since when there is something better. */
  readonly since: Date
  /** When it stops working; absent while no end is planned. */
  readonly sunset?: Date
  /** Path of what to use instead. */
  readonly successor: string
}

/** The headers that say so: RFC 9745 (Deprecation), RFC 8594 (Sunset), RFC 8288 with RFC 5829 (Link). */
export function deprecationHeaders({ since, sunset, successor }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    ...(sunset && { sunset: sunset.toUTCString() }),
    link: `<${successor}>; rel="successor-version"`,
  }
}

const ALIAS = '/v1beta'

/** The release that gave the routes their name without `beta`. */
const SINCE = new Date('2026-11-20T00:00:00Z')

/** Answers under the alias name the same route without it. The alias has no end. */
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
