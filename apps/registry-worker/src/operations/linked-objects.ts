import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { delegation } from '@nameyard/contracts/registry/submit-operation'
import type { Availability } from '@nameyard/epp/availability'
import { checkContact } from '@nameyard/epp/contact/check'
import { deleteContact } from '@nameyard/epp/contact/delete'
import { infoContact } from '@nameyard/epp/contact/info'
import type { Nameservers } from '@nameyard/epp/domain/nameservers'
import { checkHost } from '@nameyard/epp/host/check'
import { createHost } from '@nameyard/epp/host/create'
import { deleteHost } from '@nameyard/epp/host/delete'
import { infoHost } from '@nameyard/epp/host/info'
import { updateHost } from '@nameyard/epp/host/update'
import type { Response } from '@nameyard/epp/response'
import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import type { Registry } from '../registries/registry'
import { contactCommand, contactId } from './contacts'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { KeptHosts } from './kept-host.store'
import { KnownObjects } from './known-objects'
import { isSameAddress } from './model/address'
import { backoffMs, type Reason, type Verdict } from './model/verdict'

export type Delegation = z.output<typeof delegation>

const OBJECT_EXISTS = 2302
const OBJECT_MISSING = 2303

/**
 * The objects that a domain refers to at its registry: contacts (RFC 5733) and hosts (RFC 5732). They exist before the
 * domain is created or changed.
 */
@Injectable()
export class LinkedObjects {
  constructor(
    private readonly exchange: Exchange,
    private readonly known: KnownObjects,
    private readonly kept: KeptHosts,
  ) {}

  /** Makes sure that these people are contacts of ours; a verdict when one of them cannot be had. */
  async ensureContacts(
    execution: AnyExecution,
    snapshots: readonly ContactSnapshot[],
  ): Promise<Verdict<never> | undefined> {
    if (execution.tld.contacts === 'prohibited') return undefined
    const named = new Map(snapshots.map((snapshot) => [contactId(snapshot), snapshot]))
    const people = new Map([...named].filter(([id]) => !this.isKnown(execution, id)))
    if (people.size === 0) return undefined
    // Asked before it is tried: registries count creates of what exists against us.
    const checked = await this.exchange.ask(execution, checkContact([...people.keys()]))
    if (checked.outcome === 'refused') return this.exchange.refusal(execution, checked, 'contact:check', 'contacts')
    for (const id of missingOf(checked.data)) {
      const snapshot = people.get(id)
      const obstacle = snapshot && (await this.createContact(execution, snapshot))
      if (obstacle) return obstacle
    }
    for (const id of people.keys()) this.known.add(execution.registry.account, id)
    return undefined
  }

  /**
   * Makes sure that the nameservers exist as hosts, and that those below the domain itself have their addresses; a
   * verdict when one of them cannot be had.
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

  /** Gives the hosts below the domain itself the addresses they shall have; a verdict when the registry refuses. */
  async ensureGlue(execution: AnyExecution, nameservers: readonly Delegation[]): Promise<Verdict<never> | undefined> {
    if (execution.tld.nameserverForm === 'hostAttr') return undefined
    for (const nameserver of nameservers) {
      if (!isBelow(nameserver.name, execution.operation.object)) continue
      const obstacle = await this.renumber(execution, nameserver)
      if (obstacle) return obstacle
    }
    return undefined
  }

  /** An execution after the first asks again: the first may have been refused for want of what was known. */
  private isKnown({ operation, registry }: AnyExecution, id: string): boolean {
    return operation.attempts === 1 && this.known.has(registry.account, id)
  }

  /**
   * Deletes hosts and contacts that were referred to until now and are not any more; whatever else refers to one is
   * told by its status `linked`. Hosts that an account asked for by themselves stay. Nothing depends on it: what cannot
   * be deleted now stays.
   */
  async drop(execution: AnyExecution, hosts: readonly string[], contacts: readonly string[]): Promise<void> {
    const isUnused = ({ clID, statuses }: { clID: string; statuses: readonly string[] }) =>
      clID === execution.registry.connection.clientId && !statuses.includes('linked')
    for (const id of [...hosts, ...contacts]) this.known.delete(execution.registry.account, id)
    const kept = await this.kept.among(execution.registry.account, hosts)
    for (const name of execution.tld.nameserverForm === 'hostObj' ? hosts : []) {
      if (kept.has(name)) continue
      const found = await this.exchange.ask(execution, infoHost(name))
      if (found.outcome === 'done' && isUnused(found.data)) await this.exchange.send(execution, name, deleteHost(name))
    }
    for (const id of contacts) {
      const found = await this.exchange.ask(execution, infoContact(id))
      if (found.outcome === 'done' && isUnused(found.data)) await this.exchange.send(execution, id, deleteContact(id))
    }
  }

  private async createHost(execution: AnyExecution, nameserver: Delegation): Promise<Verdict<never> | undefined> {
    const { name } = nameserver
    const created = await this.exchange.send(execution, name, createHost(name, glueOf(nameserver, execution.registry)))
    if (created.outcome !== 'refused' || created.code === OBJECT_EXISTS) return undefined
    return this.exchange.refusal(execution, created, 'host:create', `nameserver ${name}`)
  }

  /** Gives a host of ours the addresses it shall have. */
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

  private async createContact(execution: AnyExecution, snapshot: ContactSnapshot): Promise<Verdict<never> | undefined> {
    const id = contactId(snapshot)
    const created = await this.exchange.send(execution, id, contactCommand(snapshot))
    if (created.outcome !== 'refused') return undefined
    const refusal = created.code === OBJECT_EXISTS ? await this.ownContact(execution, id) : created
    if (refusal === undefined) return undefined
    if (refusal === 'foreign') {
      const text = `contact ${snapshot.handle}: ${id} belongs to another registrar`
      return { kind: 'failed', reason: { refusal: 'internal_error', text } }
    }
    if (refusal.code === OBJECT_MISSING) {
      // It exists and does not exist: the registry is not of one mind yet.
      const reason: Reason = { refusal: 'registry_unavailable', code: refusal.code, text: `contact ${id}` }
      return { kind: 'retry', afterMs: backoffMs(execution.operation.attempts - 1), reason }
    }
    return this.exchange.refusal(execution, refusal, 'contact:create', `contact ${snapshot.handle}`)
  }

  /** Nothing when the contact that exists is ours: an earlier order made it. */
  private async ownContact(execution: AnyExecution, id: string): Promise<Response<unknown> | 'foreign' | undefined> {
    const found = await this.exchange.ask(execution, infoContact(id))
    if (found.outcome === 'refused') {
      return found.class === 'sponsorship' || found.class === 'authInfo' ? 'foreign' : found
    }
    return found.data?.clID === execution.registry.connection.clientId ? undefined : 'foreign'
  }
}

/** The delegation in the form of the registry, with the glue that it takes. */
export function delegationOf(
  nameservers: readonly Delegation[],
  { registry, tld }: Pick<AnyExecution, 'registry' | 'tld'>,
): Nameservers {
  const hosts = nameservers.map((each) => ({ name: each.name, addresses: glueOf(each, registry) }))
  return { form: tld.nameserverForm, hosts }
}

/** Whether a host lies below a domain, or has its name. */
export function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/** Glue belongs to hosts below the registry's own names; elsewhere it is refused (RFC 5732 section 1.1). */
function glueOf({ name, ip, ip6 }: Delegation, registry: Registry): string[] {
  if (!registry.tlds.has(name.slice(name.lastIndexOf('.') + 1))) return []
  return [ip, ip6].filter((each) => each !== undefined)
}

/** What a check says may be created. */
function missingOf(checked: readonly Availability[] | undefined): Set<string> {
  return new Set((checked ?? []).filter(({ available }) => available).map(({ id }) => id))
}
