import type { Event } from '@nameyard/contracts/events/typed-event'

export type { Event, EventOf } from '@nameyard/contracts/events/typed-event'

/** Seconds by which the time of a webhook may differ from ours, by the rule of Standard Webhooks. */
const TOLERANCE_SECONDS = 300

/** Headers as servers give them: of `node:http`, or the `Headers` of `fetch`. */
export type WebhookHeaders =
  Readonly<Record<string, string | readonly string[] | undefined>> | { get(name: string): string | null }

/** A request that is not a webhook of the endpoint: do not act on it, and answer with 400. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

/**
 * Verifies a webhook by the rules of Standard Webhooks and returns its event. Pass the bytes of the body as they came: a
 * body that was parsed and printed again has another signature. During a rotation pass both secrets. The same event may
 * come again: compare its `id`.
 *
 * Throws {@link WebhookRefused} if a header is missing, no signature is valid, or the time is more than five minutes off.
 * @param options.now milliseconds since 1970, for tests
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  // eslint-disable-next-line no-restricted-properties -- a program of a reseller has the clock of its machine
  { now = Date.now() }: { readonly now?: number } = {},
): Promise<Event> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string]
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRefused('webhook-timestamp is not a number of seconds')
  if (Math.abs(now / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new WebhookRefused('webhook-timestamp is more than five minutes away')
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  if (!(await isSigned(signed, signaturesIn(signatures), [secrets].flat())))
    throw new WebhookRefused('no signature is valid')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Event
  } catch {
    throw new WebhookRefused('the body is not JSON')
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const given =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  if (typeof given !== 'string' || given === '') throw new WebhookRefused(`${name} is missing`)
  return given
}

/** The signatures of version 1 in a header; others are of algorithms that this version does not know. */
function signaturesIn(header: string): Bytes[] {
  return header.split(' ').flatMap((each) => {
    const [version, signature = ''] = each.split(',', 2)
    return version === 'v1' ? (decoded(signature) ?? []) : []
  })
}

async function isSigned(signed: Bytes, signatures: readonly Bytes[], secrets: readonly string[]): Promise<boolean> {
  const { subtle } = globalThis.crypto
  let isValid = false
  for (const secret of secrets) {
    const bytes = decoded(secret.replace(/^whsec_/, ''))
    if (!bytes || bytes.length === 0) throw new TypeError('A secret is `whsec_` and Base64.')
    const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    // Compares in constant time.
    for (const signature of signatures) isValid = (await subtle.verify('HMAC', key, signature, signed)) || isValid
  }
  return isValid
}

/** Bytes of a buffer that is not shared, which the functions of the platform need. */
type Bytes = ReturnType<typeof Uint8Array.from>

function decoded(base64: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(first: Uint8Array, second: Uint8Array): Bytes {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
