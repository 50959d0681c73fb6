import { Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import type { Tx } from '@nameyard/persistence/database'
import type { Domain } from './model/domain'
import { effects, type Effect, type OperationCause } from './model/lifecycle'

/** Why and how an effect is carried out. */
export interface EffectOptions {
  readonly cause: OperationCause
  /** Whether a check has no hint that anything has changed: it waits for all other operations of its registry account. */
  readonly isRoutine?: boolean
  /** Whether a delete may rename hosts below the name that other domains use; otherwise such hosts refuse the delete. */
  readonly freesHosts?: boolean
  /** Whether a delete gives the name back to the registry, where it takes names back. */
  readonly isReturned?: boolean
}

/** Carries out an effect in the transaction of its transition. Returns the id of the registry operation it submits. */
export type EffectHandler = (tx: Tx, domain: Domain, options: EffectOptions) => Promise<string | void>

/** The handler of each effect of a transition. Features fill this table when their modules start. */
@Injectable()
export class Effects implements OnApplicationBootstrap {
  private readonly handlers = new Map<Effect, EffectHandler>()

  register(handlers: Partial<Record<Effect, EffectHandler>>): void {
    for (const [effect, handler] of Object.entries(handlers) as [Effect, EffectHandler][]) {
      if (this.handlers.has(effect)) throw new Error(`two features carry out the effect "${effect}"`)
      this.handlers.set(effect, handler)
    }
  }

  /** Fails at the start of the service when an effect has no handler. */
  onApplicationBootstrap(): void {
    const missing = (Object.keys(effects) as Effect[]).filter((effect) => !this.handlers.has(effect))
    if (missing.length > 0) throw new Error(`no feature carries out the effects ${missing.join(', ')}`)
  }

  async carryOut(tx: Tx, domain: Domain, effect: Effect, options: EffectOptions): Promise<string | undefined> {
    return (await this.handlers.get(effect)!(tx, domain, options)) ?? undefined
  }
}
