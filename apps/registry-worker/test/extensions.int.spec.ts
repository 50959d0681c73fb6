import { checkNames } from '@nameyard/contracts/registry/check-names'
import { PATIENT_MS, startPlatform, type Platform } from './platform'
import { charges, order } from './registry-lifecycle'

let platform: Platform

beforeAll(async () => {
  platform = await startPlatform([], PATIENT_MS)
  await platform.openRegistry()
  await platform.worker()
})
afterAll(() => platform?.close())

const fee = { currency: 'USD', amount: '100.00' }

describe('the fee of a premium name', () => {
  it('is returned by a check that also contains names without a fee', async () => {
    const names = ['premium.com', 'free.com', 'premium.be']
    const { results } = await platform.domains.rpc.call(checkNames, { names }, platform.domains.call())
    expect(results).toMatchObject([
      { name: 'premium.com', premium: { currency: 'USD', create: 100 } },
      { name: 'free.com', available: true },
      { name: 'premium.be' },
    ])
    expect(results.filter(({ premium }) => premium)).toHaveLength(1)
  })

  it('must be agreed to by the order', async () => {
    const unsaid = await platform.ended(await platform.submit('premium.com'))
    expect(unsaid).toMatchObject({ outcome: 'failed', reason: { code: 2003 } })
    const little = await platform.submit('premium.com', { fee: { ...fee, amount: '8.00' } })
    expect(await platform.ended(little)).toMatchObject({ outcome: 'refused', reason: { code: 2004 } })
    expect(await platform.ended(await platform.submit('premium.com', { fee }))).toMatchObject({ outcome: 'done' })
    expect(await charges(platform, 'premium.com')).toEqual(['create'])
  })

  it('is also agreed to for renewals and restores, and left out if the registry has no fees', async () => {
    const { registry } = await platform.ended(await order(platform, 'domain.inspect', 'premium.com', {}))
    const renewal = { expiresOn: registry.expiresAt!.slice(0, 10), period: { value: 1, unit: 'y' as const }, fee }
    const renewed = await order(platform, 'domain.renew', 'premium.com', renewal)
    expect(await platform.ended(renewed)).toMatchObject({ outcome: 'done' })
    platform.clock.advance(10 * 86_400_000)
    const { settledAt } = await platform.ended(
      await order(platform, 'domain.delete', 'premium.com', { freesHosts: false }),
    )
    const restore = { deletedAt: settledAt, reason: 'Registrant error', fee }
    expect(await platform.ended(await order(platform, 'domain.restore', 'premium.com', restore))).toMatchObject({
      outcome: 'done',
    })
    expect(await charges(platform, 'premium.com')).toEqual(['create', 'renew', 'restore'])
    expect(await platform.ended(await platform.submit('no-fees.strict', { fee }))).toMatchObject({ outcome: 'done' })
  })
})

describe('restricted names', () => {
  it('can be created with a token, which is masked in the journal', async () => {
    const closed = await platform.ended(await platform.submit('reserved.com'))
    expect(closed.outcome).toBe('refused')
    const opened = await platform.submit('reserved.com', { allocationToken: 'Reserved-0ne-Token' })
    expect(await platform.ended(opened)).toMatchObject({ outcome: 'done' })
    const { rows } = await platform.sql.query<{ frame: string }>(
      `select frame from registry_transaction where operation_id = $1 and command = 'domain:create'`,
      [opened],
    )
    expect(rows[0]?.frame).toContain('<allocationToken:allocationToken')
    expect(rows[0]?.frame).not.toContain('Reserved-0ne-Token')
  })

  it('are available only for the request with their token', async () => {
    const ask = (body: { names: string[]; allocationToken?: string }) =>
      platform.domains.rpc.call(checkNames, body, platform.domains.call())
    const [plain, opened] = await Promise.all([
      ask({ names: ['reserved.net', 'plain.net'] }),
      ask({ names: ['reserved.net'], allocationToken: 'Reserved-0ne-Token' }),
    ])
    expect(plain.results).toMatchObject([{ available: false, reason: 'Reserved' }, { available: true }])
    expect(opened.results).toMatchObject([{ name: 'reserved.net', available: true }])
    const wrong = await ask({ names: ['reserved.net'], allocationToken: 'Reserved-1wo-Token' })
    expect(wrong.results).toMatchObject([{ available: false }])
  })

  it('are returned with the claim keys of trademarks on request', async () => {
    const names = ['trademark.net', 'plain.net', 'trademark.be']
    const { results } = await platform.domains.rpc.call(checkNames, { names, claims: names }, platform.domains.call())
    expect(results.map(({ claimKey }) => claimKey)).toEqual([
      '2027030100/1/2/3/sandbox-trademark-0001',
      undefined,
      undefined,
    ])
  })

  it('can be created in a launch phase with a mark', async () => {
    await platform.launchPhase('info', 'sunrise')
    expect((await platform.ended(await platform.submit('trademark.info'))).outcome).toBe('refused')
    const mark = Buffer.from('<smd><label>trademark</label></smd>').toString('base64')
    const launch = { phase: 'sunrise' as const, signedMarks: [mark] }
    expect(await platform.ended(await platform.submit('trademark.info', { launch }))).toMatchObject({ outcome: 'done' })
  })

  it('can be created with an accepted claims notice', async () => {
    await platform.launchPhase('org', 'claims')
    const now = platform.clock.epochMs()
    const notice = {
      id: '370d0b7c9223372036854775807',
      acceptedAt: new Date(now - 3_600_000).toISOString(),
      notAfter: new Date(now + 40 * 86_400_000).toISOString(),
    }
    const launch = { phase: 'claims' as const, notice }
    expect(await platform.ended(await platform.submit('trademark.org', { launch }))).toMatchObject({ outcome: 'done' })
  })

  it('can be created with an IDN table', async () => {
    const name = 'xn--espaol-zwa.sandbox'
    const wrong = await platform.ended(await platform.submit(name, { idnTable: 'cyrl' }))
    expect(wrong).toMatchObject({ outcome: 'refused', reason: { code: 2306 } })
    expect(await platform.ended(await platform.submit(name, { idnTable: 'es' }))).toMatchObject({ outcome: 'done' })
  })
})
