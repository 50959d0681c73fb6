import type { Call } from '@nameyard/contracts/operation'
import { Unavailable } from '@nameyard/contracts/unavailable'
import type { Pool, QueryResult, QueryResultRow } from 'pg'
import type { DataSource, EntityManager, EntitySchema, FindOptionsWhere, ObjectLiteral } from 'typeorm'
import { TypeORMError } from 'typeorm'
import type { GuardedClient } from './guarded-client'
import { unavailableFrom } from './outage'
import type { Statement } from './statement'

/** One open transaction. Stores take it as an argument: none of them opens a transaction of its own. */
export interface Tx {
  query<Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>
  /** TypeORM's view of the same transaction, for entities on cold paths. */
  readonly manager: EntityManager
  readonly correlationId: string
  /** Who asked for the work, and from which address; absent for work of the platform itself. */
  readonly actor?: Call['actor']
  readonly address?: Call['address']
  /** Runs once the transaction is committed; never when it rolls back. */
  afterCommit(action: () => void): void
}

/** Keeps work that was asked for twice from being done twice; asked inside the transaction that does it. */
export interface Claims {
  /** Takes the request for this call; throws when another call has carried it out. */
  claim(tx: Tx, call: Call): Promise<void>
  /** Keeps what the work returned. */
  place(tx: Tx, call: Call, placed: unknown): Promise<void>
}

/** The service's database: reads go straight to rows, writes go through a unit of work. */
export class Database {
  /** The pool below TypeORM; a plain `pg` pool whose connections have the service's schema as search path. */
  readonly pool: Pool

  private claims: Claims | undefined

  constructor(readonly dataSource: DataSource) {
    this.pool = (dataSource.driver as unknown as { master: Pool }).master
    // A connection that is cut while it is lent out says so itself; unheard, that would end the process. Whoever uses it
    // is told by the failure of its own statement.
    this.pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** Has every unit of work of a call that may be repeated claimed first. */
  claimWith(claims: Claims): void {
    this.claims = claims
  }

  /** Rows of one statement outside any transaction. */
  async read<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.pool.query<Row>(prepared(statement, values))).rows
    } catch (error) {
      throw unavailableFrom(error) ?? error
    }
  }

  /** One entity outside any transaction, for cold paths. */
  async findOne<Entity extends ObjectLiteral>(
    entity: EntitySchema<Entity>,
    where: FindOptionsWhere<Entity>,
  ): Promise<Entity | undefined> {
    try {
      return (await this.dataSource.getRepository(entity).findOneBy(where)) ?? undefined
    } catch (error) {
      throw unavailableFrom(error) ?? error
    }
  }

  /**
   * Runs `work` in one transaction: commits what it did when it returns, undoes all of it when it throws. Nothing in
   * `work` may wait for the network: a transaction that waits holds its locks. Of a call that may be repeated, its
   * request is claimed first, and what `work` returns is kept with the claim: it is the answer, or what the answer is
   * made of again. Statements of a call that has a deadline are ended at it; the commit is not, because its outcome
   * would be unknown.
   */
  async unitOfWork<T>(
    call: Pick<Call, 'correlationId' | 'actor' | 'address' | 'repeat'> & Partial<Pick<Call, 'deadline'>>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner()
    const committed: (() => void)[] = []
    let client: GuardedClient | undefined
    let lost: Error | undefined
    const onLost = (error: Error) => (lost ??= error)
    try {
      const connection = (await runner.connect()) as GuardedClient
      client = connection
      connection.deadline = call.deadline
      connection.on('error', onLost)
      await runner.startTransaction()
      const tx: Tx = {
        query: async <Row extends QueryResultRow>(statement: Statement, values: readonly unknown[] = []) =>
          ((await connection.query(prepared(statement, values))) as QueryResult<Row>).rows,
        manager: runner.manager,
        correlationId: call.correlationId,
        actor: call.actor,
        address: call.address,
        afterCommit: (action) => void committed.push(action),
      }
      const claims = call.repeat && call.actor ? this.claims : undefined
      await claims?.claim(tx, call as Call)
      const result = await work(tx)
      await claims?.place(tx, call as Call, result)
      connection.deadline = undefined
      await runner.commitTransaction()
      for (const action of committed) action()
      return result
    } catch (error) {
      // A lost connection has rolled back by itself; the first error is the one that tells what happened.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined)
      // TypeORM then says only that it has released the connection.
      if (lost && error instanceof TypeORMError) throw new Unavailable(lost.message, { cause: lost })
      throw unavailableFrom(error) ?? error
    } finally {
      if (client) client.deadline = undefined
      client?.off('error', onLost)
      await runner.release()
    }
  }
}

function prepared({ name, text }: Statement, values: readonly unknown[]) {
  return name === '' ? { text, values: [...values] } : { name, text, values: [...values] }
}
