import { Injectable } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import type { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import { Database } from '@nameyard/persistence/database'
import { Registries } from '../registries/registries'
import type { RegistryAccount } from '../registries/registry'
import { forgetSponsor, moveSuccessors, putSponsor, sponsorOf } from './sponsored-domain.store'

type Submission = Pick<Payload<typeof submitRegistryOperation>, 'kind' | 'object' | 'registryTld' | 'operationId'>

/** The kinds by which a name comes to an account. */
const ARRIVALS: readonly Submission['kind'][] = ['domain.create', 'domain.transfer']

/**
 * Which account an operation concerns, where an extension has had several, as in a migration between accreditations. New
 * names and transfers to us go to the account that the record names. Other operations go to the account that sponsors the
 * name: a row says which, and without one it is the first account of the extension. An extension with one account has none.
 */
@Injectable()
export class Sponsors {
  constructor(
    private readonly database: Database,
    private readonly registries: Registries,
  ) {}

  /** Returns the account for a submitted operation; undefined when no registry of ours serves its extension. */
  async accountFor({ kind, object, registryTld, operationId }: Submission): Promise<RegistryAccount | undefined> {
    const present = this.registries.of(registryTld)
    const first = this.registries.firstOf(registryTld)
    if (!present || !first) return present
    if (ARRIVALS.includes(kind)) {
      await this.remember(object, present)
      await this.database.read(moveSuccessors, { id: operationId, account: present.account })
      return present
    }
    return this.sponsorIn(object, first)
  }

  /** Returns the account that sponsors a name of ours; undefined when its extension has had one account. */
  async of(name: string): Promise<RegistryAccount | undefined> {
    const first = this.registries.firstOf(extensionOf(name))
    return first && this.sponsorIn(name, first)
  }

  /** Remembers the account that sponsors a name, if its extension has had several. */
  async remember(name: string, { account }: RegistryAccount): Promise<void> {
    const first = this.registries.firstOf(extensionOf(name))
    if (!first) return
    if (first.account === account) await this.database.read(forgetSponsor, { name })
    else await this.database.read(putSponsor, { name, account })
  }

  private async sponsorIn(name: string, first: RegistryAccount): Promise<RegistryAccount> {
    const [row] = await this.database.read(sponsorOf, { name })
    return row && this.registries.has(row.account) ? this.registries.named(row.account) : first
  }
}

function extensionOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}
