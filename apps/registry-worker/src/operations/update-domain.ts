import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { DesiredState } from './desired-state'
import type { Execution, Executor } from './execution'
import type { Verdict } from './model/verdict'

/**
 * Updates a domain (RFC 5731 section 3.2.5). A trade (change of the registrant) is an update too at every supported
 * registry; none of them has a separate command for it.
 */
@Injectable()
export class UpdateDomain implements Executor<'domain.trade'>, Executor<'domain.update'> {
  constructor(private readonly desired: DesiredState) {}

  execute(execution: Execution<'domain.trade'> | Execution<'domain.update'>): Promise<Verdict<RegistryView>> {
    return this.desired.apply(execution, execution.operation.intent.desired)
  }
}
