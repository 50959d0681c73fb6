import { createHash, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { readAuditLog } from '@nameyard/contracts/access/read-audit-log'
import { answerApprovalLink } from '@nameyard/contracts/approvals/answer-approval-link'
import { approveCall } from '@nameyard/contracts/approvals/approve-call'
import { findApprovalLink } from '@nameyard/contracts/approvals/find-approval-link'
import { getApproval } from '@nameyard/contracts/approvals/get-approval'
import { listApprovals } from '@nameyard/contracts/approvals/list-approvals'
import { refuseCall } from '@nameyard/contracts/approvals/refuse-call'
import { requestApproval } from '@nameyard/contracts/approvals/request-approval'
import { useApproval } from '@nameyard/contracts/approvals/use-approval'
import { confirmTotp } from '@nameyard/contracts/factors/confirm-totp'
import { createTotp } from '@nameyard/contracts/factors/create-totp'
import { createKey } from '@nameyard/contracts/keys/create-key'
import { listKeys } from '@nameyard/contracts/keys/list-keys'
import { revokeKey } from '@nameyard/contracts/keys/revoke-key'
import type { ApprovalDemand, Call } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { eventually } from '@nameyard/testing/eventually'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
let ada: Account
/** Recovery codes of the person: each is a second factor once. */
let codes: string[]
let keyId: number

beforeAll(async () => {
  service = await runningService({ FACTOR_SECRET: 'f'.repeat(32), LOGIN_FREE_FAILURES: '20' })
})
afterAll(() => service?.close())

const newKey = (approval?: ApprovalDemand | 'none', of = ada) =>
  service.rpc.call(createKey, { name: 'assistant', scope: [...everyRight], ...(approval && { approval }) }, of.call())

beforeEach(async () => {
  ada = await service.account()
  const { id, secret } = await service.rpc.call(createTotp, { name: 'phone', password: ada.password }, ada.call())
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.epochMs() })
  codes = (await service.rpc.call(confirmTotp, { id, code }, ada.call())).recovery_codes ?? []
  ;({ id: keyId } = await newKey('purchases'))
})

const asked = { operation: 'domains.create', fingerprints: ['a'.repeat(64)] }
const byKey = (id = keyId, of = ada) => of.call({ keyId: id, isLimited: true, approval: 'purchases' })
const request = (change: object = {}, call = byKey()) =>
  service.rpc.call(
    requestApproval,
    { ...asked, arguments: { period: 1 }, price: { price: 9.5, currency: 'EUR' }, ...change },
    call,
  )
const use = (id: number, change: object = {}, call = byKey()) =>
  service.rpc.call(useApproval, { ...asked, id, ...change }, call)
const approve = (id: number, call = ada.call(), otp = codes.pop()!) => service.rpc.call(approveCall, { id, otp }, call)
const refuse = (id: number, call = ada.call()) => service.rpc.call(refuseCall, { id }, call)
const read = (id: number, call = ada.call()) => service.rpc.call(getApproval, { id }, call)
const list = (call = ada.call()) => service.rpc.call(listApprovals, {}, call)

/** All that people do with an approval. */
const everything = (id: number, call: Call): (() => Promise<unknown>)[] => [
  () => approve(id, call),
  () => refuse(id, call),
  () => read(id, call),
  () => list(call),
]

const unusable = (problem: string) => ({ refusal: 'approval_unusable', details: { problem } })

it('a key says which of its calls a person approves, and has limits because of it', async () => {
  const use = ({ key }: { key: string }) => {
    const tokenHash = createHash('sha256').update(key).digest('hex')
    const asked = { audience: 'customers', tokenHash, address: '192.0.2.7' } as const
    return service.rpc.call(authenticate, asked, service.anonymous())
  }
  for (const approval of ['purchases', 'purchases-and-destructive'] as const)
    expect(await use(await newKey(approval))).toMatchObject({ approval, isLimited: true })
  for (const without of [await newKey('none'), await newKey()]) {
    expect(await use(without)).not.toHaveProperty('approval')
    expect(await use(without)).not.toHaveProperty('isLimited')
  }
  const { results } = await service.rpc.call(listKeys, {}, ada.call())
  expect(results.map(({ approval }) => approval)).toEqual([
    'none',
    'none',
    'purchases-and-destructive',
    'purchases',
    'purchases',
  ])
})

it('a mailed link shows its call, and decides it with the password and a second factor of its person', async () => {
  const { id } = await request()
  const token = `the token of ${id}`
  const hash = createHash('sha256').update(token).digest()
  const link = 'insert into approval_link (id, hash, approval_id, contact_id) values ($1, $2, $3, $4)'
  await service.sql.query(link, [randomUUID(), hash, id, ada.contactId])
  const find = (of = token) => service.rpc.call(findApprovalLink, { token: of }, service.anonymous())
  expect(await find()).toMatchObject({ username: ada.username, operation: 'domains.create', price: 9.5 })
  await expect(find('another')).rejects.toMatchObject({ refusal: 'approval_link_not_found' })
  const answer = (password: string, otp: string) =>
    service.rpc.call(answerApprovalLink, { token, password, otp, isGranted: true }, service.anonymous())
  await expect(answer('wrong', codes[0]!)).rejects.toMatchObject({ refusal: 'authentication_failed' })
  await expect(answer(ada.password, '000000')).rejects.toMatchObject({ refusal: expect.any(String) })
  expect(await read(id)).toMatchObject({ status: 'pending' })
  await answer(ada.password, codes.pop()!)
  expect(await read(id)).toMatchObject({ status: 'approved' })
  await expect(find()).rejects.toMatchObject({ refusal: 'approval_link_not_found' })
})

it('a call waits for a person, who sees what it would do and at what price', async () => {
  const { id, expiresAt } = await request()
  expect(await read(id)).toEqual({
    id,
    status: 'pending',
    operation: 'domains.create',
    summary: 'Register a domain',
    price: 9.5,
    currency: 'EUR',
    key_id: keyId,
    key_name: 'assistant',
    session_id: null,
    created_at: expect.any(String),
    expires_at: expiresAt,
    arguments: { period: 1 },
  })
  await expect(use(id)).rejects.toMatchObject(unusable('a person has not decided yet'))
  await approve(id)
  expect((await list()).results).toMatchObject([{ id, status: 'approved' }])
  await use(id)
  expect(await list()).toMatchObject({ total: 1, results: [{ id, status: 'used' }] })
})

it('the same call is asked about once, and no key has many calls that wait', async () => {
  const { id } = await request()
  expect(await request()).toMatchObject({ id })
  for (let n = 1; n < 20; n++) await request({ fingerprints: [String(n).padStart(64, '0')] })
  await expect(request({ fingerprints: ['b'.repeat(64)] })).rejects.toMatchObject({ refusal: 'rate_limited' })
  expect(await request()).toMatchObject({ id })
  service.clock.advance(10 * 60_000)
  expect((await request()).id).toBeGreaterThan(id)
})

describe('an approval', () => {
  let id: number
  beforeEach(async () => {
    ;({ id } = await request())
    await approve(id)
  })

  it('works once', async () => {
    await use(id)
    await expect(use(id)).rejects.toMatchObject(unusable('was used'))
    await expect(use(id, { repeatKey: 'given:1' })).rejects.toMatchObject(unusable('was used'))
  })

  it('works again for the call that is repeated with its Idempotency-Key, and no other', async () => {
    await use(id, { repeatKey: 'given:1' })
    await use(id, { repeatKey: 'given:1' })
    await expect(use(id, { repeatKey: 'given:2' })).rejects.toMatchObject(unusable('was used'))
    await expect(use(id)).rejects.toMatchObject(unusable('was used'))
  })

  it('is used by one of several calls at the same time', async () => {
    const answers = await Promise.allSettled([1, 2, 3, 4].map((n) => use(id, { repeatKey: `given:${n}` })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is for its arguments, its operation and its key only', async () => {
    const other = unusable('is for a call with other arguments')
    await expect(use(id, { fingerprints: ['b'.repeat(64)] })).rejects.toMatchObject(other)
    await expect(use(id, { operation: 'domains.renew' })).rejects.toMatchObject(other)
    const another = await newKey('purchases')
    await expect(use(id, {}, byKey(another.id))).rejects.toMatchObject(unusable('this key did not ask for it'))
    const stranger = await service.account()
    await expect(use(id, {}, byKey(another.id, stranger))).rejects.toMatchObject({ refusal: 'approval_unusable' })
    await use(id, { fingerprints: ['b'.repeat(64), ...asked.fingerprints] })
  })

  it('ends ten minutes after the call', async () => {
    service.clock.advance(10 * 60_000)
    await expect(use(id)).rejects.toMatchObject(unusable('has expired'))
    expect(await read(id)).toMatchObject({ status: 'expired' })
  })

  it('can be taken back until it is used', async () => {
    await refuse(id)
    await expect(use(id)).rejects.toMatchObject(unusable('was refused'))
    await expect(approve(id)).rejects.toMatchObject(unusable('was refused'))
  })

  it('ends with its key', async () => {
    await service.rpc.call(revokeKey, { id: keyId }, ada.call())
    await expect(use(id)).rejects.toMatchObject({ refusal: 'approval_unusable' })
    await expect(read(id)).rejects.toMatchObject({ refusal: 'approval_not_found' })
  })
})

describe('a call is approved', () => {
  let id: number
  beforeEach(async () => void ({ id } = await request()))

  it('by no key: not that of the call, and no other', async () => {
    const { id: free } = await newKey()
    for (const call of [byKey(), ada.call({ keyId: free })]) {
      for (const ask of everything(id, call)) await expect(ask()).rejects.toMatchObject({ refusal: 'person_needed' })
    }
    expect(await read(id)).toMatchObject({ status: 'pending' })
  })

  it('by an administrator only', async () => {
    const call = ada.call({ role: 'tech' })
    for (const ask of everything(id, call)) await expect(ask()).rejects.toMatchObject({ refusal: 'role_insufficient' })
  })

  it('with a second factor in the same request, each once', async () => {
    const code = codes.pop()!
    for (const wrong of ['', '000000', 'aaaa-bbbb'])
      await expect(approve(id, ada.call(), wrong)).rejects.toMatchObject({ refusal: 'otp_needed' })
    await approve(id, ada.call(), code)
    const { id: next } = await request({ operation: 'domains.renew' })
    await expect(approve(next, ada.call(), code)).rejects.toMatchObject({ refusal: 'otp_needed' })
  })

  it('by the people of the account only', async () => {
    const stranger = (await service.account()).call()
    for (const ask of everything(id, stranger).slice(0, 3))
      await expect(ask()).rejects.toMatchObject({ refusal: 'approval_not_found' })
    expect(await list(stranger)).toEqual({ results: [], total: 0 })
  })

  it('once, when two approve it at the same time', async () => {
    const answers = await Promise.allSettled([approve(id), approve(id), approve(id)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('not when it has expired', async () => {
    service.clock.advance(10 * 60_000)
    await expect(approve(id)).rejects.toMatchObject(unusable('has expired'))
  })
})

it('the audit trail has who asked, who approved, and the use', async () => {
  const { id } = await request()
  await approve(id)
  await use(id)
  const { id: other } = await request({ operation: 'domains.renew' })
  await refuse(other)
  const recorded = async () => {
    const { entries } = await service.rpc.call(readAuditLog, { resellerId: ada.resellerId }, service.anonymous())
    return entries
      .filter(({ subject }) => subject.startsWith('approval'))
      .map(({ operation, subject, keyId }) => [operation, subject, keyId])
  }
  await eventually(async () => (await recorded()).length === 5, 'the entries of the audit trail')
  expect((await recorded()).toReversed()).toEqual([
    ['approvals.request', `approval ${id}`, keyId],
    ['approvals.approve', `approval ${id}`, null],
    ['approvals.use', `approval ${id}`, keyId],
    ['approvals.request', `approval ${other}`, keyId],
    ['approvals.refuse', `approval ${other}`, null],
  ])
})
