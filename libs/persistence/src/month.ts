/** A calendar month in UTC, as a range of identifiers that begin with their time: UUID version 7, RFC 9562 section 5.7. */
export interface Month {
  /** Such as `2026_11`. */
  readonly name: string
  /** The smallest identifier of the month. */
  readonly from: string
  /** The smallest identifier of the next month. */
  readonly to: string
}

/** Returns the month that is some months after the one of an instant. */
export function monthAfter(instant: Date, months: number): Month {
  const startOf = (ahead: number) => new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + ahead, 1))
  const start = startOf(months)
  return {
    name: start.toISOString().slice(0, 7).replace('-', '_'),
    from: firstIdAt(start),
    to: firstIdAt(startOf(months + 1)),
  }
}

/** Returns the smallest identifier that is made at an instant: its first 48 bits are the milliseconds. */
export function firstIdAt(instant: Date): string {
  const time = instant.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
