import { domainNameOrNone, uint16 } from '../field'
import { recordType } from '../record-type'

/** The name that has the locators of an ILNP subnetwork (RFC 6742 2.4). */
export const lp = recordType({ name: 'LP', code: 107, fields: { preference: uint16, name: domainNameOrNone } })
