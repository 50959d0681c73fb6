import { recordType } from '../record-type'
import { ds } from './ds'

/** The DS that the parent should publish (RFC 7344 3.1). `0 0 0 00` asks it to remove the DS (RFC 8078 section 4). */
export const cds = recordType({
  ...ds,
  name: 'CDS',
  code: 59,
  place: 'apex',
  problem(values) {
    const { keyTag, algorithm, digestType, digest } = values
    if (algorithm !== 0) return ds.problem?.(values)
    const isDelete = keyTag === 0 && digestType === 0 && digest.equals(Buffer.of(0))
    return isDelete ? undefined : 'algorithm 0 goes only into 0 0 0 00, which asks for no DS'
  },
})
