import { randomBytes } from 'node:crypto'
import { openOperator, type Operator } from '@nameyard/admin/operator'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { login } from '@nameyard/contracts/access/login'
import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { z } from 'zod'

const schema = z.object({ username: z.string(), password: z.string() })

/** Whom a visitor of a demonstration logs in as. */
export type DemoAccount = z.output<typeof schema>

interface Keeper {
  read(): unknown
  /** Must keep it before it returns: the account is made afterwards. */
  write(account: DemoAccount): void
}

/**
 * What a visitor may spend: a thousand names. The key is another than that of the 1000.00 of earlier versions, whose
 * accounts get this too.
 */
const CREDIT = { currency: 'EUR', amount: '10000.00', key: 'demonstration-10000', note: 'Credit to try things with' }

/**
 * The demo reseller of a platform, with some credit that it gets once. The credentials that were kept are used as long as they work; else an account is
 * opened with them, or under another name when that one belongs to somebody else.
 */
export async function demoAccount(amqpUrl: string, keeper: Keeper): Promise<DemoAccount> {
  const operator = await openOperator(amqpUrl)
  try {
    const account = await openAccount(operator, keeper)
    // Asked for at every start: one that died before it came this far is made good.
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
  throw new Error('No demo reseller could be opened.')
}

const newAccount = (username: string): DemoAccount => ({ username, password: randomBytes(12).toString('base64url') })

/** Whether it was done; false for the one refusal that is expected. */
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
