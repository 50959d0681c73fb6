import { Client } from 'pg'
import { services } from '@nameyard/contracts/operation'
import { poolerOf } from '@nameyard/persistence/own-sessions'
import { schemaOf } from '@nameyard/persistence/schema-name'

/** What was examined, its value, and what is wrong with it. */
export interface Finding {
  readonly what: string
  readonly value: string
  readonly problem?: string
}

/** Milliseconds that the clocks of the database and of this machine may differ. */
const CLOCK_MS = 1_000

/** Part of the connections that may be in use: replicas are replaced while both are there. */
const MOST_USED = 0.8

/** Connections that PostgreSQL keeps for superusers by default. */
const RESERVED = 3

interface Server {
  readonly version: string
  readonly epochMs: string
  readonly most: number
  readonly used: number
  readonly fsync: string
  readonly synchronousCommit: string
}

/** The connections that the replicas of a service may open. */
export interface Demand {
  readonly service: string
  readonly replicas: number
  /** Of each replica: its pool, and the connections beside it. */
  readonly connections: number
}

/**
 * Examines a database for a platform, whose services may open the connections of `demands`. `now` is the machine's time in
 * Unix milliseconds.
 */
export async function examineDatabase(
  url: string,
  now: () => number,
  demands: readonly Demand[] = [],
): Promise<Finding[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const askedAt = now()
    const { rows } = await client.query<Server>(
      `select current_setting('server_version') as version, extract(epoch from clock_timestamp()) * 1000 as "epochMs",
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
         (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
         current_setting('fsync') as fsync, current_setting('synchronous_commit') as "synchronousCommit"`,
    )
    // The answer is as old as half of its way.
    const apart = Number(rows[0]!.epochMs) - (askedAt + now()) / 2
    return [
      ...serverFindings(rows[0]!, apart),
      ...(demands.length > 0 ? [budgetFinding(demands, rows[0]!.most)] : []),
      await rolesFinding(client),
      await poolerFinding(url),
    ]
  } catch (error) {
    const problem = `cannot be reached: ${(error as Error).message}. Correct DATABASE_URL, or start the server.`
    return [{ what: 'database', value: 'no answer', problem }]
  } finally {
    await client.end()
  }
}

function serverFindings({ version, most, used, fsync, synchronousCommit }: Server, apartMs: number): Finding[] {
  const isDurable = fsync === 'on' && synchronousCommit !== 'off'
  return [
    { what: 'database', value: `PostgreSQL ${version}` },
    {
      what: 'clock of the database',
      value: `${Math.round(apartMs)} ms from this machine`,
      ...(Math.abs(apartMs) > CLOCK_MS && { problem: 'differs by more than a second: synchronize both clocks (NTP).' }),
    },
    {
      what: 'connections',
      value: `${used} of ${most}`,
      ...(used > most * MOST_USED && {
        problem: 'more than 80 % are in use: raise max_connections, or lower DATABASE_POOL of the services.',
      }),
    },
    {
      what: 'durability',
      value: `fsync ${fsync}, synchronous_commit ${synchronousCommit}`,
      ...(!isDurable && { problem: 'a commit can be lost: set fsync and synchronous_commit to on.' }),
    },
  ]
}

function budgetFinding(demands: readonly Demand[], most: number): Finding {
  const sum = demands.reduce((total, { replicas, connections }) => total + replicas * connections, 0)
  const parts = demands.map(({ service, replicas, connections }) => `${service} ${replicas} x ${connections}`)
  return {
    what: 'connections of all services',
    value: `${sum} of ${most}: ${parts.join(', ')}`,
    ...(sum > most * MOST_USED && {
      problem: `more than 80 % of the connections may be needed: raise max_connections to at least ${Math.ceil(sum / MOST_USED) + RESERVED}, or lower DATABASE_POOL of the services.`,
    }),
  }
}

/** The roles of services: each may use its own schema and no other, and none has power over the cluster. */
async function rolesFinding(client: Client): Promise<Finding> {
  const places = services.map(schemaOf)
  const { rows } = await client.query<{ role: string; isMighty: boolean; others: string[] }>(
    `select r.rolname as role, r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolbypassrls as "isMighty", array(
       select n.nspname::text from pg_namespace n
       where n.nspname = any($2) and 'nameyard_' || n.nspname <> r.rolname and has_schema_privilege(r.oid, n.oid, 'usage')) as others
     from pg_roles r where r.rolname = any($1) order by r.rolname`,
    [places.map(({ role }) => role), places.map(({ schema }) => schema)],
  )
  const faults = rows.flatMap(({ role, isMighty, others }) => [
    ...(isMighty ? [`${role} may manage the cluster`] : []),
    ...others.map((schema) => `${role} may use the tables of ${schema}`),
  ])
  return {
    what: 'roles of services',
    value: rows.length === 0 ? 'none yet: npm run migrate makes them' : `${rows.length}`,
    ...(faults.length > 0 && { problem: `${faults.join('; ')}: revoke these rights.` }),
  }
}

async function poolerFinding(url: string): Promise<Finding> {
  const pooler = await poolerOf(url)
  const what = 'sessions'
  if (pooler === undefined) return { what, value: 'one for each connection' }
  const problem = `a pooler ${pooler}: services refuse to start there. Let DATABASE_URL lead to PostgreSQL directly.`
  return { what, value: 'not those of the server', problem }
}
