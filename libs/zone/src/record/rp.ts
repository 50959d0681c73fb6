import { domainNameOrNone, mailbox } from '../field'
import { recordType } from '../record-type'

/** The person responsible for the owner: a mailbox, and a name whose TXT records say more (RFC 1183 2.2). */
export const rp = recordType({ name: 'RP', code: 17, fields: { mailbox, text: domainNameOrNone } })
