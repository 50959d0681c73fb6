import { Controller, Logger } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { listRegisteredNames } from '@nameyard/contracts/registry/list-registered-names'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { pageOf } from '../operations/driver'
import { Drivers } from '../operations/drivers'
import { Registries } from '../registries/registries'

const orderedNames = statement<{ account: string; after: string; limit: number }, { name: string }>(
  'journal.ordered-names',
  ({ account, after, limit }) => sql`
    select distinct object as name from operation
    where object > ${after} and account = ${account} and kind in ('domain.create', 'domain.transfer')
    order by object limit ${limit}`,
)

type Asked = Input<typeof listRegisteredNames>

/** Lists the names that the journal knows of an account, or the registry where it can list them. */
@Controller()
export class ListRegisteredNames {
  private readonly log = new Logger('names')

  constructor(
    private readonly database: Database,
    private readonly registries: Registries,
    private readonly drivers: Drivers,
  ) {}

  @Handles(listRegisteredNames)
  async execute(asked: Asked): Promise<Result<typeof listRegisteredNames>> {
    const { account, source, after, limit } = asked
    if (!this.registries.has(account)) fail('registry_account_not_found', { account })
    if (source === 'registry') return this.atRegistry(asked)
    const ordered = await this.database.read(orderedNames, { account, after, limit })
    const { names, next } = pageOf(ordered.map(({ name }) => name))
    return { names: [...names], next, isListed: true }
  }

  private async atRegistry({ account, after, limit }: Asked): Promise<Result<typeof listRegisteredNames>> {
    const registry = this.registries.named(account)
    const page = await this.drivers
      .of(registry)
      .list(registry, after, limit)
      .catch((error: Error) => {
        this.log.warn(`the names of ${account} cannot be listed: ${error.message}`)
        return fail('registry_unavailable')
      })
    return { names: [...(page?.names ?? [])], next: page?.next, isListed: page !== undefined }
  }
}
