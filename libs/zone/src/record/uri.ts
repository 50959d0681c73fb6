import { remainingText, uint16 } from '../field'
import { recordType } from '../record-type'

/** The URI of a service (RFC 7553). A URI begins with its scheme (RFC 3986 section 3). */
export const uri = recordType({
  name: 'URI',
  code: 256,
  fields: { priority: uint16, weight: uint16, target: remainingText },
  problem: ({ target }) =>
    /^[a-z][a-z0-9+.-]*:[!#-;=?-~]*$/i.test(target.toString('latin1'))
      ? undefined
      : 'target is not a URI with a scheme',
})
