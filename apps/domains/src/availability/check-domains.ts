import { Controller } from '@nestjs/common'
import { checkDomains } from '@nameyard/contracts/domains/check-domains'
import { fail, Refusal } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { quotePrices } from '@nameyard/contracts/orders/quote-prices'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { toUnicode } from '@nameyard/names/idna'
import { Database } from '@nameyard/persistence/database'
import { Installation } from '../installation/installation'
import { liveNames } from '../lifecycle/domain.store'
import { refuseWrongScript } from '../tlds/idn-table'
import { refuseUnfit, requestedName, type RequestedName } from '../tlds/requested-name'
import { wantsClaims } from '../tlds/tld'

type Checked = Result<typeof checkDomains>['results'][number]
type Answer = Result<typeof checkNames>['results'][number]
type Quote = Result<typeof quotePrices>['quotes'][number]

/** Most names of a request; clients split longer lists. */
const MAX_NAMES = 15

/**
 * Checks whether names can be ordered, in the order of the request. A registry does not know orders that are not submitted
 * yet, so the orders of the platform are checked too. Prices are those of the account.
 */
@Controller()
export class CheckDomains {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly installation: Installation,
  ) {}

  @Handles(checkDomains)
  async execute(question: Input<typeof checkDomains>, call: Call): Promise<Result<typeof checkDomains>> {
    const { domains, with_price, additional_data, application_mode: mode } = question
    if (domains.length > MAX_NAMES) fail('names_too_many', { limit: MAX_NAMES, count: domains.length })
    const requested = domains.map((given) => requestedName(given))
    const asked = [...new Map(requested.map((each) => [each.name, each])).values()]
    const names = asked.map(({ name }) => name)
    const passed = this.installation.passedBy(call)
    const [{ results }, held] = await Promise.all([
      this.rpc.call(
        checkNames,
        { names, claims: asked.filter(({ tld }) => wantsClaims(tld)).map(({ name }) => name), passed },
        call,
      ),
      this.database.read(liveNames, { names }),
    ])
    const answers = new Map(results.map((answer) => [answer.name, answer]))
    const here = new Set(held.map(({ name }) => name))
    const quotes = await this.quotes(asked, answers, call)
    return {
      results: requested.map((each) => {
        const { name } = each
        const answer = answers.get(name) ?? fail('registry_unavailable')
        const own = (here.has(name) ? 'Domain exists' : undefined) ?? unfit(each, additional_data?.idn_script, mode)
        return describe(answer, own, quotes.get(name) ?? null, with_price)
      }),
    }
  }

  /** The prices of creates for the account; null for a name that is not sold. */
  private async quotes(
    asked: readonly RequestedName[],
    answers: ReadonlyMap<string, Answer>,
    call: Call,
  ): Promise<ReadonlyMap<string, Quote>> {
    const purchases = asked.map(({ name, extension, tld }) => ({
      name,
      extension,
      operation: 'create',
      period: tld.periods.min,
      isRegistryPremium: answers.get(name)?.premium !== undefined,
    }))
    const { quotes } = await this.rpc.call(quotePrices, { resellerId: resellerOf(call), purchases }, call)
    return new Map(asked.map(({ name }, index) => [name, quotes[index] ?? null]))
  }
}

/** Why the rules of the extension would refuse an order of the name; undefined when they would not. */
function unfit(requested: RequestedName, script: unknown, mode: string | undefined): string | undefined {
  const { launchPhase, launchPhases } = requested.tld
  if (mode !== undefined && launchPhases.length > 0 && mode.toLowerCase() !== launchPhase) return 'Not in this phase'
  try {
    refuseUnfit(requested)
    refuseWrongScript(requested, script)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function describe(
  { name, available, reason, premium, claimKey }: Answer,
  own: string | undefined,
  quote: Quote,
  withPrice: boolean,
): Checked {
  const isPremium = premium !== undefined || quote?.is_premium === true
  const obstacle = !available
    ? (reason ?? 'Domain exists')
    : (own ?? (quote ? undefined : isPremium ? 'Premium name without a price' : 'Extension without a price'))
  return {
    domain: name,
    ...(name.includes('xn--') && { unicode_name: toUnicode(name) }),
    status: obstacle === undefined ? 'free' : 'active',
    is_premium: isPremium,
    ...(isPremium &&
      quote && {
        premium: { currency: quote.price.reseller.currency, price: { create: quote.price.reseller.price } },
      }),
    ...(withPrice && quote && { price: quote.price }),
    ...(obstacle !== undefined && { reason: obstacle }),
    ...(claimKey !== undefined && { claim_key: claimKey }),
  }
}
