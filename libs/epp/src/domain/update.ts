import { encodeAuthInfo, type AuthInfo } from '../auth-info'
import { noData, objectCommand, type Command } from '../command'
import { clID, label } from '../constraints'
import { DOMAIN } from '../namespaces'
import type { ClientDomainStatus } from '../status'
import { elementsOf, unlessEmpty, type XmlElement } from '../xml'
import type { DomainContact } from './contact'
import { encodeNameservers, type Nameservers } from './nameservers'

const domain = elementsOf(DOMAIN)

/** The parts of a domain that can have several values. */
export interface DomainAssociations {
  /** In the form `hostAttr`, a nameserver is removed by its name and added with its glue. */
  readonly ns?: Nameservers | undefined
  readonly contacts?: readonly DomainContact<'admin' | 'billing' | 'tech'>[]
  readonly statuses?: readonly ClientDomainStatus[]
}

/** The changes. An update without changes can carry an extension. */
export interface DomainChange {
  readonly name: string
  readonly add?: DomainAssociations
  readonly rem?: DomainAssociations
  readonly registrant?: string | undefined
  /** Null removes the authInfo, so that no transfer is possible (RFC 9154 section 4.3). */
  readonly authInfo?: AuthInfo | null | undefined
}

/** Changes a domain (RFC 5731 section 3.2.5). Other values stay. */
export function updateDomain({ name, add, rem, registrant, authInfo }: DomainChange): Command<undefined> {
  const chg = domain('chg', [
    registrant === undefined ? undefined : domain('registrant', clID('registrant', registrant)),
    authInfo === null ? domain('authInfo', [domain('null')]) : authInfo && encodeAuthInfo(DOMAIN, authInfo),
  ])
  const payload = domain('update', [
    domain('name', label('name', name)),
    add && encodeAssociations('add', add),
    rem && encodeAssociations('rem', rem),
    unlessEmpty(chg),
  ])
  return objectCommand('domain', 'update', payload, noData)
}

function encodeAssociations(
  local: 'add' | 'rem',
  { ns, contacts = [], statuses = [] }: DomainAssociations,
): XmlElement | undefined {
  return unlessEmpty(
    domain(local, [
      ns && encodeNameservers(ns),
      ...contacts.map(({ type, id }) => domain('contact', clID('contact', id), { type })),
      ...statuses.map((s) => domain('status', '', { s })),
    ]),
  )
}
