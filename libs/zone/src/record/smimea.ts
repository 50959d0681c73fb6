import { recordType } from '../record-type'
import { tlsa } from './tlsa'

/** The certificate or key of a mailbox for S/MIME, in the same form as TLSA (RFC 8162). */
export const smimea = recordType({ ...tlsa, name: 'SMIMEA', code: 53 })
