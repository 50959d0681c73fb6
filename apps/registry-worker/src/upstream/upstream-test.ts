import { Injectable } from '@nestjs/common'
import { readToken } from '@nameyard/contracts/access/read-token'
import { getDomainPrice } from '@nameyard/contracts/orders/get-domain-price'
import { getReseller } from '@nameyard/contracts/orders/get-reseller'
import { ApiError, NoAnswer } from '@nameyard/sdk'
import { Accounts } from '../accounts/account.store'
import type { AccountTest } from '../operations/driver'
import type { UpstreamAccount } from '../registries/registry'
import { UpstreamClient } from './upstream-client'
import { UpstreamIdempotency } from './upstream-idempotency'

type Obstacle = AccountTest['obstacles'][number]

/** What does not work without each right of the key. */
const rights = {
  read: 'nothing can be read',
  write: 'no updates, deletions and customers',
  purchase: 'no orders',
  'transfer-codes': 'no auth codes and no answers to transfers',
} as const

/** Most extensions whose prices are read. */
const MOST_EXTENSIONS = 30

/** Tests the settings of an account at an upstream registrar. Its state stays as it is, also that of a closed account. */
@Injectable()
export class UpstreamTest {
  constructor(
    private readonly client: UpstreamClient,
    private readonly accounts: Accounts,
    private readonly idempotency: UpstreamIdempotency,
  ) {}

  async run(account: UpstreamAccount, extensions: readonly string[]): Promise<AccountTest> {
    try {
      const { username, scope } = await this.client.attempt(account, readToken, {})
      const missing = Object.entries(rights).filter(([right]) => !scope.some((each) => each === right))
      const known = await this.account(account)
      const idempotency = await this.idempotencyOf(account, scope)
      return {
        isLoggedIn: true,
        warnings: [],
        obstacles: [
          ...missing.map(([right, without]): Obstacle => ({
            step: 'rights',
            text: `The key lacks the right ${right}: ${without}.`,
          })),
          ...known.obstacles,
          ...(await this.unsold(account, extensions)),
          ...idempotency.obstacles,
        ],
        upstream: { username, scope, idempotency: idempotency.is, ...known.balance },
      }
    } catch (error) {
      return { isLoggedIn: false, warnings: [], obstacles: [obstacleOf(error, account)] }
    }
  }

  /** The balance and the default of automatic renewal. */
  private async account(account: UpstreamAccount) {
    try {
      const { balance, settings } = await this.client.attempt(account, getReseller, { with_settings: true })
      const currency = settings?.currency ?? ''
      await this.accounts.noteBalance(account.account, { balance: String(balance), creditLimit: undefined, currency })
      const renews = 'Automatic renewal is on for the account: switch it off there, so that only this platform renews.'
      const obstacles: Obstacle[] = [
        ...(balance > 0
          ? []
          : [{ step: 'balance', text: `The balance is ${balance} ${currency}: no orders.` } as const]),
        ...(settings?.is_auto_renew_enabled ? [{ step: 'renewals', text: renews } as const] : []),
      ]
      return { obstacles, balance: { balance, currency } }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { obstacles: [{ step: 'balance', text: `The balance cannot be read: ${error.desc}` } as const] }
    }
  }

  /** The extensions that the registrar does not sell to the account. */
  private async unsold(account: UpstreamAccount, extensions: readonly string[]): Promise<Obstacle[]> {
    const obstacles: Obstacle[] = []
    for (const extension of extensions.slice(0, MOST_EXTENSIONS)) {
      try {
        await this.client.attempt(account, getDomainPrice, { domain: { extension } })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        obstacles.push({ step: 'extensions', text: `The registrar does not sell .${extension}: ${error.desc}` })
      }
    }
    return obstacles
  }

  private async idempotencyOf(account: UpstreamAccount, scope: readonly string[]) {
    const before = await this.idempotency.of(account)
    if (before === 'not assumed' || !scope.includes('write')) return { is: before, obstacles: [] }
    if (await this.idempotency.prove(account)) return { is: 'proved' as const, obstacles: [] }
    const text = 'The registrar carries out a request with the same idempotency key twice: set idempotency to false.'
    return { is: 'not proved' as const, obstacles: [{ step: 'idempotency', text } as const] }
  }
}

function obstacleOf(error: unknown, { baseUrl }: UpstreamAccount): Obstacle {
  if (error instanceof NoAnswer) return { step: 'connection', text: `${baseUrl} does not answer: ${error.message}.` }
  if (!(error instanceof ApiError)) throw error
  return error.status === 401
    ? { step: 'login', text: `The registrar refuses the key: ${error.desc}.` }
    : { step: 'connection', text: `The registrar answers ${error.status}: ${error.desc}` }
}
