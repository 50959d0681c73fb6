import { randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { KeyCipher } from '@nameyard/runtime/key-cipher'
import { EVENTS_CONFIG, type EventsConfig } from '../config'
import type { StoredLegacySecrets, StoredSecret } from './webhook.store'

/** Octets of a secret: Standard Webhooks ask for 24 to 64. */
const OCTETS = 32

/** The secrets of a webhook of the legacy form; `signatureSecret` is empty if requests are not signed. */
export interface LegacySecrets {
  readonly apiKey: string
  readonly signatureSecret: string
}

/** The prefix of secrets of Standard Webhooks that are shared with the receiver. */
const PREFIX = 'whsec_'

const cipher = new KeyCipher('WEBHOOK_SECRET', 'webhook secret')

/** Makes the secrets of webhooks, and encrypts them as they are stored, bound to their account. */
@Injectable()
export class WebhookSecrets {
  constructor(@Inject(EVENTS_CONFIG) private readonly config: EventsConfig) {}

  /** Returns a new secret as its receiver gets it, and as it is stored. Refuses without a setting. */
  make(account: number): { readonly shown: string; readonly stored: StoredSecret } {
    const secrets = this.config.WEBHOOK_SECRET ?? fail('webhooks_unavailable')
    const octets = randomBytes(OCTETS)
    const { sealed, secretId } = cipher.seal(secrets, boundTo(account), octets)
    return { shown: `${PREFIX}${octets.toString('base64')}`, stored: { secret: sealed, secretId } }
  }

  /** Encrypts the secrets of a webhook of the legacy form. Refuses without a setting. */
  sealLegacy(account: number, { apiKey, signatureSecret }: LegacySecrets): StoredLegacySecrets {
    const secrets = this.config.WEBHOOK_SECRET ?? fail('webhooks_unavailable')
    const seal = (given: string) => cipher.seal(secrets, boundTo(account), Buffer.from(given))
    const [bearer, secret] = [seal(apiKey), seal(signatureSecret)]
    return { secret: secret.sealed, secretId: secret.secretId, bearer: bearer.sealed, bearerId: bearer.secretId }
  }

  /** Decrypts the secrets of a webhook of the legacy form. Throws MissingSecret. */
  openLegacy(given: StoredSecret & { account: number; bearer: Buffer | null; bearerId: string | null }): {
    apiKey: string
    secret: Buffer
  } {
    const { account, bearer, bearerId } = given
    const apiKey = this.open(account, { secret: bearer!, secretId: bearerId! }).toString()
    return { apiKey, secret: this.open(account, given) }
  }

  /** Decrypts a secret. Throws MissingSecret. */
  open(account: number, { secret: sealed, secretId }: StoredSecret): Buffer {
    return cipher.open(this.config.WEBHOOK_SECRET ?? [], boundTo(account), { sealed, secretId })
  }
}

const boundTo = (account: number): Buffer => Buffer.from(`account ${account}`)
