import type { Connection, QueryConfig } from 'pg'
import type { PrintedRows } from './json-rows'
import { PrintedQuery, type DescribedStatements } from './named-query'

/** Begins and ends a transaction. They have names, so that a connection that knows them sends no text. */
export const BEGIN = { name: 'begin', text: 'begin' } as const
export const COMMIT = { name: 'commit', text: 'commit' } as const

/** What a statement does to its transaction. */
export interface Bounds {
  readonly opens?: boolean
  readonly closes?: boolean
}

interface CommandComplete {
  readonly text: string
}

/**
 * The first or last statement of a transaction, in one message with `begin` or `commit`: one round trip for both. The server
 * skips the rest of a message after an error, so a statement without its `begin` has no effect, and nothing is committed
 * after a statement that failed. The connection must have prepared {@link BEGIN} and {@link COMMIT}.
 */
export class TransactionQuery extends PrintedQuery {
  private completed = 0

  constructor(
    config: QueryConfig & { readonly printed?: PrintedRows<string> },
    described: DescribedStatements,
    private readonly bounds: Bounds,
  ) {
    super(config, described, config.printed)
  }

  /** A text without values would be sent in a message of its own. */
  override requiresPreparation(): boolean {
    return true
  }

  override prepare(connection: Connection): void {
    if (this.bounds.opens) run(connection, BEGIN.name)
    super.prepare(connection)
  }

  /** Sends what ends the message. */
  override _getRows(connection: Connection, rows: number): void {
    if (!this.bounds.closes) return super._getRows(connection, rows)
    connection.execute(null, false)
    run(connection, COMMIT.name)
    connection.sync()
  }

  override handleCommandComplete(message: CommandComplete, connection: Connection): void {
    const own = this.bounds.opens ? 1 : 0
    if (this.completed++ === own) super.handleCommandComplete(message, connection)
  }
}

function run(connection: Connection, statement: string): void {
  connection.bind({ statement }, false)
  connection.execute(null, false)
}
