import { Controller } from '@nestjs/common'
import { z } from 'zod'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { listRegistryCommands } from '@nameyard/contracts/registry/list-commands'
import { Handles } from '@nameyard/messaging/handles'
import { Drivers } from '../operations/drivers'
import { Registries } from '../registries/registries'

/** Lists the commands that only the registry of an extension has. */
@Controller()
export class ListCommands {
  constructor(
    private readonly registries: Registries,
    private readonly drivers: Drivers,
  ) {}

  @Handles(listRegistryCommands)
  execute({ extension }: Input<typeof listRegistryCommands>): Promise<Result<typeof listRegistryCommands>> {
    const registry = this.registries.of(extension)
    if (!registry) return fail('tld_not_found', { extension })
    const own = Object.entries(this.drivers.of(registry).ownCommands?.(registry, extension) ?? {})
    const commands = own.map(([command, data]) => ({ command, data: z.toJSONSchema(data, { io: 'input' }) as never }))
    return Promise.resolve({ account: registry.account, commands })
  }
}
