import { answerTransferAuthorization } from '@nameyard/contracts/domains/answer-transfer-authorization'
import { findTransferAuthorization } from '@nameyard/contracts/domains/find-transfer-authorization'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { sendFoa } from '@nameyard/contracts/domains/send-foa'
import { setTldRules } from '@nameyard/contracts/domains/set-tld-rules'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

/** Transfers that wait until the registrant authorizes them by a mailed link. */

let platform: Platform
let anna: Account
let names = 0
/** Each test has a transfer of its own. */
let name: string
let id: number

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
  const rules = { transfer: { isAuthorizedByRegistrant: true } }
  const effectiveFrom = platform.clock.now().toISOString()
  await platform.rpc.call(setTldRules, { operator: 'maria', extension: 'org', effectiveFrom, rules }, anna.call())
})
afterAll(() => platform?.close())
beforeEach(async () => {
  name = `asked${++names}.org`
  id = await transfer()
})
afterEach(() => registries.taken.clear())

const transfer = async (by = anna) => {
  registries.taken.add(name)
  const [label = '', extension = ''] = name.split('.')
  const order = { domain: { name: label, extension }, owner_handle: by.handle, auth_code: 'Secret-1' }
  return (await platform.rpc.call(transferDomain, order, by.call())).id
}
const read = () => platform.rpc.call(getDomain, { id }, anna.call())
/** The random part of the newest link; the customers service signs it. */
const nonce = async () =>
  (await platform.sql.query('select nonce from transfer_authorization where domain_id = $1', [id])).rows[0].nonce
const find = (given: { domainId?: number; nonce: string }) =>
  platform.rpc.call(findTransferAuthorization, { domainId: id, ...given }, platform.worker.call())
const answer = (given: { nonce: string; isGranted: boolean; authCode?: string }) =>
  platform.rpc.call(answerTransferAuthorization, { domainId: id, ...given }, platform.worker.call())
const send = (over: Partial<{ id: number; domain: { name: string; extension: string } }> = {}, by = anna) =>
  platform.rpc.call(sendFoa, { id, ...over }, by.call())
const submitted = () => registries.submitted.filter(({ object, kind }) => object === name && kind === 'domain.transfer')
const notPending = { refusal: 'transfer_not_pending' }

describe('transfer-authorizations.find', () => {
  it('returns the domain of a link without changing anything', async () => {
    const link = await nonce()
    expect(await find({ nonce: link })).toEqual({ domain: name, needsCode: false })
    expect(await find({ nonce: link })).toEqual({ domain: name, needsCode: false })
    expect(submitted()).toEqual([])
  })

  it('says that the registrant must give the auth code when the order has none', async () => {
    await platform.sql.query(`update domain set transfer_code = '' where id = $1`, [id])
    expect(await find({ nonce: await nonce() })).toEqual({ domain: name, needsCode: true })
  })

  it('refuses another nonce, and the nonce of another transfer, with transfer_not_pending', async () => {
    await expect(find({ nonce: 'ab'.repeat(16) })).rejects.toMatchObject(notPending)
    await expect(find({ nonce: await nonce(), domainId: id - 1 })).rejects.toMatchObject(notPending)
  })
})

describe('transfer-authorizations.answer', () => {
  it('submits the transfer that the registrant grants, once', async () => {
    const link = await nonce()
    expect(await answer({ nonce: link, isGranted: true })).toEqual({ domain: name })
    const { intent } = await platform.submitted(name, 'domain.transfer')
    expect(intent.authInfo).toBe('Secret-1')
    await expect(answer({ nonce: link, isGranted: true })).rejects.toMatchObject(notPending)
    await expect(find({ nonce: link })).rejects.toMatchObject(notPending)
    expect(submitted()).toHaveLength(1)
  })

  it('counts one of two answers that arrive at the same time', async () => {
    const link = await nonce()
    const answers = await Promise.allSettled([
      answer({ nonce: link, isGranted: true }),
      answer({ nonce: link, isGranted: false }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('fails the transfer that the registrant rejects, and releases its credit', async () => {
    const bert = await platform.account('100')
    name = `rejected${names}.org`
    id = await transfer(bert)
    await eventually(async () => (await platform.balance(bert)).reserved > 0, 'the reservation')
    await answer({ nonce: await nonce(), isGranted: false })
    await eventually(async () => (await platform.balance(bert)).reserved === 0, 'the release')
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'failed' })
    expect(submitted()).toEqual([])
  })

  it('needs the auth code from the registrant when the order has none', async () => {
    await platform.sql.query(`update domain set transfer_code = '' where id = $1`, [id])
    const link = await nonce()
    await expect(answer({ nonce: link, isGranted: true })).rejects.toMatchObject({ refusal: 'authcode_missing' })
    await answer({ nonce: link, isGranted: true, authCode: 'Given-2' })
    expect((await platform.submitted(name, 'domain.transfer')).intent.authInfo).toBe('Given-2')
  })

  it('refuses another nonce with transfer_not_pending', async () => {
    await expect(answer({ nonce: 'ab'.repeat(16), isGranted: true })).rejects.toMatchObject(notPending)
    expect(await read()).toMatchObject({ status: 'PEN' })
  })
})

describe('domains.send-foa', () => {
  it('sends a new link and invalidates the earlier one', async () => {
    const before = await nonce()
    expect(await send()).toEqual({ success: true })
    await expect(find({ nonce: before })).rejects.toMatchObject(notPending)
    expect(await find({ nonce: await nonce() })).toMatchObject({ domain: name })
  })

  it('refuses the sixth mail within a day with rate_limited, and sends it a day after the first one', async () => {
    for (const mail of [2, 3, 4, 5]) expect([mail, await send()]).toEqual([mail, { success: true }])
    const newest = await nonce()
    await expect(send()).rejects.toMatchObject({ refusal: 'rate_limited' })
    expect(await nonce()).toBe(newest)
    const now = platform.clock.now()
    platform.clock.advance(86_400_000)
    expect(await send()).toEqual({ success: true })
    platform.clock.set(now)
  })

  it('refuses the domain of another account with domain_not_found', async () => {
    const bert = await platform.account()
    await expect(send({}, bert)).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })

  it('refuses a number that is of another name than the request repeats', async () => {
    const before = await nonce()
    await expect(send({ domain: { name: 'another', extension: 'org' } })).rejects.toMatchObject({
      refusal: expect.stringMatching(/^(domain_not_found|invalid_input)$/),
    })
    expect(await nonce()).toBe(before)
  })

  it('refuses a transfer that no longer waits with transfer_not_pending', async () => {
    await answer({ nonce: await nonce(), isGranted: true })
    await expect(send()).rejects.toMatchObject(notPending)
  })
})
