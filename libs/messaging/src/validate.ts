import { Refusal, type Fault } from '@nameyard/contracts/errors'
import type { Operation } from '@nameyard/contracts/operation'

/** What a schema makes of a value from outside, or a refusal `invalid_input` that names every fault. */
export function parseInput(schema: Operation['input'], given: unknown): unknown {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }): Fault => ({ path: path.join('.'), problem: message }))
  const [first] = faults
  throw new Refusal('invalid_input', { field: first?.path || 'request', problem: first?.problem ?? 'invalid' }, faults)
}
