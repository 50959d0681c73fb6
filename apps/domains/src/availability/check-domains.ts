import { checkDomains } from '@nameyard/contracts/domains/check-domains'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Controller } from '@nestjs/common'
import { requestedName } from '../tlds/requested-name'

/** Names per call; clients split longer questions. */
const MAX_NAMES = 15

/** Asks the registries whether names are free, and answers in the order of the question. */
@Controller()
export class CheckDomains {
  constructor(private readonly rpc: Rpc) {}

  @Handles(checkDomains)
  async execute({ domains }: Input<typeof checkDomains>, call: Call): Promise<Result<typeof checkDomains>> {
    if (domains.length > MAX_NAMES) fail('names_too_many', { limit: MAX_NAMES, count: domains.length })
    const names = domains.map((given) => requestedName(given).name)
    const { results } = await this.rpc.call(checkNames, { names: [...new Set(names)] }, call)
    const answers = new Map(results.map((answer) => [answer.name, answer]))
    return {
      results: names.map((name) => {
        const { available, reason, premium } = answers.get(name) ?? fail('registry_unavailable')
        return {
          domain: name,
          status: available ? ('free' as const) : ('active' as const),
          is_premium: premium !== undefined,
          ...(premium && { premium: { currency: premium.currency, price: { create: premium.create } } }),
          ...(!available && { reason: reason ?? 'Domain exists' }),
        }
      }),
    }
  }
}
