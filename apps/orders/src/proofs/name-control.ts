import { Injectable } from '@nestjs/common'
import { checkControl } from '@nameyard/contracts/dns/check-control'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'

/** Whether proofs of a name count for an account; `unknown` while public resolution does not answer. */
export type ProofsCount = { readonly is: 'true' } | { readonly is: 'false' | 'unknown'; readonly problem: string }

/**
 * Finds out whether a proof in the DNS says anything about an account. In a zone that this platform serves, an account may
 * add any record, although the name is not its own.
 */
@Injectable()
export class NameControl {
  constructor(private readonly rpc: Rpc) {}

  /** Returns why proofs of a name do not count for an account; empty when they do. */
  async obstacle(resellerId: number, name: string, call: Call): Promise<string> {
    const control = await this.of(resellerId, name, call)
    return control.is === 'true' ? '' : control.problem
  }

  /** Returns whether proofs of a name count for an account. */
  async of(resellerId: number, name: string, call: Call): Promise<ProofsCount> {
    const { state, expected } = await this.rpc.call(checkControl, { resellerId, name }, call)
    if (state === 'held' || state === 'own' || state === 'elsewhere') return { is: 'true' }
    if (state === 'unknown') return { is: 'unknown', problem: `the delegation of ${name} cannot be checked now` }
    const delegate = expected.length > 0 ? ` or delegate it to your name servers ${expected.join(', ')}` : ''
    const remedy = `register the domain here${delegate}`
    const problem = state === 'none' ? 'is not delegated' : 'is not under the control of this account'
    return { is: 'false', problem: `${name} ${problem}: ${remedy}` }
  }
}
