import { noData, objectCommand, type Command } from '../command'
import { label } from '../constraints'
import { HOST } from '../namespaces'
import type { ClientHostStatus } from '../status'
import { elementsOf, unlessEmpty, type XmlElement } from '../xml'
import { encodeAddress } from './address'

const host = elementsOf(HOST)

/** The parts of a host that can have several values. */
export interface HostAssociations {
  readonly addresses?: readonly string[]
  readonly statuses?: readonly ClientHostStatus[]
}

/** The changes. */
export interface HostChange {
  readonly name: string
  readonly add?: HostAssociations
  readonly rem?: HostAssociations
  /** The new name of the host. Delegations follow it; this frees a domain of hosts below it. */
  readonly newName?: string | undefined
}

/** Changes a host object (RFC 5732 section 3.2.5). Other values stay. */
export function updateHost({ name, add, rem, newName }: HostChange): Command<undefined> {
  const payload = host('update', [
    host('name', label('name', name)),
    add && encodeAssociations('add', add),
    rem && encodeAssociations('rem', rem),
    newName === undefined ? undefined : host('chg', [host('name', label('newName', newName))]),
  ])
  return objectCommand('host', 'update', payload, noData)
}

function encodeAssociations(local: 'add' | 'rem', { addresses = [], statuses = [] }: HostAssociations) {
  return unlessEmpty(
    host(local, [
      ...addresses.map((address): XmlElement => encodeAddress(HOST, 'addr', address)),
      ...statuses.map((s) => host('status', '', { s })),
    ]),
  )
}
