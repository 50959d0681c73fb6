import type { Input, Result } from '@nameyard/contracts/operation'
import { listExtensionPrices } from '@nameyard/contracts/orders/list-extension-prices'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { quote, type Price } from './model/quote'
import { readPrices } from './price.store'
import { priceOnWire, windowOnWire } from './price-on-wire'

type Listed = Result<typeof listExtensionPrices>['results'][number]

/** Fields of an extension's prices, and the operation each is the price of. */
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

/** Prices of whole extensions: for each operation the very quote that a single question would get. */
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

/** What a create costs at each tier there is a price for. */
function levelsOf(extension: string, prices: readonly Price[]): Listed['levelPrices'] {
  const ofCreate = prices.filter(({ kind, operation }) => kind === 'regular' && operation === 'create')
  const levels = [...new Set(ofCreate.map(({ tier }) => tier))].sort((a, b) => a - b)
  return levels.flatMap((level) => {
    const quoted = quote(prices, { extension, operation: 'create', periods: 1 }, level)
    return quoted ? { level, price: priceOnWire(quoted.tierPrice) } : []
  })
}
