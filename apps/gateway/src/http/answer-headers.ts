import { REQUEST_ID } from './request-id'

/** One year: after one TLS connection browsers use only TLS (RFC 6797). */
const HSTS = 'max-age=31536000'

/**
 * Headers of every answer: the request id, and headers that forbid browsers to store, sniff, frame and leak it. Pages set
 * their own.
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
