import type { SessionEnd } from '@nameyard/epp/connection'
import type { Slot } from '../leases/worker-identity'
import type { SessionAccount } from '../registries/registry'

/** A logged-in connection, of any protocol. */
export interface OpenConnection {
  readonly isOpen: boolean
  /** Closes without logging out. */
  close(): void
  /** Logs out and closes. Never rejects. */
  logout(): Promise<void>
  /** Calls back once when the connection has ended; at once if it already has. */
  onClose(listener: (end: SessionEnd) => void): void
}

/** Opens the sessions of one account, in the protocol of its registry. */
export interface SessionSource<Connection extends OpenConnection, Session> {
  readonly account: SessionAccount

  /** Connects and logs in. Throws NoSession when that is not possible now. The signal ends the connection at once. */
  open(signal: AbortSignal): Promise<Connection>

  /** The session of a connection, for one caller at a time. It sends nothing when its slot is not held. */
  session(connection: Connection, slot: Pick<Slot, 'isHeld'>): Session

  /** Keeps an idle session alive; rejects when it is over. Without it an idle session is ended. */
  keepAlive?(connection: Connection): Promise<void>

  /**
   * Tries the passwords of a closed account if they were changed since the refused login: each once, in one replica.
   * Returns whether the account is open again.
   */
  tryChangedPasswords(): Promise<boolean>
}
