import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { openOperator, type Operator } from '@nameyard/admin/operator'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { login } from '@nameyard/contracts/access/login'
import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import { topUp } from '@nameyard/contracts/orders/top-up'

const schema = z.object({ username: z.string(), password: z.string() })

/** The login of the demo account. */
export type DemoAccount = z.output<typeof schema>

interface Keeper {
  read(): unknown
  /** Stores the credentials. It must finish before the account is created. */
  write(account: DemoAccount): void
}

/**
 * The credit of the demo account, enough for a thousand names. The key differs from that of earlier versions (1000.00),
 * so that their accounts get it too.
 */
const CREDIT = { currency: 'EUR', amount: '10000.00', key: 'demonstration-10000', note: 'Demonstration credit' }

/**
 * Returns the demo reseller, with credit that it gets once. Stored credentials are used while they work. Otherwise an
 * account is opened with them, or with another username when that one is taken.
 *
 * @param logger false keeps Nest silent, where no application runs in this process.
 */
export async function demoAccount(amqpUrl: string, keeper: Keeper, logger?: false): Promise<DemoAccount> {
  const operator = await openOperator(amqpUrl, { logger })
  try {
    const account = await openAccount(operator, keeper)
    // At every start, because an earlier start may have been killed before this.
    const { reseller_id: resellerId } = await operator.ask(login, account)
    await operator.ask(topUp, { operator: 'npm start', resellerId, ...CREDIT })
    return account
  } finally {
    await operator.close()
  }
}

async function openAccount(operator: Operator, keeper: Keeper): Promise<DemoAccount> {
  const kept = schema.safeParse(keeper.read()).data
  if (kept && (await isAccepted(operator, kept))) return kept
  const account = kept ?? newAccount('demo')
  keeper.write(account)
  if (await isOpened(operator, account)) return account
  const other = newAccount(`demo-${randomBytes(4).toString('hex')}`)
  keeper.write(other)
  if (await isOpened(operator, other)) return other
  throw new Error('The demo account cannot be created: every username that was tried is taken.')
}

const newAccount = (username: string): DemoAccount => ({ username, password: randomBytes(12).toString('base64url') })

/** Returns true when the call succeeded, false for the one refusal that is expected. */
async function unlessRefused(expected: ErrorName, asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (error instanceof Refusal && error.refusal === expected) return false
    throw error
  }
}

const isAccepted = (operator: Operator, { username, password }: DemoAccount) =>
  unlessRefused('authentication_failed', operator.ask(login, { username, password }))

const isOpened = (operator: Operator, { username, password }: DemoAccount) => {
  const contact = { username, password, email: `${username}@demo.example` }
  return unlessRefused(
    'username_unavailable',
    operator.ask(createReseller, { company: 'Demo', currency: 'EUR', contact }),
  )
}
