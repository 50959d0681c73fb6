import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { createPasskey } from '@nameyard/contracts/factors/create-passkey'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Passkeys } from '../factors/passkeys'
import { MOST_FACTORS } from './enrolment'
import { FactorHolders } from './factor-holders'

@Controller()
export class CreatePasskey {
  constructor(
    private readonly holders: FactorHolders,
    private readonly passkeys: Passkeys,
  ) {}

  /** Stores a challenge only. Nothing counts before the browser has answered it. */
  @Handles(createPasskey)
  async execute({ name, password }: Input<typeof createPasskey>, call: Call): Promise<Result<typeof createPasskey>> {
    const holder = await this.holders.provenCaller({ password }, createPasskey, call)
    if (holder.factors >= MOST_FACTORS) fail('factor_limit_reached', { limit: MOST_FACTORS })
    return { options: await this.passkeys.creationOptions(name, holder) }
  }
}
