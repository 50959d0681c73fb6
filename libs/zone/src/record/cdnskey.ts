import { recordType } from '../record-type'
import { dnskey } from './dnskey'

/**
 * The key to which the DS in the parent should refer (RFC 7344 3.2). `0 3 0 AA==` asks the parent to remove the DS
 * (RFC 8078 section 4).
 */
export const cdnskey = recordType({
  ...dnskey,
  name: 'CDNSKEY',
  code: 60,
  problem(values) {
    const { flags, protocol, algorithm, key } = values
    if (algorithm !== 0) return dnskey.problem?.(values)
    const isDelete = flags === 0 && protocol === 3 && key.equals(Buffer.of(0))
    return isDelete ? undefined : 'algorithm 0 goes only into 0 3 0 AA==, which asks for no DS'
  },
})
