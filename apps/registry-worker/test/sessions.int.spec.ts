import { checkNames } from '@nameyard/contracts/registry/check-names'
import { describeRegistryOperations } from '@nameyard/contracts/registry/describe-operations'
import { listRegistryAccounts } from '@nameyard/contracts/registry/list-accounts'
import { listTranscripts } from '@nameyard/contracts/registry/list-transcripts'
import { resumeRegistryAccount } from '@nameyard/contracts/registry/resume-account'
import { rotateRegistryPassword } from '@nameyard/contracts/registry/rotate-password'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'

let platform: Platform
let workers: { close(): Promise<void> }[] = []

beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()))
  await platform.sql.query('delete from rate_bucket')
})
afterAll(() => platform?.close())

async function start(...settings: Record<string, string>[]): Promise<void> {
  workers = await Promise.all(settings.map((each) => platform.worker(each)))
}
const call = () => platform.domains.call()
const resume = () => platform.domains.rpc.call(resumeRegistryAccount, { operator: 'ada', account: 'sandbox' }, call())
const account = async () => {
  const { accounts } = await platform.domains.rpc.call(listRegistryAccounts, {}, call())
  return accounts[0]!
}
const described = async (operationId: string) => {
  const { operations } = await platform.domains.rpc.call(
    describeRegistryOperations,
    { operationIds: [operationId] },
    call(),
  )
  return operations[0]
}
const logins = async (code?: string) =>
  (await platform.audit({ command: 'login', ...(code !== undefined && { code }) })).length
/** Longer than the worker's own look at what is due. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 1_200))

describe('an account at a registry', () => {
  it('is closed by a refused login until an operator resumes it', async () => {
    await platform.fault({ command: 'login', kind: 'inject-code', code: 2200, times: 50 })
    await start({ REGISTRY_POLL_MS: '3600000' })
    const operationId = await platform.submit('closed.com')
    await eventually(async () => (await account()).closedAt !== undefined, 'a closed account')
    const before = await logins()
    platform.clock.advance(3_600_000)
    await aWhile()
    expect(await logins()).toBe(before)
    // Several sessions may be opened in one moment; none is tried after the first answer.
    expect(before).toBeLessThanOrEqual(4)
    expect(await account()).toMatchObject({
      closedReason: expect.stringContaining('2200'),
      alarms: [{ kind: 'login' }],
      operations: { queued: 1 },
    })
    expect(await described(operationId)).toMatchObject({ state: 'queued', waitsFor: 'account-closed' })

    await platform.clearFaults()
    await resume()
    expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
    expect(await account()).toMatchObject({ alarms: [] })
    expect(await described(operationId)).toMatchObject({ state: 'done', attempts: expect.any(Number) })
  })

  it.each([
    ['there are too many', 2502],
    ['the registry fails to open one', 2400],
    ['the registry fails and closes', 2500],
  ])('opens no session for half a minute when %s, and keeps its orders', async (_, code) => {
    await platform.fault({ command: 'login', kind: 'inject-code', code, times: 1 })
    await start({ REGISTRY_POLL_MS: '3600000', REGISTRY_SANDBOX_SESSIONS: '1' })
    const operationId = await platform.submit(`crowded-${code}.com`)
    await eventually(async () => (await account()).crowdedUntil !== undefined, 'a crowded account')
    const before = await logins()
    platform.clock.advance(25_000)
    await aWhile()
    expect(await logins()).toBe(before)
    expect(await described(operationId)).toMatchObject({ state: 'queued', waitsFor: 'session' })
    platform.clock.advance(6_000)
    expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
    expect((await account()).crowdedUntil).toBeUndefined()
  })

  it('sends nothing that costs money while it has none', async () => {
    await start({ REGISTRY_MONEY_PAUSE_MS: '3600000' })
    await platform.fault({ command: 'domain:create', object: 'poor.com', kind: 'inject-code', code: 2104 })
    const poor = await platform.submit('poor.com')
    await eventually(async () => (await account()).unpaidUntil !== undefined, 'an account without money')
    const waiting = await platform.submit('waiting.com')
    await aWhile()
    expect(await platform.audit({ command: 'domain:create', object: 'waiting.com' })).toEqual([])
    expect(await described(waiting)).toMatchObject({ state: 'queued', waitsFor: 'money' })
    expect(await account()).toMatchObject({ alarms: [{ kind: 'money' }] })
    await resume()
    for (const id of [poor, waiting]) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    expect(await platform.journal(poor, 'domain:create')).toEqual(['answered 2104', 'answered 1000'])
  })

  it('tells what was said about a domain, to the account whose orders these were', async () => {
    await start({})
    const operationId = await platform.submit('told.com')
    await platform.ended(operationId)
    const domains = [
      { name: 'told.com', resellerId: 1 },
      { name: 'told.com', resellerId: 2 },
      { name: 'told.com', resellerId: 1, from: new Date(platform.clock.epochMs() + 1).toISOString() },
    ]
    const { transcripts } = await platform.domains.rpc.call(listTranscripts, { domains }, call())
    expect(transcripts.map((each) => each.length > 0)).toEqual([true, false, false])
    expect(transcripts[0]!.find(({ command }) => command === 'domain:create')).toMatchObject({
      operationId,
      code: 1000,
      sent: expect.stringContaining('told.com'),
      received: expect.stringContaining('1000'),
    })
    expect(JSON.stringify(transcripts)).not.toContain('aB3#')
  })
})

describe('replicas', () => {
  it('share one session, and each has its turn', async () => {
    await platform.policy({ maxSessions: 1 })
    await start({ REGISTRY_SANDBOX_SESSIONS: '1' }, { REGISTRY_SANDBOX_SESSIONS: '1' })
    const names = Array.from({ length: 12 }, (_, index) => `one-slot-${index}.com`)
    const operations = await Promise.all(names.map((name) => platform.submit(name)))
    for (const id of operations) expect(await platform.ended(id)).toMatchObject({ outcome: 'done' })
    for (const name of names) expect(await platform.creates(name)).toBe(1)
    // Questions go to both; the one that has no session is given the other's.
    for (let n = 0; n < 4; n++) {
      const answers = await Promise.all(
        ['a', 'b'].map((label) =>
          platform.domains.rpc.call(checkNames, { names: [`${label}-${n}.com`] }, call()).catch(() => undefined),
        ),
      )
      expect(answers.some((answer) => answer !== undefined)).toBe(true)
    }
    expect(await platform.audit({ command: 'login', code: '2502', after: '1000' })).toEqual([])
    await platform.policy({ maxSessions: 10 })
  })

  it('together send no more in any second than the registry takes', async () => {
    const settings = { REGISTRY_SANDBOX_COMMANDS_PER_SECOND: '20', REGISTRY_POLL_MS: '3600000' }
    await platform.policy({ maxSessions: 4, commandsPerSecond: 20 })
    const before = await platform.load()
    await start(settings, settings)
    const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => platform.submit(`paced-${n}.com`)))
    // Commands that had their turn and are held up afterwards arrive together with those whose turn is next.
    for (let n = 0; n < 3; n++) {
      await platform.sql.query('begin; lock table registry_transaction in exclusive mode')
      await new Promise((resolve) => setTimeout(resolve, 700))
      await platform.sql.query('rollback')
      await new Promise((resolve) => setTimeout(resolve, 700))
    }
    for (const id of ids) expect(await platform.ended(id, 60_000)).toMatchObject({ outcome: 'done' })
    await Promise.all(workers.splice(0).map((worker) => worker.close()))
    const { sessions, commands } = await platform.load()
    expect(sessions.refused).toBe(before.sessions.refused)
    expect(commands.refused).toBe(before.commands.refused)
    await platform.policy({ maxSessions: 10, commandsPerSecond: null })
  }, 90_000)
})

describe('our password', () => {
  const longer = 'thirty-characters-or-even-more-of-them'
  const third = 'third-pass-word'
  const fourth = 'fourth-pass-word'
  /** With one session there is no other login that a fault could strike. */
  const alone = { REGISTRY_SANDBOX_SESSIONS: '1', REGISTRY_POLL_MS: '3600000' }
  const rotate = () =>
    platform.domains.rpc.call(rotateRegistryPassword, { operator: 'ada', account: 'sandbox' }, call())
  const works = async (name: string) =>
    expect(await platform.ended(await platform.submit(name))).toMatchObject({ outcome: 'done' })

  it('cannot be changed without a next one', async () => {
    await start({})
    await expect(rotate()).rejects.toMatchObject({ refusal: 'invalid_input' })
  })

  it('is changed, to a longer one, while orders go on', async () => {
    await start({ REGISTRY_SANDBOX_NEXT_PASSWORD: longer })
    await works('before.com')
    await rotate()
    await Promise.all(workers.splice(0).map((worker) => worker.close()))
    await start({ REGISTRY_SANDBOX_NEXT_PASSWORD: longer })
    await works('after.com')
    expect(await account()).toMatchObject({ isPasswordInDoubt: false, alarms: [] })
  })

  it('is found out when the answer to its change is lost', async () => {
    const settings = { ...alone, REGISTRY_SANDBOX_PASSWORD: longer, REGISTRY_SANDBOX_NEXT_PASSWORD: third }
    await start(settings)
    await works('in-use.com')
    await platform.fault({ command: 'login', kind: 'close-before-answer' })
    await expect(rotate()).rejects.toMatchObject({ refusal: 'registry_unavailable' })
    expect(await account()).toMatchObject({ isPasswordInDoubt: true })
    await Promise.all(workers.splice(0).map((worker) => worker.close()))
    await start(settings)
    await works('found-new.com')
    expect(await account()).toMatchObject({ isPasswordInDoubt: false })
  })

  it('is found out when the change itself is lost', async () => {
    const settings = { ...alone, REGISTRY_SANDBOX_PASSWORD: third, REGISTRY_SANDBOX_NEXT_PASSWORD: fourth }
    await start(settings)
    await works('still.com')
    await platform.fault({ command: 'login', kind: 'drop-request' })
    await expect(rotate()).rejects.toMatchObject({ refusal: 'registry_unavailable' })
    await Promise.all(workers.splice(0).map((worker) => worker.close()))
    const refused = await logins('2200')
    await start(settings)
    await works('found-old.com')
    expect(await logins('2200')).toBe(refused + 1)
    expect(await account()).toMatchObject({ isPasswordInDoubt: false, alarms: [] })
  })
})
