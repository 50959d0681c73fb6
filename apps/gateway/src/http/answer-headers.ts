import { REQUEST_ID } from './request-id'

/** A year: browsers that came over TLS once do not come without it again (RFC 6797). */
const HSTS = 'max-age=31536000'

/**
 * What every answer carries, whatever became of the request: its id, and that a browser is to show, keep, guess and
 * tell nothing of it. A page says in its own words what it needs.
 */
export function answerHeaders(requestId: string, protocol: string): Record<string, string> {
  return {
    [REQUEST_ID]: requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(protocol === 'https' && { 'strict-transport-security': HSTS }),
  }
}
