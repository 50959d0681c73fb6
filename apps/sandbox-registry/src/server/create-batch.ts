import { DatabaseError, type Pool } from 'pg'
import { Batcher } from '@nameyard/persistence/batcher'
import { insertPlainCreates, type PlainCreate } from '../commands/domain/plain-create.store'
import { OutcomeUnknown } from '../database/transaction'
import { drawSvTRIDs } from './exchange.store'

/** Identifiers drawn at a time: about one second of creates. */
const DRAWN = 250

/** SQLSTATE class of errors with which PostgreSQL closes a connection; statements may be committed by then. */
const OPERATOR_INTERVENTION = '57P'

/**
 * Writes plain creates of all sessions in batches: those that arrive during a write share the next statement and its
 * commit. A create that does not fit is left to `perform`, which finds the reason of the refusal.
 */
export class CreateBatch {
  private readonly writing: Batcher<PlainCreate, boolean | OutcomeUnknown>
  private svTRIDs: Promise<string[]> | undefined

  constructor(private readonly db: Pool) {
    this.writing = new Batcher((creates) => this.writeAll(creates))
  }

  /** Returns a unique server transaction identifier. */
  async newSvTRID(): Promise<string> {
    for (;;) {
      const svTRID = (await (this.svTRIDs ??= this.draw())).shift()
      if (svTRID !== undefined) return svTRID
      this.svTRIDs = undefined
    }
  }

  /**
   * Returns true when the create is committed, with its charge and its audit entry. Returns false when it does not fit
   * and nothing was written. Throws OutcomeUnknown when the connection was lost during the write.
   */
  async write(create: PlainCreate): Promise<boolean> {
    const written = await this.writing.add(create)
    if (written instanceof OutcomeUnknown) throw written
    return written
  }

  /** Throws what PostgreSQL refuses: nothing was written. After a lost connection the outcome of all is unknown. */
  private async writeAll(creates: readonly PlainCreate[]): Promise<readonly (boolean | OutcomeUnknown)[]> {
    try {
      const written = await insertPlainCreates(this.db, creates)
      // Of two creates of one name, the first was written.
      return creates.map(({ domain }) => written.delete(domain.name))
    } catch (error) {
      if (error instanceof DatabaseError && !error.code?.startsWith(OPERATOR_INTERVENTION)) throw error
      const { message } = error as Error
      return creates.map(() => new OutcomeUnknown(message, { cause: error }))
    }
  }

  private draw(): Promise<string[]> {
    const drawn = drawSvTRIDs(this.db, DRAWN)
    drawn.catch(() => (this.svTRIDs = undefined))
    return drawn
  }
}
