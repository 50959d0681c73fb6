import { randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { KeyCipher } from '@nameyard/runtime/key-cipher'
import { EVENTS_CONFIG, type EventsConfig } from '../config'
import type { StoredSecret } from './webhook.store'

/** Octets of a secret: Standard Webhooks ask for 24 to 64. */
const OCTETS = 32

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

  /** Decrypts a secret. Throws MissingSecret. */
  open(account: number, { secret: sealed, secretId }: StoredSecret): Buffer {
    return cipher.open(this.config.WEBHOOK_SECRET ?? [], boundTo(account), { sealed, secretId })
  }
}

const boundTo = (account: number): Buffer => Buffer.from(`account ${account}`)
