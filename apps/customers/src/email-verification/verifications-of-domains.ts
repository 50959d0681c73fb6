import { Controller } from '@nestjs/common'
import { verificationsOfDomains } from '@nameyard/contracts/customers/verifications-of-domains'
import type { Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'

const ofDomains = statement<{ domainIds: readonly number[]; now: Date }, Row>(
  'email-verifications.of-domains',
  ({ domainIds, now }) => sql`
    select d.domain_id as "domainId", v.email,
      case when v.status in ('in progress', 'failed') and v.deadline_at <= ${now} then 'failed'
        else v.status end as status,
      case when v.status in ('in progress', 'failed') and v.deadline_at <= ${now} then coalesce(v.failure, 'expired')
        else v.failure end as failure,
      case when v.status = 'in progress' and v.deadline_at > ${now} then v.deadline_at end as "expiresAt"
    from email_verification_domain d join email_verification v on v.id = d.verification_id
    where d.domain_id = any(${domainIds})`,
)

interface Row {
  readonly domainId: number
  readonly email: string
  readonly status: string
  readonly failure: string | null
  readonly expiresAt: Date | null
}

/** Returns the verification status of the registrants of domains. */
@Controller()
export class VerificationsOfDomains {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(verificationsOfDomains)
  async execute({ domainIds }: Input<typeof verificationsOfDomains>): Promise<Result<typeof verificationsOfDomains>> {
    const rows = await this.database.read(ofDomains, { domainIds, now: this.clock.now() })
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
