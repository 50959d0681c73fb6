import { createHmac } from 'node:crypto'

/** What a request of Standard Webhooks 1.0.0 consists of. */
interface Signed {
  /** Id of the event. */
  readonly id: string
  /** Seconds since the Unix epoch. */
  readonly seconds: number
  readonly body: string
}

/**
 * Returns the headers of a request: an HMAC-SHA256 of `id.timestamp.body` by each secret that is valid (Standard Webhooks
 * 1.0.0, "Signature scheme").
 */
export function signedHeaders(secrets: readonly Buffer[], { id, seconds, body }: Signed): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
    return `v1,${digest}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}
