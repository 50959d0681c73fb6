import { getTld } from '@nameyard/contracts/domains/get-tld'
import { listTlds } from '@nameyard/contracts/domains/list-tlds'
import { setTldRules, type TldRuleChanges } from '@nameyard/contracts/domains/set-tld-rules'
import { signContract } from '@nameyard/contracts/domains/sign-contract'
import type { InputGiven } from '@nameyard/contracts/operation'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
})
afterAll(() => platform?.close())

const set = (extension: string, effectiveFrom: Date, rules: TldRuleChanges) =>
  platform.rpc.call(
    setTldRules,
    { operator: 'maria', extension, effectiveFrom: effectiveFrom.toISOString(), rules },
    anna.call(),
  )
const read = (name: string) => platform.rpc.call(getTld, { name }, anna.call())

describe('the rules of an extension', () => {
  it('can be changed per group from a given date on', async () => {
    const now = platform.clock.now()
    await set('com', now, { quarantine: { softDays: 20 } })
    expect(await read('com')).toMatchObject({ soft_quarantine_period: 20, quarantine_period: 30 })
    const later = new Date(now.getTime() + 86_400_000)
    await set('com', later, { quarantine: { hardDays: 10 }, isTransferable: false })
    expect(await read('com')).toMatchObject({
      soft_quarantine_period: 20,
      quarantine_period: 30,
      transfer_available: true,
    })
    platform.clock.set(later)
    expect(await read('com')).toMatchObject({
      soft_quarantine_period: 20,
      quarantine_period: 10,
      transfer_available: false,
    })
    await set('com', later, {})
    expect(await read('com')).toMatchObject({ quarantine_period: 30, transfer_available: true })
  })

  it('apply to new domains from their date on', async () => {
    const later = new Date(platform.clock.now().getTime() + 86_400_000)
    await set('net', later, { renewalOffsetDays: 7 })
    platform.clock.set(later)
    const isAWeekBefore = (end: Date, renewal: string) => end.getTime() - new Date(renewal).getTime() === 7 * 86_400_000
    await eventually(async () => {
      const domain = await platform.active(anna, `offset${Math.random().toString(36).slice(2)}.net`)
      const { renewal } = await eventually(() => {
        const timers = platform.timersOf(domain.id)
        return timers.renewal ? timers : undefined
      }, 'the timers')
      return isAWeekBefore(domain.expiresAt, renewal!)
    }, 'a renewal a week before the expiry')
  })

  it('change the dates and timers of existing domains', async () => {
    const { id, expiresAt } = await platform.active(anna, 'waiting.info', { autorenew: 'on' })
    const { id: leaving } = await platform.active(anna, 'leaving.info', { autorenew: 'off' })
    const daysBefore = (date: string | undefined) => date && (expiresAt.getTime() - Date.parse(date)) / 86_400_000
    const { rows: before } = await platform.sql.query('select renews_at from domain where id = $1', [id])
    expect(daysBefore(before[0].renews_at)).toBe(1)
    await set('info', platform.clock.now(), { renewalOffsetDays: 9, deleteLeadDays: 3 })
    await eventually(() => daysBefore(platform.timersOf(id).renewal) === 9, 'the changed renewal timer')
    await eventually(() => daysBefore(platform.timersOf(leaving).expiry) === 3, 'the changed expiry timer')
    const { rows } = await platform.sql.query('select renews_at from domain where id = $1', [id])
    expect(daysBefore(rows[0].renews_at)).toBe(9)
  })

  it('are refused for an extension that is not sold', async () => {
    await expect(set('unsold', platform.clock.now(), {})).rejects.toMatchObject({ refusal: 'tld_not_found' })
  })
})

describe('the contract with a registry', () => {
  it('must be signed before its extensions are sold', async () => {
    await set('org', platform.clock.now(), { contract: 'public-interest' })
    await expect(anna.create('early.org')).rejects.toMatchObject({ refusal: 'contract_unsigned' })
    const sign = () => platform.rpc.call(signContract, { operator: 'maria', contract: 'public-interest' }, anna.call())
    const { signedAt } = await sign()
    platform.clock.advance(1000)
    expect((await sign()).signedAt).toBe(signedAt)
    expect(await anna.create('early.org')).toMatchObject({ status: 'REQ' })
  })
})

describe('tlds.list', () => {
  const list = (query: InputGiven<typeof listTlds> = {}) => platform.rpc.call(listTlds, query, anna.call())
  const names = async (query: InputGiven<typeof listTlds> = {}) => (await list(query)).results.map(({ name }) => name)

  it('returns the sold extensions in the order of their names, a page at a time, with the total', async () => {
    const all = await names()
    expect(all).toEqual([...all].sort())
    expect(all).toEqual(expect.arrayContaining(['com', 'nl', 'org']))
    expect(await list({ only_names: true, order: 'desc', limit: 2, offset: 1 })).toEqual({
      results: [...all]
        .reverse()
        .slice(1, 3)
        .map((name) => ({ name })),
      total: all.length,
    })
  })

  it.each<[InputGiven<typeof listTlds>, string[]]>([
    [{ extensions: ['.NL', 'fr', 'unsold'] }, ['fr', 'nl']],
    [{ name_pattern: 'n*' }, ['net', 'nl']],
    [{ name_pattern: 'n.t' }, []],
    [{ status: 'PRE' }, ['launch']],
    [{ is_active: false }, ['launch']],
    [{ application_mode: 'sunrise' }, ['launch']],
    [{ is_new_gtld: true }, []],
  ])('with the filter %j returns %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
    expect((await list(query)).total).toBe(expected.length)
  })

  it('shows the launch phases and prices on request only', async () => {
    const { results } = await list({ with_application_mode: ['sunrise'] })
    expect(results).toMatchObject([
      { name: 'launch', supported_application_mode: [{ name: 'sunrise' }, { name: 'claims' }] },
    ])
    const [plain] = (await list({ extensions: ['com'] })).results
    expect(plain).not.toHaveProperty('supported_application_mode')
    expect(plain).not.toHaveProperty('prices')
    const [priced] = (await list({ extensions: ['com'], with_price: true })).results
    expect(priced).toHaveProperty('prices')
  })

  it('refuses another column to sort by with invalid_input', async () => {
    await expect(list({ order_by: 'status' })).rejects.toMatchObject({
      refusal: 'invalid_input',
      details: { field: 'order_by' },
    })
  })
})
