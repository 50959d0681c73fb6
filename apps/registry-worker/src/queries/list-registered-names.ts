import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { listRegisteredNames } from '@nameyard/contracts/registry/list-registered-names'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Registries } from '../registries/registries'

const orderedNames = statement<{ account: string; after: string; limit: number }, { name: string }>(
  'journal.ordered-names',
  ({ account, after, limit }) => sql`
    select distinct object as name from operation
    where object > ${after} and account = ${account} and kind in ('domain.create', 'domain.transfer')
    order by object limit ${limit}`,
)

/** Lists the names that the journal knows of an account, or the registry where it can list them. */
@Controller()
export class ListRegisteredNames {
  constructor(
    private readonly database: Database,
    private readonly registries: Registries,
  ) {}

  @Handles(listRegisteredNames)
  async execute(asked: Input<typeof listRegisteredNames>): Promise<Result<typeof listRegisteredNames>> {
    const { account, source, after, limit } = asked
    if (!this.registries.has(account)) fail('registry_account_not_found', { account })
    if (source === 'registry')
      return { names: [...((await this.registries.named(account).listNames?.(after, limit)) ?? [])] }
    const ordered = await this.database.read(orderedNames, { account, after, limit })
    return { names: ordered.map(({ name }) => name) }
  }
}
