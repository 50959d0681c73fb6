import { randomUUID } from 'node:crypto'
import { Inject, Injectable, Logger } from '@nestjs/common'
import { setZoneKey } from '@nameyard/contracts/domains/set-zone-key'
import {
  zoneDsPublished,
  zoneDsWithdrawn,
  zoneSigned,
  zoneUnsigned,
} from '@nameyard/contracts/events/catalogue/zone-events'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ZoneEvents } from '../account-events/zone-events'
import { nameserversOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { NameServers } from '../verification/name-servers'
import { nextStep, type Signing } from './model/signing'
import { claimSteps, postponeStep, completeStep, unsignZone, type DueStep } from './signing.store'
import { keyRdata } from './zone-key'

/** The pause between attempts doubles from the first to the longest. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5 * 60_000
const ANSWER_MS = 10_000

/** The event of a completed step. */
function eventOf(before: Signing, after: Signing) {
  if (!before.seenAt && after.seenAt) return zoneSigned
  if (!before.isDelegated && after.isDelegated) return zoneDsPublished
  return !before.withdrawnAt && after.withdrawnAt ? zoneDsWithdrawn : undefined
}

/** The step has begun and is not finished. */
class StepPending extends Error {}

/** Signs and unsigns zones, one step after the other. A step that fails is retried later. */
@Injectable()
export class SigningSteps {
  private readonly log = new Logger('dnssec')

  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rpc: Rpc,
    private readonly nameServers: NameServers,
    private readonly events: ZoneEvents,
  ) {}

  /** Runs all due steps at the same time. Returns whether there were any. */
  async takeDue(): Promise<boolean> {
    const due = await this.database.read(claimSteps, { now: this.clock.now() })
    await Promise.all(due.map((zone) => this.take(zone)))
    return due.length > 0
  }

  private async take(zone: DueStep): Promise<void> {
    const { zoneId, name, isWanted, attempts } = zone
    const now = this.clock.now()
    try {
      const step = nextStep(zone, now, this.config.DNSSEC_DS_TTL * 1_000)
      if (step === 'unsign') {
        await this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
          const [unsigned] = await tx.query(unsignZone, { zoneId, now })
          if (unsigned) await this.events.tellOf(tx, zoneUnsigned, zoneId)
        })
        this.log.log(`${name}: no longer signed`)
        return
      }
      const after = await this.carryOut(step, zone)
      const next = nextStep(after, now, this.config.DNSSEC_DS_TTL * 1_000)
      // A step that cannot succeed now runs again when the domain changes.
      const isIdle = next === 'none' || (next === step && step === 'delegate')
      const nextAttempt = isIdle ? null : typeof next === 'object' ? next.waitUntil : now
      const { seenAt, isDelegated, withdrawnAt } = after
      const completed = { zoneId, isWanted, seenAt, isDelegated, withdrawnAt, nextAttempt }
      await this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
        const [changed] = await tx.query(completeStep, completed)
        const event = changed && eventOf(zone, after)
        if (event) await this.events.tellOf(tx, event, zoneId)
      })
    } catch (error) {
      const { message } = error as Error
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20))
      if (!(error instanceof StepPending)) this.log.warn(`${name}: ${message} (attempt ${attempts})`)
      const retryAt = new Date(now.getTime() + pause * (0.5 + Math.random() / 2))
      await this.database.read(postponeStep, { zoneId, isWanted, nextAttempt: retryAt, error: message })
    }
  }

  private async carryOut(step: ReturnType<typeof nextStep>, zone: DueStep): Promise<Signing> {
    switch (step) {
      case 'see':
        await this.nameServers.showKey(zone.name, keyRdata(zone))
        return { ...zone, seenAt: this.clock.now() }
      case 'delegate':
        return { ...zone, isDelegated: (await this.setAtRegistry(zone, true)) === 'done' }
      case 'withdraw':
        await this.setAtRegistry(zone, false)
        return { ...zone, withdrawnAt: this.clock.now() }
      default:
        return zone
    }
  }

  /** Asks domains to add the key at the registry or remove it, where the account has the domain here. */
  private async setAtRegistry(zone: DueStep, isPresent: boolean): Promise<'done' | 'elsewhere'> {
    const { resellerId, name, label, flags, algorithm: alg, publicKey } = zone
    const key = { flags, protocol: 3, alg, pubKey: publicKey.toString('base64') }
    // A domain from before may be delegated to the shared names, which are the same servers.
    const nameservers = [...new Set([label, null].flatMap((each) => nameserversOf(this.config, each)))]
    const { state } = await this.rpc.call(
      setZoneKey,
      { resellerId, name, key, isPresent, nameservers },
      { correlationId: randomUUID(), deadline: this.clock.machineMs() + ANSWER_MS },
    )
    if (state === 'pending') throw new StepPending('the registry has not answered yet')
    return state
  }
}
