import { randomUUID } from 'node:crypto'
import { Inject, Injectable, Logger } from '@nestjs/common'
import { setZoneKey } from '@nameyard/contracts/domains/set-zone-key'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { NameServers } from '../publishing/name-servers'
import { nextStep, type Signing } from './model/signing'
import { claimSteps, postponeStep, settleStep, unsignZone, type DueStep } from './signing.store'
import { keyRdata } from './zone-key'

/** Pauses double from the first to the last. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5 * 60_000
const ANSWER_MS = 10_000

/** The step has been begun and is not through. */
class NotYet extends Error {}

/** Brings zones to be signed, and to be unsigned, one step after the other; a failure is tried again later. */
@Injectable()
export class SigningSteps {
  private readonly log = new Logger('dnssec')

  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(NameServers) private readonly nameServers: NameServers,
  ) {}

  /** Takes the steps that are due, all at once; tells whether there were any. */
  async takeDue(): Promise<boolean> {
    const due = await this.database.read<DueStep & { [column: string]: unknown }>(claimSteps, [this.clock.now()])
    await Promise.all(due.map((zone) => this.take(zone)))
    return due.length > 0
  }

  private async take(zone: DueStep): Promise<void> {
    const { zoneId, name, isWanted, attempts } = zone
    const now = this.clock.now()
    try {
      const step = nextStep(zone, now, this.config.DNSSEC_DS_TTL * 1_000)
      if (step === 'unsign') {
        await this.database.read(unsignZone, [zoneId, now])
        this.log.log(`${name}: no longer signed`)
        return
      }
      const after = await this.carryOut(step, zone)
      const next = nextStep(after, now, this.config.DNSSEC_DS_TTL * 1_000)
      // What is of no use now is taken up again when the domain changes.
      const isIdle = next === 'none' || (next === step && step === 'delegate')
      const nextAttempt = isIdle ? null : typeof next === 'object' ? next.waitUntil : now
      const { seenAt, isDelegated, withdrawnAt } = after
      await this.database.read(settleStep, [zoneId, isWanted, seenAt, isDelegated, withdrawnAt, nextAttempt])
    } catch (error) {
      const { message } = error as Error
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20))
      if (!(error instanceof NotYet)) this.log.warn(`${name}: ${message} (attempt ${attempts})`)
      const again = new Date(now.getTime() + pause * (0.5 + Math.random() / 2))
      await this.database.read(postponeStep, [zoneId, isWanted, again, message])
    }
  }

  private async carryOut(step: ReturnType<typeof nextStep>, zone: DueStep): Promise<Signing> {
    switch (step) {
      case 'see':
        await this.nameServers.showKey(zone.name, keyRdata(zone))
        return { ...zone, seenAt: this.clock.now() }
      case 'delegate':
        return { ...zone, isDelegated: (await this.tell(zone, true)) === 'done' }
      case 'withdraw':
        await this.tell(zone, false)
        return { ...zone, withdrawnAt: this.clock.now() }
      default:
        return zone
    }
  }

  /** Has the registry know the key or not, where the domain is one of the account's here. */
  private async tell(zone: DueStep, isPresent: boolean): Promise<'done' | 'elsewhere'> {
    const { resellerId, name, flags, algorithm: alg, publicKey } = zone
    const key = { flags, protocol: 3, alg, pubKey: publicKey.toString('base64') }
    const { state } = await this.rpc.call(
      setZoneKey,
      { resellerId, name, key, isPresent, nameservers: [...this.config.PLATFORM_NAMESERVERS] },
      { correlationId: randomUUID(), deadline: this.clock.machineMs() + ANSWER_MS },
    )
    if (state === 'pending') throw new NotYet('the registry has not answered yet')
    return state
  }
}
