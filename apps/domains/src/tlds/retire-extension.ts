import { Controller } from '@nestjs/common'
import { retireExtension } from '@nameyard/contracts/domains/retire-extension'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { extensionsAt } from './catalogue'
import { ExtensionChanges } from './extension-changes'
import { RulesInForce } from './rules-in-force'

/** Ends the sale of an extension from an instant on. For operators. */
@Controller()
export class RetireExtension {
  constructor(
    private readonly rules: RulesInForce,
    private readonly changes: ExtensionChanges,
  ) {}

  @Handles(retireExtension)
  async execute(
    { suffix, effectiveFrom: given }: Input<typeof retireExtension>,
    call: Call,
  ): Promise<Result<typeof retireExtension>> {
    const effectiveFrom = this.changes.dateOf(given)
    await this.rules.refresh()
    const { record } = extensionsAt(effectiveFrom).get(suffix) ?? fail('tld_not_found', { extension: suffix })
    await this.changes.add({ record, isRetired: true, effectiveFrom }, call)
    return { suffix, effectiveFrom: effectiveFrom.toISOString() }
  }
}
