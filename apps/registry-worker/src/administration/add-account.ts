import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { addRegistryAccount } from '@nameyard/contracts/registry/add-account'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import type { SettingFault } from '../registries/account-faults'
import { AddedAccounts } from '../registries/added-accounts'
import { AnnounceAccounts } from '../registries/announce-accounts'
import { Registries } from '../registries/registries'

/** Adds an account while the workers run. */
@Controller()
export class AddAccount {
  constructor(
    private readonly database: Database,
    private readonly added: AddedAccounts,
    private readonly announcement: AnnounceAccounts,
    private readonly registries: Registries,
  ) {}

  @Handles(addRegistryAccount)
  async execute(
    { settings: given, isDryRun }: Input<typeof addRegistryAccount>,
    call: Call,
  ): Promise<Result<typeof addRegistryAccount>> {
    const read = this.added.read(fieldsOf(given))
    if ('faults' in read) refuse(read.faults)
    const { settings } = read
    const { account, tlds } = settings
    const extensions = Array.isArray(tlds) ? tlds : Object.keys(tlds)
    if (isDryRun) return { account, extensions, isServed: false }
    await this.database.unitOfWork(call, async (tx) => {
      tellAudit(tx, {
        resellerId: null,
        subject: `registry account ${account}`,
        changes: { works: { to: true }, extensions: { to: extensions.join(', ') } },
      })
      if (!(await this.added.store(tx, settings))) refuse([{ path: 'account', problem: `${account} exists already` }])
    })
    // Orders come with the announcement, and any replica may get them.
    await this.added.spread()
    await this.announcement.announce()
    return { account, extensions, isServed: this.registries.has(account) }
  }
}

function fieldsOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse([{ path: 'settings', problem: 'is not JSON' }])
  }
}

function refuse(faults: readonly SettingFault[]): never {
  const [first] = faults
  fail('invalid_input', { field: first?.path || 'settings', problem: first?.problem ?? 'invalid' }, faults)
}
