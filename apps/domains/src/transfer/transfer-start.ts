import { fail } from '@nameyard/contracts/errors'

/** When a transfer starts that is asked for on a day; null for at once. */
export function startOf(at: string | undefined, now: Date): Date | null {
  if (at === undefined) return null
  const start = dayAsked('at', at)
  return start > now ? start : null
}

/** A day that a field asks for, `2027-03-01` or with a time behind it, in UTC. Refuses one that no calendar has. */
export function dayAsked(field: string, given: string): Date {
  const [day = '', time = '00:00'] = given.split(/[ T]/)
  const start = new Date(`${day}T${time}Z`)
  const isDay = !Number.isNaN(start.getTime()) && start.toISOString().slice(0, 10) === day
  return isDay ? start : fail('invalid_input', { field, problem: `${given} is no day` })
}
