import type { ClientLog } from '../load/client-log'

/** What is known after a rehearsal: what clients saw, and what the platform and the registry have stored. */
export interface Evidence {
  readonly clientLog: Pick<ClientLog, 'requests' | 'retried' | 'unclean' | 'unanswered' | 'orders' | 'zones'>
  /** How often the registry carried an order out, by `action name`. */
  readonly effects: ReadonlyMap<string, number>
  /** How often an order was charged, by `action name`. */
  readonly charges: ReadonlyMap<string, number>
  /** The address of `www` in each stored zone. */
  readonly zones: ReadonlyMap<string, string>
  /** The work and the messages that are left. */
  readonly unfinished: readonly string[]
  /** Messages that a service could not handle. */
  readonly deadLetters: readonly string[]
  /** Errors that services have logged: among them each attempt to handle a message that failed. */
  readonly errors: readonly string[]
  /** The broken rules of the ledger, and owners of orders that did not answer. */
  readonly ledger: readonly string[]
  readonly transactions: number
  /** Processes that ended by themselves, or did not stop well. */
  readonly lost: readonly string[]
}

/** A rule, how many objects were compared, and one sentence for each that breaks it. */
export interface Verdict {
  readonly rule: string
  readonly count: number
  readonly broken: readonly string[]
}

/** A verdict on a rule that is broken, too, if nothing was compared. */
export const verdict = (rule: string, count: number, broken: readonly string[]): Verdict => ({
  rule,
  count,
  broken: count === 0 ? [...broken, 'nothing was compared'] : broken,
})

/** Checks every rule of a rehearsal. A rule that compared nothing is broken, because it proves nothing. */
export function judge({ clientLog, ...found }: Evidence): readonly Verdict[] {
  const accepted = new Map<string, number>()
  for (const { action, name } of clientLog.orders) {
    const order = `${action} ${name}`
    accepted.set(order, (accepted.get(order) ?? 0) + 1)
  }
  const differences = (stored: ReadonlyMap<string, number>, done: string) =>
    [...new Set([...accepted.keys(), ...stored.keys()])].flatMap((order) => {
      const [wanted, times] = [accepted.get(order) ?? 0, stored.get(order) ?? 0]
      return wanted === times ? [] : [`${order}: ${wanted} times accepted, ${times} times ${done}`]
    })
  return [
    verdict('every failed request was a 503 with Retry-After', clientLog.requests, clientLog.unclean),
    verdict('every request has an answer', clientLog.requests, clientLog.unanswered),
    verdict('every accepted order has one effect', clientLog.orders.length, differences(found.effects, 'carried out')),
    verdict('every accepted order has one charge', clientLog.orders.length, differences(found.charges, 'charged')),
    verdict(
      'every acknowledged zone is stored',
      clientLog.zones.size,
      [...clientLog.zones].flatMap(([zone, address]) =>
        found.zones.get(zone) === address ? [] : [`${zone}: ${address} acknowledged, ${found.zones.get(zone)} stored`],
      ),
    ),
    verdict('the ledger adds up', found.transactions, found.ledger),
    { rule: 'no message could not be handled', count: found.deadLetters.length, broken: found.deadLetters },
    { rule: 'no service logged an error', count: found.errors.length, broken: found.errors },
    { rule: 'no work is left', count: found.unfinished.length, broken: found.unfinished },
    { rule: 'every process ran until it was stopped', count: found.lost.length, broken: found.lost },
  ]
}
