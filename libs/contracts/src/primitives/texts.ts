import { z } from 'zod'

/** A text that may arrive as a number or a boolean: `"1"`, `1` and `true` mean the same. */
export const answer = z.preprocess(
  (value) => (typeof value === 'boolean' ? (value ? '1' : '0') : typeof value === 'number' ? String(value) : value),
  z.string().max(4096),
) as unknown as z.ZodType<string, string | number | boolean>

/** The shape of an object of optional texts, from their descriptions by name. */
export function texts<const Name extends string>(meanings: Readonly<Record<Name, string>>) {
  const shape = Object.entries<string>(meanings).map(([name, meaning]) => [name, answer.optional().describe(meaning)])
  return Object.fromEntries(shape) as Record<Name, z.ZodOptional<typeof answer>>
}

/** Query parameters that existing clients send with every list and that have no effect. */
export const responseIgnored = z
  .object(
    texts({
      type: 'Accepted and ignored: every list is answered as JSON.',
      to: 'Accepted and ignored: the answer goes to the caller.',
    }),
  )
  .describe('Accepted and ignored: existing clients send it.')
