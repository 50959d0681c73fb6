import { isIPv6 } from 'node:net'
import type { z } from 'zod'
import type { delegation, desiredDomain, securedBy } from '@nameyard/contracts/registry/submit-operation'
import { isWithin } from '@nameyard/names/relation'
import { canonicalAddress } from '../../operations/model/address'
import type { DomainData } from '../protocol/requests'

type Desired = z.output<typeof desiredDomain>

/** Why the registry cannot make a domain as it is desired; undefined when it can. */
export function obstacleTo({ nameservers, statuses = [], zoneKeys = [] }: Desired, nsentries: readonly string[]) {
  if (statuses.length > 0)
    return `DENIC knows no statuses that a registrar sets, such as ${statuses[0]}: whoever has the AuthInfo may take a domain over`
  if (zoneKeys.some((key) => !('pubKey' in key))) return 'DENIC takes the keys of a zone, and no DS records'
  if (nameservers?.length === 0 && nsentries.length === 0)
    return 'a domain at DENIC has nameservers, or records that DENIC keeps'
  return undefined
}

/** Nameservers in the form of the registry: with addresses where the name is below the domain (glue). */
export function nserversOf(domain: string, nameservers: readonly z.output<typeof delegation>[]): readonly string[] {
  return nameservers.map(({ name, ip, ip6 }) => {
    const isGlue = isWithin(name.toLowerCase(), domain)
    return [name.toLowerCase(), ...(isGlue ? [ip, ip6] : [])].filter((part) => part !== undefined).join(' ')
  })
}

/** Keys in the form of the registry. */
export function dnskeysOf(keys: z.output<typeof securedBy>): readonly string[] {
  return keys.flatMap((key) => ('pubKey' in key ? [`${key.flags} ${key.protocol} ${key.alg} ${key.pubKey}`] : []))
}

/** The contacts of a domain, by their handles. */
export interface Handles {
  readonly holder?: string | undefined
  readonly generalRequest?: string | undefined
  readonly abuseContact?: string | undefined
}

/**
 * All that the registry shall keep of a domain: what is desired, and for the rest what it keeps now. Records that it keeps
 * itself end when the domain gets nameservers.
 */
export function targetOf(now: DomainData, { nameservers, zoneKeys }: Desired, handles: Handles): DomainData {
  const nservers = nameservers && nserversOf(now.name, nameservers)
  return {
    name: now.name,
    holder: handles.holder ?? now.holder,
    generalRequest: handles.generalRequest ?? now.generalRequest,
    abuseContact: handles.abuseContact ?? now.abuseContact,
    nservers: nservers ?? now.nservers,
    dnskeys: zoneKeys ? dnskeysOf(zoneKeys) : now.dnskeys,
    nsentries: nservers && nservers.length > 0 ? [] : now.nsentries,
  }
}

/** The parts in which two states differ. The contacts for questions and abuse come with the next other change. */
export function differenceOf(now: DomainData, target: DomainData): readonly string[] {
  const isSame = (one: readonly string[], other: readonly string[]) =>
    [...one].map(canonical).sort().join('\n') === [...other].map(canonical).sort().join('\n')
  return [
    ...(now.holder === target.holder ? [] : ['holder']),
    ...(isSame(now.nservers, target.nservers) ? [] : ['nameservers']),
    ...(isSame(now.dnskeys, target.dnskeys) ? [] : ['keys']),
    ...(isSame(now.nsentries, target.nsentries) ? [] : ['records']),
  ]
}

/** Registries print keys with blanks, and addresses in other forms. */
function canonical(line: string): string {
  const parts = line.split(/\s+/)
  const isKey = /^\d+$/.test(parts[0]!)
  if (isKey) return [...parts.slice(0, 3), parts.slice(3).join('')].join(' ')
  return parts.map((part) => (isIPv6(part) ? canonicalAddress(part) : part.toLowerCase())).join(' ')
}
