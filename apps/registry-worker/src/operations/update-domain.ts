import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { Injectable } from '@nestjs/common'
import { DesiredState } from './desired-state'
import type { Execution, Executor } from './execution'
import type { Verdict } from './model/verdict'

/**
 * Changes a domain (RFC 5731 section 3.2.5). A trade, a change of the registrant, is an update too at every registry
 * we know so far: those that have a command of their own for it are not among them.
 */
@Injectable()
export class UpdateDomain implements Executor<'domain.trade'>, Executor<'domain.update'> {
  constructor(private readonly desired: DesiredState) {}

  execute(execution: Execution<'domain.trade'> | Execution<'domain.update'>): Promise<Verdict<RegistryView>> {
    return this.desired.apply(execution, execution.operation.intent.desired)
  }
}
