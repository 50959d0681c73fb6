import { REQUEST_ID } from './request-id'

/** One year: after one TLS connection browsers use only TLS (RFC 6797). */
const HSTS = 'max-age=31536000'

/** The headers that differ between installations. */
export interface HeaderPolicy {
  /** Whether browsers use only TLS for the hosts below that of the gateway, too. */
  readonly hasSecureSubdomains: boolean
}

/**
 * Headers of every answer: the request id, and headers that forbid browsers to store, sniff, frame and leak it. Pages set
 * their own.
 */
export function answerHeaders(
  requestId: string,
  protocol: string,
  { hasSecureSubdomains }: HeaderPolicy,
): Record<string, string> {
  return {
    [REQUEST_ID]: requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ...(protocol === 'https' && {
      'strict-transport-security': hasSecureSubdomains ? `${HSTS}; includeSubDomains` : HSTS,
    }),
  }
}
