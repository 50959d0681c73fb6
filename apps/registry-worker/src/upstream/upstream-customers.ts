import { Injectable } from '@nestjs/common'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { listCustomers } from '@nameyard/contracts/customers/list-customers'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { Clock } from '@nameyard/runtime/clock'
import { contactId } from '../dialects/contact'
import { Journal } from '../operations/journal.store'
import { stillLost } from '../operations/model/patience'
import type { Verdict } from '../operations/model/verdict'
import { verdictOf } from './model/answers'
import { UpstreamClient, type UpstreamExecution } from './upstream-client'
import { UpstreamIdempotency } from './upstream-idempotency'

const CREATE = 'contact:create'

interface People {
  readonly registrant?: ContactSnapshot | undefined
  readonly contacts?: Readonly<Partial<Record<'admin' | 'billing' | 'tech', ContactSnapshot>>> | undefined
}

/** The handles of a domain's people there. */
export interface Handles {
  readonly owner_handle?: string
  readonly admin_handle?: string
  readonly tech_handle?: string
  readonly billing_handle?: string
}

/**
 * Our customers at an upstream registrar. The comment of each is our handle with a digest of the data: the same person with
 * the same data is one customer there, also after a lost answer, and changed data are a new one.
 */
@Injectable()
export class UpstreamCustomers {
  constructor(
    private readonly client: UpstreamClient,
    private readonly journal: Journal,
    private readonly idempotency: UpstreamIdempotency,
    private readonly clock: Clock,
  ) {}

  /** Returns the handles of people, or a verdict when one is refused. */
  async handlesOf(
    execution: UpstreamExecution,
    { registrant, contacts = {} }: People,
  ): Promise<Handles | Verdict<never>> {
    const roles = { owner: registrant, ...takenOf(execution, contacts) }
    const handles: Record<string, string> = {}
    const found = new Map<string, string>()
    for (const [role, person] of Object.entries(roles)) {
      if (!person) continue
      const comment = commentOf(person)
      const handle = found.get(comment) ?? (await this.handleOf(execution, person))
      if (typeof handle !== 'string') return handle
      found.set(comment, handle)
      handles[`${role}_handle`] = handle
    }
    return handles
  }

  /**
   * Returns the handle of a person there, and creates the customer if it is missing. Returns a verdict when it is refused, or
   * while an earlier request may still create it.
   */
  private async handleOf(execution: UpstreamExecution, person: ContactSnapshot): Promise<string | Verdict<never>> {
    const { id, absences, attempts } = execution.operation
    const comment = commentOf(person)
    const found = await this.client.ask(execution.account, listCustomers, { comment_pattern: comment, limit: 10 })
    const known = found.results.find(({ comments, handle }) => handle !== undefined && comments === comment)?.handle
    if (known !== undefined) return known
    const earlier = await this.journal.unsettled(id, CREATE)
    if (earlier?.code === null) {
      const pausesMs = await this.idempotency.pausesMs(execution.account, earlier.sentAt, this.clock.now())
      const waits = stillLost({ absences, pausesMs })
      if (waits) return waits
    }
    const created = await this.client.send(execution, CREATE, createCustomer, {
      ...customerOf(person),
      comments: comment,
    })
    return created.outcome === 'done' ? created.data.handle : verdictOf(created, attempts)
  }
}

/** The contacts in the roles that the extension takes: the upstream registrar refuses others. */
function takenOf({ account, operation }: UpstreamExecution, contacts: NonNullable<People['contacts']>) {
  const { kind, object } = operation
  const at = kind === 'domain.create' || kind === 'domain.transfer' ? 'create' : 'update'
  const roles = account.tlds.get(object.slice(object.indexOf('.') + 1))?.contactRoles[at]
  return Object.fromEntries(
    Object.entries(contacts).filter(([role]) => roles?.has(role as keyof typeof contacts) !== false),
  )
}

/** What marks a customer there as this person with these data. */
function commentOf(person: ContactSnapshot): string {
  return `${person.handle} ${contactId(person)}`
}

/** The data of a person in the terms of the API. */
function customerOf({ name, organization, street, city, voice, fax, email, ...rest }: ContactSnapshot) {
  const [first = name, ...last] = name.split(' ')
  return {
    name: { first_name: first, last_name: last.join(' ') || first },
    ...(organization !== undefined && { company_name: organization }),
    address: {
      street: street.join(', '),
      city,
      zipcode: rest.postalCode ?? '',
      country: rest.countryCode,
      ...(rest.stateOrProvince !== undefined && { state: rest.stateOrProvince }),
    },
    phone: numberOf(voice),
    ...(fax !== undefined && { fax: numberOf(fax) }),
    email,
  }
}

/** The parts of a number such as `+31.201234567`. The area belongs to the rest. */
function numberOf(number: string) {
  const [country_code = '', subscriber_number = ''] = number.split('.')
  return { country_code, subscriber_number }
}
