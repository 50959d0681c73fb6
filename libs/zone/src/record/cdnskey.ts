import { recordType } from '../record-type'
import { dnskey } from './dnskey'

/** The key the parent should refer to (RFC 7344 3.2); `0 3 0 AA==` asks for none (RFC 8078 section 4). */
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
