import { Controller } from '@nestjs/common'
import { listRecords } from '@nameyard/contracts/dns/list-records'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles, type Given } from '@nameyard/messaging/handles'
import { printed } from '@nameyard/messaging/printed'
import { RecordPages } from './record-pages'

@Controller()
export class ListRecords {
  constructor(private readonly pages: RecordPages) {}

  @Handles(listRecords)
  async execute(input: Input<typeof listRecords>, call: Call): Promise<Given<typeof listRecords>> {
    return printed<Result<typeof listRecords>>(await this.pages.read(input, call))
  }
}
