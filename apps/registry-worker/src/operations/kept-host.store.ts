import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Injectable } from '@nestjs/common'
import { EntitySchema } from 'typeorm'

/** A host that an account asked for by itself, not only as the nameserver of a domain. */
export interface KeptHost {
  account: string
  name: string
}

export const keptHostSchema = new EntitySchema<KeptHost>({
  name: 'kept_host',
  columns: { account: { type: 'text', primary: true }, name: { type: 'text', primary: true } },
})

const keep = statement('kept-host.keep', 'insert into kept_host (account, name) values ($1, $2) on conflict do nothing')
const forget = statement('kept-host.forget', 'delete from kept_host where account = $1 and name = $2')
const among = statement('kept-host.among', 'select name from kept_host where account = $1 and name = any($2::text[])')

/** The hosts that stay at their registry though no domain is delegated to them. */
@Injectable()
export class KeptHosts {
  constructor(private readonly database: Database) {}

  async keep(account: string, name: string): Promise<void> {
    await this.database.read(keep, [account, name])
  }

  async forget(account: string, name: string): Promise<void> {
    await this.database.read(forget, [account, name])
  }

  /** Those of some hosts that are kept. */
  async among(account: string, names: readonly string[]): Promise<ReadonlySet<string>> {
    if (names.length === 0) return new Set()
    const rows = await this.database.read<{ name: string }>(among, [account, names])
    return new Set(rows.map(({ name }) => name))
  }
}
