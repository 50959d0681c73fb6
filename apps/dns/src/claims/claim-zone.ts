import { Controller } from '@nestjs/common'
import { claimZone } from '@nameyard/contracts/dns/claim-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { belowPattern, familyOf } from '../changing/zone-family'
import { ZoneWithdrawals } from '../changing/zone-withdrawals'
import { lockFamily } from '../changing/zone.store'
import { NameControl } from '../control/name-control'
import type { Holder } from '../holders/holder.store'
import { Holders, NO_DOMAIN } from '../holders/holders'
import { provedNames, saveProvedName, type ProvedName } from '../holders/proved-name.store'
import { findProof, lockClaimed, spendProof } from './claim.store'
import { claimable, proofNameOf } from './claimable'

/** How long no other account makes a zone at a proved name; days. */
const RESERVED_DAYS = 30
const DAY_MS = 24 * 3_600_000

/** What an account proved. The value of the record, if it was the record. */
type Proof = { readonly by: 'delegation' } | { readonly by: 'record'; readonly value: string }

/** A claim, and what was known of its name before other servers were asked. */
interface Claim {
  readonly name: string
  readonly resellerId: number
  readonly proof: Proof
  readonly holder: Holder | undefined
  readonly former: ProvedName | undefined
}

@Controller()
export class ClaimZone {
  constructor(
    private readonly database: Database,
    private readonly holders: Holders,
    private readonly control: NameControl,
    private readonly withdrawals: ZoneWithdrawals,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks the name servers of others before the transaction. Of claims at the same time one succeeds: the others find in the
   * transaction that the name was proved meanwhile, or that their record no longer counts.
   */
  @Handles(claimZone)
  async execute(input: Input<typeof claimZone>, call: Call): Promise<Result<typeof claimZone>> {
    const resellerId = resellerOf(call)
    const name = claimable(input.name)
    const [former] = await this.database.read(provedNames, { names: [name], now: this.clock.now() })
    const holder = await this.holders.now(name, call)
    if (holder && holder.resellerId !== resellerId) fail('zone_unavailable', { zone: name })
    // The zones of other accounts were handed over when the account became the holder.
    if (holder && holder.domainId !== NO_DOMAIN) return { success: true, proof: 'domain', withdrawn: 0 }
    const proof = await this.prove(name, resellerId, call)
    return this.database.unitOfWork(call, (tx) => this.take(tx, { name, resellerId, proof, holder, former }))
  }

  private async prove(name: string, resellerId: number, call: Call): Promise<Proof> {
    const { state } = await this.control.delegation(name, await this.control.nameserversOf(resellerId, call))
    if (state === 'own') return { by: 'delegation' }
    const unproved = (problem: string) => fail('zone_control_unproved', { zone: name, problem })
    if (state === 'unknown') return unproved('its parent zone does not answer now')
    if (state === 'none') return unproved('it is not delegated')
    if (state !== 'elsewhere') return unproved('it is not delegated to exactly your servers')
    const [open] = await this.database.read(findProof, { name, resellerId, now: this.clock.now() })
    if (!open) return unproved('get a record with zones.request-proof first')
    const problem = await this.control.textObstacle(proofNameOf(name), open.value)
    return problem === '' ? { by: 'record', value: open.value } : unproved(problem)
  }

  private async take(tx: Tx, { name, resellerId, proof, holder: answered, former }: Claim) {
    await tx.query(lockFamily, { family: familyOf(name) })
    const holder = await this.holders.of(tx, name, answered ? [answered] : [])
    if (holder && holder.resellerId !== resellerId) fail('zone_unavailable', { zone: name })
    const now = this.clock.now()
    const [current] = await tx.query(provedNames, { names: [name], now })
    const isNew = current && current.provedAt.getTime() !== former?.provedAt.getTime()
    if (isNew && current.resellerId !== resellerId) fail('zone_being_claimed', { zone: name })
    if (proof.by === 'record') {
      const [spent] = await tx.query(spendProof, { name, resellerId, value: proof.value, now })
      if (!spent) fail('zone_being_claimed', { zone: name })
    }
    const endsAt = new Date(now.getTime() + RESERVED_DAYS * DAY_MS)
    await tx.query(saveProvedName, { name, resellerId, now, endsAt })
    const below = belowPattern(name)
    const found = await tx.query(lockClaimed, { name, resellerId, below, now })
    const heldByOthers = await this.holders.othersBelow(tx, below, resellerId)
    const ids = found.flatMap((zone) => (heldByOthers.includes(zone.name) ? [] : zone.id))
    await this.withdrawals.withdraw(tx, name, ids, 'claimed')
    return { success: true as const, proof: proof.by, withdrawn: ids.length }
  }
}
