import { verificationsOfDomains } from '@nameyard/contracts/customers/verifications-of-domains'
import type { Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'

const ofDomains = statement(
  'email-verifications.of-domains',
  `select d.domain_id as "domainId", v.email,
     case when v.status in ('in progress', 'failed') and v.deadline_at <= $2 then 'failed' else v.status end as status,
     case when v.status in ('in progress', 'failed') and v.deadline_at <= $2 then coalesce(v.failure, 'expired') else v.failure end
       as failure,
     case when v.status = 'in progress' and v.deadline_at > $2 then v.deadline_at end as "expiresAt"
   from email_verification_domain d join email_verification v on v.id = d.verification_id
   where d.domain_id = any($1)`,
)

interface Row extends Record<string, unknown> {
  readonly domainId: number
  readonly email: string
  readonly status: string
  readonly failure: string | null
  readonly expiresAt: Date | null
}

/** Tells the domains how far the verification of their registrants is, in one statement. */
@Controller()
export class VerificationsOfDomains {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Handles(verificationsOfDomains)
  async execute({ domainIds }: Input<typeof verificationsOfDomains>): Promise<Result<typeof verificationsOfDomains>> {
    const rows = await this.database.read<Row>(ofDomains, [domainIds, this.clock.now()])
    return {
      verifications: rows.map(({ domainId, email, status, failure, expiresAt }) => ({
        domainId,
        email,
        status,
        ...(failure !== null && { description: failure }),
        expirationDate: printDate(expiresAt),
      })),
    }
  }
}
