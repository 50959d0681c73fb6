import { Injectable } from '@nestjs/common'
import { setProof } from '@nameyard/contracts/dns/set-proof'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call, InputGiven } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'

/** A record that proves control of a name, and the account that owns the zone. */
export type Proof = Omit<InputGiven<typeof setProof>, 'isPlaced'>

/** Places and removes proofs in zones of this platform, through an operation of the dns service. */
@Injectable()
export class HostedProofs {
  constructor(private readonly rpc: Rpc) {}

  /**
   * Places a proof. A proof that is already there stays. Returns `refused` when other records of the name are in
   * conflict with it. Refuses with `service_unavailable` when the outcome is unknown; the caller may try again.
   */
  async place(proof: Proof, call: Call): Promise<'placed' | 'not hosted' | 'refused'> {
    try {
      const { isHosted } = await this.rpc.call(setProof, { ...proof, isPlaced: true }, call)
      return isHosted ? 'placed' : 'not hosted'
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal === 'service_unavailable') throw error
      if (error.refusal === 'zone_not_found') return 'not hosted'
      // Another process has created the zone meanwhile.
      if (error.refusal === 'zone_exists') return this.place(proof, call)
      return 'refused'
    }
  }

  /** Removes a proof. It succeeds also when the proof or its zone does not exist. */
  async remove(proof: Proof, call: Call): Promise<void> {
    try {
      await this.rpc.call(setProof, { ...proof, isPlaced: false }, call)
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal === 'service_unavailable') throw error
    }
  }
}
