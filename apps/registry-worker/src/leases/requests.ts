/** Notification channel on which replicas request sessions from each other. */
export const SESSION_WANTED = 'registry_session_wanted'

/** Notification channel on which a replica with few shares of the work asks for some. */
export const SHARES_WANTED = 'registry_shares_wanted'

/** Notification channel on which a replica hears that another one has given it shares. The payload is its number. */
export const SHARES_GIVEN = 'registry_shares_given'

/** All of these channels. */
export const REQUESTS: readonly string[] = [SESSION_WANTED, SHARES_WANTED, SHARES_GIVEN]

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

/** What other replicas ask of this one, and give to it. */
export class Requests {
  private readonly sessions: ((wanted: SessionWanted) => void)[] = []
  private readonly shares: ((wanted: SharesWanted) => void)[] = []
  private readonly gifts: (() => void)[] = []

  /** Calls back when another replica requests a session of an account. */
  onSessionWanted(listener: (wanted: SessionWanted) => void): void {
    this.sessions.push(listener)
  }

  /** Calls back when another replica asks for shares. */
  onSharesWanted(listener: (wanted: SharesWanted) => void): void {
    this.shares.push(listener)
  }

  /** Calls back when another replica has given shares to this one. */
  onSharesGiven(listener: () => void): void {
    this.gifts.push(listener)
  }

  /** Hears a notification of a channel; those of the worker `self` itself are not for it. */
  hear(self: number, channel: string, payload: string): void {
    if (channel === SHARES_GIVEN) {
      if (Number(payload) === self) for (const listener of this.gifts) listener()
      return
    }
    const heard = JSON.parse(payload) as { worker: number } & SessionWanted & SharesWanted
    if (heard.worker === self) return
    if (channel === SHARES_WANTED) for (const listener of this.shares) listener(heard)
    else for (const listener of this.sessions) listener(heard)
  }
}
