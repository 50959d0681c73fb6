/** Adds years in UTC; 29 February becomes the 28th in a year without it. */
export function addYears(from: Date, years: number): Date {
  const year = from.getUTCFullYear() + years
  const lastOfMonth = new Date(Date.UTC(year, from.getUTCMonth() + 1, 0)).getUTCDate()
  const moved = new Date(from.getTime())
  moved.setUTCFullYear(year, from.getUTCMonth(), Math.min(from.getUTCDate(), lastOfMonth))
  return moved
}

const DAY_MS = 24 * 60 * 60 * 1000

export function addDays(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS)
}

export function addSeconds(from: Date, seconds: number): Date {
  return new Date(from.getTime() + seconds * 1000)
}
