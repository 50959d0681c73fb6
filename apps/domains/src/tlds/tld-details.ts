import type { tld, tldParts } from '@nameyard/contracts/domains/tld'
import type { Call } from '@nameyard/contracts/operation'
import { listExtensionPrices } from '@nameyard/contracts/orders/list-extension-prices'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import type { Tld } from './catalogue'
import { tldOnWire } from './tld-on-wire'

type WireTld = z.input<typeof tld>
type Parts = { readonly [Part in keyof typeof tldParts]: boolean }

const usage = statement(
  'domains.usage-of-extensions',
  `select extension, count(*)::integer as count from domain
   where reseller_id = $1 and extension = any($2) and deleted_at is null and phase <> 'failed' group by extension`,
)

/** Shows extensions with the parts that a caller asks for: what they are used for and cost is the caller's own. */
@Injectable()
export class TldDetails {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
  ) {}

  async show(tlds: readonly Tld[], parts: Parts, call: Call): Promise<WireTld[]> {
    const extensions = tlds.map(({ extension }) => extension)
    const [prices, counts] = await Promise.all([
      parts.with_price || parts.with_level_prices ? this.prices(extensions, call) : undefined,
      parts.with_usage_count ? this.usage(extensions, call) : undefined,
    ])
    return tlds.map((tld) => {
      const { extension, periods, description, restrictions } = tld
      const priced = prices?.get(extension)
      return {
        ...tldOnWire(tld),
        ...(parts.with_description && { description }),
        ...(parts.with_restrictions && { restrictions: [...restrictions] }),
        ...(counts && { usage_count: counts.get(extension) ?? 0 }),
        ...(parts.with_price && {
          prices: { min_period: periods.min, max_period: periods.max, ...priced?.prices },
        }),
        ...(parts.with_level_prices && { level_prices: priced?.levelPrices ?? [] }),
      }
    })
  }

  private async prices(extensions: readonly string[], call: Call) {
    const asked = { resellerId: resellerOf(call), extensions: [...extensions] }
    const { results } = await this.rpc.call(listExtensionPrices, asked, call)
    return new Map(results.map(({ extension, ...priced }) => [extension, priced]))
  }

  private async usage(extensions: readonly string[], call: Call) {
    const rows = await this.database.read<{ extension: string; count: number }>(usage, [resellerOf(call), extensions])
    return new Map(rows.map(({ extension, count }) => [extension, count]))
  }
}
