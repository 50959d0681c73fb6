import { Controller } from '@nestjs/common'
import { setZoneKey } from '@nameyard/contracts/domains/set-zone-key'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'

type Asked = Input<typeof setZoneKey>

/** The state of the registry of keys. The test controls it. */
export const registry = {
  /** Its answers by domain name. */
  state: new Map<string, Result<typeof setZoneKey>['state']>(),
  asked: [] as Asked[],
  /** The last request for a domain name. */
  of: (name: string): Asked | undefined => registry.asked.findLast((each) => each.name === name),
}

/** Replaces the domains service. */
@Controller()
export class KeysAtRegistry {
  @Handles(setZoneKey)
  async execute(asked: Asked): Promise<Result<typeof setZoneKey>> {
    registry.asked.push(asked)
    return { state: registry.state.get(asked.name) ?? 'done' }
  }
}
