import { Client } from 'pg'
import type { ApplicationName } from '@nameyard/embedded/platform/applications'
import { testBroker } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { Gates, type Step } from './gates'
import { LedgerTables } from './ledger-tables'
import { platformDatabase } from './platform-database'
import { startDistributed, type DistributedPlatform } from './processes'
import { logIn, person, type Reseller } from './reseller'

/** The database and the broker of a test. */
export interface Servers {
  readonly databaseUrl: string
  readonly amqpUrl: string
  close(): Promise<unknown>
}

/** A new database, and a new virtual host of a broker. */
export async function testServers(brokerUrl?: string): Promise<Servers> {
  const [database, broker] = await Promise.all([platformDatabase(), testBroker(brokerUrl)])
  return {
    databaseUrl: database.url,
    amqpUrl: broker.url,
    close: () => Promise.all([database.drop(), broker.drop()]),
  }
}

/** When a process is killed: before or after its commit of a step, or during that of another process. */
export interface Instant {
  readonly step: Step
  readonly moment: 'before' | 'after' | 'during'
}

/** What is killed, and what its restart needs. */
export interface Victim {
  kill(): Promise<unknown>
  restore(): Promise<unknown>
}

/** A platform of processes with gates in its database, and a reseller with a customer. */
export interface GatedPlatform {
  readonly platform: DistributedPlatform
  readonly reseller: Reseller
  /** The customer. */
  readonly handle: string
  readonly gates: Gates
  readonly ledger: LedgerTables
  readonly sql: Client
  /**
   * Sends a request, kills a process while a transaction waits before the commit of the step, and starts it again. Returns
   * the answer to the request.
   */
  strike<Answer>(instant: Instant, victim: ApplicationName | Victim, ask: () => Promise<Answer>): Promise<Answer>
  /** Connects again to a database that was killed. */
  reconnect(): Promise<void>
  close(): Promise<void>
}

type Options = Omit<Parameters<typeof startDistributed>[0], 'databaseUrl' | 'amqpUrl'>

/** Starts the platform on servers, which it closes in the end. */
export async function startGated(starting: Promise<Servers>, options: Options): Promise<GatedPlatform> {
  const { databaseUrl, amqpUrl, ...servers } = await starting
  const opened: (() => Promise<unknown>)[] = [() => servers.close()]
  const close = async (): Promise<void> => {
    const last = opened.pop()
    if (!last) return
    try {
      await last()
    } finally {
      await close()
    }
  }
  const connect = async (opening: Promise<Gates>) => {
    const sql = new Client({ connectionString: databaseUrl })
    // A test that kills the database expects the loss of this connection.
    sql.on('error', () => undefined)
    const [gates, ledger] = await Promise.all([opening, LedgerTables.of(databaseUrl), sql.connect()])
    opened.push(() => Promise.all([gates.end(), ledger.end(), sql.end()]))
    return { gates, ledger, sql }
  }
  try {
    const platform = await startDistributed({ databaseUrl, amqpUrl, ...options })
    opened.push(() => platform.close())
    const reseller = await logIn(platform)
    const { handle } = await reseller.done('POST', '/v1/customers', person)
    let tables = await connect(Gates.in(databaseUrl))
    const processOf = (name: ApplicationName): Victim => ({
      kill: () => platform.kill(name),
      restore: () => platform.start(name),
    })
    return {
      platform,
      reseller,
      handle: handle as string,
      get gates() {
        return tables.gates
      },
      get ledger() {
        return tables.ledger
      },
      get sql() {
        return tables.sql
      },
      async strike({ step, moment }, victim, ask) {
        const { kill, restore } = typeof victim === 'string' ? processOf(victim) : victim
        await tables.gates.close(step)
        const answer = ask()
        await tables.gates.reached(step)
        await kill()
        if (moment === 'before') await tables.gates.rollBack(step)
        await tables.gates.open(step)
        // Another process may have its port for a moment.
        await eventually(() => restore().then(() => true), 'the restart')
        return answer
      },
      async reconnect() {
        tables = await connect(Gates.existing(databaseUrl))
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
