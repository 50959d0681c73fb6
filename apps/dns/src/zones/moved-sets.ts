import { errors } from '@nameyard/contracts/errors'
import { advised } from '@nameyard/messaging/advised'
import type { RecordSet } from './model/records-of'

/** "Done", with a warning for every RRset whose TTL moved to that of a record added to it (RFC 2181 section 5.2). */
export function answerOf(moved: RecordSet['moved']) {
  const { code } = errors.record_ttl_invalid
  return advised(
    { success: true },
    moved.map(({ owner, type, ttl }) => ({
      code,
      data: `${owner} ${type}`,
      desc: `All ${type} records of ${owner} now have the ttl ${ttl}: the records of one set share it.`,
    })),
  )
}
