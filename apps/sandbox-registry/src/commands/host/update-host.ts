import { canonicalName } from '../../model/name'
import { Refusal } from '../../model/result'
import { changeHost, findTakenHosts, isUsedByOthers, type Host } from '../../objects/host.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { nextStatuses, refuseForbidden } from '../../protocol/statuses'
import { Fields, refuseValue, token } from '../../xml/fields'
import { HOST } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { readAddresses } from './host-addresses'
import { placeHost } from './host-place'
import { lockOwnHost } from './own-host'

/** Statuses of RFC 5732 section 2.3 that a registrar sets and removes. */
const settable = ['clientDeleteProhibited', 'clientUpdateProhibited']

/**
 * Changes a host (RFC 5732 section 3.2.5): removes and adds addresses and statuses, and may rename it; delegations follow
 * the new name. A host inside the registry keeps at least one address (2003). A host outside has none, and loses its
 * addresses when it is renamed to there. A host outside that other registrars use cannot be renamed (2305).
 */
export async function updateHost(payload: Element, context: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const name = token(fields.required('name'), [1, 255]).toLowerCase()
  const added = readPart(fields.optional('add'))
  const removed = readPart(fields.optional('rem'))
  const chg = fields.optional('chg')
  fields.end()
  const newNameField = chg && readNewName(chg)
  const parts = [...added.addresses, ...added.statuses, ...removed.addresses, ...removed.statuses]
  if (parts.length === 0 && !newNameField) throw new Refusal(2003, 'the update changes nothing')

  const host = await lockOwnHost(name, context)
  refuseForbidden(host.setStatuses, 'Update', removed.statuses)
  const setStatuses = nextStatuses(host.setStatuses, settable, { added: added.statuses, removed: removed.statuses })
  const place = newNameField ? await rename(host, newNameField, context) : host
  const addresses = nextAddresses(host, place, { added: added.addresses, removed: removed.addresses })
  await changeHost(
    context.db,
    name,
    { name: place.name, superordinate: place.superordinate, addresses, setStatuses },
    context,
  )
  return { code: 1000 }
}

interface Part {
  readonly addresses: readonly Element[]
  readonly statuses: readonly Element[]
}

function readPart(part: Element | undefined): Part {
  if (!part) return { addresses: [], statuses: [] }
  const fields = new Fields(part)
  const addresses = fields.repeated('addr')
  const statuses = fields.repeated('status', 7)
  fields.end()
  return { addresses, statuses }
}

function readNewName(chg: Element): Element {
  const fields = new Fields(chg)
  const name = fields.required('name')
  fields.end()
  return name
}

type Place = Pick<Host, 'name' | 'superordinate'>

async function rename(host: Host, field: Element, context: ObjectContext): Promise<Place> {
  const name = canonicalName(token(field, [1, 255]))
  if (name === undefined) throw refuseValue(field, 2005, 'that is not a host name')
  if (host.superordinate === null && (await isUsedByOthers(context.db, host.name, context.registrar))) {
    throw new Refusal(2305, 'domains of other registrars are delegated to the host')
  }
  const superordinate = await placeHost(field, name, context)
  if ((await findTakenHosts(context.db, [name])).has(name)) {
    throw new Refusal(2302, 'the host exists', { ns: HOST, local: 'name', text: name })
  }
  return { name, superordinate }
}

function nextAddresses(
  host: Host,
  place: Place,
  { added, removed }: { added: readonly Element[]; removed: readonly Element[] },
): string[] {
  const addresses = new Set(host.addresses)
  readAddresses(removed).forEach((address) => {
    if (!addresses.delete(address)) throw new Refusal(2306, `the host does not have the address ${address}`)
  })
  readAddresses(added).forEach((address) => {
    if (addresses.has(address)) throw new Refusal(2306, `the host has the address ${address}`)
    addresses.add(address)
  })
  if (place.superordinate !== null && addresses.size === 0) {
    throw new Refusal(2003, 'a host inside the registry keeps an <addr>')
  }
  if (place.superordinate !== null) return [...addresses]
  if (added.length > 0) throw new Refusal(2306, 'a host outside the registry takes no address')
  return []
}
