import { domainNameOrNone, mailbox } from '../field'
import { recordType } from '../record-type'

/** Who is responsible for the owner: a mailbox, and a name with more about it in TXT records (RFC 1183 2.2). */
export const rp = recordType({ name: 'RP', code: 17, fields: { mailbox, text: domainNameOrNone } })
