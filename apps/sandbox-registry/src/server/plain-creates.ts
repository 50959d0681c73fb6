import { Gathering } from '@nameyard/persistence/gathering'
import { DatabaseError, type Pool } from 'pg'
import { insertPlainCreates, type PlainCreate } from '../commands/domain/plain-create.store'
import { drawSvTRIDs } from './clock.store'
import { OutcomeUnknown } from './transaction'

/** Identifiers that are drawn at a time: about a second's creates. */
const DRAWN = 250

/** Class of the errors by which a database takes leave; whatever was committed by then stays. */
const OPERATOR_INTERVENTION = '57P'

/**
 * Writes creates of domains that nothing stands in the way of: those of all sessions that come while others are being
 * written share one statement and one commit. The rest is for a transaction of its own, which tells what is wrong.
 */
export class PlainCreates {
  private readonly writing: Gathering<PlainCreate, boolean | OutcomeUnknown>
  private svTRIDs: Promise<string[]> | undefined

  constructor(private readonly db: Pool) {
    this.writing = new Gathering((creates) => this.writeAll(creates))
  }

  /** A server transaction identifier that nobody else gets. */
  async newSvTRID(): Promise<string> {
    for (;;) {
      const svTRID = (await (this.svTRIDs ??= this.draw())).shift()
      if (svTRID !== undefined) return svTRID
      this.svTRIDs = undefined
    }
  }

  /**
   * True once it is in the books, with its charge and its audit entry. False when something stands in its way: it has
   * left nothing. Throws OutcomeUnknown when nobody can tell.
   */
  async write(create: PlainCreate): Promise<boolean> {
    const written = await this.writing.ask(create)
    if (written instanceof OutcomeUnknown) throw written
    return written
  }

  /** What PostgreSQL refuses is thrown, and has left nothing; of a lost connection nobody knows what it has left. */
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
