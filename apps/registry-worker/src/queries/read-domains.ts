import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { readDomains } from '@nameyard/contracts/registry/read-domains'
import { Handles } from '@nameyard/messaging/handles'
import { Drivers } from '../operations/drivers'
import { Registries } from '../registries/registries'
import type { RegistryAccount } from '../registries/registry'
import { Sponsors } from '../sponsors/sponsors'

type Read = Result<typeof readDomains>['domains'][number]

/** Reads domains of an account at its registry, with their contacts and hosts. */
@Controller()
export class ReadDomains {
  constructor(
    private readonly registries: Registries,
    private readonly drivers: Drivers,
    private readonly sponsors: Sponsors,
  ) {}

  @Handles(readDomains)
  async execute({ account, names }: Input<typeof readDomains>, call: Call): Promise<Result<typeof readDomains>> {
    if (!this.registries.has(account)) fail('registry_account_not_found', { account })
    const registry = this.registries.named(account)
    const served = names.filter((name) => this.registries.mayHave(registry, name.slice(name.indexOf('.') + 1)))
    const { domains, contacts } =
      served.length === 0
        ? { domains: [], contacts: [] }
        : await this.drivers.of(registry).read(registry, served, call.deadline)
    const read = new Map<string, Read>()
    for (const found of domains) read.set(found.name, await this.sponsored(registry, found))
    return { domains: names.map((name) => read.get(name) ?? { name, presence: 'elsewhere' }), contacts }
  }

  /** Remembers a name of ours. One that another registrar sponsors may be at another account of ours. */
  private async sponsored(registry: RegistryAccount, found: Read): Promise<Read> {
    const { name, presence } = found
    if (presence === 'ours') await this.sponsors.remember(name, registry)
    if (presence !== 'foreign') return found
    const sponsor = (await this.sponsors.of(name)) ?? registry
    return sponsor === registry ? found : { name, presence: 'elsewhere' }
  }
}
