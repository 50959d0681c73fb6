import type { RegisteredContact, RegisteredDomain } from '@nameyard/contracts/registry/read-domains'
import type { RriAnswer } from '../protocol/answer'
import type { SeenAtRegistry } from './seen'

/** A domain in the form for other services. Of its dates the registry shows the last change; `expiresAt` is ours. */
export function registeredOf({ domain, data }: SeenAtRegistry, expiresAt: Date): RegisteredDomain {
  const { roid, crDate: changed, statuses, graceStatuses } = domain
  return {
    roid,
    expiresAt: expiresAt.toISOString(),
    ...(changed && { updatedAt: changed.toISOString() }),
    statuses: [...statuses],
    graceStatuses: [...graceStatuses],
    nameservers: data.nservers.map((nserver) => {
      const [name = '', ...addresses] = nserver.split(' ')
      const [ip, ip6] = [addresses.find((each) => !each.includes(':')), addresses.find((each) => each.includes(':'))]
      return { name, ...(ip !== undefined && { ip }), ...(ip6 !== undefined && { ip6 }) }
    }),
    zoneKeys: data.dnskeys.map((line) => {
      const [flags, protocol, alg, ...key] = line.split(/\s+/)
      return { flags: Number(flags), protocol: Number(protocol), alg: Number(alg), pubKey: key.join('') }
    }),
    ...(data.holder !== '' && { registrant: data.holder }),
    contacts: {},
  }
}

/** The holder in an answer to INFO; undefined when it is not shown. An organization has no name of a person. */
export function holderIn({ sections }: RriAnswer): RegisteredContact | undefined {
  const holder = sections.find(({ name }) => name === 'holder')
  const id = holder?.first('handle')
  if (!holder || id === undefined) return undefined
  const text = (keyword: string) => holder.first(keyword) ?? ''
  const isOrganization = text('type').toUpperCase() === 'ORG'
  const organization = isOrganization ? text('name') : text('organisation')
  return {
    id,
    name: isOrganization ? '' : text('name'),
    ...(organization !== '' && { organization }),
    street: [...holder.all('address')],
    city: text('city'),
    postalCode: text('postalcode'),
    countryCode: text('countrycode'),
    voice: text('phone'),
    email: text('email'),
    unkept: [...(isOrganization ? (['name'] as const) : []), 'stateOrProvince', 'fax'],
  }
}
