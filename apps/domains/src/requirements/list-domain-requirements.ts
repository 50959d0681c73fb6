import { Controller } from '@nestjs/common'
import { listDomainRequirements } from '@nameyard/contracts/domains/list-domain-requirements'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { soldExtension } from '../tlds/requested-name'
import { requirementsOf } from './requirements'

/** Lists the data that an extension requires of a domain. */
@Controller()
export class ListDomainRequirements {
  @Handles(listDomainRequirements)
  async execute({
    domain,
    operation,
  }: Input<typeof listDomainRequirements>): Promise<Result<typeof listDomainRequirements>> {
    return requirementsOf(soldExtension(domain?.extension ?? '').extension, 'domain', operation)
  }
}
