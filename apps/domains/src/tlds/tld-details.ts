import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import type { tld, tldParts } from '@nameyard/contracts/domains/tld'
import type { Call } from '@nameyard/contracts/operation'
import { listExtensionPrices } from '@nameyard/contracts/orders/list-extension-prices'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import type { Tld } from './tld'
import { tldOnWire } from './tld-on-wire'

type WireTld = z.input<typeof tld>
type Parts = { readonly [Part in keyof typeof tldParts]: boolean }

interface Usage {
  readonly extension: string
  readonly count: number
}

const usage = statement<{ readonly resellerId: number; readonly extensions: readonly string[] }, Usage>(
  'domains.usage-of-extensions',
  ({ resellerId, extensions }) => sql`
    select extension, count(*)::integer as count from domain
    where reseller_id = ${resellerId} and extension = any(${extensions}) and deleted_at is null and phase <> 'failed'
    group by extension`,
)

/** Shows extensions with the requested parts. Usage counts and prices are those of the calling account. */
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
    const rows = await this.database.read(usage, { resellerId: resellerOf(call), extensions })
    return new Map(rows.map(({ extension, count }) => [extension, count]))
  }
}
