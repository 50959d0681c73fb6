import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client as Sql } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { moveClock } from './disturbances/clock'
import { Events } from './events'
import { install, type Installation } from './installation/installation'
import { pairs } from './installation/parts'
import type { Checked, Evidence, Invariant } from './invariants/invariant'
import { invariants } from './invariants/invariants'
import { checkPlanted } from './planted/check-planted'
import type { Planted } from './planted/planted'
import { Random } from './random'
import { ClientLog } from './resellers/client-log'
import { makeThreads, openAccounts, type Thread } from './threads'
import { recordTimers } from './timers'
import { unfinished } from './unfinished'

export interface RunOptions {
  readonly seed: string
  /** How long the platform is disturbed; milliseconds. */
  readonly forMs: number
  /** An empty folder for the data, the log and the list of events. */
  readonly folder: string
  readonly planted?: Planted
  /** Prints one line of progress. */
  readonly say: (line: string) => void
}

export interface Result {
  readonly invariant: Invariant
  readonly checked: Checked
}

/** The violation of an invariant that has compared no object. */
const NOTHING_CHECKED = 'nothing was checked'

/** The first payment of each account, in cents. */
const CREDIT = 10_000_000

/** How far the clock moves after the disturbances, so that domains and certificates are renewed or end; days. */
const LAST_DAYS = 400

/** How long this move may take; milliseconds. It ends earlier on its way when there are many domains. */
const LAST_MS = 90_000

/** How long after the disturbances everything may take to end; milliseconds. */
const QUIET_MS = 120_000

/** Runs one seed: a mix of operations while the platform is disturbed, then a quiet time, then all invariants. */
export async function run(options: RunOptions): Promise<readonly Result[]> {
  const { seed, forMs, folder, planted, say } = options
  if (planted) checkPlanted(planted)
  const events = new Events(join(folder, 'events.jsonl'))
  say(`seed ${seed}: events in ${events.path}`)
  const installation = await install(folder, planted ? plantedEnvironment(planted) : {})
  events.add('run', 'started', { seed, forMs, planted: planted?.name })
  const sql = () => new Sql({ connectionString: installation.databaseUrl })
  try {
    await using(sql(), recordTimers)
    const end = performance.now() + forMs
    const giveUp = end + QUIET_MS
    const { evidence, approve } = await disturb({ seed, events, installation, end, giveUp })
    say(`the disturbances are over after ${events.now()} ms`)
    return await using(sql(), async (sql) => {
      const settle = async () => {
        const left = () => unfinished(sql)
        const quiet = eventually(
          async () => (await approve()) && (await left()).length === 0,
          'the end of all work',
          QUIET_MS,
        )
        await quiet.catch(async () => say(`work is left: ${(await left()).slice(0, 10).join('; ')}`))
      }
      const before = await checkedAtRest(settle, { ...evidence, sql })
      if (planted && before.some((result) => isBroken(result, planted))) return before
      const stopped = pairs.map(([, second]) => second)
      for (const part of stopped) await installation.stop(part)
      const days = await moveClock(installation.operator, LAST_DAYS, LAST_MS)
      for (const part of stopped) await installation.start(part)
      say(`the clock has moved ${days.toFixed(0)} days ahead after ${events.now()} ms`)
      return merged(before, await checkedAtRest(settle, { ...evidence, sql }))
    })
  } finally {
    await installation.close()
    await events.close()
  }
}

async function using<Result>(sql: Sql, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  // When the run is interrupted, the database ends first.
  sql.on('error', () => undefined)
  await sql.connect()
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

interface Disturbed {
  readonly seed: string
  readonly events: Events
  readonly installation: Installation
  /** When the disturbances end, and when clients give up; `performance.now()`. */
  readonly end: number
  readonly giveUp: number
}

async function disturb({ seed, events, installation, end, giveUp }: Disturbed) {
  const { sandbox } = installation
  const clientLog = new ClientLog()
  // More than the limit, so that the registry refuses no session.
  await sandbox.setPolicy({ maxSessions: 100 })
  const accounts = await openAccounts(installation, CREDIT)
  const isOver = () => performance.now() > giveUp
  const { all, ...rest } = await makeThreads({ seed, installation, accounts, clientLog, isOver })
  await Promise.all(all.map((thread) => follow(thread, { seed, events, end })))
  await sandbox.removeFaults()
  return { evidence: { installation, clientLog, accounts, credit: CREDIT }, ...rest }
}

/** Lets a thread do one step after the other until the end. */
async function follow(
  { name, longestMs, step }: Thread,
  { seed, events, end }: Pick<Disturbed, 'seed' | 'events' | 'end'>,
) {
  const random = new Random(seed, `pauses of ${name}`)
  for (;;) {
    await pause(random.between(longestMs / 10, longestMs))
    if (performance.now() > end) return
    try {
      events.add(name, await step())
    } catch (error) {
      events.add(name, 'failed', { error: String(error) })
    }
  }
}

/**
 * Checks all invariants when no work is left. Time goes on meanwhile: a timer may fire after the work has ended and begin
 * a renewal, which is then open in one place and not in another. So what is broken is checked once more, at rest again.
 */
async function checkedAtRest(settle: () => Promise<void>, evidence: Evidence): Promise<readonly Result[]> {
  await settle()
  const results = await check(evidence)
  if (results.every(({ checked }) => checked.broken.length === 0)) return results
  await settle()
  return check(evidence)
}

async function check(evidence: Evidence): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const invariant of invariants) {
    const { count, broken } = await invariant.check(evidence)
    results.push({ invariant, checked: { count, broken } })
  }
  return results
}

/** Whether a planted bug has broken the invariant that must find it. */
const isBroken = ({ invariant, checked }: Result, { breaks }: Planted): boolean =>
  invariant.name === breaks && checked.broken.length > 0

/** The results of two checks of all invariants. One that has checked nothing is broken: it proves nothing. */
const merged = (before: readonly Result[], after: readonly Result[]): readonly Result[] =>
  after.map(({ invariant, checked: { count, broken } }, at) => {
    const all = [...new Set([...before[at]!.checked.broken, ...broken])]
    return { invariant, checked: { count, broken: count > 0 ? all : [...all, NOTHING_CHECKED] } }
  })

/** Loads a planted bug into every process of the platform. */
const plantedEnvironment = (planted: Planted) => ({
  NODE_OPTIONS: `--require ${join(__dirname, '../plant.cjs')}`,
  NAMEYARD_PLANTED: JSON.stringify(planted),
})
