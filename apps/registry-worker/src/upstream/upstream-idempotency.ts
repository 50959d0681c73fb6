import { randomUUID } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { deleteCustomer } from '@nameyard/contracts/customers/delete-customer'
import { ApiError } from '@nameyard/sdk'
import { Accounts } from '../accounts/account.store'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import type { UpstreamAccount } from '../registries/registry'
import { UpstreamClient } from './upstream-client'

/** How long a key is relied on after the first request with it; registrars keep keys for a day. */
const KEY_LIFE_MS = 12 * 3_600_000

/** What is assumed about idempotency keys at a registrar. */
export type Idempotency = 'not assumed' | 'not proved' | 'proved'

/** Whether a request with an idempotency key has its effect once, however often it is sent: assumed only when it was proved. */
@Injectable()
export class UpstreamIdempotency {
  constructor(
    private readonly client: UpstreamClient,
    private readonly accounts: Accounts,
    @Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig,
  ) {}

  async of({ account, baseUrl, isIdempotent }: UpstreamAccount): Promise<Idempotency> {
    if (!isIdempotent) return 'not assumed'
    return (await this.accounts.get(account))?.idempotentAtAddress === baseUrl ? 'proved' : 'not proved'
  }

  /**
   * The pauses in which a lost request that was sent at an instant is looked for before it is sent again. None where its
   * key makes a second effect impossible.
   */
  async pausesMs(account: UpstreamAccount, sentAt: Date, now: Date): Promise<readonly number[]> {
    const isKept = now.getTime() - sentAt.getTime() < KEY_LIFE_MS
    return isKept && (await this.of(account)) === 'proved' ? [] : this.config.REGISTRY_ABSENCE_PAUSES_MS
  }

  /**
   * Proves it with a customer who is created twice with one key, and deleted again: both answers must be the same, and another
   * customer with that key must be refused. Stores the result.
   */
  async prove(account: UpstreamAccount): Promise<boolean> {
    const isProved = await this.isKept(account)
    await this.accounts.noteIdempotency(account.account, isProved ? account.baseUrl : null)
    return isProved
  }

  private async isKept(account: UpstreamAccount): Promise<boolean> {
    const idempotencyKey = randomUUID()
    const create = (city: string) =>
      this.client.attempt(account, createCustomer, { ...nobody(city), comments: 'test of idempotency' }, idempotencyKey)
    const handles = new Set([(await create('Amsterdam')).handle, (await create('Amsterdam')).handle])
    const other = await create('Rotterdam').catch((error: unknown) => {
      if (error instanceof ApiError && error.status < 500) return undefined
      throw error
    })
    if (other) handles.add(other.handle)
    for (const handle of handles) await this.client.attempt(account, deleteCustomer, { handle }).catch(() => undefined)
    return handles.size === 1 && other === undefined
  }
}

/** A customer who is nobody. */
function nobody(city: string) {
  return {
    name: { first_name: 'Test', last_name: 'Customer' },
    address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city, country: 'NL' },
    phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
    email: 'nobody@example.com',
  }
}
