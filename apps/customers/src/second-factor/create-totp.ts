import { Controller, Inject } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { createTotp } from '@nameyard/contracts/factors/create-totp'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { sealSecret } from '../factors/factor-secrets'
import { newSecret, shownSecret } from '../factors/one-time-code'
import { MOST_FACTORS } from './enrolment'
import { FactorHolders } from './factor-holders'
import { insertTotp, lockContact } from './second-factor.store'

@Controller()
export class CreateTotp {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly holders: FactorHolders,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Stores the secret encrypted. It does not count before its first code. */
  @Handles(createTotp)
  async execute({ name, password }: Input<typeof createTotp>, call: Call): Promise<Result<typeof createTotp>> {
    const { FACTOR_SECRET: secrets = [], PUBLIC_URL } = this.config
    if (secrets.length === 0) fail('totp_unavailable')
    const { contactId, username, factors } = await this.holders.provenCaller({ password }, createTotp, call)
    if (factors >= MOST_FACTORS) fail('factor_limit_reached', { limit: MOST_FACTORS })
    const secret = newSecret()
    const sealed = sealSecret(secrets, contactId, secret)
    const id = await this.database.unitOfWork(call, async (tx) => {
      await tx.query(lockContact, { contactId })
      const [created] = await tx.query(insertTotp, { contactId, name, now: this.clock.machineNow(), ...sealed })
      return created!.id
    })
    return { id, ...shownSecret(secret, new URL(PUBLIC_URL).hostname, username) }
  }
}
