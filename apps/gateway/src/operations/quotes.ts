import { Injectable } from '@nestjs/common'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { Refusal } from '@nameyard/contracts/errors'
import type { AnyOperation, Call, InputGiven, Result } from '@nameyard/contracts/operation'
import { getDomainPrice } from '@nameyard/contracts/orders/get-domain-price'
import { getSslProduct } from '@nameyard/contracts/orders/get-ssl-product'
import { Rpc } from '@nameyard/messaging/rpc'
import { Authenticator } from '../access/authenticate'

/** A price in the currency of the account. */
export interface Quote {
  readonly price: number
  readonly currency: string
}

/** A call whose price is asked for. */
interface Priced {
  readonly operation: AnyOperation
  readonly input: unknown
  readonly call: Call
  readonly authorization: string | undefined
}

/** Asks an operation in the name of the key whose call is priced. */
type Ask = <O extends AnyOperation>(operation: O, input: InputGiven<O>) => Promise<Result<O>>

type Kind = NonNullable<InputGiven<typeof getDomainPrice>['operation']>

interface Ordered {
  readonly id?: number
  readonly domain?: { readonly name?: string; readonly extension?: string }
  readonly period?: number
  readonly unit?: string
}

const domainPrice = (operation: Kind) => async (input: Ordered, ask: Ask) => {
  // The price list that is asked has prices of years.
  if (input.unit !== undefined && input.unit !== 'y') return undefined
  const { name, extension } = input.id === undefined ? input.domain! : (await ask(getDomain, { id: input.id })).domain
  const asked = { domain: { name: name!, extension: extension! }, operation }
  const period = input.period === undefined ? {} : { period: Math.max(1, input.period) }
  return (await ask(getDomainPrice, { ...asked, ...period })).price.reseller
}

/** The price of a certificate whose price does not depend on its names. */
const certificatePrice = async ({ product_id: id, period }: { product_id: number; period: number }, ask: Ask) => {
  const { prices = [] } = await ask(getSslProduct, { id })
  const found = prices.find((each) => each.period === period)
  return found?.extra_domain_price || found?.extra_wildcard_domain_price ? undefined : found?.price.reseller
}

/** How the price of an order is read before it is placed. The prices of other orders are known when they are placed. */
const prices: Readonly<Record<string, (input: never, ask: Ask) => Promise<Quote | undefined>>> = {
  'domains.create': domainPrice('create'),
  'domains.renew': domainPrice('renew'),
  'domains.restore': domainPrice('restore'),
  'domains.trade': domainPrice('trade'),
  'domains.transfer': domainPrice('transfer'),
  'ssl-orders.create': certificatePrice,
}

/** The operations whose price can be read before. */
export const quoted: readonly string[] = Object.keys(prices)

/** The prices of orders that were not placed yet. */
@Injectable()
export class Quotes {
  constructor(
    private readonly rpc: Rpc,
    private readonly authenticator: Authenticator,
  ) {}

  /** Returns undefined where nothing is to be paid or the price is not known before, also to a key that may not read it. */
  async of({ operation, input, call, authorization }: Priced): Promise<Quote | undefined> {
    const ask: Ask = async (asked, given) => {
      const { correlationId, trace, deadline, address = '' } = call
      const { actor, statement } = await this.authenticator.authenticate(authorization, asked.service, call)
      return this.rpc.call(asked, given, { correlationId, trace, deadline, address, actor, statement })
    }
    try {
      return await prices[operation.id]?.(input as never, ask)
    } catch (error) {
      if (error instanceof Refusal && error.refusal !== 'service_unavailable') return undefined
      throw error
    }
  }
}
