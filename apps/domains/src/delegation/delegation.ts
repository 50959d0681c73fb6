import { isIPv4, isIPv6 } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { createDomain } from '@nameyard/contracts/domains/create-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Input } from '@nameyard/contracts/operation'
import { parseDomainName } from '@nameyard/names/domain-name'
import type { Domain, Nameserver } from '../lifecycle/model/domain'
import type { Tld } from '../tlds/tld'

/** What a domain is delegated to. */
export interface Delegation {
  /** Name of the group the nameservers were taken from; empty where the order named them itself. */
  readonly group: string
  /** Id of that group, where there is one. */
  readonly groupId: number | null
  readonly nameservers: readonly Nameserver[]
}

/** The nameservers that an order delegates to: the ones it names, or the present ones of its group. */
export async function delegationOf(
  { ns_group, name_servers = [] }: Pick<Input<typeof createDomain>, 'name_servers' | 'ns_group'>,
  { extension, nameservers: { min, max }, nameserverCheck }: Pick<Tld, 'extension' | 'nameserverCheck' | 'nameservers'>,
  resolve: (group: string) => Promise<Delegation>,
): Promise<Delegation> {
  if (ns_group === undefined && name_servers.length === 0) fail('nameservers_missing')
  const delegation =
    ns_group === undefined
      ? { group: '', groupId: null, nameservers: name_servers.map(parseNameserver) }
      : await resolve(ns_group)
  const { nameservers } = delegation
  if (nameservers.length < min) fail('nameservers_too_few', { extension, min, count: nameservers.length })
  const field = ns_group === undefined ? 'name_servers' : 'ns_group'
  if (nameservers.length > max) {
    fail('invalid_input', { field, problem: `.${extension} takes at most ${max} nameservers` })
  }
  const unresolvable = nameserverCheck === 'none' ? undefined : nameservers.find(({ name }) => neverResolves(name))
  if (unresolvable) {
    const problem = `the registry of .${extension} checks name servers, and ${unresolvable.name} has no address`
    fail('invalid_input', { field, problem })
  }
  const doubled = nameservers.find(({ name }, index) => nameservers.findIndex((other) => other.name === name) < index)
  if (doubled) fail('nameserver_duplicate', { name: doubled.name })
  return delegation
}

/** Whether no name server ever has an address for a name (RFC 6761 section 6.4). */
function neverResolves(name: string): boolean {
  return name.endsWith('.invalid')
}

/**
 * Whether a request repeats the group and nameservers that a domain shows. A domain that is read and sent back keeps its
 * delegation, also when its group has other nameservers now or was deleted.
 */
export function isAsShown(
  { nsGroup, nameServers }: Pick<Domain, 'nameServers' | 'nsGroup'>,
  { ns_group = '', name_servers = [] }: Pick<Input<typeof createDomain>, 'name_servers' | 'ns_group'>,
): boolean {
  const parts = ({ name, ip, ip6 }: Given) => [name, ip, ip6]
  return ns_group === nsGroup && isDeepStrictEqual(name_servers.map(parts), nameServers.map(parts))
}

type Given = NonNullable<Input<typeof createDomain>['name_servers']>[number]

function parseNameserver({ name, ip, ip6 }: Given): Nameserver {
  if (name === '') return fail('nameserver_name_missing', { field: 'name_servers' })
  const parsed = parseDomainName(name)
  if (!parsed.ok || parsed.value.labels.length < 2) return fail('nameserver_name_invalid', { name })
  if (ip !== undefined && !isIPv4(ip)) return fail('nameserver_ip_invalid', { name, ip })
  if (ip6 !== undefined && (!isIPv6(ip6) || ip6.includes('%'))) return fail('nameserver_ip6_invalid', { name, ip6 })
  return { name: parsed.value.ascii, ...(ip !== undefined && { ip }), ...(ip6 !== undefined && { ip6 }) }
}
