import type { z } from 'zod'
import type * as declared from '../declared-account-events'
import type { eventOnWire } from './list-events'

type Declared = (typeof declared)[keyof typeof declared]
type Envelope = Omit<z.output<typeof eventOnWire>, 'type' | 'data'>

/** The events by their type: `EventOf<'domain.activated'>` has the domain as its `data`. */
export type EventOf<Type extends Declared['type']> = Type extends Declared['type']
  ? Envelope & {
      readonly type: Type
      /** The object after the event. It may have fields that this version does not know. */
      readonly data: z.output<Extract<Declared, { readonly type: Type }>['state']>
    }
  : never

/** Something that has happened in the account. `type` says what, and which object `data` is. */
export type Event = EventOf<Declared['type']>
