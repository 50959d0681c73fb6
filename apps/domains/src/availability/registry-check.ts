import { Injectable } from '@nestjs/common'
import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { Rpc } from '@nameyard/messaging/rpc'
import { Installation } from '../installation/installation'

const isUnavailable: ReadonlySet<ErrorName> = new Set([
  'service_unavailable',
  'registry_refused',
  'registry_failed',
  'registry_unavailable',
])

/** How long the answer of the registry is waited for; milliseconds. */
const CHECK_MS = 1_500

/** Checks a name at its registry before it is ordered: registries limit creates that cannot succeed. */
@Injectable()
export class RegistryCheck {
  constructor(
    private readonly rpc: Rpc,
    private readonly installation: Installation,
  ) {}

  /**
   * Returns the answer of the registry about a name; undefined when it cannot be asked now or does not answer. That does not
   * refuse an order: the create itself shows whether the name is free. An order that was here before is refused.
   */
  async ask(
    name: string,
    call: Call,
    { allocationToken, wantsClaims = false }: Question = {},
  ): Promise<CheckedName | undefined> {
    const question = {
      names: [name],
      passed: this.installation.passedBy(call),
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

/** Options of a check. */
interface Question {
  readonly allocationToken?: string | undefined
  readonly wantsClaims?: boolean
}

/** The answer of a registry about a name. */
export interface CheckedName {
  readonly isFree: boolean
  /** Why it is not free, in the words of the registry; empty when it gave none. */
  readonly reason: string
  readonly isPremium: boolean
  /** Key of the claims notice, where the name matches trademarks. */
  readonly claimKey?: string
}
