import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

/** A host that an account created for itself, not only as the nameserver of a domain. */
export interface KeptHost {
  account: string
  name: string
}

const KEEP = statement<KeptHost>(
  'kept-host.keep',
  ({ account, name }) => sql`insert into kept_host (account, name) values (${account}, ${name}) on conflict do nothing`,
)

const FORGET = statement<KeptHost>(
  'kept-host.forget',
  ({ account, name }) => sql`delete from kept_host where account = ${account} and name = ${name}`,
)

const AMONG = statement<{ readonly account: string; readonly names: readonly string[] }, { name: string }>(
  'kept-host.among',
  ({ account, names }) => sql`select name from kept_host where account = ${account} and name = any(${names}::text[])`,
)

/** The hosts that stay at their registry even when no domain is delegated to them. */
@Injectable()
export class KeptHosts {
  constructor(private readonly database: Database) {}

  async keep(account: string, name: string): Promise<void> {
    await this.database.read(KEEP, { account, name })
  }

  async forget(account: string, name: string): Promise<void> {
    await this.database.read(FORGET, { account, name })
  }

  /** Returns which of the hosts are kept. */
  async among(account: string, names: readonly string[]): Promise<ReadonlySet<string>> {
    if (names.length === 0) return new Set()
    const rows = await this.database.read(AMONG, { account, names })
    return new Set(rows.map(({ name }) => name))
  }
}
