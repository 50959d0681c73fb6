import { Query, type Connection, type FieldDef, type QueryConfig } from 'pg'
import type { PrintedRows } from './json-rows'
import type { RowMessage } from './row-messages'

/** What `pg` derives from the description of a result: how its columns become the properties of rows. */
interface Columns {
  readonly fields: readonly FieldDef[]
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: object
}

/** The parts of a query of `pg` that its types leave out. */
interface Internals {
  readonly name: string
  readonly _result: Columns
  _accumulateRows: boolean
  hasBeenParsed(connection: Connection): boolean
  requiresPreparation(): boolean
  prepare(connection: Connection): void
  _getRows(connection: Connection, rows: number): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: RowMessage): void
  _canceledDueToError: unknown
}

const Base = Query as unknown as new (config: QueryConfig) => Query & Internals

/** What one connection knows about its named statements. */
export class DescribedStatements {
  /** The columns of each statement, by its name. */
  readonly columns = new Map<string, Columns>()
  /** The connection, which does not ask for descriptions. */
  readonly terse: Connection

  constructor(connection: Connection) {
    this.terse = Object.create(connection, { describe: { value: () => {} } }) as Connection
  }
}

/**
 * A query with a name, whose columns are described once for each connection. `pg` asks for them at each execution, and
 * derives the same parsers from the same answer: for a row with thirty columns that is a third of its work. The server refuses
 * to execute a prepared statement whose columns have changed since.
 */
export class NamedQuery extends Base {
  constructor(
    config: QueryConfig,
    private readonly described: DescribedStatements,
  ) {
    super(config)
  }

  override prepare(connection: Connection): void {
    const columns = this.name ? this.described.columns.get(this.name) : undefined
    if (!columns || !this.hasBeenParsed(connection)) return super.prepare(connection)
    Object.assign(this._result, columns)
    this._accumulateRows = true
    super.prepare(this.described.terse)
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    if (!this.name) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    if (this.name) this.described.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

/** A query whose rows are printed, where there is a print, instead of becoming objects. It need not have a name. */
export class PrintedQuery extends NamedQuery {
  constructor(
    config: QueryConfig,
    described: DescribedStatements,
    private readonly printed: PrintedRows<string> | undefined,
  ) {
    super(config, described)
  }

  override handleDataRow(message: RowMessage): void {
    if (!this.printed) return super.handleDataRow(message)
    if (this._canceledDueToError) return
    try {
      this.printed.add(message, this._result.fields)
    } catch (error) {
      // Like a row that `pg` cannot build: it fails the query, not the connection.
      this._canceledDueToError = error
    }
  }
}
