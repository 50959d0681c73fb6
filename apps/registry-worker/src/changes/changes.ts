import { Injectable } from '@nestjs/common'

/** The notification channel on which the database announces changed rows; the payload is the name of their table. */
export const CHANGED = 'registry_changed'

/** Milliseconds after which a copy of rows is read again without a notification: one may have been lost. */
const TRUSTED_MS = 30_000

/** Tables whose changes the database announces (migration 0300). */
type Table = 'added_account' | 'extension' | 'registry_account'

/** A copy of the rows of a table in this process. */
export interface Copy {
  /** Whether the rows must be read: they may have changed, or were not read for 30 seconds. */
  readonly isOld: boolean
  /** Called before the rows are read. A change from then on makes the copy old again. */
  begin(): void
  /** Makes the copy old: the rows could not be read, or have changed. */
  expire(): void
}

/**
 * The changes of rows that every worker keeps a copy of. A worker hears of them on the connection of its identity; when it
 * gets a new connection, each copy counts as old.
 */
@Injectable()
export class Changes {
  private readonly heardBy = new Map<Table, () => void>()

  /** Follows a table. `onChange` is called when rows may have changed, and begins to read them. */
  follow(table: Table, onChange: () => void): Copy {
    let readAt = -Infinity
    const expire = () => void (readAt = -Infinity)
    this.heardBy.set(table, () => {
      expire()
      onChange()
    })
    return {
      get isOld() {
        return performance.now() - readAt >= TRUSTED_MS
      },
      begin: () => void (readAt = performance.now()),
      expire,
    }
  }

  /** Some rows of a table were changed. */
  hear(table: string): void {
    this.heardBy.get(table as Table)?.()
  }

  /** Rows of any table may have been changed. */
  hearAll(): void {
    for (const hear of this.heardBy.values()) hear()
  }
}
