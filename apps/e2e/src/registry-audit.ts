import { Client } from 'pg'

/** The audit of the sandbox registry, read beside it: what it carried out for us, whatever we heard of it. */
export class RegistryAudit {
  private constructor(private readonly client: Client) {}

  static async of(databaseUrl: string): Promise<RegistryAudit> {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    return new RegistryAudit(client)
  }

  /** Changes of objects that were carried out or taken as pending, by command: how often each object saw it. */
  async effects(command: string): Promise<Map<string, number>> {
    const { rows } = await this.client.query<{ object: string; times: number }>(
      `select objects[1] as object, count(*)::int as times from sandbox_registry.audit
       where registrar = 'nameyard' and command = $1 and code in (1000, 1001) and request not like '%op="query"%'
       group by 1`,
      [command],
    )
    return new Map(rows.map(({ object, times }) => [object, times]))
  }

  /** Every message of ours, and what those without an answer within the limits of the registry were told. */
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
