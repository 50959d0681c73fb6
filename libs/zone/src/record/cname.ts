import { domainName } from '../field'
import { recordType } from '../record-type'

/** The owner is an alias of another name (RFC 1035 3.3.1). */
export const cname = recordType({ name: 'CNAME', code: 5, fields: { target: domainName }, exclusive: true })
