import { canonicalName } from '../../model/name'
import { Refusal } from '../../model/result'
import type { TldRules } from '../../model/tld-rules'
import type { HostAttribute } from '../../objects/domain.store'
import { lockHosts } from '../../objects/host.store'
import type { ObjectContext } from '../../protocol/command'
import { Fields, refuseValue, token, unexpected } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { readAddresses } from '../host/host-addresses'

/** Nameservers of a domain, as host objects or host attributes, depending on the TLD. */
export interface Nameservers {
  readonly hosts: readonly string[]
  readonly attributes: readonly HostAttribute[]
}

/** Reads the `ns` of `domain`; refuses with 2306 what the TLD does not support. */
export function readNameservers(ns: Element | undefined, domain: string, rules: TldRules): Nameservers {
  if (!ns) return { hosts: [], attributes: [] }
  const wanted = readKind(ns, rules)
  if (wanted.length > rules.maxHosts) throw refuseValue(ns, 2306, `a domain has at most ${rules.maxHosts} hosts`)

  const isObject = rules.hosts === 'objects'
  const hosts = isObject ? wanted.map((field) => readHostName(field)) : []
  const described = isObject ? [] : wanted.map((field) => readHostAttribute(field, domain))
  const names = [...hosts, ...described.map(({ name }) => name)]
  if (new Set(names).size < names.length) throw refuseValue(ns, 2306, 'a host is given twice')
  for (const name of names) refuseUnanswered(name, ns, rules)
  return { hosts, attributes: described }
}

/** Refuses a nameserver that fails the check of the TLD. */
function refuseUnanswered(name: string, ns: Element, { hostCheck }: TldRules): void {
  if (hostCheck !== 'none' && name.endsWith('.invalid')) throw refuseValue(ns, 2306, `${name} has no address`)
  if (hostCheck === 'answers' && name.startsWith('lame.'))
    throw refuseValue(ns, 2306, `${name} does not answer for the domain`)
}

/** Reads the names in the `ns` of a `rem`; their addresses are validated and ignored. */
export function readNameserverNames(ns: Element, rules: TldRules): string[] {
  return readKind(ns, rules).map((field) => {
    if (rules.hosts === 'objects') return readHostName(field)
    const fields = new Fields(field)
    const name = readHostName(fields.required('hostName'))
    readAddresses(fields.repeated('hostAddr'))
    fields.end()
    return name
  })
}

/** Returns the elements of the kind that the TLD supports. */
function readKind(ns: Element, rules: TldRules): readonly Element[] {
  const fields = new Fields(ns)
  const objects = fields.repeated('hostObj')
  const attributes = objects.length > 0 ? [] : fields.repeated('hostAttr')
  fields.end()
  const wanted = rules.hosts === 'objects' ? objects : attributes
  if (wanted.length > 0) return wanted
  if (objects.length + attributes.length === 0) throw unexpected(ns, '<ns> is empty')
  throw refuseValue(ns, 2306, `the names of this TLD take host ${rules.hosts}`)
}

function readHostName(field: Element): string {
  const name = canonicalName(token(field, [1, 255]))
  if (name === undefined) throw refuseValue(field, 2005, 'that is not a host name')
  return name
}

/** A host inside the domain needs glue addresses; any other host must have none. */
function readHostAttribute(parent: Element, domain: string): HostAttribute {
  const fields = new Fields(parent)
  const nameField = fields.required('hostName')
  const addresses = readAddresses(fields.repeated('hostAddr'))
  fields.end()
  const name = readHostName(nameField)
  const isInside = name === domain || name.endsWith(`.${domain}`)
  if (isInside && addresses.length === 0) throw new Refusal(2003, `${name} lies in the domain and needs a <hostAddr>`)
  if (!isInside && addresses.length > 0)
    throw refuseValue(nameField, 2306, 'a host outside the domain takes no address')
  return { name, addresses }
}

/** Locks the host objects of a delegation; refuses with 2303 when one does not exist. */
export async function refuseMissingHosts(
  hosts: readonly string[],
  ns: Element | undefined,
  { db }: Pick<ObjectContext, 'db'>,
): Promise<void> {
  if (hosts.length === 0) return
  const existing = await lockHosts(db, hosts)
  const missing = ns?.children[hosts.findIndex((host) => !existing.has(host))]
  if (missing) throw refuseValue(missing, 2303, 'the host does not exist')
}
