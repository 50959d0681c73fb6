import type { Remaining } from './allowances'

/**
 * Returns the headers of draft-ietf-httpapi-ratelimit-headers: how many requests an account can still send. The quota
 * is one burst. It is full again after the window if the account sends no requests.
 */
export function rateLimitHeaders({ remaining, burst, fullAfter, perSecond }: Remaining): Record<string, string> {
  return {
    'ratelimit-policy': `"account";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    ratelimit: `"account";r=${remaining};t=${fullAfter}`,
  }
}
