import { approveTransfer } from '@nameyard/contracts/domains/approve-transfer'
import { deleteDomain } from '@nameyard/contracts/domains/delete-domain'
import { getAuthcode } from '@nameyard/contracts/domains/get-authcode'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { renewDomain } from '@nameyard/contracts/domains/renew-domain'
import { resetAuthcode } from '@nameyard/contracts/domains/reset-authcode'
import { restartLastOperation } from '@nameyard/contracts/domains/restart-last-operation'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import type { InputGiven } from '@nameyard/contracts/operation'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
})
afterAll(() => platform?.close())

type Change = Omit<InputGiven<typeof updateDomain>, 'id'>
const read = (id: number, by = anna) => platform.rpc.call(getDomain, { id }, by.call())
const update = (id: number, change: Change, by = anna) => platform.rpc.call(updateDomain, { id, ...change }, by.call())
const setPhase = (id: number, phase: string) =>
  platform.sql.query('update domain set phase = $2, version = version + 1 where id = $1', [id, phase])
const updates = (name: string) =>
  registries.submitted.filter((each) => each.object === name && each.kind === 'domain.update')
const no = { outcome: 'refused' as const, reason: { refusal: 'registry_refused' as const, code: 2306, text: 'no' } }

describe('an update', () => {
  it('submits the desired state of the domain, and stores it', async () => {
    const { id } = await platform.active(anna, 'updated.com')
    const change = {
      name_servers: [{ name: 'NS1.example.net' }, { name: 'ns2.example.net', ip: '' }],
      is_locked: true,
      dnssec_keys: [{ flags: 257, protocol: 3, alg: 13, pub_key: 'AAAA' }],
      autorenew: 'off' as const,
      comments: 'mine',
    }
    expect(await update(id, change)).toEqual({ id, status: 'ACT' })
    const submission = await platform.submitted('updated.com', 'domain.update')
    expect(submission.intent.desired).toEqual({
      nameservers: [{ name: 'ns1.example.net' }, { name: 'ns2.example.net' }],
      statuses: ['clientTransferProhibited'],
      zoneKeys: [{ flags: 257, protocol: 3, alg: 13, pubKey: 'AAAA' }],
    })
    await platform.settle(submission, { registry: { presence: 'ours' } })
    expect(await read(id)).toMatchObject({ is_locked: true, autorenew: 'off', comments: 'mine', ns_group: '' })
    expect(platform.timersOf(id)).not.toHaveProperty('renewal')
    expect(await update(id, { is_locked: false })).toEqual({ id, status: 'ACT' })
    await eventually(() => updates('updated.com').length === 2, 'the update that unlocks')
    expect(updates('updated.com')[1]).toMatchObject({ intent: { desired: { statuses: [] } } })
  })

  it('that the registry refuses does not roll back a later update', async () => {
    const { id } = await platform.active(anna, 'overtaken.com')
    const before = (await platform.rowOf(id)).name_servers
    const hosts = (label: string) => [{ name: `a.${label}.net` }, { name: `b.${label}.net` }]
    for (const label of ['first', 'second']) await update(id, { name_servers: hosts(label), comments: label })
    await update(id, { is_locked: true })
    await eventually(() => updates('overtaken.com').length === 3, 'three updates')
    const of = (part: string) => updates('overtaken.com').find((each) => JSON.stringify(each).includes(part))!
    await platform.settle(of('a.first.net'), no)
    expect(await platform.rowOf(id)).toMatchObject({ name_servers: hosts('second'), is_locked: true })
    // The second update rolls back to the state of the registry, which refused the first.
    await platform.settle(
      updates('overtaken.com').find((each) => each.after === of('a.first.net').operationId)!,
      no,
    )
    expect(await platform.rowOf(id)).toMatchObject({ name_servers: before, is_locked: true })
  })

  it('names its predecessor: the operation of its domain that runs before it', async () => {
    const { id } = await platform.active(anna, 'chained.com')
    for (const label of ['one', 'two', 'three']) {
      await update(id, { name_servers: [{ name: `a.${label}.net` }, { name: `b.${label}.net` }] })
    }
    await eventually(() => updates('chained.com').length === 3, 'three updates')
    const of = (label: string) =>
      updates('chained.com').find((each) => JSON.stringify(each).includes(`a.${label}.net`))!
    const [one, two, three] = [of('one'), of('two'), of('three')]
    // The registration is settled, so the first update has no predecessor.
    expect(one.after).toBeUndefined()
    expect(two.after).toBe(one.operationId)
    expect(three.after).toBe(two.operationId)
    await platform.settle(three, { registry: { presence: 'ours' } })
    await update(id, { is_locked: true })
    await eventually(() => updates('chained.com').length === 4, 'the update that locks')
    expect(updates('chained.com').at(-1)!.after).toBe(two.operationId)
    for (const each of [one, two, updates('chained.com').at(-1)!])
      await platform.settle(each, { registry: { presence: 'ours' } })
    await update(id, { is_locked: false })
    await eventually(() => updates('chained.com').length === 5, 'the update that unlocks')
    expect(updates('chained.com').at(-1)!.after).toBeUndefined()
  })

  it('gets its own place in the sequence of concurrent updates', async () => {
    const { id } = await platform.active(anna, 'lined-up.com')
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        update(id, { name_servers: [{ name: `a.n${n}.net` }, { name: `b.n${n}.net` }] }),
      ),
    )
    await eventually(() => updates('lined-up.com').length === 8, 'eight updates')
    expect(new Set(updates('lined-up.com').map(({ after }) => after)).size).toBe(8)
  })

  it('with the present values is accepted without effect', async () => {
    const { id } = await platform.active(anna, 'same.com')
    const { version } = await platform.rowOf(id)
    const same = {
      ns_group: 'dns-openprovider',
      autorenew: 'default' as const,
      owner_handle: anna.handle,
      comments: '',
    }
    expect(await update(id, same)).toEqual({ id, status: 'ACT' })
    expect((await platform.rowOf(id)).version).toBe(version)
    expect(updates('same.com')).toEqual([])
    await update(id, { force_registry_update: true })
    await platform.submitted('same.com', 'domain.update')
  })

  it('is rolled back when the registry refuses it', async () => {
    const { id } = await platform.active(anna, 'undone.com')
    const before = await read(id)
    await update(id, {
      name_servers: [{ name: 'ns1.a.net' }, { name: 'ns2.a.net' }],
      is_locked: true,
      comments: 'kept',
    })
    await platform.settle(await platform.submitted('undone.com', 'domain.update'), no)
    expect(await read(id)).toMatchObject({
      name_servers: before.name_servers,
      ns_group: 'dns-openprovider',
      is_locked: false,
      comments: 'kept',
    })
  })

  it('that causes a charge, now or later, needs a token with the scope purchase', async () => {
    const { id } = await platform.active(anna, 'frugal.com')
    const actor = { ...anna.call().actor!, scope: ['read', 'write'] as const }
    const withoutPurchase = (change: Change) =>
      platform.rpc.call(updateDomain, { id, ...change }, { ...anna.call(), actor })
    const refusal = { refusal: 'scope_insufficient', details: { scope: 'purchase' } }
    await expect(withoutPurchase({ is_private_whois_enabled: true })).rejects.toMatchObject(refusal)
    expect(await withoutPurchase({ autorenew: 'off', comments: 'ends' })).toEqual({ id, status: 'ACT' })
    await expect(withoutPurchase({ autorenew: 'on' })).rejects.toMatchObject(refusal)
    expect(await update(id, { autorenew: 'on' })).toEqual({ id, status: 'ACT' })
    expect(await withoutPurchase({ autorenew: 'on', comments: 'renews already' })).toEqual({ id, status: 'ACT' })
  })

  it('of the owner submits the new registrant', async () => {
    const { id } = await platform.active(anna, 'sold.com')
    const other = await anna.customer()
    expect(await update(id, { owner_handle: other })).toMatchObject({ status: 'ACT' })
    const submission = await platform.submitted('sold.com', 'domain.update')
    expect(submission.intent.desired.registrant).toMatchObject({ handle: other })
    expect((await read(id)).owner_handle).toBe(other)
    await expect(update(id, { owner_handle: 'XX000000-NL' })).rejects.toMatchObject({ refusal: 'owner_handle_invalid' })
  })

  it.each<[string, string, string, Change]>([
    ['domain_status_prohibits', 'redemption', 'com', { comments: 'late' }],
    [
      'domain_status_prohibits',
      'quarantine.soft',
      'com',
      { name_servers: [{ name: 'ns1.a.net' }, { name: 'ns2.a.net' }] },
    ],
    ['domain_lock_prohibited', 'quarantine.soft', 'com', { is_locked: true }],
    ['domain_status_prohibits', 'active', 'com', { scheduled_at: '2040-01-01' }],
    ['invalid_input', 'active', 'be', { owner_handle: 'other' }],
    ['authcode_not_resettable', 'active', 'be', { auth_code: 'chosen' }],
    ['dnssec_key_invalid', 'active', 'com', { dnssec_keys: [{ flags: 1, protocol: 3, alg: 13, pub_key: 'AAAA' }] }],
    [
      'dnssec_algorithm_unsupported',
      'active',
      'com',
      { dnssec_keys: [{ flags: 257, protocol: 3, alg: 1, pub_key: 'AAAA' }] },
    ],
    ['dnssec_key_not_base64', 'active', 'com', { dnssec_keys: [{ flags: 257, protocol: 3, alg: 13, pub_key: '&' }] }],
    ['privacy_unavailable', 'active', 'nl', { is_private_whois_enabled: true }],
    ['nameservers_too_few', 'active', 'com', { name_servers: [{ name: 'ns1.a.net' }] }],
    ['ns_group_not_found', 'active', 'com', { ns_group: 'nobodys' }],
  ])('is refused with %s in %s under .%s for %j', async (refusal, phase, extension, change) => {
    const { id } = await platform.active(anna, `refused${++refusals}.${extension}`)
    await setPhase(id, phase)
    const given = change.owner_handle === 'other' ? { owner_handle: await anna.customer() } : change
    await expect(update(id, given)).rejects.toMatchObject({ refusal })
  })
  let refusals = 0

  it('is refused for the domain of another account', async () => {
    const bert = await platform.account()
    const { id } = await platform.active(anna, 'annas.com')
    await expect(update(id, { comments: 'mine' }, bert)).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })
})

describe('the auth codes of a domain', () => {
  it('can be read, and reset at the registry', async () => {
    const { id } = await platform.active(anna, 'coded.com')
    const code = (type?: 'external' | 'internal') =>
      platform.rpc.call(getAuthcode, { id, auth_code_type: type }, anna.call())
    const { auth_code: first } = await code()
    expect(first).toHaveLength(24)
    const internal = await code('internal')
    expect(internal).toMatchObject({ success: true, type: 'internal', auth_code: expect.stringMatching(/.{24}/) })
    expect(await code('internal')).toEqual(internal)
    const reset = await platform.rpc.call(resetAuthcode, { id }, anna.call())
    expect(reset).toMatchObject({ success: true, type: 'external', auth_info: { pw: reset.auth_code } })
    expect(reset.auth_code).not.toBe(first)
    const submission = await platform.submitted('coded.com', 'domain.update')
    expect(submission.intent.desired).toEqual({ authInfo: reset.auth_code })
    await platform.settle(submission, no)
    expect(await code()).toMatchObject({ auth_code: first })
    const { auth_code } = await platform.rpc.call(resetAuthcode, { id, auth_code_type: 'internal' }, anna.call())
    expect(auth_code).not.toBe(internal.auth_code)
  })

  it('are not shown if the registry mails them, or while the order is in progress', async () => {
    const { id } = await platform.active(anna, 'mailed.be')
    expect(await platform.rpc.call(getAuthcode, { id }, anna.call())).toEqual({ success: true, type: 'external' })
    await platform.submitted('mailed.be', 'domain.update')
    await expect(platform.rpc.call(resetAuthcode, { id }, anna.call())).rejects.toMatchObject({
      refusal: 'authcode_not_resettable',
    })
    const { id: ordered } = await anna.create('ordered.com')
    await expect(platform.rpc.call(getAuthcode, { id: ordered }, anna.call())).rejects.toMatchObject({
      refusal: 'authcode_unavailable',
    })
  })
})

describe('a transfer to another registrar', () => {
  const approve = (id: number, over = {}) => platform.rpc.call(approveTransfer, { id, ...over }, anna.call())

  it('is approved once, and the domain is transferred away', async () => {
    const { id } = await platform.active(anna, 'going.com')
    await expect(approve(id)).rejects.toMatchObject({ refusal: 'transfer_not_pending' })
    await setPhase(id, 'active.pendingTransfer')
    await expect(approve(id, { auth_code: 'wrong' })).rejects.toMatchObject({ refusal: 'authcode_invalid' })
    expect(await approve(id)).toEqual({ success: true })
    await expect(approve(id, { approve: false })).rejects.toMatchObject({ refusal: 'transfer_not_pending' })
    await platform.settle(await platform.submitted('going.com', 'domain.transfer-approve'), {
      registry: { presence: 'foreign' },
    })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'transferredAway', removal_reason: 'transferred' })
  })

  it('is rejected if the registry lets the losing registrar reject it', async () => {
    const { id } = await platform.active(anna, 'staying.com')
    await setPhase(id, 'active.pendingTransfer')
    expect(await approve(id, { approve: false })).toEqual({ success: true })
    await platform.settle(await platform.submitted('staying.com', 'domain.transfer-reject'), {
      registry: { presence: 'ours' },
    })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active' })
    const { id: dutch } = await platform.active(anna, 'staying.nl')
    await setPhase(dutch, 'active.pendingTransfer')
    await expect(approve(dutch, { approve: false })).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
  })
})

describe('a failed operation', () => {
  const restart = (id: number, over = {}) => platform.rpc.call(restartLastOperation, { id, ...over }, anna.call())

  it('of an order is submitted again by a restart', async () => {
    const { id } = await anna.create('again.com')
    await expect(restart(id)).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    const first = await platform.submitted('again.com')
    await platform.settle(first, { outcome: 'failed', reason: { refusal: 'registry_unavailable', text: 'away' } })
    expect(await restart(id)).toEqual({ success: true })
    const second = await eventually(() => {
      const last = registries.submitted.findLast(({ object }) => object === 'again.com')
      return last !== undefined && last.operationId !== first.operationId ? last : undefined
    }, 'the second order')
    expect(second.intent).toEqual(first.intent)
    expect(await read(id)).toMatchObject({ status: 'REQ' })
    await platform.settle(second, { registry: { presence: 'ours', expiresAt: '2040-01-01T00:00:00.000Z' } })
    expect(await read(id)).toMatchObject({ status: 'ACT' })
  })

  it('of a domain is repeated only if it was the last one', async () => {
    const { id } = await platform.active(anna, 'retried.nl')
    await expect(restart(id)).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    await platform.rpc.call(deleteDomain, { id }, anna.call())
    const first = await platform.submitted('retried.nl', 'domain.delete')
    await platform.settle(first, no)
    expect(await restart(id)).toEqual({ success: true })
    const deletes = () =>
      registries.submitted.filter((each) => each.object === 'retried.nl' && each.kind === 'domain.delete')
    await eventually(() => deletes().length === 2, 'the second delete')
    expect(await platform.rowOf(id)).toMatchObject({ removal_reason: 'owner' })
  })

  it('of a renewal is repeated for the same number of years', async () => {
    const { id } = await platform.active(anna, 'three-years.com')
    await platform.rpc.call(renewDomain, { id, period: 3 }, anna.call())
    const first = await platform.submitted('three-years.com', 'domain.renew')
    await platform.settle(first, no)
    await restart(id)
    const second = await eventually(() => {
      const last = registries.submitted.findLast(({ object }) => object === 'three-years.com')
      return last !== undefined && last.operationId !== first.operationId ? last : undefined
    }, 'the second renewal')
    expect(second.intent).toEqual(first.intent)
  })

  it('of a transfer answer is not repeated when the transfer request has ended', async () => {
    const { id } = await platform.active(anna, 'asked-for.com')
    await setPhase(id, 'active.pendingTransfer')
    await platform.rpc.call(approveTransfer, { id, approve: false }, anna.call())
    await platform.settle(await platform.submitted('asked-for.com', 'domain.transfer-reject'), no)
    await setPhase(id, 'active')
    await expect(restart(id)).rejects.toMatchObject({ refusal: 'transfer_not_pending' })
  })

  it('is not repeated when another account orders the name at the same time', async () => {
    const bert = await platform.account()
    const { id } = await anna.create('wanted.com')
    await platform.settle(await platform.submitted('wanted.com'), no)
    const both = await Promise.allSettled([restart(id), bert.create('wanted.com')])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [refused] = both.filter((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({ refusal: 'domain_not_free' })
  })
})

describe('a registrant whose address is not verified', () => {
  it('causes clientHold as soon as a domain is created, when its address has failed before', async () => {
    const { id } = await anna.create('doubtful.com')
    await platform.handled(await platform.publishSuspension(id, true, 1))
    expect(updates('doubtful.com')).toEqual([])
    const now = platform.clock.now().toISOString()
    const registry = { presence: 'ours' as const, createdAt: now, expiresAt: now }
    await platform.settle(await platform.submitted('doubtful.com'), { registry })
    expect((await platform.submitted('doubtful.com', 'domain.update')).intent.desired).toEqual({
      statuses: ['clientHold'],
    })
  })

  it('causes clientHold until the address is verified; the event with the highest version counts', async () => {
    const { id } = await platform.active(anna, 'unverified.com')
    await platform.handled(await platform.publishSuspension(id, true, 2))
    expect((await platform.submitted('unverified.com', 'domain.update')).intent.desired.statuses).toEqual([
      'clientHold',
    ])
    await platform.handled(await platform.publishSuspension(id, false, 1))
    expect(await platform.rowOf(id)).toMatchObject({ is_suspended: true })
    await platform.handled(await platform.publishSuspension(id, false, 3))
    await eventually(() => updates('unverified.com').length === 2, 'the update that removes clientHold')
    expect(updates('unverified.com')[1]).toMatchObject({ intent: { desired: { statuses: [] } } })
  })
})
