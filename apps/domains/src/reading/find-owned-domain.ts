import { Controller } from '@nestjs/common'
import { findOwnedDomain } from '@nameyard/contracts/domains/find-owned-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { isLive } from '../lifecycle/domain.store'
import { visibleStatus, type Phase } from '../lifecycle/model/lifecycle'

interface OwnedDomain {
  readonly id: number
  readonly phase: Phase
  readonly registrantHandle: string
}

const owned = statement<{ readonly resellerId: number; readonly name: string }, OwnedDomain>(
  'domains.find-owned',
  ({ resellerId, name }) => sql`
    select id, phase, owner_handle as "registrantHandle" from domain
    where reseller_id = ${resellerId} and name = ${name} and ${isLive}`,
)

/** Finds the live domain of an account, for a service that sells something for it. */
@Controller()
export class FindOwnedDomain {
  constructor(private readonly database: Database) {}

  @Handles(findOwnedDomain)
  async execute({ resellerId, name }: Input<typeof findOwnedDomain>): Promise<Result<typeof findOwnedDomain>> {
    const [row] = await this.database.read(owned, { resellerId, name })
    if (!row) return fail('domain_not_found', { domain: name })
    return { domainId: row.id, name, status: visibleStatus[row.phase], registrantHandle: row.registrantHandle }
  }
}
