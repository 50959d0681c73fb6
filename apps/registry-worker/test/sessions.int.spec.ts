import { checkNames } from '@nameyard/contracts/registry/check-names'
import { describeRegistryOperations } from '@nameyard/contracts/registry/describe-operations'
import { resumeRegistryAccount } from '@nameyard/contracts/registry/resume-account'
import { eventually } from '@nameyard/testing/eventually'
import { OperatedPlatform } from './operated-platform'

const operated = new OperatedPlatform()

const resume = () =>
  operated.platform.domains.rpc.call(resumeRegistryAccount, { operator: 'ada', account: 'sandbox' }, operated.call())
const described = async (operationId: string) => {
  const { operations } = await operated.platform.domains.rpc.call(
    describeRegistryOperations,
    { operationIds: [operationId] },
    operated.call(),
  )
  return operations[0]
}
/** Longer than the worker's interval of checks, and than the second in which the registry counts commands. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 1_200))

describe('an account at a registry', () => {
  it('is closed by a refused login until an operator resumes it', async () => {
    await operated.platform.fault({ command: 'login', kind: 'inject-code', code: 2200, times: 50 })
    await operated.start({ REGISTRY_POLL_MS: '3600000' })
    const operationId = await operated.platform.submit('closed.com')
    await eventually(async () => (await operated.account()).closedAt !== undefined, 'a closed account')
    const before = await operated.logins()
    operated.platform.clock.advance(3_600_000)
    await pause()
    expect(await operated.logins()).toBe(before)
    // Several sessions may be opened at the same time; none after the first answer.
    expect(before).toBeLessThanOrEqual(4)
    expect(await operated.account()).toMatchObject({
      closedReason: expect.stringContaining('2200'),
      alarms: [{ kind: 'login' }],
      operations: { queued: 1 },
    })
    expect(await described(operationId)).toMatchObject({ state: 'queued', waitsFor: 'account-closed' })

    await operated.platform.clearFaults()
    await resume()
    expect(await operated.platform.ended(operationId)).toMatchObject({ outcome: 'done' })
    expect(await operated.account()).toMatchObject({ alarms: [] })
    expect(await described(operationId)).toMatchObject({ state: 'done', attempts: expect.any(Number) })
  })

  it.each([
    ['there are too many sessions', 2502],
    ['the registry fails to open a session', 2400],
    ['the registry fails and closes', 2500],
  ])('opens no session for half a minute after a login when %s, and keeps its orders queued', async (_, code) => {
    await operated.platform.fault({ command: 'login', kind: 'inject-code', code, times: 1 })
    await operated.start({ REGISTRY_POLL_MS: '3600000', REGISTRY_SANDBOX_SESSIONS: '1' })
    const operationId = await operated.platform.submit(`crowded-${code}.com`)
    await eventually(
      async () => (await operated.account()).crowdedUntil !== undefined,
      'an account in a pause after too many sessions',
    )
    const before = await operated.logins()
    operated.platform.clock.advance(25_000)
    await pause()
    expect(await operated.logins()).toBe(before)
    expect(await described(operationId)).toMatchObject({ state: 'queued', waitsFor: 'session' })
    operated.platform.clock.advance(6_000)
    expect(await operated.platform.ended(operationId)).toMatchObject({ outcome: 'done' })
    expect((await operated.account()).crowdedUntil).toBeUndefined()
  })

  it('sends no paid command during a pause after 2104', async () => {
    await operated.start({ REGISTRY_MONEY_PAUSE_MS: '3600000' })
    await operated.platform.fault({ command: 'domain:create', object: 'poor.com', kind: 'inject-code', code: 2104 })
    const poor = await operated.platform.submit('poor.com')
    await eventually(async () => (await operated.account()).unpaidUntil !== undefined, 'an account without money')
    const waiting = await operated.platform.submit('waiting.com')
    await pause()
    expect(await operated.platform.audit({ command: 'domain:create', object: 'waiting.com' })).toEqual([])
    expect(await described(waiting)).toMatchObject({ state: 'queued', waitsFor: 'money' })
    expect(await operated.account()).toMatchObject({ alarms: [{ kind: 'money' }] })
    await resume()
    for (const id of [poor, waiting]) expect(await operated.platform.ended(id)).toMatchObject({ outcome: 'done' })
    expect(await operated.platform.journal(poor, 'domain:create')).toEqual(['answered 2104', 'answered 1000'])
  })
})

describe('replicas', () => {
  it('use one session in turns', async () => {
    await operated.platform.policy({ maxSessions: 1 })
    await operated.start({ REGISTRY_SANDBOX_SESSIONS: '1' }, { REGISTRY_SANDBOX_SESSIONS: '1' })
    const names = Array.from({ length: 12 }, (_, index) => `one-slot-${index}.com`)
    const operations = await Promise.all(names.map((name) => operated.platform.submit(name)))
    for (const id of operations) expect(await operated.platform.ended(id)).toMatchObject({ outcome: 'done' })
    for (const name of names) expect(await operated.platform.creates(name)).toBe(1)
    // Both replicas receive requests. The replica without a session takes over that of the other.
    for (let n = 0; n < 4; n++) {
      const answers = await Promise.all(
        ['a', 'b'].map((label) =>
          operated.platform.domains.rpc
            .call(checkNames, { names: [`${label}-${n}.com`] }, operated.call())
            .catch(() => undefined),
        ),
      )
      expect(answers.some((answer) => answer !== undefined)).toBe(true)
    }
    expect(await operated.platform.audit({ command: 'login', code: '2502', after: '1000' })).toEqual([])
    await operated.platform.policy({ maxSessions: 10 })
  })

  it('together respect the rate limit of the registry', async () => {
    const settings = { REGISTRY_SANDBOX_COMMANDS_PER_SECOND: '20', REGISTRY_POLL_MS: '3600000' }
    // The registry counts the commands of the last second, also those from before it had a limit.
    await pause()
    await operated.platform.policy({ maxSessions: 4, commandsPerSecond: 20 })
    const before = await operated.platform.load()
    await operated.start(settings, settings)
    const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => operated.platform.submit(`paced-${n}.com`)))
    // Delayed commands of one period arrive together with those of the next.
    for (let n = 0; n < 3; n++) {
      await operated.platform.sql.query('begin; lock table registry_transaction in exclusive mode')
      await new Promise((resolve) => setTimeout(resolve, 700))
      await operated.platform.sql.query('rollback')
      await new Promise((resolve) => setTimeout(resolve, 700))
    }
    for (const id of ids) expect(await operated.platform.ended(id, 60_000)).toMatchObject({ outcome: 'done' })
    await operated.stop()
    const { sessions, commands } = await operated.platform.load()
    expect(sessions.refused).toBe(before.sessions.refused)
    expect(commands.refused).toBe(before.commands.refused)
    await operated.platform.policy({ maxSessions: 10, commandsPerSecond: null })
  })
})
