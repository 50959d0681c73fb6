import { createHmac } from 'node:crypto'
import { fail } from '@nameyard/contracts/errors'
import type { AnyOperation, Repeat } from '@nameyard/contracts/operation'

/** How long a client's key is valid. */
const KEY_LIFE_MS = 24 * 3_600_000

const LONGEST_KEY = 255

/** How a gateway recognizes repeated requests. */
export interface RepeatRules {
  /** Secrets of the fingerprints, newest first. Older ones recognize requests that were stored before a change of the secret. */
  readonly secrets: readonly string[]
  /** Milliseconds in which equal orders without a key count as one. */
  readonly windowMs: number
  /** Number of the API key in use if it is limited to some objects: it must not get an answer that another credential got. */
  readonly limitedKey?: number | undefined
}

/**
 * How a repeated request is recognized. Reads need nothing, and answers with secrets are not stored. Clients without
 * idempotency keys repeat an order after an error: within the window, equal orders count as one (wire rule 20a).
 *
 * The fingerprint is a keyed hash of the whole input. So every field counts, secret ones too, and a stored fingerprint
 * cannot be used to guess any of them. The key that encrypts the stored answer is another keyed hash: only the gateway
 * can derive it, from the same request.
 */
export function repeatOf(
  operation: AnyOperation,
  header: string | string[] | undefined,
  input: unknown,
  { secrets, windowMs, limitedKey }: RepeatRules,
): Repeat | undefined {
  if (operation.effect === 'read' || operation.anonymous || operation.isSecret) return undefined
  const given = Array.isArray(header) ? header[0] : header
  if (given !== undefined && (given.length === 0 || given.length > LONGEST_KEY)) {
    fail('invalid_input', { field: 'Idempotency-Key', problem: `must have 1 to ${LONGEST_KEY} characters` })
  }
  if (given === undefined && operation.effect !== 'purchase') return undefined
  const whose = limitedKey === undefined ? '' : `key ${limitedKey}:`
  const text = `${whose}${operation.id}\n${JSON.stringify(input)}`
  const [newest, ...former] = secrets.map((secret) => {
    const request = createHmac('sha256', secret).update(text).digest('hex')
    const seal = createHmac('sha256', secret)
      .update(`answer\n${given ?? ''}\n${text}`)
      .digest('base64url')
    return { key: given === undefined ? `equal:${request}` : `given:${whose}${given}`, request, seal }
  })
  return {
    ...newest!,
    ...(former.length > 0 && { former }),
    ...(given === undefined ? { lifeMs: windowMs, isOrder: true } : { lifeMs: KEY_LIFE_MS }),
  }
}
