import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Command } from '@nameyard/epp/command'
import type { Response } from '@nameyard/epp/response'
import { ASSOCIATION_PROHIBITS } from '@nameyard/epp/result-code'
import { ClientLocks } from './client-locks'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import { judgeLostDelete } from './model/lost-delete'
import type { Verdict } from './model/verdict'
import { SingleChange } from './single-change'
import { SubordinateHosts } from './subordinate-hosts'

/**
 * Deletes a domain (RFC 5731 section 3.2.2). It is purged at once or enters its redemption period; EPP info shows which.
 */
@Injectable()
export class DeleteDomain implements Executor<'domain.delete'> {
  constructor(
    private readonly exchange: Exchange,
    private readonly locks: ClientLocks,
    private readonly hosts: SubordinateHosts,
    private readonly change: SingleChange,
  ) {}

  async execute(execution: Execution<'domain.delete'>): Promise<Verdict<RegistryView>> {
    const { operation, tld } = execution
    const command = tld.dialect.delete(operation.object, tld)
    const verdict = await this.change.carryOut(execution, {
      command: command.name,
      send: () => this.send(execution, command),
      judge: (sent) => this.exchange.judge(execution, (seen) => judgeLostDelete(seen, sent)),
      isIdempotent: true,
    })
    const isOver = verdict.kind === 'done' || verdict.kind === 'refused' || verdict.kind === 'failed'
    if (!isOver || !execution.operation.intent.freesHosts) return verdict
    const renamed = await this.hosts.renamed(execution)
    if (renamed.length === 0) return verdict
    const hostExtensions = [...execution.registry.tlds].flatMap(([name, { nameserverForm }]) =>
      nameserverForm === 'hostObj' ? [name] : [],
    )
    return { ...verdict, data: { ...verdict.data, renamedHosts: renamed, hostExtensions } }
  }

  private async send(execution: Execution<'domain.delete'>, command: Command<undefined>): Promise<Response<undefined>> {
    const { object, intent } = execution.operation
    const response = await this.locks.send(execution, object, command, 'Delete')
    if (response.outcome !== 'refused' || response.code !== ASSOCIATION_PROHIBITS || !intent.freesHosts) return response
    await this.hosts.free(execution)
    return this.exchange.send(execution, object, command)
  }
}
