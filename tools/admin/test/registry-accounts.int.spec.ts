import { eventually } from '@nameyard/testing/eventually'
import { Misuse } from '../src/command-line'
import { startRegistryPlatform, type RegistryPlatform } from './registry-platform'

let platform: RegistryPlatform
beforeAll(async () => {
  platform = await startRegistryPlatform()
  await platform.startWorker()
})
afterAll(() => platform?.close())

const ACCOUNT = 'example-registry'
const stateOf = async () => {
  const { accounts } = await platform.facts('registry list')
  return accounts.find(({ account }: { account: string }) => account === ACCOUNT)
}

it('registry list and show: print the state and the settings of accounts, without passwords', async () => {
  const lines = await platform.done('registry list')
  expect(lines[0]).toMatch(/^account +extensions +queued +executing +waiting +unknown +alarms +state$/)
  expect(lines.find((line) => line.startsWith(ACCOUNT))).toMatch(/ 1 +0 +0 +0 +0 +0 +works$/)
  const shown = await platform.done(`registry show ${ACCOUNT}`)
  expect(shown.find((line) => line.startsWith('address'))).toMatch(/127\.0\.0\.1:\d+ as localhost$/)
  expect(shown.find((line) => line.startsWith('message queue'))).toMatch(/polled every 1 s, dedicated session$/)
  expect(shown.join()).not.toContain(platform.password)
  expect(await platform.facts(`registry show ${ACCOUNT}`)).toMatchObject({
    extensions: ['thin'],
    settings: { clientId: 'nameyard', maxSessions: 2, hasNextPassword: false },
  })
  await expect(platform.done('registry show nowhere')).rejects.toThrow('There is no registry account nowhere.')
})

it('registry test: logs in and out and finds nothing, in an account whose sessions are in use', async () => {
  const lines = await platform.done(`registry test ${ACCOUNT}`)
  expect(lines.slice(1)).toEqual(['logged in and out', `${ACCOUNT} works`])
  expect(await platform.facts(`registry test ${ACCOUNT}`)).toMatchObject({ obstacles: [], isLoggedIn: true })
})

it('registry test: says which service is missing, that the password is wrong, or the name of the certificate', async () => {
  await platform.policy('thin', { withheldExtensions: ['fee'] })
  await expect(platform.done(`registry test ${ACCOUNT}`)).rejects.toThrow(
    'The registry does not offer urn:ietf:params:xml:ns:epp:fee-1.0: no prices of premium names for .thin.',
  )
  await platform.policy('thin', { withheldExtensions: [] })
  platform.writePassword('wrong-password')
  const { obstacles, isLoggedIn } = await platform.facts(`registry test ${ACCOUNT}`)
  platform.writePassword(platform.password)
  expect({ obstacles, isLoggedIn }).toEqual({
    obstacles: [{ step: 'login', text: expect.stringContaining('the password or the identifier nameyard is wrong') }],
    isLoggedIn: false,
  })
  await expect(platform.done('registry test elsewhere')).rejects.toThrow('set servername to a name that it has')
})

it('registry certify: prints the transcript of an acceptance test and its verdict, in a test environment only', async () => {
  const command = `registry certify ${ACCOUNT} --second rival`
  await expect(platform.done(command)).rejects.toThrow('is not marked as a test environment')
  const lines = await platform.done(`${command} --test-environment`)
  expect(lines.at(-1)).toMatch(/^passed: \d+ steps passed, 0 failed, \d were skipped$/)
  const created = lines.indexOf('=== domain create: passed, 1000 Command completed successfully')
  expect(lines.slice(created + 1, created + 5)).toEqual([
    '>>> nameyard',
    expect.stringMatching(/<domain:create [^]*<authInfo>\*\*\*|<domain:create [^]*authInfo>\*\*\*</),
    '<<< nameyard',
    expect.stringContaining('code="1000"'),
  ])
  await platform.fault({ command: 'domain:renew', kind: 'inject-code', code: 2400, times: 2 })
  await expect(platform.done(`${command} --test-environment --brief`)).rejects.toThrow(
    '2 steps failed: domain renew: another expiry date, domain renew',
  )
  await platform.clearFaults()
})

it('registry add: adds an account without a restart, and names every fault of its settings', async () => {
  const settings = {
    ...platform.account,
    account: 'added',
    clientId: 'rival',
    passwordFile: 'rival-password',
    tlds: {},
  }
  const faulty = { ...settings, account: ACCOUNT, passwordFile: 'nowhere', maxSessions: 0, dialect: 'foreign' }
  const file = platform.write('faulty.json', JSON.stringify(faulty))
  await expect(platform.done(`registry add ${file}`)).rejects.toThrow('maxSessions: Too small')
  const fitting = platform.write('fitting.json', JSON.stringify({ ...faulty, maxSessions: 1 }))
  const refusal = await platform.done(`registry add ${fitting}`).catch(({ message }: Error) => message)
  expect(refusal).toMatch(/^dialect: is one of plain, .*\npasswordFile: cannot be read by the registry worker$/m)
  const right = platform.write('right.yaml', JSON.stringify(settings))
  expect(await platform.done(`registry add ${right} --dry-run`)).toEqual(['the settings of added are valid'])
  await expect(platform.done('registry show added')).rejects.toThrow('There is no registry account added')
  expect(await platform.done(`registry add ${right}`)).toEqual(['added is added: test it'])
  expect(await platform.done('registry test added')).toContain('added works')
  await expect(platform.done(`registry add ${right}`)).rejects.toThrow('added exists already')
})

it('registry suspend and resume: nothing is sent in between, and orders wait', async () => {
  await expect(platform.done(`registry suspend ${ACCOUNT}`)).rejects.toBeInstanceOf(Misuse)
  expect(await platform.done(`registry suspend ${ACCOUNT} --reason "the registry moves"`)).toEqual([
    `${ACCOUNT} is suspended; 0 operations wait`,
  ])
  const operationId = await platform.submit('waits.thin')
  await eventually(async () => (await stateOf()).operations.queued === 1, 'a queued operation')
  expect(await stateOf()).toMatchObject({
    isSuspended: true,
    closedReason: expect.stringContaining('the registry moves'),
  })
  const [stuck] = (await platform.facts('registry operations --stuck')).operations
  expect(stuck).toMatchObject({
    operationId,
    stuck: { cause: 'account-closed', why: expect.stringContaining('moves') },
  })
  // The sessions have ended: polls are not sent either.
  const { sessions } = await platform.facts(`registry show ${ACCOUNT}`)
  expect(sessions).toBe(0)
  expect(await platform.audit({ command: 'domain:create', object: 'waits.thin' })).toEqual([])
  // A suspended account can be tested.
  expect(await platform.facts(`registry test ${ACCOUNT}`)).toMatchObject({ obstacles: [] })
  expect(await platform.done(`registry resume ${ACCOUNT}`)).toEqual([`${ACCOUNT} works again; its operations continue`])
  expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
  expect(platform.audited).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        event: 'registry.suspend-account',
        subject: `registry account ${ACCOUNT}`,
        actor: expect.objectContaining({ name: platform.operator() }),
        changes: { works: { to: false }, reason: { to: 'the registry moves' } },
      }),
    ]),
  )
})

it('a closed account is tried again once its password file has changed, without a command', async () => {
  await platform.done(`registry suspend ${ACCOUNT} --reason "new sessions"`)
  platform.writePassword('wrong-password')
  await platform.done(`registry resume ${ACCOUNT}`)
  const operationId = await platform.submit('locked.thin')
  await eventually(async () => (await stateOf()).closedAt !== undefined, 'a closed account')
  expect((await platform.done('registry alarms')).join()).toContain(`${ACCOUNT}  login`)
  const { alarms } = await platform.facts(`registry alarms ${ACCOUNT}`)
  expect(alarms).toMatchObject([{ account: ACCOUNT, kind: 'login' }])

  // Another wrong password is tried once.
  const refused = async () => (await platform.audit({ command: 'login', code: '2200' })).length
  const before = await refused()
  platform.writePassword('wrong-again-1')
  await eventually(async () => (await refused()) === before + 1, 'one more refused login')
  platform.writePassword(platform.password)
  expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
  expect(await refused()).toBe(before + 1)
  expect(await platform.done('registry alarms')).toEqual(['no alarm'])
})

it('registry balance: shows what the registry answered last', async () => {
  expect((await platform.done('registry balance')).join()).toContain('not answered')
  await platform.credit(100_000)
  await platform.ended(await platform.submit('premium.thin', { currency: 'USD', amount: '100.00' }))
  const balance = await eventually(async () => {
    const { balances } = await platform.facts(`registry balance ${ACCOUNT}`)
    return balances[0].balance
  }, 'a balance')
  expect(balance).toMatchObject({
    amount: expect.stringMatching(/^-1\d\d\.00$/),
    creditLimit: '1000.00',
    currency: 'USD',
  })
  const lines = await platform.done(`registry balance ${ACCOUNT}`)
  expect(lines[1]).toContain(balance.amount)
})

it("a registry's clock that is ten minutes behind is shown and raises an alarm, and a lost create is still ours", async () => {
  platform.advanceOurs(600)
  await platform.done(`registry suspend ${ACCOUNT} --reason "new sessions"`)
  await platform.done(`registry resume ${ACCOUNT}`)
  await platform.fault({ command: 'domain:create', object: 'lost.thin', kind: 'drop-response' })
  expect(await platform.ended(await platform.submit('lost.thin'))).toMatchObject({ outcome: 'done' })
  const { clockAheadMs, alarms } = await stateOf()
  expect(Math.round(clockAheadMs / 10_000)).toBe(-60)
  expect(alarms).toMatchObject([{ kind: 'clock', text: expect.stringContaining('behind ours') }])
  await expect(platform.done(`registry test ${ACCOUNT}`)).rejects.toThrow('seconds behind ours: check our time service')
})

it('registry rotate-password: changes the password, and needs a next one in the settings', async () => {
  await expect(platform.done('registry rotate-password sandbox')).rejects.toThrow('has no next password')
  await platform.startWorker({ REGISTRY_SANDBOX_NEXT_PASSWORD: 'the-second-one' })
  const [line] = await platform.done('registry rotate-password sandbox')
  expect(line).toContain('sandbox has its next password')
})

it('registry show and test: know the settings of an account at DENIC', async () => {
  const { passwordFile, caFile } = platform.account
  const server = { host: '127.0.0.1', port: 1, servername: 'localhost', passwordFile, caFile }
  const settings = { driver: 'rri', account: 'denic', registrarId: 'DENIC-1000001', pollSeconds: 3600, ...server }
  await platform.done(`registry add ${platform.write('denic.json', JSON.stringify(settings))}`)
  const shown = await platform.done('registry show denic')
  expect(shown.join('\n')).toMatch(/^user +DENIC-1000001-RRI\nsessions +\d of 4$/m)
  expect(shown.join('\n')).toMatch(/^message queue +polled every 3600 s$/m)
  await expect(platform.done('registry test denic')).rejects.toThrow('Nothing accepts connections at 127.0.0.1, port 1')
})
