import { Client } from 'pg'

/** The audit table of the sandbox registry: what it executed for us, even if its answer was lost. */
export class RegistryAudit {
  private constructor(private readonly client: Client) {}

  static async of(databaseUrl: string): Promise<RegistryAudit> {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    return new RegistryAudit(client)
  }

  /** Returns how often the registry accepted the command for each object: executed (1000) or pending (1001). */
  async effects(command: string): Promise<Map<string, number>> {
    const { rows } = await this.client.query<{ object: string; times: number }>(
      `select objects[1] as object, count(*)::int as times from sandbox_registry.audit
       where registrar = 'nameyard' and command = $1 and code in (1000, 1001) and request not like '%op="query"%'
       group by 1`,
      [command],
    )
    return new Map(rows.map(({ object, times }) => [object, times]))
  }

  /** Counts our messages and their distinct clTRIDs, including messages that were refused before a login. */
  async messages(): Promise<{ sent: number; clTRIDs: number }> {
    const { rows } = await this.client.query<{ sent: number; clTRIDs: number }>(
      `select count(cltrid)::int as sent, count(distinct cltrid)::int as "clTRIDs" from sandbox_registry.audit
       where registrar = 'nameyard' or registrar is null`,
    )
    return rows[0]!
  }

  async end(): Promise<void> {
    await this.client.end()
  }
}
