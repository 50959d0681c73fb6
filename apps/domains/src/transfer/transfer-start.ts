import { fail } from '@nameyard/contracts/errors'

/**
 * When a transfer starts that is asked for on a day, `2027-03-01` or with a time behind it, in UTC; null for at once.
 * Refuses a day that no calendar has.
 */
export function startOf(at: string | undefined, now: Date): Date | null {
  if (at === undefined) return null
  const [day = '', time = '00:00'] = at.split(/[ T]/)
  const start = new Date(`${day}T${time}Z`)
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== day)
    fail('invalid_input', { field: 'at', problem: `${at} is no day` })
  return start > now ? start : null
}
