import { Controller } from '@nestjs/common'
import { noticeText } from '@nameyard/contracts/events/notice-text'
import { listNotices } from '@nameyard/contracts/events/notices/list-notices'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { matches, refuseUnknownTypes } from '../reading/visible-types'
import { namesOf, noticeReader, type NoticeType } from './notice-reader'
import { countUnread, findNotices, type NoticeRow } from './notice.store'

/** Unread notices that are counted. */
const MOST_COUNTED = 1_000

@Controller()
export class ListNotices {
  constructor(private readonly database: Database) {}

  @Handles(listNotices)
  async execute(input: Input<typeof listNotices>, call: Call): Promise<Result<typeof listNotices>> {
    const { is_read: isRead, severity, type: filters, before, limit } = input
    refuseUnknownTypes('type', filters)
    const { visible, ...reader } = noticeReader(call)
    const wanted = visible.filter(
      ({ type, notice }) =>
        (severity === undefined || notice.severity === severity) &&
        (filters?.some((filter) => matches(filter, type)) ?? true),
    )
    const asked = { ...reader, types: namesOf(wanted), isRead: isRead ?? null, before: before ?? null }
    const [rows, [count]] = await Promise.all([
      // One more tells whether there is a next page.
      this.database.read(findNotices, { ...asked, limit: limit + 1 }),
      this.database.read(countUnread, { ...reader, types: namesOf(visible), most: MOST_COUNTED }),
    ])
    const page = rows.slice(0, limit)
    return {
      results: page.map((row) =>
        onWire(
          row,
          wanted.find(({ type }) => type === row.type)!,
        ),
      ),
      next_before: rows.length > limit ? page.at(-1)!.sequence : null,
      unread: count!.unread,
    }
  }
}

const onWire = (row: NoticeRow, { notice }: NoticeType): Result<typeof listNotices>['results'][number] => ({
  id: row.id,
  sequence: row.sequence,
  type: row.type,
  severity: notice.severity,
  text: noticeText(notice.text, JSON.parse(row.state)),
  subject: row.object,
  time: printDate(row.happenedAt),
  is_read: row.isRead,
})
