import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { deleteHost } from '@nameyard/epp/host/delete'
import { ASSOCIATION_PROHIBITS, OBJECT_DOES_NOT_EXIST } from '@nameyard/epp/result-code'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import { Journal } from './journal.store'
import { KeptHosts } from './kept-host.store'
import { KnownObjects } from './known-objects'
import type { Verdict } from './model/verdict'

/**
 * Deletes a host below a domain (RFC 5732 section 3.2.2). A missing host counts as deleted, so a command with a lost answer
 * can be repeated. Where hosts are attributes of domains, there is nothing to delete.
 */
@Injectable()
export class DeleteHost implements Executor<'host.delete'> {
  constructor(
    private readonly exchange: Exchange,
    private readonly kept: KeptHosts,
    private readonly known: KnownObjects,
    private readonly journal: Journal,
  ) {}

  async execute(execution: Execution<'host.delete'>): Promise<Verdict<RegistryView>> {
    const { operation, tld } = execution
    const { host } = operation.intent
    if (tld.nameserverForm === 'hostAttr') return { kind: 'done', data: {} }
    this.known.delete(operation.account, host)
    const answer = await this.exchange.send(execution, host, deleteHost(host))
    if (answer.outcome === 'refused' && answer.code !== OBJECT_DOES_NOT_EXIST) {
      const verdict = await this.exchange.refusal(execution, answer, 'host:delete', `nameserver ${host}`)
      if (verdict.kind !== 'refused' || answer.code !== ASSOCIATION_PROHIBITS) return verdict
      return { ...verdict, reason: { ...verdict.reason, refusal: 'nameserver_in_use' } }
    }
    await this.kept.forget(operation.account, host)
    if (operation.attempts > 1) await this.journal.reconcile(operation.id)
    return { kind: 'done', data: {} }
  }
}
