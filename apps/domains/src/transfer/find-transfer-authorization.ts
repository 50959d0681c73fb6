import { Controller } from '@nestjs/common'
import { findTransferAuthorization } from '@nameyard/contracts/domains/find-transfer-authorization'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { toUnicode } from '@nameyard/names/idna'
import { Database } from '@nameyard/persistence/database'
import { domainOfLink } from './authorization.store'

/** Returns the transfer of a link. Changes nothing, since mail programs open links before people do. */
@Controller()
export class FindTransferAuthorization {
  constructor(private readonly database: Database) {}

  @Handles(findTransferAuthorization)
  async execute({
    domainId,
    nonce,
  }: Input<typeof findTransferAuthorization>): Promise<Result<typeof findTransferAuthorization>> {
    const [asked] = await this.database.read(domainOfLink, { domainId, nonce })
    if (!asked) return fail('transfer_not_pending', { domain: 'this domain' })
    return { domain: toUnicode(asked.name), needsCode: asked.transferCode === '' }
  }
}
