import { base64 } from '../field'
import { recordType } from '../record-type'

/** The OpenPGP key of a mailbox (RFC 7929). */
export const openpgpkey = recordType({ name: 'OPENPGPKEY', code: 61, fields: { key: base64 } })
