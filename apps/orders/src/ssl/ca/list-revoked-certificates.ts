import type { Result } from '@nameyard/contracts/operation'
import { listRevokedCertificates } from '@nameyard/contracts/orders/list-revoked-certificates'
import { Handles } from '@nameyard/messaging/handles'
import { Controller } from '@nestjs/common'
import { OwnAuthority } from './own.authority'

/** The list of what the shipped CA has revoked, signed now. */
@Controller()
export class ListRevokedCertificates {
  constructor(private readonly authority: OwnAuthority) {}

  @Handles(listRevokedCertificates)
  async execute(): Promise<Result<typeof listRevokedCertificates>> {
    return { list: (await this.authority.revokedList()).toString('base64') }
  }
}
