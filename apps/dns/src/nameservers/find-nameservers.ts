import { Controller } from '@nestjs/common'
import { findNameservers } from '@nameyard/contracts/dns/find-nameservers'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { describedNameservers } from './nameserver.store'

/** Returns the addresses of nameservers of an account, for the service that delegates domains. */
@Controller()
export class FindNameservers {
  constructor(private readonly database: Database) {}

  @Handles(findNameservers)
  async execute({ resellerId, names }: Input<typeof findNameservers>): Promise<Result<typeof findNameservers>> {
    const rows = await this.database.read(describedNameservers, { resellerId, names })
    return {
      nameservers: rows.map(({ name, ip, ip6 }) => ({
        name,
        ...(ip !== null && { ip }),
        ...(ip6 !== null && { ip6 }),
      })),
    }
  }
}
