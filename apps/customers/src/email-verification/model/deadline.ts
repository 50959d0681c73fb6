/** When an address has to be verified by, so many days after it was written to. */
export function deadlineFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 86_400_000)
}
