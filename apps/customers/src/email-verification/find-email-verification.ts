import { Controller, Inject } from '@nestjs/common'
import { findEmailVerification } from '@nameyard/contracts/customers/find-email-verification'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { readLink } from '../mail/link'
import { findByLink } from './email-verification.store'

@Controller()
export class FindEmailVerification {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Only reads, because mail scanners open links before people do. */
  @Handles(findEmailVerification)
  async execute({ token }: Input<typeof findEmailVerification>): Promise<Result<typeof findEmailVerification>> {
    const now = this.clock.now()
    const link = readLink(this.config.LINK_SECRET, 'email-verification', token, now)
    const [found] = link ? await this.database.read(findByLink, { id: link.id, nonce: link.nonce, now }) : []
    if (!found) fail('email_verification_not_found', { email: 'this address' })
    return { email: found.email, language: found.language }
  }
}
