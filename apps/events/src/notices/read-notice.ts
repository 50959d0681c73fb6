import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { readNotice } from '@nameyard/contracts/events/notices/read-notice'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { namesOf, noticeReader } from './notice-reader'
import { markNotice } from './notice.store'

@Controller()
export class ReadNotice {
  constructor(private readonly database: Database) {}

  @Handles(readNotice)
  async execute({ id }: Input<typeof readNotice>, call: Call): Promise<Result<typeof readNotice>> {
    const { visible, ...reader } = noticeReader(call)
    return this.database.unitOfWork(call, async (tx) => {
      const [found] = await tx.query(markNotice, { ...reader, types: namesOf(visible), id })
      if (!found) fail('notice_not_found', { id })
      return { success: true }
    })
  }
}
