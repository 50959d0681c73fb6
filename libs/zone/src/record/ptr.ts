import { domainName } from '../field'
import { recordType } from '../record-type'

/** The host name of an address, in a reverse zone (RFC 1035 3.3.12). */
export const ptr = recordType({ name: 'PTR', code: 12, fields: { host: domainName } })
