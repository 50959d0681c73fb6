/** Calendar months or days, in UTC. */
export type Unit = 'month' | 'day'

/** A month or day as a range of identifiers that begin with their time: UUID version 7, RFC 9562 section 5.7. */
export interface IdRange {
  /** Such as `2026_11` or `2026_11_28`. */
  readonly name: string
  /** The smallest identifier of the range. */
  readonly from: string
  /** The smallest identifier of the next range. */
  readonly to: string
}

/** Returns the month or day that is some months or days after the one of an instant. */
export function rangeAfter(instant: Date, unit: Unit, count: number): IdRange {
  const [year, month, day] = [instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate()]
  const startOf = (ahead: number) =>
    new Date(unit === 'month' ? Date.UTC(year, month + ahead, 1) : Date.UTC(year, month, day + ahead))
  const start = startOf(count)
  return {
    name: start
      .toISOString()
      .slice(0, unit === 'month' ? 7 : 10)
      .replaceAll('-', '_'),
    from: firstIdAt(start),
    to: firstIdAt(startOf(count + 1)),
  }
}

/** Returns the smallest identifier that is made at an instant: its first 48 bits are the milliseconds. */
export function firstIdAt(instant: Date): string {
  const time = instant.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
