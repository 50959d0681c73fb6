import { isIPv4, isIPv6 } from 'node:net'
import { fail } from '@nameyard/contracts/errors'
import { parseDomainName } from '@nameyard/names/domain-name'

/** A host with its addresses. The name is in lower case and A-labels, without a final dot. */
export interface Host {
  readonly name: string
  readonly ip: string | null
  readonly ip6: string | null
}

/** A host as clients give it. */
export interface HostGiven {
  readonly name: string
  readonly ip?: string | undefined
  readonly ip6?: string | undefined
}

/** Reads a host. `path` is the path of its fields in the input, and ends in a dot when it is not empty. */
export function parseHost({ name, ip, ip6 }: HostGiven, path = ''): Host {
  if (name === '')
    fail('nameserver_name_missing', { field: `${path}name` }, [{ path: `${path}name`, problem: 'it is missing' }])
  const parsed = parseDomainName(name)
  const problem = parsed.ok ? 'a host name has at least two labels' : parsed.error.problem
  if (!parsed.ok || parsed.value.labels.length < 2)
    return fail('nameserver_name_invalid', { name }, [{ path: `${path}name`, problem }])
  return { name: parsed.value.ascii, ...parseAddresses({ name, ip, ip6 }, path) }
}

/** Reads the addresses of a host. The name is only for messages. */
export function parseAddresses({ name, ip, ip6 }: HostGiven, path = ''): Omit<Host, 'name'> {
  if (ip !== undefined && !isIPv4(ip))
    fail('nameserver_ip_invalid', { name, ip }, [{ path: `${path}ip`, problem: 'not an IPv4 address' }])
  if (ip6 !== undefined && !isGlobalForm(ip6))
    fail('nameserver_ip6_invalid', { name, ip6 }, [{ path: `${path}ip6`, problem: 'not an IPv6 address' }])
  return { ip: ip ?? null, ip6: ip6 ?? null }
}

/** Whether a text is an IPv6 address without a zone id, which has a meaning on one machine only (RFC 4007 section 11). */
export function isGlobalForm(ip6: string): boolean {
  return isIPv6(ip6) && !ip6.includes('%')
}

/** Returns a name from a path or filter as names are stored, or an empty text, which is the name of no nameserver. */
export function storedName(given: string): string {
  const parsed = parseDomainName(given)
  return parsed.ok ? parsed.value.ascii : ''
}

/** Hosts as columns for `unnest`. */
export interface HostColumns {
  readonly names: readonly string[]
  readonly ips: readonly (string | null)[]
  readonly ip6s: readonly (string | null)[]
}

export function hostColumns(hosts: readonly Host[]): HostColumns {
  return { names: hosts.map(({ name }) => name), ips: hosts.map(({ ip }) => ip), ip6s: hosts.map(({ ip6 }) => ip6) }
}
