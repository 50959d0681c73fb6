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

/** Returns the headers of a request of the legacy form: the key of the receiver, and an HMAC-SHA256 of `t.body` by a secret. */
export function legacyHeaders(
  { apiKey, secret }: { readonly apiKey: string; readonly secret: Buffer },
  { seconds, body }: Omit<Signed, 'id'>,
): Record<string, string> {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return {
    authorization: `Bearer ${apiKey}`,
    // A webhook without a secret has an empty one.
    ...(secret.length > 0 && { 'x-webhook-signature': `t=${seconds},v1=${digest}` }),
  }
}
