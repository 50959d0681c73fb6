import { Controller } from '@nestjs/common'
import type { Result } from '@nameyard/contracts/operation'
import { listRevokedCertificates } from '@nameyard/contracts/orders/list-revoked-certificates'
import { Handles } from '@nameyard/messaging/handles'
import { OwnAuthority } from './own.authority'

/** Returns the certificate revocation list of the built-in CA, freshly signed. */
@Controller()
export class ListRevokedCertificates {
  constructor(private readonly authority: OwnAuthority) {}

  @Handles(listRevokedCertificates)
  async execute(): Promise<Result<typeof listRevokedCertificates>> {
    return { list: (await this.authority.revokedList()).toString('base64') }
  }
}
