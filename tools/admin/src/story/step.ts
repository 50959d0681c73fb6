/** One step of the story of a request. */
export interface Step {
  /** ISO 8601. */
  readonly at: string
  readonly source: 'account' | 'dns' | 'message' | 'money' | 'registry'
  readonly what: string
  /** The frames of a command, secrets masked. */
  readonly sent?: string | undefined
  readonly received?: string | undefined
}

/** A change of a number, with its sign. */
export const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${amount}`
