import { isIPv4, isIPv6 } from 'node:net'
import { InvalidValue } from '../constraints'
import { elementsOf, type XmlElement } from '../xml'

/** An address of a host: `addr` of a host object, `hostAddr` of a host attribute (RFC 5732 section 2.5). */
export function encodeAddress(ns: string, local: 'addr' | 'hostAddr', address: string): XmlElement {
  const ip = isIPv4(address) ? 'v4' : isIPv6(address) ? 'v6' : undefined
  if (ip === undefined) throw new InvalidValue(local, `${address} is not an IP address`)
  return elementsOf(ns)(local, address, { ip })
}
