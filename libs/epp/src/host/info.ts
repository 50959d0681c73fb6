import { dataOf } from '../answer'
import { objectCommand, type Command } from '../command'
import { label } from '../constraints'
import { attribute } from '../element-reader'
import { HOST } from '../namespaces'
import { decodeSponsorship, type Sponsorship } from '../sponsorship'
import type { HostStatus } from '../status'
import { elementsOf } from '../xml'

const host = elementsOf(HOST)

/** A host object at the registry (RFC 5732 section 3.1.2). */
export interface RegisteredHost extends Sponsorship {
  readonly name: string
  readonly roid: string
  readonly statuses: readonly HostStatus[]
  /** IPv4 and IPv6 addresses; hosts outside the registry's own names have none. */
  readonly addresses: readonly string[]
}

/** Reads a host object. */
export function infoHost(name: string): Command<RegisteredHost> {
  return objectCommand('host', 'info', host('info', [host('name', label('name', name))]), (answer) => {
    const infData = dataOf(answer, HOST, 'infData')
    return {
      name: infData.token('name'),
      roid: infData.token('roid'),
      statuses: infData.all('status').map((status) => attribute(status, 's')),
      addresses: infData.tokens('addr'),
      ...decodeSponsorship(infData),
    }
  })
}
