import { Injectable } from '@nestjs/common'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { checkContact } from '@nameyard/epp/contact/check'
import { deleteContact } from '@nameyard/epp/contact/delete'
import { infoContact } from '@nameyard/epp/contact/info'
import type { Response } from '@nameyard/epp/response'
import { OBJECT_DOES_NOT_EXIST, OBJECT_EXISTS } from '@nameyard/epp/result-code'
import { contactId, withFacts, type ContactIds, type ContactOrder, type ContactRole } from '../dialects/contact'
import type { RegistryTld } from '../dialects/dialect'
import { ContactBook } from './contact-book.store'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { KnownObjects } from './known-objects'
import { backoffMs, type Reason, type Verdict } from './model/verdict'

/** The people of a domain: the registrant, and one person for each other role. */
export interface People {
  readonly registrant?: ContactSnapshot | undefined
  readonly contacts?: Readonly<Partial<Record<Exclude<ContactRole, 'registrant'>, ContactSnapshot>>> | undefined
}

/** The command that names the contacts: one that gets a domain, or one that changes it. */
type NamedIn = keyof RegistryTld['contactRoles']

/**
 * The contacts that a domain refers to at its registry (RFC 5733). They must exist before the domain is created or changed.
 * Where the registry chooses identifiers, {@link ContactBook} has them. A create of such a contact whose answer was lost is
 * repeated, since nothing can be asked about it: the first contact is never used, and costs nothing.
 */
@Injectable()
export class LinkedContacts {
  constructor(
    private readonly exchange: Exchange,
    private readonly known: KnownObjects,
    private readonly book: ContactBook,
  ) {}

  /** Returns the identifiers at the registry; of a contact that it has yet to give one, ours. */
  async idsOf({ registry, tld }: AnyExecution, people: People, at: NamedIn = 'create'): Promise<ContactIds> {
    const orders = ordersOf(people, tld, at)
    const assigned =
      tld.contactIds === 'registry' && orders.length > 0
        ? await this.book.find(
            registry.account,
            orders.map(({ id }) => id),
          )
        : undefined
    return Object.fromEntries(orders.map(({ id, role }) => [role, assigned?.get(id) ?? id]))
  }

  /** Creates missing contacts. Returns a verdict when one cannot be created. */
  async ensure(execution: AnyExecution, people: People, at: NamedIn = 'create'): Promise<Verdict<never> | undefined> {
    const orders = ordersOf(people, execution.tld, at)
    // A person in several roles is one contact.
    const named = [...new Map(orders.toReversed().map((order) => [order.id, order])).values()]
    return execution.tld.contactIds === 'registry'
      ? this.ensureAssigned(execution, named)
      : this.ensureNamed(execution, named)
  }

  /** Deletes contacts that nothing uses. Failures are ignored: the contact stays. */
  async drop(execution: AnyExecution, ids: readonly string[]): Promise<void> {
    const { account, registrarId } = execution.registry
    if (!execution.tld.dialect.deletesContacts) return
    for (const id of ids) {
      this.known.delete(account, id)
      const found = await this.exchange.ask(execution, infoContact(id))
      if (found.outcome !== 'done' || found.data.clID !== registrarId || found.data.statuses.includes('linked'))
        continue
      const deleted = await this.exchange.send(execution, id, deleteContact(id))
      if (deleted.outcome !== 'refused' && execution.tld.contactIds === 'registry') await this.book.forget(account, id)
    }
  }

  private async ensureNamed(
    execution: AnyExecution,
    orders: readonly ContactOrder[],
  ): Promise<Verdict<never> | undefined> {
    const { operation, registry } = execution
    // Later executions check again: the first may have been refused because a known contact was deleted.
    const isKnown = (id: string) => operation.attempts === 1 && this.known.has(registry.account, id)
    const unknown = new Map(orders.filter(({ id }) => !isKnown(id)).map((order) => [order.id, order]))
    if (unknown.size === 0) return undefined
    // Checked before the create: some registries penalize creates of existing objects.
    const checked = await this.exchange.ask(execution, checkContact([...unknown.keys()]))
    if (checked.outcome === 'refused') return this.exchange.refusal(execution, checked, 'contact:check', 'contacts')
    for (const { id, available } of checked.data ?? []) {
      const order = available ? unknown.get(id) : undefined
      const obstacle = order && (await this.createNamed(execution, order))
      if (obstacle) return obstacle
    }
    for (const id of unknown.keys()) this.known.add(registry.account, id)
    return undefined
  }

  private async createNamed(execution: AnyExecution, order: ContactOrder): Promise<Verdict<never> | undefined> {
    const { id, snapshot } = order
    const created = await this.exchange.send(execution, id, execution.tld.dialect.contact(order, execution.tld))
    if (created.outcome !== 'refused') return undefined
    const refusal = created.code === OBJECT_EXISTS ? await this.ownContact(execution, id) : created
    if (refusal === undefined) return undefined
    if (refusal === 'foreign') {
      const text = `contact ${snapshot.handle}: ${id} belongs to another registrar`
      return { kind: 'failed', reason: { refusal: 'internal_error', text } }
    }
    if (refusal.code === OBJECT_DOES_NOT_EXIST) {
      // The create says that it exists, info that it does not: replicas of the registry differ. Retry later.
      const reason: Reason = { refusal: 'registry_unavailable', code: refusal.code, text: `contact ${id}` }
      return { kind: 'retry', afterMs: backoffMs(execution.operation.attempts - 1), reason }
    }
    return this.exchange.refusal(execution, refusal, 'contact:create', `contact ${snapshot.handle}`)
  }

  /** Returns undefined when the existing contact is ours: an earlier order created it. */
  private async ownContact(execution: AnyExecution, id: string): Promise<Response<unknown> | 'foreign' | undefined> {
    const found = await this.exchange.ask(execution, infoContact(id))
    if (found.outcome === 'refused') {
      return found.class === 'sponsorship' || found.class === 'authInfo' ? 'foreign' : found
    }
    return found.data?.clID === execution.registry.registrarId ? undefined : 'foreign'
  }

  private async ensureAssigned(
    execution: AnyExecution,
    orders: readonly ContactOrder[],
  ): Promise<Verdict<never> | undefined> {
    const { account } = execution.registry
    const assigned = await this.book.find(
      account,
      orders.map(({ id }) => id),
    )
    for (const order of orders) {
      const id = assigned.get(order.id)
      if (id !== undefined && (await this.isThere(execution, id))) continue
      const created = await this.exchange.send(execution, order.id, execution.tld.dialect.contact(order, execution.tld))
      if (created.outcome === 'refused')
        return this.exchange.refusal(execution, created, 'contact:create', `contact ${order.snapshot.handle}`)
      if (!created.data) throw new Error('the answer to the create of a contact has no identifier')
      await this.book.add({ account, key: order.id, id: created.data.id })
    }
    return undefined
  }

  /** Whether the registry still has a contact: some delete those that no domain uses. */
  private async isThere(execution: AnyExecution, id: string): Promise<boolean> {
    if (execution.operation.attempts === 1) return true
    const found = await this.exchange.ask(execution, infoContact(id))
    if (found.outcome !== 'refused' || found.code !== OBJECT_DOES_NOT_EXIST) return true
    await this.book.forget(execution.registry.account, id)
    return false
  }
}

/** Each role that the registry takes, with its person and our identifier of the contact. None at a thin registry. */
function ordersOf({ registrant, contacts = {} }: People, tld: RegistryTld, at: NamedIn): ContactOrder[] {
  if (tld.contacts === 'prohibited') return []
  const { facts, hasTypedContacts, name: dialect } = tld.dialect
  const contactRoles = tld.dialect.contactRoles.filter((role) => tld.contactRoles[at].has(role))
  const roles = { registrant, admin: contacts.admin, billing: contacts.billing, tech: contacts.tech }
  return Object.entries(roles).flatMap(([name, person]) => {
    if (!person || !contactRoles.includes(name as ContactRole)) return []
    const role = name as ContactRole
    const snapshot = withFacts(person, facts)
    // Dialects that meet at one account have types of their own for the same role.
    return [{ role, snapshot, id: contactId(snapshot, hasTypedContacts ? `${dialect} ${role}` : undefined) }]
  })
}
