import { createHmac } from 'node:crypto'
import { fail } from '@nameyard/contracts/errors'
import type { AnyOperation, Repeat } from '@nameyard/contracts/operation'

/** How long a key of the client stands for its request. */
const KEY_LIFE_MS = 24 * 3_600_000

const LONGEST_KEY = 255

/** How a gateway recognizes requests that come twice. */
export interface RepeatRules {
  /** Secrets of the fingerprints, the newest first; the others recognize what was remembered before a change. */
  readonly secrets: readonly string[]
  /** Milliseconds within which equal orders without a key are one. */
  readonly windowMs: number
}

/**
 * What a request is known by when it comes again. Reads need nothing, and answers that are secrets are not kept. Clients
 * that know no keys repeat an order after an error: within the window, equal orders are one (wire rule 20a).
 *
 * The fingerprint is a keyed hash of the whole input. So every field counts, secret ones too, and a stored fingerprint
 * cannot be used to guess any of them.
 */
export function repeatOf(
  operation: AnyOperation,
  header: string | string[] | undefined,
  input: unknown,
  { secrets, windowMs }: RepeatRules,
): Repeat | undefined {
  if (operation.effect === 'read' || operation.anonymous || operation.isSecret) return undefined
  const given = Array.isArray(header) ? header[0] : header
  if (given !== undefined && (given.length === 0 || given.length > LONGEST_KEY)) {
    fail('invalid_input', { field: 'Idempotency-Key', problem: `must have 1 to ${LONGEST_KEY} characters` })
  }
  if (given === undefined && operation.effect !== 'purchase') return undefined
  const text = `${operation.id}\n${JSON.stringify(input)}`
  const [newest, ...former] = secrets.map((secret) => {
    const request = createHmac('sha256', secret).update(text).digest('hex')
    return { key: given === undefined ? `equal:${request}` : `given:${given}`, request }
  })
  return {
    ...newest!,
    ...(former.length > 0 && { former }),
    ...(given === undefined ? { lifeMs: windowMs, isOrder: true } : { lifeMs: KEY_LIFE_MS }),
  }
}
