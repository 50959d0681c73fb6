import { Controller } from '@nestjs/common'
import { setHost } from '@nameyard/contracts/domains/set-host'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { HostOperations } from './host-operations'

/** Sets a host below a domain of an account, for the service that has the nameservers. */
@Controller()
export class SetHost {
  constructor(private readonly hosts: HostOperations) {}

  @Handles(setHost)
  async execute(
    { operationId, resellerId, name, ip, ip6, isAwaited }: Input<typeof setHost>,
    call: Call,
  ): Promise<Result<typeof setHost>> {
    const host = { name, ...(ip !== undefined && { ip }), ...(ip6 !== undefined && { ip6 }) }
    return { state: await this.hosts.carryOut({ operationId, resellerId, host, kind: 'host.set', isAwaited }, call) }
  }
}
