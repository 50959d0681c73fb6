import { Controller } from '@nestjs/common'
import { putExtension } from '@nameyard/contracts/domains/put-extension'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { extensionsAt, obstacleOf } from './catalogue'
import { ExtensionChanges } from './extension-changes'
import { PricedExtensions, WITHOUT_PRICE } from './priced-extensions'
import { RulesInForce } from './rules-in-force'

const domainNamed = statement<{ readonly name: string }>(
  'domains.named-as-extension',
  ({ name }) => sql`select from domain where name = ${name} and deleted_at is null limit 1`,
)

/** Sets the rules of an extension from an instant on. For operators. */
@Controller()
export class PutExtension {
  constructor(
    private readonly database: Database,
    private readonly rules: RulesInForce,
    private readonly changes: ExtensionChanges,
    private readonly priced: PricedExtensions,
  ) {}

  @Handles(putExtension)
  async execute(
    { isNew, effectiveFrom: given, record }: Input<typeof putExtension>,
    call: Call,
  ): Promise<Result<typeof putExtension>> {
    const { suffix } = record
    const effectiveFrom = this.changes.dateOf(given)
    await this.rules.refresh()
    const known = extensionsAt(effectiveFrom).get(suffix)
    if (isNew && known && !known.isRetired)
      fail('invalid_input', { field: 'suffix', problem: `.${suffix} exists: set it` })
    if (!isNew && !known) fail('tld_not_found', { extension: suffix })
    if ((await this.database.read(domainNamed, { name: suffix })).length > 0)
      fail('invalid_input', { field: 'suffix', problem: `${suffix} is a domain of an account` })
    await this.changes.add({ record, isRetired: false, effectiveFrom }, call)
    const row = extensionsAt(effectiveFrom).get(suffix)
    const isPriced = (await this.priced.inAnyList(call)).has(suffix)
    const obstacle = (row && obstacleOf(row)) ?? (isPriced ? undefined : WITHOUT_PRICE)
    return { suffix, effectiveFrom: effectiveFrom.toISOString(), ...(obstacle !== undefined && { obstacle }) }
  }
}
