import { Controller } from '@nestjs/common'
import { deleteHost } from '@nameyard/contracts/domains/delete-host'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { HostOperations } from './host-operations'

/** Deletes a host below a domain of an account, for the service that has the nameservers. */
@Controller()
export class DeleteHost {
  constructor(private readonly hosts: HostOperations) {}

  @Handles(deleteHost)
  async execute(
    { operationId, resellerId, name, isAwaited }: Input<typeof deleteHost>,
    call: Call,
  ): Promise<Result<typeof deleteHost>> {
    const host = { name }
    return { state: await this.hosts.carryOut({ operationId, resellerId, host, kind: 'host.delete', isAwaited }, call) }
  }
}
