import { randomUUID } from 'node:crypto'
import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { setTimers } from '@nameyard/contracts/registry/set-timers'
import { timerDue } from '@nameyard/contracts/registry/timer-due'
import { Consumes } from '@nameyard/messaging/consumes'
import { eventually } from '@nameyard/testing/eventually'
import { PATIENT_MS, startPlatform, type Platform } from './platform'

const DAY_MS = 86_400_000
const fired: Payload<typeof timerDue>[] = []

/** A consumer in place of domains: receives the events of due timers. */
@Controller()
class OnTimerDue {
  @Consumes(timerDue)
  async on(due: Payload<typeof timerDue>): Promise<void> {
    fired.push(due)
  }
}

let platform: Platform
const workers: { close(): Promise<void> }[] = []

beforeAll(async () => {
  platform = await startPlatform([OnTimerDue], PATIENT_MS)
  workers.push(await platform.worker(), await platform.worker())
})
afterAll(() => platform?.close())

const at = (days: number) => new Date(platform.clock.epochMs() + days * DAY_MS).toISOString()
const firedOf = (domainId: number) => fired.filter((due) => due.domainId === domainId).map(({ kind }) => kind)
const kept = async (domainId: number) => {
  const { rows } = await platform.sql.query<{ kind: string }>(
    'select kind from timer where domain_id = $1 order by due_at',
    [domainId],
  )
  return rows.map(({ kind }) => kind)
}
const version = async (domainId: number) => {
  const { rows } = await platform.sql.query<{ version: number }>(
    'select version from timer_setting where domain_id = $1',
    [domainId],
  )
  return rows[0]?.version
}

async function set(domainId: number, versionSet: number, timers: Record<string, string>): Promise<void> {
  const payload: Payload<typeof setTimers> = {
    domainId,
    name: `timer-${domainId}.com`,
    resellerId: 7,
    version: versionSet,
    timers: Object.entries(timers).map(([kind, dueAt]) => ({ kind, dueAt })),
  }
  await platform.domains.publisher.publish([
    { message: setTimers, payload, messageId: randomUUID(), correlationId: randomUUID() },
  ])
}
const settled = (domainId: number, expected: number) =>
  eventually(async () => (await version(domainId)) === expected, `version ${expected} of ${domainId}`)
/** Longer than the longest sleep. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 1_300))

describe('the timers of a domain', () => {
  it('fire once each, at their instant and not before', async () => {
    const dueAt = at(2)
    await set(1, 1, { renewal: dueAt, expiry: at(9) })
    await settled(1, 1)
    platform.clock.set(new Date(Date.parse(dueAt) - 1))
    await pause()
    expect(firedOf(1)).toEqual([])
    platform.clock.advance(1)
    await eventually(() => firedOf(1).length > 0, 'the renewal')
    await pause()
    expect(firedOf(1)).toEqual(['renewal'])
    expect(fired.find(({ domainId }) => domainId === 1)).toEqual({
      domainId: 1,
      resellerId: 7,
      version: 1,
      kind: 'renewal',
      dueAt,
    })
    expect(await kept(1)).toEqual(['expiry'])
  })

  it('fire at once when their instant has passed', async () => {
    await set(2, 1, { sync: at(-30) })
    await eventually(() => firedOf(2).length > 0, 'the sync')
  })

  it('are replaced as a whole by a newer version', async () => {
    await set(3, 1, { renewal: at(1), expiry: at(1) })
    await settled(3, 1)
    await set(3, 2, { expiry: at(40), sync: at(41) })
    await settled(3, 2)
    expect(await kept(3)).toEqual(['expiry', 'sync'])
    platform.clock.advance(2 * DAY_MS)
    await pause()
    expect(firedOf(3)).toEqual([])
  })

  it('stay cancelled when an older version arrives late', async () => {
    await set(4, 5, {})
    await settled(4, 5)
    await set(4, 4, { renewal: at(-1) })
    await set(5, 1, { renewal: at(-1) })
    await eventually(() => firedOf(5).length > 0, 'the timer that was set later')
    await pause()
    expect(firedOf(4)).toEqual([])
    expect(await kept(4)).toEqual([])
  })

  it('are not set again by a repeated message', async () => {
    await set(6, 1, { renewal: at(-1) })
    await eventually(() => firedOf(6).length > 0, 'the renewal')
    await set(6, 1, { renewal: at(-1) })
    await pause()
    expect(firedOf(6)).toEqual(['renewal'])
  })

  it('all fire once after a month in which no worker ran', async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.close()))
    await platform.sql.query(`insert into timer_setting select 1000 + n, 7, 1 from generate_series(1, 1000) n`)
    await platform.sql.query(
      `insert into timer select 1000 + n, 'expiry', $1::timestamptz + n * interval '1 minute', 1
       from generate_series(1, 1000) n`,
      [platform.clock.now()],
    )
    platform.clock.advance(30 * DAY_MS)
    workers.push(await platform.worker(), await platform.worker())
    const due = () => fired.filter(({ domainId }) => domainId > 1000)
    await eventually(() => due().length >= 1000, 'a thousand timers')
    await pause()
    expect(new Set(due().map(({ domainId }) => domainId)).size).toBe(1000)
    expect(due()).toHaveLength(1000)
  })
})
