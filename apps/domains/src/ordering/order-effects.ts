import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Effects } from '../lifecycle/effects'
import { HeldOrders } from './held-orders'
import { Refunds } from './refunds'

/** Carries out the effects of transitions that concern orders and their payment. */
@Injectable()
export class OrderEffects implements OnModuleInit {
  constructor(
    private readonly effects: Effects,
    private readonly held: HeldOrders,
    private readonly refunds: Refunds,
  ) {}

  onModuleInit(): void {
    this.effects.register({
      // The code that places the order submits it in the same transaction, since only it knows the price and contacts.
      'submit order': () => Promise.resolve(),
      'release credit': (tx, domain) => this.held.release(tx, domain),
      'refund renewal': (tx, domain) => this.refunds.lastRenewal(tx, domain),
    })
  }
}
