import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import type { Verdict } from './model/verdict'
import { viewOf } from './model/view'

/** Reads the state of a domain at its registry, with the transfer that is pending. Changes nothing. */
@Injectable()
export class InspectDomain implements Executor<'domain.inspect'> {
  constructor(private readonly exchange: Exchange) {}

  async execute(execution: Execution<'domain.inspect'>): Promise<Verdict<RegistryView>> {
    const { operation, registry } = execution
    const { seen, answer } = await this.exchange.info(execution)
    if (seen === undefined) return this.exchange.refusal(execution, answer, 'domain:info', operation.object)
    const isTransferring = typeof seen !== 'string' && seen.statuses.includes('pendingTransfer')
    const { transfer } = isTransferring ? await this.exchange.transfer(execution) : {}
    const shown = transfer === 'none' ? undefined : transfer
    return { kind: 'done', data: viewOf(seen, registry.registrarId, shown) }
  }
}
