import { Controller } from '@nestjs/common'
import type { Input, Result } from '@nameyard/contracts/operation'
import { decodeCsr } from '@nameyard/contracts/orders/decode-csr'
import { Handles } from '@nameyard/messaging/handles'
import { readCsr } from './read-csr'

/** Decodes a certificate signing request. */
@Controller()
export class DecodeCsr {
  @Handles(decodeCsr)
  async execute({ csr }: Input<typeof decodeCsr>): Promise<Result<typeof decodeCsr>> {
    const { subject, alternatives, key, signatureHash } = await readCsr(csr)
    const names = new Set([subject.common_name, ...alternatives].filter((name) => name !== ''))
    return {
      subject: { ...subject },
      subject_alternative_name: [...alternatives],
      domain_names_count: names.size,
      public_key: { bits: key.bits, key: key.pem },
      signature_hash_algorithm: signatureHash,
    }
  }
}
