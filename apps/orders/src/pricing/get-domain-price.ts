import { Controller } from '@nestjs/common'
import { findRestoration } from '@nameyard/contracts/domains/find-restoration'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { getDomainPrice } from '@nameyard/contracts/orders/get-domain-price'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { parseDomainName } from '@nameyard/names/domain-name'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { quote } from './model/quote'
import { priceOnWire, windowOnWire } from './price-on-wire'
import { readPrices } from './price.store'

type Asked = Input<typeof getDomainPrice>

/** Returns the price of an operation for the account. Without a name, it is the price of a non-premium name. */
@Controller()
export class GetDomainPrice {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rpc: Rpc,
  ) {}

  @Handles(getDomainPrice)
  async execute(input: Asked, call: Call): Promise<Result<typeof getDomainPrice>> {
    const resellerId = resellerOf(call)
    const { domain, operation, period } = input
    if (!domain?.extension) fail('extension_missing')
    const asked = readNames(domain.name, domain.extension)
    const subjects = asked.name === undefined ? [asked.extension] : [asked.name, asked.extension]
    const { prices, tier } = await readPrices(this.database, resellerId, subjects, this.clock.now())
    const found = quote(
      prices,
      { ...asked, operation, periods: period, ...(await this.restoration(input, asked, call)) },
      tier,
    )
    if (!found) {
      const isSold = prices.some(({ subject }) => subject === asked.extension)
      if (!isSold) fail('extension_invalid', { extension: domain.extension })
      fail('invalid_input', { field: 'operation', problem: `${operation} is not sold for ${domain.extension}` })
    }
    return {
      price: priceOnWire(found.price),
      tier_price: priceOnWire(found.tierPrice),
      is_premium: found.isPremium,
      is_promotion: found.promotion !== undefined,
      ...(found.promotion && { promotion_data: windowOnWire(found.promotion) }),
    }
  }

  /** Returns how a restore of this domain would be charged now, including a renewal by the registry. */
  private async restoration({ operation }: Asked, { name }: { readonly name?: string }, call: Call) {
    if (operation !== 'restore' || name === undefined) return {}
    const { restoration } = await this.rpc.call(findRestoration, { resellerId: resellerOf(call), name }, call)
    return restoration ?? {}
  }
}

/** Parses extension and name into the form of price subjects: lower case, A-labels. */
function readNames(name: string | undefined, given: string): { extension: string; name?: string } {
  const parsedExtension = parseDomainName(given.replace(/^\./, ''))
  if (!parsedExtension.ok) fail('extension_invalid', { extension: given })
  const extension = parsedExtension.value.ascii
  if (!name) return { extension }
  const parsed = parseDomainName(`${name}.${extension}`)
  if (!parsed.ok) fail('domain_name_invalid', { domain: name, problem: parsed.error.problem })
  return { extension, name: parsed.value.ascii }
}
