import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { DesiredState } from './desired-state'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import type { Verdict } from './model/verdict'

/**
 * Updates a domain (RFC 5731 section 3.2.5), and carries out a trade where the registry has no command for it. A new auth
 * code is requested where the registry makes codes.
 */
@Injectable()
export class UpdateDomain implements Executor<'domain.update'> {
  constructor(
    private readonly desired: DesiredState,
    private readonly exchange: Exchange,
  ) {}

  async execute(execution: Execution<'domain.trade'> | Execution<'domain.update'>): Promise<Verdict<RegistryView>> {
    const { operation, tld } = execution
    const { desired } = operation.intent
    const verdict = await this.desired.apply(execution, desired)
    const request = desired.authInfo === undefined ? undefined : tld.dialect.requestAuthCode(operation.object, tld)
    if (verdict.kind !== 'done' || !request) return verdict
    const answer = await this.exchange.send(execution, operation.object, request)
    if (answer.outcome === 'refused') return this.exchange.refusal(execution, answer, request.name)
    const authInfo = tld.dialect.showsAuthCodesLater ? await this.shownCode(execution) : answer.data
    return { ...verdict, data: { ...verdict.data, ...(authInfo !== undefined && { authInfo }) } }
  }

  private async shownCode(execution: Execution<'domain.trade'> | Execution<'domain.update'>) {
    const { seen } = await this.exchange.info(execution)
    return typeof seen === 'object' ? seen.authInfo?.pw : undefined
  }
}
