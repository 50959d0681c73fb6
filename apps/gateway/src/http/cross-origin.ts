import type { FastifyRequest } from 'fastify'

/** Origins whose pages may send requests, each as browsers write it (RFC 6454 section 6.2). */
export type Origins = ReadonlySet<string>

/** Reads a list of origins; `undefined` if one of them is not in the form that browsers send, and so would never match. */
export function originsIn(list: readonly string[]): Origins | undefined {
  const areOrigins = list.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry)
  return areOrigins ? new Set(list) : undefined
}

/** Additional headers that pages may read. */
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
 * Headers that allow a page to read the answer (CORS protocol of the Fetch Standard). Without credentials, because the page
 * sets the token header itself and there are no cookies.
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

/** Whether the request is a CORS preflight of a page with one of these origins. */
export function isPreflight({ method, headers }: FastifyRequest, origins: Origins): boolean {
  return (
    method === 'OPTIONS' &&
    headers['access-control-request-method'] !== undefined &&
    headers.origin !== undefined &&
    origins.has(headers.origin)
  )
}

/** Headers of the answer to a preflight, the same for every path. The page learns about errors from the actual request. */
export const preflightHeaders = {
  'access-control-allow-methods': 'DELETE, GET, POST, PUT',
  'access-control-allow-headers': 'Approval, Authorization, Content-Type, Idempotency-Key, Last-Event-ID',
  'access-control-max-age': '600',
}
