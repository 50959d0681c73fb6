import { isAddress } from '../../model/address'
import { Refusal } from '../../model/result'
import { refuseValue, token, unexpected } from '../../xml/fields'
import type { Element } from '../../xml/read'

/** Reads host addresses, IPv4 by default (RFC 5732 section 2.5); 2005 for an invalid address. */
export function readAddresses(elements: readonly Element[]): string[] {
  const addresses = elements.map((element) => {
    const version = element.attributes.ip ?? 'v4'
    if (version !== 'v4' && version !== 'v6') throw unexpected(element, 'the ip of an address is v4 or v6')
    const address = token(element, [3, 45], 'ip').toLowerCase()
    if (!isAddress(address, version)) throw refuseValue(element, 2005, `that is not an IP${version} address`)
    return address
  })
  if (new Set(addresses).size < addresses.length) throw new Refusal(2306, 'an address is given twice')
  return addresses
}
