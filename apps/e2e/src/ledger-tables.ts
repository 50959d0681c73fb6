import { Client } from 'pg'

/** One order in the ledger. */
export interface OrderInLedger {
  readonly state: 'open' | 'confirmed' | 'captured' | 'released'
  /** Movements by kind, sorted: `capture`, `reserve`. */
  readonly movements: readonly string[]
}

/**
 * Moves cents between available and reserved credit of the newest account, for no order. The database refuses such a change
 * unless its triggers are switched off.
 */
export async function moveReserved(client: Client, cents: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(
    `update orders.ledger_account set reserved = reserved + $1, available = available - $1
     where reseller_id = (select max(reseller_id) from orders.ledger_account)`,
    [cents],
  )
  await client.query('set session_replication_role = origin')
}

/** The ledger tables of a platform, read directly: the tests compare amounts with the rows, not with the API. */
export class LedgerTables {
  private constructor(private readonly client: Client) {}

  static async of(databaseUrl: string): Promise<LedgerTables> {
    const client = new Client({ connectionString: databaseUrl })
    // A test that kills the database expects the loss of this connection.
    client.on('error', () => undefined)
    await client.connect()
    return new LedgerTables(client)
  }

  /** Every reservation for a name, oldest first. */
  async ordersOf(subject: string): Promise<OrderInLedger[]> {
    const { rows } = await this.client.query<OrderInLedger>(
      `select r.state, (select coalesce(array_agg(kind order by kind), '{}') from orders.ledger_transaction t
         where t.order_id = r.order_id) as movements
       from orders.reservation r where r.subject = $1 order by r.reserved_at`,
      [subject],
    )
    return rows
  }

  /** Ids of the orders for a name, oldest first. */
  async orderIds(subject: string): Promise<string[]> {
    const { rows } = await this.client.query<{ id: string }>(
      'select order_id as id from orders.reservation where subject = $1 order by reserved_at',
      [subject],
    )
    return rows.map(({ id }) => id)
  }

  /** Returns the number of registry operations that the domains service has placed for a name. */
  async operationsOf(name: string): Promise<number> {
    const { rowCount } = await this.client.query(
      'select from domains.registry_operation o join domains.domain d on d.id = o.domain_id where d.name = $1',
      [name],
    )
    return rowCount ?? 0
  }

  /** Returns the open work for a name as text: operations, reservations and unpublished messages. */
  async unfinished(name: string): Promise<string[]> {
    const { rows } = await this.client.query<{ what: string }>(
      `select 'domains: ' || o.purpose as what from domains.registry_operation o
         join domains.domain d on d.id = o.domain_id where d.name = $1 and o.settled_at is null
       union all select 'worker: ' || kind || ' ' || state from registry_worker.operation
         where object = $1 and settled_at is null
       union all select 'money: ' || state from orders.reservation
         where subject = $1 and state not in ('captured', 'released')
       union all select 'message: ' || message from domains.outbox
       union all select 'message: ' || message from orders.outbox
       union all select 'message: ' || message from registry_worker.outbox`,
      [name],
    )
    return rows.map(({ what }) => what)
  }

  /** Returns whether the worker waits for the registry to finish an operation on the name. */
  async isWaiting(name: string): Promise<boolean> {
    const waiting = `select from registry_worker.operation where object = $1 and state = 'waiting'`
    return (await this.client.query(waiting, [name])).rowCount === 1
  }

  /** Returns what must never happen: unknown transitions of a domain, and clTRIDs that were sent twice. */
  async violations(): Promise<string[]> {
    const { rows } = await this.client.query<{ what: string }>(
      `select format('%s of %s in %s', event, domain ->> 'name', phase) as what from domains.lifecycle_violation
       union all select 'sent twice: ' || cltrid from sandbox_registry.audit
         where registrar = 'nameyard' and cltrid is not null group by cltrid having count(*) > 1`,
    )
    return rows.map(({ what }) => what)
  }

  /** The available and the reserved cents of an account. */
  async balance(resellerId: number): Promise<{ available: number; reserved: number }> {
    const { rows } = await this.client.query<{ available: number; reserved: number }>(
      `select available::float8 as available, reserved::float8 as reserved from orders.ledger_account
       where reseller_id = $1`,
      [resellerId],
    )
    return rows[0] ?? { available: 0, reserved: 0 }
  }

  async end(): Promise<void> {
    await this.client.end()
  }
}
