import { fail } from '@nameyard/contracts/errors'

/** Reads the day of a field, `2027-03-01` or with a time behind it, in UTC. Refuses a day that is not in the calendar. */
export function requestedDay(field: string, given: string): Date {
  const [day = '', time = '00:00'] = given.split(/[ T]/)
  const start = new Date(`${day}T${time}Z`)
  const isDay = !Number.isNaN(start.getTime()) && start.toISOString().slice(0, 10) === day
  return isDay ? start : fail('invalid_input', { field, problem: `${given} is not a date` })
}
