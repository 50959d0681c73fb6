import { Refusal, type Fault } from '@nameyard/contracts/errors'
import type { Operation } from '@nameyard/contracts/operation'

/** Parses a value from outside with a schema. Refuses with `invalid_input`, which names every fault. */
export function parseInput(schema: Operation['input'], given: unknown): unknown {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }): Fault => ({ path: path.join('.'), problem: message }))
  const [first] = faults
  throw new Refusal('invalid_input', { field: first?.path || 'request', problem: first?.problem ?? 'invalid' }, faults)
}
