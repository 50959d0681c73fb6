import { hash } from 'node:crypto'
import { fail } from '@nameyard/contracts/errors'
import type { AnyOperation, Repeat } from '@nameyard/contracts/operation'

/** How long a key of the client stands for its request. */
const KEY_LIFE_MS = 24 * 3_600_000

const LONGEST_KEY = 255

/** Left out of a fingerprint: whoever reads it could guess at them. */
const secrets: ReadonlySet<string> = new Set(['password', 'auth_code'])

/**
 * What a request is known by when it comes again. Reads need none, and answers that are secrets are not kept. A client
 * that knows no keys repeats an order after an error: within the window, equal orders are one.
 */
export function repeatOf(
  operation: AnyOperation,
  header: string | string[] | undefined,
  input: unknown,
  windowMs: number,
): Repeat | undefined {
  if (operation.effect === 'read' || operation.anonymous || operation.isSecret) return undefined
  const key = Array.isArray(header) ? header[0] : header
  if (key !== undefined && (key.length === 0 || key.length > LONGEST_KEY)) {
    fail('invalid_input', { field: 'Idempotency-Key', problem: `must have 1 to ${LONGEST_KEY} characters` })
  }
  if (key === undefined && operation.effect !== 'purchase') return undefined
  const text = JSON.stringify(input, (name, value: unknown) => (secrets.has(name) ? '' : value))
  const request = hash('sha256', `${operation.id}\n${text}`)
  return key === undefined
    ? { key: `equal:${request}`, request, lifeMs: windowMs }
    : { key: `given:${key}`, request, lifeMs: KEY_LIFE_MS }
}
