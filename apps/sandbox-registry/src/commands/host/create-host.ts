import { canonicalName } from '../../model/name'
import { Refusal } from '../../model/result'
import { insertHost } from '../../objects/host.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import { HOST } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'
import { readAddresses } from './host-addresses'
import { placeHost } from './host-place'

/**
 * Creates a host (RFC 5732 section 3.2.1). Inside a TLD of this registry its domain must exist (2303) and be sponsored by
 * the registrar (2201), and the host needs a glue address (2003). Any other host must have no address (2306). 2302 when
 * the host exists.
 */
export async function createHost(payload: Element, { db, registrar, now }: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const nameField = fields.required('name')
  const addressFields = fields.repeated('addr')
  fields.end()
  const name = canonicalName(token(nameField, [1, 255]))
  if (name === undefined) throw refuseValue(nameField, 2005, 'that is not a host name')
  const addresses = readAddresses(addressFields)

  const superordinate = await placeHost(nameField, name, { db, registrar })
  if (superordinate === null && addresses.length > 0) {
    throw refuseValue(nameField, 2306, 'a host outside the registry takes no address')
  }
  if (superordinate !== null && addresses.length === 0) {
    throw new Refusal(2003, 'a host inside the registry needs an <addr>')
  }
  if (!(await insertHost(db, { name, superordinate, addresses }, registrar, now))) {
    throw new Refusal(2302, 'the host exists', { ns: HOST, local: 'name', text: name })
  }
  return {
    code: 1000,
    resData: element('host:creData', { 'xmlns:host': HOST }, [
      element('host:name', {}, name),
      element('host:crDate', {}, now.toISOString()),
    ]),
  }
}
