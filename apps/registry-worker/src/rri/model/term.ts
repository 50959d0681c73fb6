/** A number of years or months. */
export interface Period {
  readonly value: number
  readonly unit: 'm' | 'y'
}

/** The instant after a period; on the last day of the month when it has no such day. */
export function later(from: Date, { value, unit }: Period): Date {
  const end = new Date(from)
  end.setUTCMonth(end.getUTCMonth() + (unit === 'y' ? value * 12 : value))
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0)
  return end
}
