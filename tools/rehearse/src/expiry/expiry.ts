import { setTimeout as pause } from 'node:timers/promises'
import { advanceClockAsOperator } from '@nameyard/contracts/sandbox/advance-clock-as-operator'
import { embeddedBroker } from '@nameyard/e2e/breakable-broker'
import { migratePlatform } from '@nameyard/e2e/platform-database'
import { order, person } from '@nameyard/e2e/reseller'
import { confirmAddresses } from '@nameyard/e2e/verification-links'
import { eventually } from '@nameyard/testing/eventually'
import { head } from '../checkout/checkout'
import { gather } from '../judge/gather'
import { judge, type Verdict } from '../judge/judge'
import { Client, type Reply } from '../load/client'
import { ClientLog } from '../load/client-log'
import { openAccount } from '../load/open-account'
import { openStage, type Stage } from '../stage/stage'
import { actionDay, fates, type Fate } from './fates'
import { gatherExpiry } from './gather-expiry'
import { judgeExpiry, type Life } from './judge-expiry'

/** The days after which the next part of the domains is ordered, and the clock stops for what people do. */
const STEP_DAYS = 5

/** How many parts: the expiries are spread over as many steps. */
const PARTS = 10

/** After so many days the domains that nobody renewed are purged: a year, both quarantines and the rest. */
const LIFE_DAYS = 440

/** Most registrants. */
const HOLDERS = 10

/** Requests at a time. */
const AT_ONCE = 8

const extensions = ['com', 'net', 'org', 'info'] as const

/** Lets domains live through their expiry in 485 simulated days, and checks the notices and the interruption of resolution. */
export async function rehearseExpiry(
  count: number,
  folder: string,
  say: (line: string) => void,
): Promise<readonly Verdict[]> {
  const stage = await openStage(folder, embeddedBroker, { SANDBOX_CLOCK: 'true' })
  try {
    await migratePlatform(stage.database.url)
    await stage.start('sandbox-registry', head)
    const names = ['customers', 'events', 'orders', 'registry-worker', 'domains', 'dns'] as const
    await Promise.all(names.map((name) => stage.start(name, head)))
    const { url } = await stage.start('gateway', head)
    await openAccount(await stage.operator())
    const clientLog = new ClientLog()
    const client = new Client('expiry', { clientLog, gateways: () => [url], isOver: () => false })
    const holders = await registerHolders(client, Math.min(HOLDERS, Math.floor(count / PARTS)))
    const verified = holders.filter(({ isVerified }) => isVerified).map(({ email }) => email)
    const lives: Life[] = []
    const end = STEP_DAYS * (PARTS - 1) + LIFE_DAYS
    for (let day = 0; day <= end; day += STEP_DAYS) {
      const part = day / STEP_DAYS
      if (part < PARTS) {
        const ordered = await orderPart(client, count, part, holders)
        lives.push(...ordered)
        clientLog.orders.push(...ordered.map(({ name }) => ({ action: 'create' as const, name })))
      }
      // Every holder has a domain of the first part, so all of them have a mail.
      if (part === 0) await confirmAddresses({ url, mails: stage.mails }, verified)
      await act(stage, client, lives, day)
      await advance(stage, STEP_DAYS)
      if (day % 50 === 0) say(`day ${day}: ${lives.length} domains, ${clientLog.requests} requests`)
    }
    const evidence = await gather(stage, clientLog)
    const { mails, commands } = await gatherExpiry(stage.database.url)
    say(`${mails.length} mails about expiries`)
    return [...judgeExpiry(lives, mails, commands), ...judge(evidence).filter(({ rule }) => isCompared(rule))]
  } finally {
    await stage.close()
  }
}

/** No client orders a second time here, and there are no zones: the renewals of the platform itself are no orders of clients. */
const isCompared = (rule: string) => !/one effect|one charge|acknowledged zone/.test(rule)

interface Holder {
  readonly handle: string
  readonly email: string
  readonly isVerified: boolean
  /** When the first domain of the holder was created: the mail asks for a confirmation then. */
  askedAt?: Date
}

const locales = ['en_GB', 'nl_NL', 'de_DE', 'fr_FR', 'es_ES'] as const

/** Registrants with five languages. The last one never confirms the address. */
async function registerHolders(client: Client, number: number): Promise<Holder[]> {
  const holders: Holder[] = []
  for (let at = 0; at < number; at++) {
    const email = `holder-${at}@example.com`
    const { data } = await client.ask('POST', '/v1/customers', {
      ...person,
      email,
      locale: locales[at % locales.length],
    })
    holders.push({ handle: data.handle as string, email, isVerified: at < number - 1 })
  }
  return holders
}

/** Orders one of the parts. Each combination of a fate and an extension comes as often as any other. */
async function orderPart(client: Client, count: number, part: number, holders: readonly Holder[]): Promise<Life[]> {
  const numbers = Array.from({ length: count }, (_, at) => at).filter((at) => at % PARTS === part)
  return inTurns(numbers, async (at) => {
    const round = Math.floor(at / PARTS)
    const fate = fates[(round + part) % fates.length]!
    const extension = extensions[Math.floor(at / fates.length) % extensions.length]!
    const holder = holders[part === 0 ? round % holders.length : at % holders.length]!
    const name = `expiry-${at}.${extension}`
    const autorenew = fate === 'renews by itself' ? 'on' : 'off'
    const { data } = await client.ask('POST', '/v1/domains', { ...order(name, holder.handle), autorenew })
    const id = data.id as number
    const domain = await eventually(async () => {
      const { data } = await client.ask('GET', `/v1/domains/${id}`)
      return data.status === 'ACT' && data
    }, `the domain ${name}`)
    const instant = (date: string) => new Date(`${date.replace(' ', 'T')}Z`)
    return {
      id,
      name,
      fate,
      createdAt: instant(domain.active_date),
      expiresAt: instant(domain.expiration_date),
      askedAt: (holder.askedAt ??= instant(domain.active_date)),
      isVerified: holder.isVerified,
    }
  })
}

/** Does what the account, or another registrar, does on a day. */
async function act(stage: Stage, client: Client, lives: readonly Life[], day: number): Promise<void> {
  const due = lives.filter((life) => day - partOf(life) * STEP_DAYS === actionDay[life.fate])
  const doing: Readonly<Partial<Record<Fate, (life: Life) => Promise<Reply | void>>>> = {
    'is renewed': ({ id }) => client.ask('POST', `/v1/domains/${id}/renew`, { period: 1 }),
    'is deleted': ({ id }) => client.ask('DELETE', `/v1/domains/${id}`),
    'is restored': ({ id }) => client.ask('POST', `/v1/domains/${id}/restore`, {}),
    leaves: ({ name }) => stage.sandbox.requestElsewhere(name),
  }
  await inTurns(due, async (life) => doing[life.fate]!(life))
}

const partOf = ({ name }: Life) => Number(/\d+/.exec(name)![0]) % PARTS

async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  }
  return results
}

/** Moves the clock of the platform and of the registry. */
async function advance(stage: Stage, days: number): Promise<void> {
  const operator = await stage.operator()
  let moved = await operator.ask(advanceClockAsOperator, { seconds: days * 86_400 }, 60_000)
  while (!moved.is_done) {
    await pause(10)
    moved = await operator.ask(advanceClockAsOperator, { until: moved.until }, 60_000)
  }
}
