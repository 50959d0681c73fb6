import { characterStrings } from '../field'
import { recordType } from '../record-type'

/** Text of any kind (RFC 1035 3.3.14). */
export const txt = recordType({ name: 'TXT', code: 16, fields: { text: characterStrings } })
