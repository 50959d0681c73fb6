import type { z } from 'zod'
import type { customer } from '@nameyard/contracts/customers/customer'
import type { domain } from '@nameyard/contracts/domains/domain'
import type { RegisteredContact, RegisteredDomain } from '@nameyard/contracts/registry/read-domains'
import type { RegistryAccount } from '../registries/registry'
import { instantOf, seenOf } from './model/seen'
import { phoneNumberOf } from './model/terms'

type ShownDomain = z.output<typeof domain>
type ShownCustomer = z.output<typeof customer>
type Role = 'admin' | 'billing' | 'tech'

/** The roles in which the contacts of a domain are ours: the upstream registrar fills the others by itself. */
export function rolesShown({ tlds }: Pick<RegistryAccount, 'tlds'>, name: string): readonly Role[] {
  const roles = tlds.get(name.slice(name.indexOf('.') + 1))?.contactRoles.create
  return (['admin', 'tech', 'billing'] as const).filter((role) => roles?.has(role) !== false)
}

/** A domain there in the form for other services. The number of the domain is its registration (ROID). */
export function registeredOf(shown: ShownDomain, roles: readonly Role[]): RegisteredDomain {
  const { roid, crDate, exDate, statuses, graceStatuses } = seenOf(shown)
  const changed = instantOf(shown.last_changed)
  const gained = shown.type === 'TRANSFER' ? instantOf(shown.active_date) : undefined
  return {
    roid,
    ...(crDate && { createdAt: crDate.toISOString() }),
    ...(exDate && { expiresAt: exDate.toISOString() }),
    ...(gained && { transferredAt: gained.toISOString() }),
    ...(changed && { updatedAt: changed.toISOString() }),
    statuses: [...statuses],
    graceStatuses: [...graceStatuses],
    nameservers: shown.name_servers.map(({ name, ip, ip6 }) => ({
      name: name.toLowerCase(),
      ...(ip && { ip }),
      ...(ip6 && { ip6 }),
    })),
    zoneKeys: (shown.dnssec_keys ?? []).map(({ flags, protocol, alg, pub_key: pubKey }) => ({
      flags,
      protocol,
      alg,
      pubKey,
    })),
    ...(shown.owner_handle !== '' && { registrant: shown.owner_handle }),
    contacts: Object.fromEntries(
      roles.flatMap((role) => (shown[`${role}_handle`] === '' ? [] : [[role, shown[`${role}_handle`]]])),
    ),
    autorenew: shown.autorenew,
  }
}

/** A customer there in the form for other services. A name of one word is there twice: the API wants two. */
export function contactOf({
  handle,
  company_name,
  name,
  address,
  phone,
  fax,
  email,
}: ShownCustomer): RegisteredContact {
  const { first_name: first, prefix = '', last_name: last } = name
  const full = first === last && prefix === '' ? first : [first, prefix, last].filter((part) => part !== '').join(' ')
  const { street, number = '', suffix = '', city, zipcode, state = '', country } = address
  return {
    id: handle,
    name: full,
    ...(company_name !== '' && { organization: company_name }),
    street: [[street, number, suffix].filter((part) => part !== '').join(' ')],
    city,
    ...(state !== '' && { stateOrProvince: state }),
    ...(zipcode !== '' && { postalCode: zipcode }),
    countryCode: country,
    voice: phoneNumberOf(phone),
    ...(fax?.subscriber_number && { fax: phoneNumberOf(fax) }),
    email,
  }
}
