import { Controller } from '@nestjs/common'
import { readAllNotices } from '@nameyard/contracts/events/notices/read-all-notices'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { namesOf, noticeReader } from './notice-reader'
import { markNotices } from './notice.store'

@Controller()
export class ReadAllNotices {
  constructor(private readonly database: Database) {}

  @Handles(readAllNotices)
  async execute({ up_to: upTo }: Input<typeof readAllNotices>, call: Call): Promise<Result<typeof readAllNotices>> {
    const { visible, ...reader } = noticeReader(call)
    return this.database.unitOfWork(call, async (tx) => {
      const [done] = await tx.query(markNotices, { ...reader, types: namesOf(visible), upTo: upTo ?? null })
      return { marked: done!.marked }
    })
  }
}
