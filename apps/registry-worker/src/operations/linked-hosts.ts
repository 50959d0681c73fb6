import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import type { delegation } from '@nameyard/contracts/registry/submit-operation'
import type { Availability } from '@nameyard/epp/availability'
import type { Nameservers } from '@nameyard/epp/domain/nameservers'
import { checkHost } from '@nameyard/epp/host/check'
import { createHost } from '@nameyard/epp/host/create'
import { deleteHost } from '@nameyard/epp/host/delete'
import { infoHost } from '@nameyard/epp/host/info'
import { updateHost } from '@nameyard/epp/host/update'
import { OBJECT_EXISTS } from '@nameyard/epp/result-code'
import { ancestorsOf } from '@nameyard/names/relation'
import type { Registry } from '../registries/registry'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { KeptHosts } from './kept-host.store'
import { KnownObjects } from './known-objects'
import { isSameAddress } from './model/address'
import type { Verdict } from './model/verdict'

export type Delegation = z.output<typeof delegation>

/**
 * The hosts that a domain is delegated to at its registry (RFC 5732). They must exist before the domain is created or
 * changed.
 */
@Injectable()
export class LinkedHosts {
  constructor(
    private readonly exchange: Exchange,
    private readonly known: KnownObjects,
    private readonly kept: KeptHosts,
  ) {}

  /**
   * Creates missing hosts for the nameservers, and sets the addresses of hosts below the domain itself. Returns a verdict
   * when one cannot be created.
   */
  async ensureHosts(execution: AnyExecution, nameservers: readonly Delegation[]): Promise<Verdict<never> | undefined> {
    if (execution.tld.nameserverForm === 'hostAttr') return undefined
    const hosts = nameservers.filter(
      ({ name }) => isBelow(name, execution.operation.object) || !this.isKnown(execution, name),
    )
    if (hosts.length === 0) return undefined
    const checked = await this.exchange.ask(execution, checkHost(hosts.map(({ name }) => name)))
    if (checked.outcome === 'refused') return this.exchange.refusal(execution, checked, 'host:check', 'nameservers')
    const missing = new Set([...missingOf(checked.data)].map((name) => name.toLowerCase()))
    for (const nameserver of hosts) {
      const obstacle = missing.has(nameserver.name)
        ? await this.createHost(execution, nameserver)
        : isBelow(nameserver.name, execution.operation.object) && (await this.renumber(execution, nameserver))
      if (obstacle) return obstacle
    }
    for (const { name } of hosts) this.known.add(execution.registry.account, name)
    return undefined
  }

  /** Sets the desired addresses of hosts below the domain itself. Returns a verdict when the registry refuses. */
  async ensureGlue(execution: AnyExecution, nameservers: readonly Delegation[]): Promise<Verdict<never> | undefined> {
    if (execution.tld.nameserverForm === 'hostAttr') return undefined
    for (const nameserver of nameservers) {
      if (!isBelow(nameserver.name, execution.operation.object)) continue
      const obstacle = await this.renumber(execution, nameserver)
      if (obstacle) return obstacle
    }
    return undefined
  }

  /** Later executions check again: the first may have been refused because a known object was deleted. */
  private isKnown({ operation, registry }: AnyExecution, id: string): boolean {
    return operation.attempts === 1 && this.known.has(registry.account, id)
  }

  /**
   * Deletes hosts that the domain does not use any more, unless another object does (`linked`) or an account created the
   * host for itself. Failures are ignored: the host stays.
   */
  async drop(execution: AnyExecution, hosts: readonly string[]): Promise<void> {
    const { account, registrarId } = execution.registry
    for (const name of hosts) this.known.delete(account, name)
    const kept = await this.kept.among(account, hosts)
    for (const name of execution.tld.nameserverForm === 'hostObj' ? hosts : []) {
      if (kept.has(name)) continue
      const found = await this.exchange.ask(execution, infoHost(name))
      const isUnused =
        found.outcome === 'done' && found.data.clID === registrarId && !found.data.statuses.includes('linked')
      if (isUnused) await this.exchange.send(execution, name, deleteHost(name))
    }
  }

  private async createHost(execution: AnyExecution, nameserver: Delegation): Promise<Verdict<never> | undefined> {
    const { name } = nameserver
    const created = await this.exchange.send(execution, name, createHost(name, glueOf(nameserver, execution.registry)))
    if (created.outcome !== 'refused' || created.code === OBJECT_EXISTS) return undefined
    return this.exchange.refusal(execution, created, 'host:create', `nameserver ${name}`)
  }

  /** Sets the desired addresses of a host of ours. */
  private async renumber(execution: AnyExecution, nameserver: Delegation): Promise<Verdict<never> | undefined> {
    const { name } = nameserver
    const wanted = glueOf(nameserver, execution.registry)
    if (wanted.length === 0) return undefined
    const found = await this.exchange.ask(execution, infoHost(name))
    if (found.outcome !== 'done') return undefined
    const { addresses } = found.data
    const add = wanted.filter((address) => !addresses.some((each) => isSameAddress(each, address)))
    const rem = addresses.filter((address) => !wanted.some((each) => isSameAddress(each, address)))
    if (add.length + rem.length === 0) return undefined
    const change = { name, add: { addresses: add }, rem: { addresses: rem } }
    const updated = await this.exchange.send(execution, name, updateHost(change))
    if (updated.outcome !== 'refused') return undefined
    return this.exchange.refusal(execution, updated, 'host:update', `nameserver ${name}`)
  }
}

/** The delegation in the form of the registry, with the glue that it accepts. */
export function delegationOf(
  nameservers: readonly Delegation[],
  { registry, tld }: Pick<AnyExecution, 'registry' | 'tld'>,
): Nameservers {
  const hosts = nameservers.map((each) => ({ name: each.name, addresses: glueOf(each, registry) }))
  return { form: tld.nameserverForm, hosts }
}

/** Whether a host is below a domain or has its name. */
export function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/** Only hosts below names of the registry have glue; elsewhere it is refused (RFC 5732 section 1.1). */
function glueOf({ name, ip, ip6 }: Delegation, registry: Registry): string[] {
  if (!ancestorsOf(name).some((suffix) => registry.tlds.has(suffix))) return []
  return [ip, ip6].filter((each) => each !== undefined)
}

/** Returns the available identifiers of a check. */
function missingOf(checked: readonly Availability[] | undefined): Set<string> {
  return new Set((checked ?? []).filter(({ available }) => available).map(({ id }) => id))
}
