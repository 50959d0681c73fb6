import { Controller } from '@nestjs/common'
import { setZoneKey } from '@nameyard/contracts/domains/set-zone-key'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'

type Asked = Input<typeof setZoneKey>

/** The registry behind the service that has the domains, in the test's hand. */
export const registry = {
  /** How it answers, by name. */
  state: new Map<string, Result<typeof setZoneKey>['state']>(),
  asked: [] as Asked[],
  /** The last that was asked for a name. */
  of: (name: string): Asked | undefined => registry.asked.findLast((each) => each.name === name),
}

/** Stands where the service with the domains does. */
@Controller()
export class KeysAtRegistry {
  @Handles(setZoneKey)
  async execute(asked: Asked): Promise<Result<typeof setZoneKey>> {
    registry.asked.push(asked)
    return { state: registry.state.get(asked.name) ?? 'done' }
  }
}
