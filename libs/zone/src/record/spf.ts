import { characterStrings } from '../field'
import { recordType } from '../record-type'

/** The former type of sender policies, same form as TXT (RFC 4408 3.1.1; receivers read TXT since RFC 7208). */
export const spf = recordType({ name: 'SPF', code: 99, fields: { text: characterStrings } })
