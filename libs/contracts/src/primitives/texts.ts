import { z } from 'zod'

/** A text that may arrive as a number or a yes: `"1"`, `1` and `true` say the same. */
const answer = z.preprocess(
  (value) => (typeof value === 'boolean' ? (value ? '1' : '0') : typeof value === 'number' ? String(value) : value),
  z.string().max(4096),
) as unknown as z.ZodType<string, string | number | boolean>

/** The shape of an object of optional texts, by their names. */
export function texts<const Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, answer.optional()])) as Record<
    Name,
    z.ZodOptional<typeof answer>
  >
}
