import { domainNameOrNone, uint16 } from '../field'
import { recordType } from '../record-type'

/** The host that exchanges keys on behalf of the owner (RFC 2230). */
export const kx = recordType({ name: 'KX', code: 36, fields: { preference: uint16, exchanger: domainNameOrNone } })
