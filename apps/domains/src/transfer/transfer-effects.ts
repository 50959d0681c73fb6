import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Effects } from '../lifecycle/effects'
import { Authorizations } from './authorizations'

/** Carries out the effects of transitions that concern the registrant's authorization of a transfer. */
@Injectable()
export class TransferEffects implements OnModuleInit {
  constructor(
    private readonly effects: Effects,
    private readonly authorizations: Authorizations,
  ) {}

  onModuleInit(): void {
    this.effects.register({ 'ask registrant': (tx, domain) => this.authorizations.ask(tx, domain) })
  }
}
