import { Inject, Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { zoneKeys } from './key-cipher'
import { insertKey, readKey, readWanted, switchSigning, type KeyRow } from './signing.store'
import { makeKey, type SigningKey } from './zone-key'

/** The one switch of DNSSEC that a zone has, and the key behind it. */
@Injectable()
export class ZoneSigning {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Refuses, by the name of the field that asks for it, to sign zones that cannot be signed here. */
  refuseUnavailable(field: string): void {
    const refuse = (problem: string) => fail('dnssec_unavailable', { field, problem }, [{ path: field, problem }])
    if (this.config.DNS_PUBLISHER === 'builtin') refuse('the built-in publisher cannot sign')
    if (this.config.DNSSEC_KEY_SECRET === undefined) refuse('DNSSEC is not available here')
  }

  /** Turns the switch of a zone. Tells whether its records are other ones by that, and must be published. */
  async turn(tx: Tx, zoneId: number, isWanted: boolean): Promise<boolean> {
    const [signing] = await tx.query<{ isWanted: boolean }>(readWanted, [zoneId])
    if ((signing?.isWanted ?? false) === isWanted) return false
    if (signing) {
      await tx.query(switchSigning, [zoneId, isWanted, this.clock.now()])
      return false
    }
    const { flags, algorithm, publicKey, privateKey } = makeKey()
    const { sealed, secretId } = zoneKeys.seal(this.config.DNSSEC_KEY_SECRET ?? [], publicKey, privateKey)
    await tx.query(insertKey, [zoneId, flags, algorithm, publicKey, sealed, secretId, this.clock.now()])
    return true
  }

  /** The key that a zone is signed with; undefined for one that is not. Throws when its secret is not among the settings. */
  async keyOf(zoneId: number): Promise<SigningKey | undefined> {
    const [row] = await this.database.read<KeyRow & { [column: string]: unknown }>(readKey, [zoneId])
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
