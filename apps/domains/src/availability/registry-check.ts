import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { Rpc } from '@nameyard/messaging/rpc'
import { Injectable } from '@nestjs/common'

const isUnavailable: ReadonlySet<ErrorName> = new Set([
  'service_unavailable',
  'registry_refused',
  'registry_failed',
  'registry_unavailable',
])

/** How long the registry may think about whether a name is taken; milliseconds. */
const CHECK_MS = 1_500

/** Asks a registry about a name before there is an order for it: registries count orders that cannot succeed against us. */
@Injectable()
export class RegistryCheck {
  constructor(private readonly rpc: Rpc) {}

  /**
   * What the registry says about a name; nothing when it cannot be asked now or does not answer. That is no reason to
   * refuse: the order will tell.
   */
  async ask(
    name: string,
    call: Call,
    { allocationToken, wantsClaims = false }: Question = {},
  ): Promise<Told | undefined> {
    const question = {
      names: [name],
      ...(allocationToken !== undefined && { allocationToken }),
      ...(wantsClaims && { claims: [name] }),
    }
    try {
      const { results } = await this.rpc.call(checkNames, question, call, { timeoutMs: CHECK_MS })
      const [answer] = results
      if (!answer) return undefined
      const { available: isFree, reason = '', premium, claimKey } = answer
      const isPremium = premium !== undefined
      return { isFree, reason, isPremium, ...(claimKey !== undefined && { claimKey }) }
    } catch (error) {
      if (error instanceof Refusal && isUnavailable.has(error.refusal)) return undefined
      throw error
    }
  }
}

/** What the answer depends on beside the name. */
interface Question {
  readonly allocationToken?: string | undefined
  readonly wantsClaims?: boolean
}

/** What a registry says about a name. */
interface Told {
  readonly isFree: boolean
  /** Why it is not free, in the words of the registry; empty when it gave none. */
  readonly reason: string
  readonly isPremium: boolean
  /** There are trademarks on it, told of under this key. */
  readonly claimKey?: string
}
