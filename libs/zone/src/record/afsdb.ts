import { domainNameOrNone, uint16 } from '../field'
import { recordType } from '../record-type'

/** A server of an AFS cell or of DCE (RFC 1183 section 1). */
export const afsdb = recordType({ name: 'AFSDB', code: 18, fields: { subtype: uint16, host: domainNameOrNone } })
