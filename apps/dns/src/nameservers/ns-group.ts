import { fail } from '@nameyard/contracts/errors'
import { parseHost, type Host, type HostGiven } from './host'

/** The group of every account with the platform's nameservers. */
export const PLATFORM_GROUP = { id: 1, name: 'dns-openprovider' } as const

/** With fewer nameservers, the failure of one stops all answers (RFC 2182 section 5). */
const FEWEST_MEMBERS = 2

const LONGEST_NAME = 100

/** Returns the name of a new group without surrounding blanks. */
export function newGroupName(given: string): string {
  const name = given.trim()
  const refuse = (problem: string) => fail('ns_group_name_invalid', { problem }, [{ path: 'ns_group', problem }])
  if (name === '') refuse('it is missing')
  if (name.length > LONGEST_NAME) refuse(`it has more than ${LONGEST_NAME} characters`)
  // In a path, a slash ends the name.
  if (/[\p{Cc}/\\]/u.test(name)) refuse('it has a slash or a control character')
  return name
}

/** Whether a name is that of the platform's group, in any case. */
export function isPlatformGroup(name: string): boolean {
  return name.toLowerCase() === PLATFORM_GROUP.name
}

/** Returns the members of a group in the order of their sequence numbers. Without a number, the position counts. */
export function parseMembers(given: readonly (HostGiven & { readonly seq_nr?: number | undefined })[]): Host[] {
  const placed = given.map((member, index) => ({
    host: parseHost(member, `name_servers.${index}.`),
    place: member.seq_nr ?? index,
  }))
  const members = placed.toSorted((a, b) => a.place - b.place).map(({ host }) => host)
  const seen = new Set<string>()
  for (const { name } of members) {
    if (seen.has(name)) fail('nameserver_duplicate', { name })
    seen.add(name)
  }
  if (members.length < FEWEST_MEMBERS) {
    const problem = 'at least two are needed'
    fail('ns_group_too_small', {}, [{ path: 'name_servers', problem }])
  }
  return members
}
