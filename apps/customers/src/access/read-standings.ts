import { Controller } from '@nestjs/common'
import { readStandings } from '@nameyard/contracts/access/read-standings'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findStandings } from './person.store'

@Controller()
export class ReadStandings {
  constructor(private readonly database: Database) {}

  @Handles(readStandings)
  async execute({ contactIds }: Input<typeof readStandings>): Promise<Result<typeof readStandings>> {
    return { standings: await this.database.read(findStandings, { contactIds }) }
  }
}
