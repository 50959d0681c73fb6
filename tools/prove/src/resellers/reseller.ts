import type { Installation } from '../installation/installation'
import type { Random } from '../random'
import type { Client } from './client'
import type { ClientLog } from './client-log'

/** What a thread of a reseller uses. */
export interface Reseller {
  readonly client: Client
  /** The name of the thread, in the names of its objects. */
  readonly thread: string
  readonly random: Random
  readonly clientLog: ClientLog
  readonly installation: Installation
  /** A customer of the account: the contact of its orders. */
  readonly handle: string
}
