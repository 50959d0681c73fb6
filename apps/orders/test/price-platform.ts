import type { InputGiven } from '@nameyard/contracts/operation'
import { getDomainPrice } from '@nameyard/contracts/orders/get-domain-price'
import { importPrices } from '@nameyard/contracts/orders/import-prices'
import { setPricingTerms } from '@nameyard/contracts/orders/set-pricing-terms'
import { service as domains } from '@nameyard/domains/service'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { testParty } from '@nameyard/testing/party'
import { service as orders } from '../src/service'

/** The header of a price file. */
export const priceHead = 'kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price\n'

/** The orders service with prices, the domains service with extensions, and a caller. */
export async function startPricePlatform() {
  const clock = new SettableClock()
  const context = { clock, log: createLog('test', 'silent') }
  const [database, broker] = await Promise.all([testDatabase(orders, domains), testBroker()])
  const settings = { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings }
  const running = [
    await orders.start(loadConfig(orders.config, settings), context),
    await domains.start(
      loadConfig(domains.config, { ...settings, SANDBOX: 'true', AUTH_CODE_SECRET: 's'.repeat(32) }),
      context,
    ),
  ]
  const caller = await testParty('gateway', { url: broker.url, clock })
  const { rpc, call } = caller
  let accounts = 0
  const nextAccount = () => ++accounts

  /** Imports a file: compares, then applies. */
  const take = async (list: string, lines: readonly string[], currency?: string) => {
    const file = { list, csv: priceHead + lines.join('\n'), ...(currency !== undefined && { currency }) }
    const { fingerprint } = await rpc.call(importPrices, file, call())
    return rpc.call(importPrices, { ...file, apply: fingerprint }, call())
  }

  return {
    clock,
    rpc,
    call,
    databaseUrl: database.url,
    /** A new account id. */
    nextAccount,
    take,
    /** Creates an account with an empty price list of its own. */
    async accountWith(lines: readonly string[], { tier = 0, currency = 'EUR' } = {}) {
      const resellerId = nextAccount()
      const list = `list ${resellerId}`
      await take(list, lines, currency)
      await rpc.call(setPricingTerms, { resellerId, list, tier }, call())
      return { resellerId, list }
    },
    priceOf: (resellerId: number, query: InputGiven<typeof getDomainPrice>) =>
      rpc.call(getDomainPrice, query, call(resellerId)),
    async close() {
      await caller.close()
      for (const each of running) await each.close()
      await Promise.all([database.drop(), broker.drop()])
    },
  }
}

export type PricePlatform = Awaited<ReturnType<typeof startPricePlatform>>
