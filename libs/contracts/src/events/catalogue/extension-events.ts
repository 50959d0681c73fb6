import { z } from 'zod'
import { getTld } from '../../domains/get-tld'
import { listTlds } from '../../domains/list-tlds'
import { tld } from '../../domains/tld'
import { wireDate } from '../../primitives/dates'
import { accountEvent } from '../account-event'

/**
 * An extension as `GET /v1/tlds/{name}` shows it from `effective_from` on, without the parts that the read shows on request
 * only: prices and usage are of one account.
 */
export const extensionState = tld
  .omit({ description: true, restrictions: true, usage_count: true, prices: true, level_prices: true })
  .extend({
    effective_from: wireDate.describe('From when on this holds: now, or later.'),
    changed: z
      .array(z.string().describe('Name of a field.'))
      .describe('The fields that differ from before; empty if it was added or closed.'),
  })

const ofExtension = { producer: 'domains', version: 1, read: getTld, state: extensionState } as const

export const extensionAdded = accountEvent({
  ...ofExtension,
  type: 'extension.added',
  summary: 'An extension is sold that was not sold before, from `effective_from` on.',
})

export const extensionRulesChanged = accountEvent({
  ...ofExtension,
  type: 'extension.changed',
  summary: 'An extension has other rules, from `effective_from` on. `changed` names them.',
})

export const extensionClosed = accountEvent({
  ...ofExtension,
  type: 'extension.closed',
  summary: 'An extension is closed for new orders, from `effective_from` on. Domains in it stay.',
})

/** Which prices of an account have changed. The prices themselves are in the read: they may change again until then. */
export const pricesState = z
  .object({
    subjects: z
      .array(z.string().describe('Extension, or whole name of a premium domain.'))
      .describe('What has another price, in order of the names; empty if the account has another price list.'),
    effective_from: wireDate.describe('When the first of these prices begins: now, or later.'),
  })
  .meta({ id: 'ChangedPrices', description: 'Prices of the account that have changed.' })

export const pricesChanged = accountEvent({
  producer: 'orders',
  version: 1,
  read: listTlds,
  state: pricesState,
  type: 'prices.changed',
  summary:
    'Prices of the account have changed, or will. Read them with `GET /v1/tlds?with_price=true` once they hold. Other accounts may have other prices, and are told of theirs only.',
})
