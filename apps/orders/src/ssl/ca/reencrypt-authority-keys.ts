import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { reencryptAuthorityKeys } from '@nameyard/contracts/orders/reencrypt-authority-keys'
import { Handles } from '@nameyard/messaging/handles'
import { AuthorityKeys } from './authority-keys'
import { CaUnavailable } from './certificate-authority'

@Controller()
export class ReencryptAuthorityKeys {
  constructor(private readonly keys: AuthorityKeys) {}

  @Handles(reencryptAuthorityKeys)
  async execute(): Promise<Result<typeof reencryptAuthorityKeys>> {
    try {
      return { keys: await this.keys.reencrypt() }
    } catch (error) {
      if (!(error instanceof CaUnavailable)) throw error
      return fail('certificates_unavailable', { problem: error.message })
    }
  }
}
