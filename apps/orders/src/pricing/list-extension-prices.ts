import { Controller } from '@nestjs/common'
import type { Input, Result } from '@nameyard/contracts/operation'
import { listExtensionPrices } from '@nameyard/contracts/orders/list-extension-prices'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { quote, type Price } from './model/quote'
import { priceOnWire, windowOnWire } from './price-on-wire'
import { readPrices } from './price.store'

type Listed = Result<typeof listExtensionPrices>['results'][number]

/** Wire fields and their operations. */
const fields = {
  create_price: 'create',
  renew_price: 'renew',
  transfer_price: 'transfer',
  trade_price: 'trade',
  restore_price: 'restore',
  soft_restore_price: 'soft_restore',
  update_price: 'update',
  setup_price: 'setup',
  domicile_price: 'domicile',
} as const

/** Lists the prices of extensions: for each operation the same quote as for a single domain. */
@Controller()
export class ListExtensionPrices {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(listExtensionPrices)
  async execute(input: Input<typeof listExtensionPrices>): Promise<Result<typeof listExtensionPrices>> {
    const { resellerId, extensions } = input
    const { prices, tier } = await readPrices(this.database, resellerId, extensions, this.clock.now())
    const bySubject = new Map<string, Price[]>(extensions.map((extension) => [extension, []]))
    for (const price of prices) bySubject.get(price.subject)?.push(price)
    return {
      results: [...bySubject].flatMap(([extension, own]) =>
        own.length === 0
          ? []
          : { extension, prices: pricesOf(extension, own, tier), levelPrices: levelsOf(extension, own) },
      ),
    }
  }
}

function pricesOf(extension: string, prices: readonly Price[], tier: number): Listed['prices'] {
  const found: Listed['prices'] = {}
  for (const [field, operation] of Object.entries(fields) as [keyof typeof fields, string][]) {
    const quoted = quote(prices, { extension, operation, periods: 1 }, tier)
    if (quoted) found[field] = priceOnWire(quoted.price)
  }
  const create = quote(prices, { extension, operation: 'create', periods: 1 }, tier)
  if (create) {
    const { price, tierPrice, promotion } = create
    found.reseller_price = {
      ...priceOnWire(price),
      ...(promotion && {
        promotion_details: { ...windowOnWire(promotion), non_promo_price: priceOnWire(tierPrice) },
      }),
    }
  }
  return found
}

/** Returns the price of a create at each discount tier that has its own. */
function levelsOf(extension: string, prices: readonly Price[]): Listed['levelPrices'] {
  const ofCreate = prices.filter(({ kind, operation }) => kind === 'regular' && operation === 'create')
  const levels = [...new Set(ofCreate.map(({ tier }) => tier))].sort((a, b) => a - b)
  return levels.flatMap((level) => {
    const quoted = quote(prices, { extension, operation: 'create', periods: 1 }, level)
    return quoted ? { level, price: priceOnWire(quoted.tierPrice) } : []
  })
}
