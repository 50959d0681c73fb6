import type { Writable } from 'node:stream'
import { startBrokerProcess } from '../platform/broker-process'
import type { Place } from '../platform/settings'
import { startPostgres } from '../postgres/postgres'
import { CannotStart } from './cannot-start'
import type { DataFolder } from './data-folder'
import type { Lifetime } from './lifetime'

type Servers = Pick<Place, 'databaseUrl' | 'amqpUrl'>

/** Returns the servers of the environment; starts an embedded one, with its data in the folder, for each missing one. */
export async function openServers(
  environment: Readonly<Record<string, string | undefined>>,
  data: DataFolder,
  log: Writable,
  lifetime: Lifetime,
): Promise<Servers> {
  // Waits for both to start or fail before one is stopped again.
  const [database, broker] = await Promise.allSettled([
    environment.DATABASE_URL || openPostgres(data, lifetime),
    environment.AMQP_URL || openBroker(data, log, lifetime),
  ])
  return { databaseUrl: urlOf(database), amqpUrl: urlOf(broker) }
}

function urlOf(server: PromiseSettledResult<string>): string {
  if (server.status === 'rejected') throw new CannotStart((server.reason as Error).message)
  return server.value
}

async function openPostgres(data: DataFolder, lifetime: Lifetime): Promise<string> {
  const server = await startPostgres({ dataFolder: data.postgres })
  lifetime.onStop(() => server.stop())
  void server.exited.then(() => lifetime.reportLoss('PostgreSQL ended.'))
  return server.url
}

async function openBroker(data: DataFolder, log: Writable, lifetime: Lifetime): Promise<string> {
  const broker = await startBrokerProcess(data.broker, { log })
  lifetime.onStop(() => broker.stop())
  void broker.exited.then(() => lifetime.reportLoss('The embedded broker ended.'))
  return broker.url
}
