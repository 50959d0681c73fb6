import { eventually } from '@nameyard/testing/eventually'
import { Client } from 'pg'

/** A step of an order's money, named by the row whose transaction is about to commit. */
export type Step = 'reserve' | 'accept' | 'confirm' | 'settle' | 'capture' | 'release'

/** The rows of each step, as conditions on what is written. */
const steps: Readonly<Record<Step, { readonly table: string; readonly of: string; readonly on?: 'insert' }>> = {
  reserve: { table: 'orders.reservation', of: `new.state = 'open'` },
  accept: { table: 'domains.registry_operation', of: 'new.charge is not null', on: 'insert' },
  confirm: { table: 'orders.reservation', of: `new.state = 'confirmed'` },
  settle: { table: 'domains.registry_operation', of: 'new.settled_at is not null' },
  capture: { table: 'orders.reservation', of: `new.state = 'captured'` },
  release: { table: 'orders.reservation', of: `new.state = 'released'` },
}

/** Half of the advisory locks' number; the other half is the step. */
const GATES = 0x6d6f6e

/**
 * Holds transactions up in the middle of their commit, from the database alone: what they did is done and not yet true.
 * Whoever waits for the commit can then be killed, before it happens or behind it.
 */
export class Gates {
  private constructor(
    private readonly holder: Client,
    private readonly watcher: Client,
  ) {}

  static async in(databaseUrl: string): Promise<Gates> {
    const [holder, watcher] = [databaseUrl, databaseUrl].map((connectionString) => new Client({ connectionString }))
    await Promise.all([holder!.connect(), watcher!.connect()])
    await holder!.query(
      `create function public.pass_gate() returns trigger language plpgsql as $$
       begin perform pg_advisory_xact_lock_shared(${GATES}, tg_argv[0]::integer); return null; end $$`,
    )
    for (const [number, { table, of, on = 'insert or update' }] of Object.values(steps).entries())
      await holder!.query(
        `create constraint trigger zz_gate_${number} after ${on} on ${table} deferrable initially deferred
         for each row when (${of}) execute function public.pass_gate(${number})`,
      )
    return new Gates(holder!, watcher!)
  }

  /** Nobody gets through from now on. */
  async close(step: Step): Promise<void> {
    await this.holder.query('select pg_advisory_lock($1, $2)', [GATES, numberOf(step)])
  }

  /** Resolves when somebody stands before it. */
  async reached(step: Step): Promise<void> {
    await eventually(async () => (await this.waiting(step)).length > 0, `somebody at the gate of ${step}`)
  }

  /** Lets everybody through. */
  async open(step: Step): Promise<void> {
    await this.holder.query('select pg_advisory_unlock($1, $2)', [GATES, numberOf(step)])
  }

  /** Opens whatever a test that failed has left closed. */
  async openAll(): Promise<void> {
    await this.holder.query('select pg_advisory_unlock_all()')
  }

  /** Undoes what those before it did, as the loss of their connections does; lets nobody through. */
  async turnAway(step: Step): Promise<void> {
    for (const pid of await this.waiting(step)) await this.watcher.query('select pg_terminate_backend($1)', [pid])
    await eventually(async () => (await this.waiting(step)).length === 0, `nobody at the gate of ${step}`)
  }

  /** Resolves when somebody waits for what a transaction before a gate holds. */
  async blocksSomebody(): Promise<void> {
    const behind = `select from pg_locks where locktype = 'advisory' and not granted and classid <> $1
      and database = (select oid from pg_database where datname = current_database())`
    await eventually(
      async () => (await this.watcher.query(behind, [GATES])).rowCount !== 0,
      'somebody behind whoever is at a gate',
    )
  }

  async end(): Promise<void> {
    await Promise.all([this.holder.end(), this.watcher.end()])
  }

  private async waiting(step: Step): Promise<number[]> {
    const { rows } = await this.watcher.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted and classid = $1 and objid = $2
         and database = (select oid from pg_database where datname = current_database())`,
      [GATES, numberOf(step)],
    )
    return rows.map(({ pid }) => pid)
  }
}

const numberOf = (step: Step): number => Object.keys(steps).indexOf(step)
