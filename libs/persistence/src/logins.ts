import { Client } from 'pg'
import { schemaOf } from './schema-name'

/**
 * Lets the role of each service log in with its password. The role owns the schema of its service and has no other right;
 * the user of `databaseUrl` migrates, and no service needs that user.
 */
export async function allowLogins(databaseUrl: string, passwords: ReadonlyMap<string, string>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const [service, password] of passwords) {
      const { role } = schemaOf(service)
      await client.query(`alter role ${role} login password ${client.escapeLiteral(password)}`)
    }
  } finally {
    await client.end()
  }
}

/** The URL with which a service logs in as its own role. */
export function loginUrl(databaseUrl: string, service: string, password: string): string {
  const url = new URL(databaseUrl)
  url.username = schemaOf(service).role
  url.password = encodeURIComponent(password)
  return url.href
}
