import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { createHost } from '@nameyard/epp/host/create'
import { infoHost } from '@nameyard/epp/host/info'
import { updateHost } from '@nameyard/epp/host/update'
import { OBJECT_DOES_NOT_EXIST, OBJECT_EXISTS } from '@nameyard/epp/result-code'
import { isOurs } from '../dialects/model/seen'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import { Journal } from './journal.store'
import { KeptHosts } from './kept-host.store'
import { canonicalAddress, isSameAddress } from './model/address'
import { outOfReach, PENDING_PAUSE_MS } from './model/judgment'
import type { Verdict } from './model/verdict'
import { viewOf } from './model/view'

type SetHostExecution = Execution<'host.set'>

const DONE: Verdict<RegistryView> = { kind: 'done', data: {} }

/**
 * Creates or updates a host below a domain (RFC 5732 sections 3.2.1 and 3.2.5). Reads the host first, so that a command
 * with a lost answer is not repeated. Where hosts are attributes of domains (RFC 5731 section 1.1), the addresses are
 * part of the domain's delegation. Nothing is sent then while the domain does not use the host.
 */
@Injectable()
export class SetHost implements Executor<'host.set'> {
  constructor(
    private readonly exchange: Exchange,
    private readonly kept: KeptHosts,
    private readonly journal: Journal,
  ) {}

  async execute(execution: SetHostExecution): Promise<Verdict<RegistryView>> {
    const isAttribute = execution.tld.nameserverForm === 'hostAttr'
    const verdict = isAttribute ? await this.inDelegation(execution) : await this.asObject(execution)
    const { id, attempts, account, intent } = execution.operation
    if (verdict.kind !== 'done') return verdict
    if (!isAttribute) await this.kept.keep(account, intent.host.name)
    if (attempts > 1) await this.journal.reconcile(id)
    return verdict
  }

  private async asObject(execution: SetHostExecution): Promise<Verdict<RegistryView>> {
    const { name } = execution.operation.intent.host
    const found = await this.exchange.ask(execution, infoHost(name))
    if (found.outcome === 'done') return this.renumber(execution, found.data)
    if (found.code !== OBJECT_DOES_NOT_EXIST) return this.refused(execution, found, 'host:info')
    const created = await this.exchange.send(execution, name, createHost(name, addressesOf(execution)))
    if (created.outcome !== 'refused') return DONE
    if (created.code !== OBJECT_EXISTS) return this.refused(execution, created, 'host:create')
    const other = await this.exchange.ask(execution, infoHost(name))
    return other.outcome === 'done' ? this.renumber(execution, other.data) : this.refused(execution, other, 'host:info')
  }

  private async renumber(
    execution: SetHostExecution,
    { clID, addresses }: { readonly clID: string; readonly addresses: readonly string[] },
  ): Promise<Verdict<RegistryView>> {
    const { name } = execution.operation.intent.host
    if (clID !== execution.registry.registrarId) {
      const text = `nameserver ${name}: another registrar sponsors the host`
      return { kind: 'refused', reason: { refusal: 'registry_refused', code: 2201, text } }
    }
    const wanted = addressesOf(execution)
    const add = wanted.filter((address) => !addresses.some((each) => isSameAddress(each, address)))
    const rem = addresses.filter((address) => !wanted.some((each) => isSameAddress(each, address)))
    if (add.length + rem.length === 0) return DONE
    const change = { name, add: { addresses: add }, rem: { addresses: rem } }
    const updated = await this.exchange.send(execution, name, updateHost(change))
    return updated.outcome === 'refused' ? this.refused(execution, updated, 'host:update') : DONE
  }

  private async inDelegation(execution: SetHostExecution): Promise<Verdict<RegistryView>> {
    const { operation, registry, tld } = execution
    const { object } = operation
    const { seen, answer } = await this.exchange.info(execution)
    if (seen === undefined) return this.exchange.unclear(operation, answer)
    const view = viewOf(seen, registry.registrarId)
    if (!isOurs(seen, registry.registrarId)) return outOfReach(view)
    if (seen.statuses.includes('pendingUpdate')) return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data: view }
    const { name } = operation.intent.host
    const wanted = addressesOf(execution)
    const spelled = (addresses: readonly string[]) => addresses.map(canonicalAddress).sort().join()
    const used = seen.ns?.hosts.find((each) => each.name.toLowerCase() === name)
    if (!seen.ns || !used || spelled(used.addresses) === spelled(wanted)) return DONE
    const { form } = seen.ns
    const rem = { ns: { form, hosts: [{ name: used.name, addresses: [] }] } }
    const add = { ns: { form, hosts: [{ name, addresses: wanted }] } }
    const updated = await this.exchange.send(
      execution,
      object,
      tld.dialect.update({ name: object, add, rem }, undefined, tld),
    )
    if (updated.outcome === 'pending') return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data: view }
    return updated.outcome === 'refused' ? this.refused(execution, updated, 'domain:update') : DONE
  }

  private refused(
    execution: SetHostExecution,
    answer: Parameters<Exchange['refusal']>[1],
    command: string,
  ): Promise<Verdict<never>> {
    const { name } = execution.operation.intent.host
    return this.exchange.refusal(execution, answer, command, `nameserver ${name}`)
  }
}

function addressesOf({ operation }: SetHostExecution): string[] {
  const { ip, ip6 } = operation.intent.host
  return [ip, ip6].filter((each) => each !== undefined)
}
