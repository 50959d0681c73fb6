import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { Rpc } from '@nameyard/messaging/rpc'
import { Injectable } from '@nestjs/common'

const isUnavailable: ReadonlySet<ErrorName> = new Set(['service_unavailable', 'registry_unavailable'])

/** How long the registry may think about whether a name is taken; milliseconds. */
const CHECK_MS = 1_500

/** Asks a registry about a name before there is an order for it: registries count orders that cannot succeed against us. */
@Injectable()
export class RegistryCheck {
  constructor(private readonly rpc: Rpc) {}

  /**
   * What the registry says about a name; nothing when it cannot be asked now. That is no reason to refuse: the order will
   * tell.
   */
  async ask(name: string, call: Call): Promise<{ readonly isFree: boolean; readonly isPremium: boolean } | undefined> {
    try {
      const { results } = await this.rpc.call(checkNames, { names: [name] }, call, { timeoutMs: CHECK_MS })
      const [answer] = results
      return answer && { isFree: answer.available, isPremium: answer.premium !== undefined }
    } catch (error) {
      if (error instanceof Refusal && isUnavailable.has(error.refusal)) return undefined
      throw error
    }
  }
}
