import { findTransferAuthorization } from '@nameyard/contracts/domains/find-transfer-authorization'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { toUnicode } from '@nameyard/names/idna'
import { Database } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { askedByLink } from './authorization.store'

/** Tells which transfer a link is about. Looking changes nothing: programs open links in mails before people do. */
@Controller()
export class FindTransferAuthorization {
  constructor(private readonly database: Database) {}

  @Handles(findTransferAuthorization)
  async execute({
    domainId,
    nonce,
  }: Input<typeof findTransferAuthorization>): Promise<Result<typeof findTransferAuthorization>> {
    const [asked] = await this.database.read<{ name: string; transferCode: string }>(askedByLink, [domainId, nonce])
    if (!asked) return fail('transfer_not_pending', { domain: 'this domain' })
    return { domain: toUnicode(asked.name), needsCode: asked.transferCode === '' }
  }
}
