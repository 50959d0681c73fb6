import { Injectable } from '@nestjs/common'
import type { RegistryFee } from '@nameyard/contracts/registry/submit-operation'
import type { Command } from '@nameyard/epp/command'
import { checkDomain } from '@nameyard/epp/domain/check'
import { infoDomain } from '@nameyard/epp/domain/info'
import { extended } from '@nameyard/epp/extension'
import {
  acceptCharges,
  chargesOfDomain,
  checkedCharges,
  priceOf,
  setsOf,
  type ChargedCommand,
  type ChargeSet,
} from '@nameyard/epp/extensions/charge/charge'
import { acceptFees } from '@nameyard/epp/extensions/fee/accept'
import { CHARGE } from '@nameyard/epp/namespaces'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import type { Verdict } from './model/verdict'

/** A command with our agreement to its price, or why it is not sent. */
export type Priced<Data> = { readonly command: Command<Data> } | { readonly obstacle: Verdict<never> }

/** Agrees to the price of a command in the way of its registry, and never to more than the order allows. */
@Injectable()
export class Prices {
  constructor(private readonly exchange: Exchange) {}

  /**
   * With fees (RFC 8748) the registry compares our price with its own. With charges it wants its own price repeated, which
   * is read first and compared here; it is that of one year. Without an agreed price, or without either, the command is
   * unchanged.
   */
  async agree<Data>(
    execution: AnyExecution,
    command: Command<Data>,
    kind: ChargedCommand,
    agreed: RegistryFee | undefined,
    years = 1,
  ): Promise<Priced<Data>> {
    const { tld } = execution
    if (!agreed) return { command }
    if (tld.fee !== undefined) {
      const { currency, amount } = agreed
      const accepted = acceptFees(kind === 'restore' ? 'update' : kind, { currency, fees: [amount] }, tld.fee)
      return { command: extended<Data, object>(command, accepted) as Command<Data> }
    }
    if (!tld.extensions.has(CHARGE)) return { command }
    const sets = setsOf(await this.charges(execution, kind), kind)
    if (sets.length === 0) return { command }
    const price = priceOf(sets, kind) * years
    if (price > Number(agreed.amount)) {
      const text = `the registry's price is ${price}, more than the agreed ${agreed.amount}`
      return { obstacle: { kind: 'refused', reason: { refusal: 'registry_refused', code: 2004, text } } }
    }
    return { command: extended<Data, object>(command, acceptCharges(sets, kind)) as Command<Data> }
  }

  /** Reads the charges of the domain: of our own with info, of others with a check. */
  private async charges(execution: AnyExecution, kind: ChargedCommand): Promise<readonly ChargeSet[]> {
    const { object } = execution.operation
    if (kind === 'renew' || kind === 'restore') {
      const seen = await this.exchange.ask(execution, extended(infoDomain(object), chargesOfDomain))
      return seen.outcome === 'done' ? seen.data.charges : []
    }
    const checked = await this.exchange.ask(execution, extended(checkDomain([object]), checkedCharges))
    return checked.outcome === 'done' ? (checked.data.charges.get(object) ?? []) : []
  }
}

/** The years of a period, whole ones: a price is that of a year. */
export function yearsOf({ value, unit }: { readonly value: number; readonly unit: 'y' | 'm' }): number {
  return unit === 'y' ? value : Math.ceil(value / 12)
}
