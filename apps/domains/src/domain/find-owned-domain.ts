import { findOwnedDomain } from '@nameyard/contracts/domains/find-owned-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'
import { visibleStatus, type Phase } from './model/lifecycle'

const owned = statement(
  'domains.find-owned',
  `select id, phase, owner_handle as "registrantHandle" from domain
   where reseller_id = $1 and name = $2 and deleted_at is null and phase <> 'failed'`,
)

/** Finds the live domain of an account for a service that sells something beside it. */
@Controller()
export class FindOwnedDomain {
  constructor(private readonly database: Database) {}

  @Handles(findOwnedDomain)
  async execute({ resellerId, name }: Input<typeof findOwnedDomain>): Promise<Result<typeof findOwnedDomain>> {
    type Row = { id: number; phase: Phase; registrantHandle: string }
    const [row] = await this.database.read<Row>(owned, [resellerId, name])
    if (!row) return fail('domain_not_found', { domain: name })
    return { domainId: row.id, name, status: visibleStatus[row.phase], registrantHandle: row.registrantHandle }
  }
}
