import { Client } from 'pg'

/** A setting that no server has; a session shows it if the options of its connection have arrived. */
const MARK = 'nameyard.session'

/** How often sessions are compared. */
const ROUNDS = 8

const WHY =
  'Workers are told apart by locks of their sessions, and services have their own rights there. Connect to PostgreSQL directly.'

/**
 * Refuses a database behind a pooler that does not give each connection a session of its own, such as PgBouncer in
 * transaction mode: without an error, two workers would have one identity, and notifications would not arrive.
 */
export async function assertOwnSessions(databaseUrl: string): Promise<void> {
  const pooler = await poolerOf(databaseUrl)
  if (pooler !== undefined) throw new Error(`DATABASE_URL leads to a pooler that ${pooler}. ${WHY}`)
}

/** What a pooler before the database does to sessions; undefined without one. Throws if the database cannot be reached. */
export async function poolerOf(databaseUrl: string): Promise<string | undefined> {
  const clients = [1, 2].map(() => {
    const client = new Client({
      connectionString: databaseUrl,
      options: `-c ${MARK}=own`,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    })
    client.on('error', () => undefined)
    return client
  })
  const [one, other] = clients as [Client, Client]
  try {
    for (const client of clients) await client.connect()
    const { rows } = await one.query<{ mark: string | null }>(`select current_setting('${MARK}', true) as mark`)
    if (await isShared(one, other)) return 'shares sessions between connections'
    return rows[0]!.mark === 'own' ? undefined : 'drops the settings of a session'
  } catch (error) {
    if (/unsupported startup parameter/.test((error as Error).message)) return 'refuses the settings of a session'
    throw error
  } finally {
    for (const client of clients) await client.end()
  }
}

/**
 * A pooler that shares sessions carries out statements of one connection in several sessions of the server, or those of two
 * connections in the same one. While one connection has a transaction open, the other one cannot use its session; so the
 * difference shows at once in an idle pool, and within a few rounds in a busy one.
 */
async function isShared(one: Client, other: Client): Promise<boolean> {
  const session = async (client: Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  const [own, others] = [await session(one), new Set<number>()]
  for (let round = 0; round < ROUNDS; round++) {
    await other.query('begin')
    others.add(await session(other))
    const again = await session(one)
    await other.query('rollback')
    if (again !== own || others.has(own) || others.size > 1) return true
  }
  return false
}
