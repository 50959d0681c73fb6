import { Inject, Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
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
  ) {}

  /** Refuses signing where the settings do not allow it. `field` requests the signing. */
  refuseUnavailable(field: string): void {
    const refuse = (problem: string) => fail('dnssec_unavailable', { field, problem }, [{ path: field, problem }])
    if (this.config.DNS_PUBLISHER === 'builtin') refuse('the built-in publisher cannot sign')
    if (this.config.DNSSEC_KEY_SECRET === undefined) refuse('DNSSEC is not available here')
  }

  /** Switches DNSSEC of a zone. Returns whether the zone got a key, and must be published with it. */
  async turn(tx: Tx, zoneId: number, isWanted: boolean): Promise<boolean> {
    const [signing] = await tx.query(readWanted, { zoneId })
    if ((signing?.isWanted ?? false) === isWanted) return false
    if (signing) {
      await tx.query(switchSigning, { zoneId, isWanted, now: this.clock.now() })
      return false
    }
    const { flags, algorithm, publicKey, privateKey } = makeKey()
    const { sealed, secretId } = zoneKeys.seal(this.config.DNSSEC_KEY_SECRET ?? [], publicKey, privateKey)
    await tx.query(insertKey, { zoneId, flags, algorithm, publicKey, sealed, secretId, now: this.clock.now() })
    return true
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
