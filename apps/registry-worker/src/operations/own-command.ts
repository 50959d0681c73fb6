import type { z } from 'zod'
import type { Verdict } from './model/verdict'

/** A command that only one registry has, as it was ordered. */
interface Ordered {
  readonly verb: string
  readonly data: unknown
}

/**
 * Returns the data of a registry's own command by the schema of the command. Refuses a command that the registry does not
 * have, and data that do not fit: with the fields at fault.
 */
export function dataOfOwnCommand(
  commands: Readonly<Record<string, z.ZodType>>,
  { verb, data }: Ordered,
): { readonly data: unknown } | Verdict<never> {
  const schema = Object.hasOwn(commands, verb) ? commands[verb] : undefined
  if (!schema) return refused(`the registry has no command ${verb}; ${known(Object.keys(commands))}`)
  const parsed = schema.safeParse(data)
  if (parsed.success) return { data: parsed.data }
  const faults = parsed.error.issues.map(({ path, message }) => [...path, message].join(': '))
  return refused(`${verb}: ${faults.join('; ')}`)
}

const known = (names: readonly string[]) =>
  names.length === 0 ? 'it has none of its own' : `its own are ${names.join(', ')}`

function refused(text: string): Verdict<never> {
  return { kind: 'refused', reason: { refusal: 'registry_refused', text } }
}
