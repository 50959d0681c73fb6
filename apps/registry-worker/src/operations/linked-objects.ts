import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { delegation } from '@nameyard/contracts/registry/submit-operation'
import type { Availability } from '@nameyard/epp/availability'
import { checkContact } from '@nameyard/epp/contact/check'
import { infoContact } from '@nameyard/epp/contact/info'
import { checkHost } from '@nameyard/epp/host/check'
import { createHost } from '@nameyard/epp/host/create'
import type { Response } from '@nameyard/epp/response'
import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import { contactCommand, contactId } from './contacts'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { backoffMs, type Reason, type Verdict } from './model/verdict'

type Delegation = z.output<typeof delegation>

const OBJECT_EXISTS = 2302
const OBJECT_MISSING = 2303

/**
 * The objects that a domain refers to at its registry: contacts (RFC 5733) and hosts (RFC 5732). They exist before the
 * domain is created or changed.
 */
@Injectable()
export class LinkedObjects {
  constructor(private readonly exchange: Exchange) {}

  /** Makes sure that these people are contacts of ours; a verdict when one of them cannot be had. */
  async ensureContacts(
    execution: AnyExecution,
    snapshots: readonly ContactSnapshot[],
  ): Promise<Verdict<never> | undefined> {
    const people = new Map(snapshots.map((snapshot) => [contactId(snapshot), snapshot]))
    if (people.size === 0) return undefined
    // Asked before it is tried: registries count creates of what exists against us.
    const checked = await this.exchange.ask(execution, checkContact([...people.keys()]))
    if (checked.outcome === 'refused') return this.exchange.refusal(execution, checked, 'contact:check', 'contacts')
    for (const id of missingOf(checked.data)) {
      const snapshot = people.get(id)
      const obstacle = snapshot && (await this.createContact(execution, snapshot))
      if (obstacle) return obstacle
    }
    return undefined
  }

  /** Makes sure that the nameservers exist as hosts; a verdict when one of them cannot be had. */
  async ensureHosts(execution: AnyExecution, nameservers: readonly Delegation[]): Promise<Verdict<never> | undefined> {
    if (execution.tld.nameserverForm === 'hostAttr' || nameservers.length === 0) return undefined
    const checked = await this.exchange.ask(execution, checkHost(nameservers.map(({ name }) => name)))
    if (checked.outcome === 'refused') return this.exchange.refusal(execution, checked, 'host:check', 'nameservers')
    const missing = new Set([...missingOf(checked.data)].map((name) => name.toLowerCase()))
    for (const { name, ip, ip6 } of nameservers.filter(({ name }) => missing.has(name))) {
      // Glue belongs to hosts below the registry's own names; elsewhere it is refused (RFC 5732 section 1.1).
      const glue = execution.registry.tlds.has(name.slice(name.lastIndexOf('.') + 1))
        ? [ip, ip6].filter((each) => each !== undefined)
        : []
      const created = await this.exchange.send(execution, name, createHost(name, glue))
      if (created.outcome === 'refused' && created.code !== OBJECT_EXISTS) {
        return this.exchange.refusal(execution, created, 'host:create', `nameserver ${name}`)
      }
    }
    return undefined
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

/** What a check says may be created. */
function missingOf(checked: readonly Availability[] | undefined): Set<string> {
  return new Set((checked ?? []).filter(({ available }) => available).map(({ id }) => id))
}
