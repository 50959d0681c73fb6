import { domainNameOrNone } from '../field'
import { recordType } from '../record-type'

/** All names below the owner are aliases of names below the target (RFC 6672). */
export const dname = recordType({ name: 'DNAME', code: 39, fields: { target: domainNameOrNone }, single: true })
