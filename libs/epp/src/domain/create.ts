import { dataOf } from '../answer'
import { encodeAuthInfo, type AuthInfo } from '../auth-info'
import { objectCommand, type Command } from '../command'
import { clID, label } from '../constraints'
import { DOMAIN } from '../namespaces'
import { elementsOf } from '../xml'
import type { DomainContact } from './contact'
import { encodeNameservers, type Nameservers } from './nameservers'
import { encodePeriod, type Period } from './period'

const domain = elementsOf(DOMAIN)

/** A new registration. A left out field has the registry's default, or no value. */
export interface DomainToCreate {
  /** In A-labels. */
  readonly name: string
  readonly period?: Period
  readonly ns?: Nameservers
  readonly registrant?: string
  readonly contacts?: readonly DomainContact<'admin' | 'billing' | 'tech'>[]
  readonly authInfo: AuthInfo
}

export interface CreatedDomain {
  readonly name: string
  readonly crDate: Date
  /** Absent at registries whose registrations do not expire. */
  readonly exDate: Date | undefined
}

/**
 * Registers a domain (RFC 5731 section 3.2.1). Contacts, and nameservers of the form `hostObj`, must exist beforehand.
 */
export function createDomain(registration: DomainToCreate): Command<CreatedDomain> {
  const { name, period, ns, registrant, contacts = [], authInfo } = registration
  const payload = domain('create', [
    domain('name', label('name', name)),
    period && encodePeriod(period),
    ns && encodeNameservers(ns),
    registrant === undefined ? undefined : domain('registrant', clID('registrant', registrant)),
    ...contacts.map(({ type, id }) => domain('contact', clID('contact', id), { type })),
    encodeAuthInfo(DOMAIN, authInfo),
  ])
  return objectCommand('domain', 'create', payload, (answer) => {
    const creData = dataOf(answer, DOMAIN, 'creData')
    return { name: creData.token('name'), crDate: creData.date('crDate'), exDate: creData.optionalDate('exDate') }
  })
}
