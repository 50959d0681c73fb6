import { connect } from 'amqplib'
import { Client } from 'pg'

/** Everything that the services store, and every command and event that they send: tests look for texts in it. */
export interface Traces {
  /** The tables of the services' schemas, as `schema.table`. */
  readonly tables: readonly string[]
  /** Returns the tables with a row that contains one of the texts, and `broker` when a message does. */
  of(texts: readonly string[]): Promise<string[]>
  close(): Promise<void>
}

/** The schemas of the services. The sandbox registry stands for a registry, which must know auth codes and contacts. */
const NO_SERVICE = ['pg_catalog', 'information_schema', 'public', 'sandbox_registry']

/** Starts to copy the payloads of commands and events from the broker. */
export async function startTraces(databaseUrl: string, amqpUrl: string): Promise<Traces> {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  const { rows } = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema <> all($1) and table_schema not like 'pg_%' order by 1`,
    [NO_SERVICE],
  )
  const tables = rows.map(({ name }) => name)
  const messages: string[] = []
  const broker = await connect(amqpUrl)
  const channel = await broker.createChannel()
  const { queue } = await channel.assertQueue('', { exclusive: true })
  const services = new Set(tables.map((table) => table.split('.')[0]!.replaceAll('_', '-')))
  await channel.bindQueue(queue, 'nameyard.events', '#')
  for (const service of services) await channel.bindQueue(queue, `${service}.inbox`, '#')
  await channel.consume(queue, (message) => void messages.push(message?.content.toString() ?? ''), { noAck: true })
  return {
    tables,
    async of(texts) {
      const patterns = texts.map((text) => `%${text.replaceAll(/[%_\\]/g, '\\$&')}%`)
      const found: string[] = []
      for (const table of tables) {
        const { rowCount } = await database.query(`select from ${table} t where t::text like any($1) limit 1`, [
          patterns,
        ])
        if (rowCount) found.push(table)
      }
      return [...found, ...(messages.some((each) => texts.some((text) => each.includes(text))) ? ['broker'] : [])]
    },
    async close() {
      await broker.close()
      await database.end()
    },
  }
}
