import { setProof } from '@nameyard/contracts/dns/set-proof'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call, InputGiven } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Injectable } from '@nestjs/common'

/** A record that proves control of a name, and the account whose zone it belongs in. */
export type Proof = Omit<InputGiven<typeof setProof>, 'isPlaced'>

/** Puts proofs into zones that are hosted here, by the operation of the service that has them. */
@Injectable()
export class HostedProofs {
  constructor(private readonly rpc: Rpc) {}

  /**
   * Places a proof; one that is there stays. `refused` says that the records of the name do not go with it. Refuses with
   * `service_unavailable` when it is not known whether it was placed: placing it again is right.
   */
  async place(proof: Proof, call: Call): Promise<'placed' | 'not hosted' | 'refused'> {
    try {
      const { isHosted } = await this.rpc.call(setProof, { ...proof, isPlaced: true }, call)
      return isHosted ? 'placed' : 'not hosted'
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal === 'service_unavailable') throw error
      if (error.refusal === 'zone_not_found') return 'not hosted'
      return 'refused'
    }
  }

  /** Takes a proof away; one that is not there is gone, and so is one whose zone is. */
  async remove(proof: Proof, call: Call): Promise<void> {
    try {
      await this.rpc.call(setProof, { ...proof, isPlaced: false }, call)
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal === 'service_unavailable') throw error
    }
  }
}
