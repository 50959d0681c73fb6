import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { MAIL_ACCEPTED, type Installation } from '../installation/installation'
import type { Outages } from '../installation/outages'
import { partNames, type PartName } from '../installation/parts'
import type { Random } from '../random'

/** How long a killed part is tried to be started again; milliseconds. */
const START_MS = 60_000

const weights = {
  kill: 5,
  restart: 2,
  pause: 3,
  'kill broker': 1,
  'kill database': 1,
  'certificate authority': 1,
  'late certificate authority': 1,
  'mail server': 1,
} as const

/** Without this setting of the orders service its certificate authority cannot sign. */
const AUTHORITY_SETTING = 'CA_KEY_SECRET'

/** Answers of a mail server that fails (RFC 5321 section 4.2.2). */
const failures = ['421 closing', '451 try later', '452 full'] as const

/** Kills, restarts and pauses processes, and lets the certificate authority and the mail server fail. */
export class PartDisturbance {
  constructor(
    private readonly installation: Installation,
    private readonly outages: Outages,
    private readonly random: Random,
  ) {}

  /** Disturbs one process, and waits until it runs again. Returns what happened. */
  step(): Promise<string> {
    return this.stepExcept([])
  }

  /** The same, but leaves out processes that do not run now. */
  async stepExcept(left: readonly PartName[]): Promise<string> {
    const { random, installation } = this
    const kind = random.weighted(weights)
    const part = random.one(partNames.filter((name) => !left.includes(name)))
    const ms = random.between(0, 3_000)
    if (kind === 'kill broker') {
      await installation.broker.kill()
      await pause(ms)
      await installation.broker.restore()
      return `broker killed for ${ms} ms`
    }
    if (kind === 'mail server') {
      installation.mail.reply = random.one(failures)
      await pause(4 * ms)
      installation.mail.reply = MAIL_ACCEPTED
      return `mail server fails for ${4 * ms} ms`
    }
    if (kind === 'certificate authority') {
      await this.restart('orders', AUTHORITY_SETTING)
      await pause(2 * ms)
      await this.restart('orders')
      return `certificate authority fails for ${2 * ms} ms`
    }
    if (kind === 'late certificate authority') {
      await this.delayAuthority(5 * ms)
      return `certificate authority late by ${5 * ms} ms`
    }
    if (kind === 'kill database') {
      await installation.database.kill()
      await pause(ms)
      await installation.database.restore()
      return `database killed for ${ms} ms`
    }
    const end = this.outages.begin(part)
    try {
      if (kind === 'pause') await this.suspend(part, ms + 1_000)
      else await this.end(part, kind, ms)
    } finally {
      end()
    }
    return `${kind} ${part} for ${ms} ms`
  }

  /** Locks the table in which the authority stores certificates: what it issues or revokes meanwhile is late. */
  private async delayAuthority(ms: number): Promise<void> {
    const sql = new Client({ connectionString: this.installation.databaseUrl })
    await sql.connect()
    try {
      await sql.query('begin')
      await sql.query('lock table orders.ca_certificate in share row exclusive mode')
      await pause(ms)
    } finally {
      await sql.end()
    }
  }

  private async restart(part: PartName, without?: string): Promise<void> {
    await this.installation.stop(part)
    await this.startAgain(part, without)
  }

  /** Stops a process without its end, as a machine that swaps does. Shorter than a lease of a worker. */
  private async suspend(part: PartName, ms: number): Promise<void> {
    this.installation.signal(part, 'SIGSTOP')
    await pause(ms)
    this.installation.signal(part, 'SIGCONT')
  }

  private async end(part: PartName, kind: 'kill' | 'restart', ms: number): Promise<void> {
    if (kind === 'kill') await this.installation.kill(part)
    else await this.installation.stop(part)
    await pause(ms)
    await this.startAgain(part)
  }

  /** Starts a stopped process, and repeats it while the servers that it needs are cut off. */
  async startAgain(part: PartName, without?: string): Promise<void> {
    const giveUp = performance.now() + START_MS
    for (;;) {
      try {
        return await this.installation.start(part, without)
      } catch (error) {
        if (performance.now() > giveUp) throw error
        await pause(500)
      }
    }
  }
}
