import { z } from 'zod'

/** The unset instant on the wire. */
export const unset = '0000-00-00 00:00:00'

/** An instant on the wire: `YYYY-MM-DD HH:MM:SS` in UTC; `0000-00-00 00:00:00` is unset. */
export const wireDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .meta({ description: 'An instant in UTC as `YYYY-MM-DD HH:MM:SS`; `0000-00-00 00:00:00` when there is none.' })

/** A day in a request: `YYYY-MM-DD`, optionally with a time. */
export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?$/)
  .meta({ description: 'A day as `YYYY-MM-DD`, or an instant as `YYYY-MM-DD HH:MM:SS` in UTC.' })

/** An optional day. Clients that send the unset date of the platform's answers back mean absent. */
export const optionalDay = (
  z.preprocess(
    (value) => (typeof value === 'string' && (value.trim() === '' || value === unset) ? undefined : value),
    isoDate.optional(),
  ) as unknown as z.ZodType<string | undefined, string | undefined>
).optional()

/** Prints an instant for the wire, whole seconds in UTC. */
export function printDate(instant: Date | null | undefined): string {
  return instant == null ? unset : instant.toISOString().slice(0, 19).replace('T', ' ')
}

/** Reads an instant of the wire; `undefined` when it is unset. */
export function readDate(printed: string): Date | undefined {
  return printed === unset ? undefined : new Date(`${printed.replace(' ', 'T')}Z`)
}
