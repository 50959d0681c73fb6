import type { Client as Sql } from 'pg'
import type { Installation } from '../installation/installation'
import type { Account } from '../resellers/client'
import type { ClientLog } from '../resellers/client-log'

/** What is known at the end of a run. */
export interface Evidence {
  readonly sql: Sql
  readonly installation: Installation
  readonly clientLog: ClientLog
  readonly accounts: readonly Account[]
  /** The first payment of each account, in cents. */
  readonly credit: number
}

/** How many objects were checked: a rule that has checked none proves nothing, and counts as broken. And one sentence for each violation. */
export interface Checked {
  readonly count: number
  readonly broken: readonly string[]
}

/** A rule that holds at the end of every run. */
export interface Invariant {
  readonly name: string
  check(evidence: Evidence): Promise<Checked> | Checked
}
