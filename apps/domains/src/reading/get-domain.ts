import { Controller } from '@nestjs/common'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { Refusal } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { reachesDomain } from '@nameyard/contracts/rights'
import { HandlesBatch, type BatchItem } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { listed, sql, statement } from '@nameyard/persistence/statement'
import type { ShownDomain } from '../lifecycle/model/shown'
import { otherNameRefusal } from '../lifecycle/other-name'
import { domainColumns } from './domain-columns'
import { DomainDetails } from './domain-details'

const domainsById = statement<{ readonly ids: readonly number[] }, ShownDomain>(
  'domains.get',
  ({ ids }) => sql`select ${domainColumns} from domain d where d.id = any(${listed(ids, 'int')})`,
)

/** Reads domains by id. Concurrent requests are one statement. */
@Controller()
export class GetDomain {
  constructor(
    private readonly database: Database,
    private readonly details: DomainDetails,
  ) {}

  @HandlesBatch(getDomain)
  async execute(
    items: readonly BatchItem<typeof getDomain>[],
  ): Promise<readonly (Result<typeof getDomain> | Refusal)[]> {
    const rows = await this.database.read(domainsById, { ids: items.map(({ input }) => input.id) })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return Promise.all(
      items.map(async ({ input, call }) => {
        const row = byId.get(input.id)
        const isShown =
          row &&
          row.resellerId === resellerOf(call) &&
          reachesDomain(call, row.name) &&
          (row.deletedAt === null) !== (input.is_deleted === true)
        if (!isShown) return new Refusal('domain_not_found', { domain: input.id })
        const refusal = otherNameRefusal(row, input.domain)
        if (refusal) return refusal
        const [shown] = await this.details.show([row], input, call)
        return shown!
      }),
    )
  }
}
