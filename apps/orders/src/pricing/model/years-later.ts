/** Returns the date a number of years later. 29 February becomes 28 February when the year has no 29th. */
export function yearsLater(from: Date, years: number): Date {
  const later = new Date(from)
  later.setUTCFullYear(from.getUTCFullYear() + years)
  if (later.getUTCMonth() !== from.getUTCMonth()) later.setUTCDate(0)
  return later
}
