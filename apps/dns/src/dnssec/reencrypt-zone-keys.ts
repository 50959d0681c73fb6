import { Controller, Inject } from '@nestjs/common'
import { reencryptZoneKeys } from '@nameyard/contracts/dns/reencrypt-zone-keys'
import { fail } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { MissingSecret } from '@nameyard/runtime/key-cipher'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { zoneKeys } from './key-cipher'
import { keysOfOtherSecrets, resealKey, type KeyRow } from './signing.store'

@Controller()
export class ReencryptZoneKeys {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
  ) {}

  /** Encrypts each key by itself, so that a key with a missing secret does not undo the others. */
  @Handles(reencryptZoneKeys)
  async execute(): Promise<Result<typeof reencryptZoneKeys>> {
    const secrets = this.config.DNSSEC_KEY_SECRET ?? []
    const [newest] = secrets
    const problem = 'it is not set'
    if (newest === undefined) return fail('dnssec_unavailable', { field: 'DNSSEC_KEY_SECRET', problem })
    let keys = 0
    for (;;) {
      const rows = await this.database.read(keysOfOtherSecrets, { secretId: zoneKeys.secretIdOf(newest) })
      for (const row of rows) {
        const { sealed, secretId } = zoneKeys.seal(secrets, row.publicKey, this.opened(secrets, row))
        await this.database.read(resealKey, {
          zoneId: row.zoneId,
          secretId: row.secretId,
          sealed,
          newSecretId: secretId,
        })
      }
      if (rows.length === 0) return { keys }
      keys += rows.length
    }
  }

  private opened(secrets: readonly string[], row: KeyRow): Buffer {
    try {
      return zoneKeys.open(secrets, row.publicKey, row)
    } catch (error) {
      if (!(error instanceof MissingSecret)) throw error
      return fail('dnssec_unavailable', {
        field: 'DNSSEC_KEY_SECRET',
        problem: `it lacks the secret ${error.secretId}`,
      })
    }
  }
}
