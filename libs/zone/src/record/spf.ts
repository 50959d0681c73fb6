import { characterStrings } from '../field'
import { recordType } from '../record-type'

/** The former type of SPF policies, in the form of TXT (RFC 4408 3.1.1). Since RFC 7208, receivers read only TXT. */
export const spf = recordType({ name: 'SPF', code: 99, fields: { text: characterStrings } })
