import { Inject, Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { zoneSigningRequested, zoneUnsigningRequested } from '@nameyard/contracts/events/catalogue/zone-events'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ZoneEvents } from '../account-events/zone-events'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { zoneKeys } from './key-cipher'
import { insertKey, readKey, readWanted, switchSigning } from './signing.store'
import { makeKey, type SigningKey } from './zone-key'

/** Switches DNSSEC of a zone on and off, and stores its key. */
@Injectable()
export class ZoneSigning {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: ZoneEvents,
  ) {}

  /** Refuses signing where the settings do not allow it. `field` requests the signing. */
  refuseUnavailable(field: string): void {
    const refuse = (problem: string) => fail('dnssec_unavailable', { field, problem }, [{ path: field, problem }])
    if (this.config.DNS_PUBLISHER === 'builtin') refuse('the built-in publisher cannot sign')
    if (this.config.DNSSEC_KEY_SECRET === undefined) refuse('DNSSEC is not available here')
  }

  /** Switches DNSSEC of a zone. Returns whether the zone got a key, and must be published with it. */
  async turn(tx: Tx, zoneId: number, isWanted: boolean): Promise<boolean> {
    const turned = await this.set(tx, zoneId, isWanted)
    if (turned) await this.events.tellOf(tx, isWanted ? zoneSigningRequested : zoneUnsigningRequested, zoneId)
    return turned === 'with a key'
  }

  /** Removes the key of a deleted zone, in steps like that of any other. */
  async end(tx: Tx, zoneId: number): Promise<void> {
    await this.set(tx, zoneId, false)
  }

  /** Returns how the zone was switched; undefined where it is as wanted already. */
  private async set(tx: Tx, zoneId: number, isWanted: boolean): Promise<'with a key' | 'as it is' | undefined> {
    const [signing] = await tx.query(readWanted, { zoneId })
    if ((signing?.isWanted ?? false) === isWanted) return undefined
    if (signing) {
      await tx.query(switchSigning, { zoneId, isWanted, now: this.clock.now() })
      return 'as it is'
    }
    const { flags, algorithm, publicKey, privateKey } = makeKey()
    const { sealed, secretId } = zoneKeys.seal(this.config.DNSSEC_KEY_SECRET ?? [], publicKey, privateKey)
    await tx.query(insertKey, { zoneId, flags, algorithm, publicKey, sealed, secretId, now: this.clock.now() })
    return 'with a key'
  }

  /** Returns the key of a zone; undefined for an unsigned zone. Throws when the settings lack its secret. */
  async keyOf(zoneId: number): Promise<SigningKey | undefined> {
    const [row] = await this.database.read(readKey, { zoneId })
    if (row === undefined) return undefined
    const { flags, algorithm, publicKey } = row
    return {
      flags,
      algorithm,
      publicKey,
      privateKey: zoneKeys.open(this.config.DNSSEC_KEY_SECRET ?? [], publicKey, row),
    }
  }
}
