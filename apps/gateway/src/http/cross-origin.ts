import type { FastifyRequest } from 'fastify'

/** Origins whose pages may ask, each as browsers write it (RFC 6454 section 6.2). */
export type Origins = ReadonlySet<string>

/** Reads a list of origins; nothing where one of them is not as browsers write it, and would never be met. */
export function originsIn(list: readonly string[]): Origins | undefined {
  const areOrigins = list.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry)
  return areOrigins ? new Set(list) : undefined
}

/** What an answer has of its own, beside what every page may read of an answer. */
const EXPOSED = [
  'Deprecation',
  'Idempotency-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'X-Request-Id',
].join(', ')

/**
 * Tells a browser whether the page that asks may read the answer (Fetch Standard, CORS protocol). Without credentials:
 * a token travels in a header that the page itself writes, never in what the browser keeps.
 */
export function originHeaders({ headers }: FastifyRequest, origins: Origins): Record<string, string> {
  const isListed = headers.origin !== undefined && origins.has(headers.origin)
  return {
    vary: 'Origin',
    ...(isListed && {
      'access-control-allow-origin': headers.origin,
      'access-control-expose-headers': EXPOSED,
    }),
  }
}

/** Whether a browser asks, for a page of these origins, what the page may send. */
export function isPreflight({ method, headers }: FastifyRequest, origins: Origins): boolean {
  return (
    method === 'OPTIONS' &&
    headers['access-control-request-method'] !== undefined &&
    headers.origin !== undefined &&
    origins.has(headers.origin)
  )
}

/** The answer to a preflight. The same for every path: what is wrong with it, the page learns from the request. */
export const preflightHeaders = {
  'access-control-allow-methods': 'DELETE, GET, POST, PUT',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
  'access-control-max-age': '600',
}
