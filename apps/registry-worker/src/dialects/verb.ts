import type { z } from 'zod'
import type { Command } from '@nameyard/epp/command'
import type { SeenDomain } from './model/seen'
import type { TldRules } from './tld-rules'

/** A command on a domain that only one registry has. */
export interface Verb<Data = unknown> {
  /** The data of an order. */
  readonly data: z.ZodType<Data>
  /** Whether the command is about the domain of another registrar, which may be ours afterwards. */
  readonly takesOver?: boolean
  /** Whether the domain is not ours afterwards. */
  readonly givesAway?: boolean
  command(name: string, data: Data, tld: TldRules): Command<unknown>
  /**
   * Whether the domain is as the command makes it. After a lost answer this decides between done and send again, so it must
   * be true after one command and after two. Absent where nothing shows the effect: then the answer decides, and a command
   * whose answer was lost is sent again, which must do no harm.
   */
  isDone?(seen: SeenDomain, data: Data): boolean
}

/** Declares a verb with the type of its data. */
export function verb<Data>(given: Verb<Data>): Verb {
  const { isDone, ...others } = given
  return {
    ...others,
    command: (name, data, tld) => given.command(name, given.data.parse(data), tld),
    ...(isDone && { isDone: (seen, data) => isDone(seen, given.data.parse(data)) }),
  }
}
