/** Notification channel on which replicas request sessions from each other. */
export const SESSION_WANTED = 'registry_session_wanted'

/** Notification channel on which a replica with few shares of the work asks for some. */
export const SHARES_WANTED = 'registry_shares_wanted'

/** The replica `worker` has `count` shares and asks for more; `accounts` are those that it serves, undefined for all. */
export interface SharesWanted {
  readonly worker: number
  readonly count: number
  readonly workers: number
  readonly accounts: readonly string[] | undefined
}

/** A request for a session slot of an account. */
export interface SessionWanted {
  readonly account: string
  /** Whether somebody waits. */
  readonly isUrgent: boolean
  /** The last slot that the replica may use. One of an older version does not say it. */
  readonly last?: number
}
