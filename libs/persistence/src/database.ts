import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import type { DataSource, EntityManager, EntitySchema, FindOptionsWhere, ObjectLiteral } from 'typeorm'
import { carriedBy, carriedOutFor } from '@nameyard/contracts/audit/carried-out'
import type { Call } from '@nameyard/contracts/operation'
import type { GuardedClient, PrintedConfig } from './guarded-client'
import { PrintedRows, type JsonRows } from './json-rows'
import { unavailableFrom } from './outage'
import { queryOf, type PreparedStatement, type Sql, type Values } from './statement'

/** One open transaction. Stores take it as an argument: none of them opens a transaction of its own. */
export interface Tx {
  /** Rows of a statement. */
  query<Given, Row extends object>(statement: PreparedStatement<Given, Row>, ...given: Values<Given>): Promise<Row[]>
  /** Rows of a text that was composed at run time. */
  query<Row extends object>(text: Sql): Promise<Row[]>
  /** Rows of a text that was composed at run time, printed as JSON. */
  print<Numbers extends string>(text: Sql, form: JsonRows<Numbers>): Promise<PrintedRows<Numbers>>
  /** TypeORM's view of the same transaction, for entities on cold paths. */
  readonly manager: EntityManager
  readonly correlationId: string
  /**
   * The contact person who requested the work, and the address of the client; absent for work of the platform itself.
   */
  readonly actor?: Call['actor']
  readonly address?: Call['address']
  /** The installations that the request has passed. */
  readonly passed?: Call['passed']
  /** The operator who requested the work. */
  readonly operator?: Call['operator']
  /** Makes the last statement of the transaction, which is sent together with the commit. A failure rolls it back. */
  beforeCommit<Given, Row extends object>(last: () => LastStatement<Given, Row>): void
  /** Runs once the transaction is committed; never when it rolls back. */
  afterCommit(action: () => void): void
}

/** A statement that is sent together with the commit. */
export interface LastStatement<Given, Row extends object> {
  readonly statement: PreparedStatement<Given, Row>
  readonly given: Given
  /** Gets the rows once the transaction is committed; never when it rolls back. */
  readonly committed: (rows: Row[]) => void
}

/** Prevents that repeated work is done twice; called inside the transaction that does the work. */
export interface Claims {
  /** Claims the request for this call. Throws when another call has carried it out. */
  claim(tx: Tx, call: Call): Promise<void>
  /** The query that stores the value that the work returned. It is sent together with what ends the transaction. */
  placing(call: Call, placed: unknown): ReturnType<typeof queryOf>
}

/** Records the operation of a call in the audit trail; called inside the transaction that carries it out. */
export interface Recorder {
  recordCall(tx: Tx): Promise<void>
}

/** A last statement as it is sent, and what gets its rows after the commit. */
interface Last {
  readonly query: QueryConfig
  readonly act: (rows: object[]) => void
}

function lastOf<Given, Row extends object>({ statement, given, committed }: LastStatement<Given, Row>): Last {
  const query = queryOf(statement as PreparedStatement<never, object>, given as object)
  return { query, act: committed as (rows: object[]) => void }
}

type PooledClient = GuardedClient & Pick<PoolClient, 'release'>

/** TypeORM's view of the open transaction of a connection. */
function managerOf(dataSource: DataSource, client: GuardedClient): EntityManager {
  return Object.assign(dataSource.createQueryRunner(), { databaseConnection: client, isTransactionActive: true })
    .manager
}

/** The service's database: reads are single statements, writes go through a unit of work. */
export class Database {
  /** The pool below TypeORM: a plain `pg` pool whose connections have the service's schema as search path. */
  readonly pool: Pool

  private claims: Claims | undefined
  private recorder: Recorder | undefined

  constructor(readonly dataSource: DataSource) {
    this.pool = (dataSource.driver as unknown as { master: Pool }).master
    // A lost connection in use emits an error event. Without a listener it would end the process. The user of the
    // connection sees the failure of its own statement.
    this.pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** Makes every unit of work of a repeatable call claim its request first. */
  claimWith(claims: Claims): void {
    this.claims = claims
  }

  /** Makes the first unit of work of a call record the operation that is carried out for it. */
  recordWith(recorder: Recorder): void {
    this.recorder = recorder
  }

  /** Rows of one statement outside any transaction. */
  read<Given, Row extends object>(statement: PreparedStatement<Given, Row>, ...given: Values<Given>): Promise<Row[]>
  /** Rows of a text that was composed at run time, outside any transaction. */
  read<Row extends object>(text: Sql): Promise<Row[]>
  async read(asked: PreparedStatement<never, object> | Sql, given?: object): Promise<object[]> {
    try {
      return (await this.pool.query(queryOf(asked, given))).rows
    } catch (error) {
      throw unavailableFrom(error) ?? error
    }
  }

  /** Rows of a text that was composed at run time, printed as JSON, outside any transaction. */
  async print<Numbers extends string>(text: Sql, form: JsonRows<Numbers>): Promise<PrintedRows<Numbers>> {
    const printed = new PrintedRows(form)
    try {
      await this.pool.query(printing(text, printed))
      return printed
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
   * Runs `work` in one transaction: commits when it returns, rolls back when it throws. `work` must not wait for the
   * network: a waiting transaction holds its locks. For a repeatable call, the request is claimed first, and the value
   * that `work` returns is stored with the claim: it is the answer, or the answer is built from it again. Statements of
   * a call with a deadline are cancelled at the deadline. The commit is not cancelled, because its outcome would be
   * unknown. The audit trail gets the operation of the call in the same transaction.
   */
  async unitOfWork<T>(
    call: Pick<Call, 'correlationId' | 'actor' | 'address' | 'operator' | 'passed' | 'repeat'> &
      Partial<Pick<Call, 'deadline'>>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const lasts: (() => Last)[] = []
    const committed: (() => void)[] = []
    let connection: PooledClient | undefined
    let manager: EntityManager | undefined
    let lost: Error | undefined
    const onLost = (error: Error) => (lost ??= error)
    try {
      const client = (connection = (await this.pool.connect()) as PooledClient)
      client.deadline = call.deadline
      client.on('error', onLost)
      await client.begin()
      const { dataSource } = this
      const tx: Tx = {
        query: async (asked: PreparedStatement<never, object> | Sql, given?: object) =>
          ((await client.query(queryOf(asked, given))) as QueryResult).rows,
        print: async (text, form) => {
          const printed = new PrintedRows(form)
          await client.query(printing(text, printed))
          return printed
        },
        get manager() {
          return (manager ??= managerOf(dataSource, client))
        },
        correlationId: call.correlationId,
        actor: call.actor,
        address: call.address,
        operator: call.operator,
        passed: call.passed,
        ...carriedBy(call),
        beforeCommit: (make) => void lasts.push(() => lastOf(make())),
        afterCommit: (action) => void committed.push(action),
      }
      const claims = call.repeat && call.actor ? this.claims : undefined
      await claims?.claim(tx, call as Call)
      const result = await work(tx)
      // Sent together with what follows: nothing needs its rows, and after its failure the commit fails.
      const placed = claims && (client.query(claims.placing(call as Call, result)) as Promise<unknown>)
      placed?.catch(() => undefined)
      const carried = carriedOutFor(call)
      const isNew = carried !== undefined && !carried.isRecorded
      if (isNew) await this.recorder?.recordCall(tx)
      for (const make of lasts.splice(0, lasts.length - 1)) {
        const { query, act } = make()
        const { rows } = (await client.query(query)) as QueryResult
        committed.push(() => act(rows))
      }
      client.deadline = undefined
      const last = lasts[0]?.()
      const [rows] = await Promise.all([client.commit(last?.query), placed])
      last?.act(rows)
      if (isNew) carried.isRecorded = true
      for (const action of committed) action()
      return result
    } catch (error) {
      // A lost connection has rolled back already. The first error names the cause.
      await connection?.rollback().catch((failure: Error) => (lost ??= failure))
      throw unavailableFrom(error) ?? error
    } finally {
      if (connection) {
        connection.deadline = undefined
        connection.off('error', onLost)
        await manager?.queryRunner?.release()
        connection.release(lost)
      }
    }
  }
}

const printing = (text: Sql, printed: PrintedRows<string>): PrintedConfig => ({ ...queryOf(text), printed })
