import type { createDomain } from '@nameyard/contracts/domains/create-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Input } from '@nameyard/contracts/operation'
import { parseDomainName } from '@nameyard/names/domain-name'
import { isIPv4, isIPv6 } from 'node:net'
import type { Tld } from '../tlds/catalogue'
import type { Nameserver } from './model/domain'

/** The group every account starts with: the platform's own nameservers. */
const PLATFORM_GROUP = 'dns-openprovider'

/** The nameservers an order delegates to: the ones it names, or those of its group. */
export function delegationOf(
  order: Pick<Input<typeof createDomain>, 'name_servers' | 'ns_group'>,
  { extension, nameservers }: Tld,
  platformNameservers: readonly string[],
): readonly Nameserver[] {
  if (order.ns_group !== undefined) {
    if (order.ns_group !== PLATFORM_GROUP) fail('ns_group_not_found', { group: order.ns_group })
    return platformNameservers.map((name) => ({ name }))
  }
  const given = order.name_servers ?? []
  if (given.length === 0) fail('nameservers_missing')
  const { min, max } = nameservers
  if (given.length < min) fail('nameservers_too_few', { extension, min, count: given.length })
  if (given.length > max)
    fail('invalid_input', { field: 'name_servers', problem: `.${extension} takes at most ${max}` })
  const delegation = given.map(({ name, ip, ip6 }) => {
    const parsed = parseDomainName(name)
    if (!parsed.ok || parsed.value.labels.length < 2) return fail('nameserver_name_invalid', { name })
    if (ip !== undefined && !isIPv4(ip)) return fail('nameserver_ip_invalid', { name, ip })
    if (ip6 !== undefined && !isIPv6(ip6)) return fail('nameserver_ip_invalid', { name, ip: ip6 })
    return { name: parsed.value.ascii, ...(ip !== undefined && { ip }), ...(ip6 !== undefined && { ip6 }) }
  })
  const doubled = delegation.find(({ name }, index) => delegation.findIndex((other) => other.name === name) < index)
  if (doubled) fail('invalid_input', { field: 'name_servers', problem: `${doubled.name} is given twice` })
  return delegation
}
