import { fail } from '@nameyard/contracts/errors'
import { parseDomainName } from '@nameyard/names/domain-name'
import { isIPv4, isIPv6 } from 'node:net'

/** A host with the addresses it answers on; no final dot, A-labels, lower case. */
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

/** Reads a host; `path` is where its fields stand in the input, ending in a dot where it is not empty. */
export function parseHost({ name, ip, ip6 }: HostGiven, path = ''): Host {
  if (name === '')
    fail('nameserver_name_missing', { field: `${path}name` }, [{ path: `${path}name`, problem: 'it is missing' }])
  const parsed = parseDomainName(name)
  const problem = parsed.ok ? 'a host name has at least two labels' : parsed.error.problem
  if (!parsed.ok || parsed.value.labels.length < 2)
    return fail('nameserver_name_invalid', { name }, [{ path: `${path}name`, problem }])
  return { name: parsed.value.ascii, ...parseAddresses({ name, ip, ip6 }, path) }
}

/** Reads the addresses of a host; its name is only told to people. */
export function parseAddresses({ name, ip, ip6 }: HostGiven, path = ''): Omit<Host, 'name'> {
  if (ip !== undefined && !isIPv4(ip))
    fail('nameserver_ip_invalid', { name, ip }, [{ path: `${path}ip`, problem: 'not an IPv4 address' }])
  if (ip6 !== undefined && !isGlobalForm(ip6))
    fail('nameserver_ip6_invalid', { name, ip6 }, [{ path: `${path}ip6`, problem: 'not an IPv6 address' }])
  return { ip: ip ?? null, ip6: ip6 ?? null }
}

/** An IPv6 address without the zone that only one machine understands (RFC 4007 section 11). */
export function isGlobalForm(ip6: string): boolean {
  return isIPv6(ip6) && !ip6.includes('%')
}

/** The name a path or filter gives, as names are stored; one that is no name belongs to no nameserver. */
export function storedName(given: string): string {
  const parsed = parseDomainName(given)
  return parsed.ok ? parsed.value.ascii : ''
}

/** Hosts as the columns that `unnest` takes: names, IPv4 and IPv6 addresses. */
export function hostColumns(hosts: readonly Host[]): (string | null)[][] {
  return [hosts.map(({ name }) => name), hosts.map(({ ip }) => ip), hosts.map(({ ip6 }) => ip6)]
}
