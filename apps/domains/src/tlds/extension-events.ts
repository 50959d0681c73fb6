import { isDeepStrictEqual } from 'node:util'
import { Injectable } from '@nestjs/common'
import {
  extensionAdded,
  extensionClosed,
  extensionRulesChanged,
} from '@nameyard/contracts/events/catalogue/extension-events'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { AccountEvents } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Tld } from './tld'
import { tldOnWire } from './tld-on-wire'

/** What all accounts are told about extensions. */
@Injectable()
export class ExtensionEvents {
  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Records that an extension has other rules from an instant on, is sold from then on, or is not any more.
   * @param before its rules then, without the change; undefined if it would not be sold
   * @param after its rules then; undefined if it is not sold
   */
  async tell(tx: Tx, before: Tld | undefined, after: Tld | undefined, effectiveFrom: Date): Promise<void> {
    const shown = after ?? before
    if (!shown) return
    const changed = before && after ? differing(tldOnWire(before), tldOnWire(after)) : []
    // What no read shows is no event.
    if (before && after && changed.length === 0) return
    const type = !before ? extensionAdded : after ? extensionRulesChanged : extensionClosed
    const now = this.clock.now()
    await this.events.broadcast(tx, type, {
      object: `tlds/${shown.extension}`,
      at: now,
      state: {
        ...tldOnWire(shown),
        effective_from: printDate(effectiveFrom > now ? effectiveFrom : now),
        changed,
      },
    })
  }
}

/** The names of the fields that differ. */
function differing(before: object, after: object): string[] {
  const [one, other] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (field) => !isDeepStrictEqual(one.get(field), other.get(field)),
  )
}
