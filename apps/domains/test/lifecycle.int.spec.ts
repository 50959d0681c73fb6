import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteDomain } from '@nameyard/contracts/domains/delete-domain'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { getTimeline } from '@nameyard/contracts/domains/get-timeline'
import { removeDomain } from '@nameyard/contracts/domains/remove-domain'
import { restoreDomain } from '@nameyard/contracts/domains/restore-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { eventually } from '@nameyard/testing/eventually'
import { randomUUID } from 'node:crypto'
import { registries, startPlatform, type Account, type Platform } from './platform'

let platform: Platform
let anna: Account

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
})
afterAll(() => platform?.close())

const DAY = 86_400_000
const read = (id: number, by = anna) => platform.rpc.call(getDomain, { id }, by.call())
const remove = (id: number, over = {}, by = anna) => platform.rpc.call(deleteDomain, { id, ...over }, by.call())
const rowOf = async (id: number) => {
  const { rows } = await platform.sql.query('select * from domain where id = $1', [id])
  return rows[0] as Record<string, unknown>
}
const violations = async (id: number) => {
  const { rows } = await platform.sql.query('select phase, event from lifecycle_violation where domain_id = $1', [id])
  return rows as { phase: string; event: string }[]
}
const timers = (id: number, kinds: string[]) =>
  eventually(() => {
    const set = platform.timersOf(id)
    return Object.keys(set).sort().join() === kinds.sort().join() ? set : undefined
  }, `timers ${kinds.join()}`)
const asked = (name: string, kind: string) =>
  registries.submitted.filter((each) => each.object === name && each.kind === kind)
const told = async (submission: Parameters<Platform['tell']>[0], end: Parameters<Platform['tell']>[1]) =>
  platform.taken(await platform.tell(submission, end))
const due = async (id: number, kind: string) => platform.taken(await platform.tellDue(id, kind))
const at = (instant: Date) => platform.clock.set(instant)
const whole = { presence: 'ours' as const, statuses: ['ok'], graceStatuses: [] }

it('a renewal takes what was set aside for it by whoever began it and died', async () => {
  const exact = await platform.account('21.58')
  const { id, expiresAt } = await platform.active(exact, 'again.com')
  await eventually(async () => (await platform.balance(exact)).reserved === 0, 'the first year paid')
  const messageId = randomUUID()
  await platform.setAside(exact, messageId, { action: 'renew', subject: 'again.com', amount: 1079 })
  at(expiresAt)
  await platform.tellDue(id, 'renewal', messageId)
  expect((await platform.submitted('again.com', 'domain.renew')).operationId).toBe(messageId)
  expect(await platform.balance(exact)).toEqual({ available: 0, reserved: 1079 })
})

describe('a domain without money to renew', () => {
  it('stays, is tried daily until it lapses, and goes from quarantine to quarantine until it is gone', async () => {
    const poor = await platform.account('12')
    const { id, expiresAt } = await platform.active(poor, 'lapsing.com')
    const set = await timers(id, ['renewal', 'sync'])
    expect(new Date(set.renewal!)).toEqual(new Date(expiresAt.getTime() - DAY))

    at(new Date(set.renewal!))
    await platform.tellDue(id, 'renewal')
    await eventually(async () => (await rowOf(id)).retry_at !== null, 'a renewal that cannot be paid')
    expect(await rowOf(id)).toMatchObject({ phase: 'active', retry_at: expiresAt })
    at(expiresAt)
    await platform.tellDue(id, 'renewal')
    await eventually(async () => ((await rowOf(id)).retry_at as Date) > expiresAt, 'the last try')
    expect(await rowOf(id)).toMatchObject({
      phase: 'active',
      failure_reason: expect.stringContaining('Credit too low'),
    })
    expect(asked('lapsing.com', 'domain.renew')).toEqual([])

    at(new Date(expiresAt.getTime() + 1000))
    await due(id, 'expiry')
    expect(await read(id, poor)).toMatchObject({ status: 'DEL' })
    expect(await rowOf(id)).toMatchObject({ phase: 'quarantine.soft', removal_reason: 'expired' })
    const parked = await platform.submitted('lapsing.com', 'domain.update')
    expect(parked.intent.desired.statuses).toEqual(['clientHold', 'clientTransferProhibited'])
    await told(parked, { registry: whole })

    const soft = await timers(id, ['soft-quarantine-end', 'sync'])
    await due(id, 'soft-quarantine-end')
    expect(asked('lapsing.com', 'domain.delete')).toEqual([])
    at(new Date(soft['soft-quarantine-end']!))
    await due(id, 'soft-quarantine-end')
    const deleted = await platform.submitted('lapsing.com', 'domain.delete')
    await told(deleted, { registry: { presence: 'ours', graceStatuses: ['redemptionPeriod'] } })
    expect(await rowOf(id)).toMatchObject({ phase: 'quarantine.hard' })

    // Down for two months: everything is late, and nothing is lost.
    at(new Date(platform.clock.now().getTime() + 60 * DAY))
    await due(id, 'redemption-end')
    expect(await rowOf(id)).toMatchObject({ phase: 'dying' })
    const looked = await platform.submitted('lapsing.com', 'domain.inspect')
    await told(looked, { registry: { presence: 'missing' } })
    expect(await rowOf(id)).toMatchObject({ phase: 'gone', removal_reason: 'expired' })
    await timers(id, ['zone-cleanup'])
    expect(await violations(id)).toEqual([])
  })
})

describe('a domain that renews by itself', () => {
  it('is renewed and paid for once, however often its timer is told', async () => {
    const { id, expiresAt } = await platform.active(anna, 'renewing.com')
    const renews = new Date(expiresAt.getTime() - DAY)
    at(new Date(renews.getTime() - 1000))
    await due(id, 'renewal')
    expect(asked('renewing.com', 'domain.renew')).toEqual([])
    at(renews)
    await Promise.all([platform.tellDue(id, 'renewal'), platform.tellDue(id, 'renewal')])
    await platform.tellDue(id, 'expiry')
    const renewal = await platform.submitted('renewing.com', 'domain.renew')
    const renewed = new Date(expiresAt.getTime() + 365 * DAY)
    await told(renewal, { registry: { presence: 'ours', expiresAt: renewed.toISOString() } })
    expect(asked('renewing.com', 'domain.renew')).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ phase: 'active', expires_at: renewed, retry_at: null })
    const set = await eventually(() => {
      const now = platform.timersOf(id)
      return now.renewal === new Date(renewed.getTime() - DAY).toISOString() ? now : undefined
    }, 'the timers of the next year')
    expect(set).not.toHaveProperty('expiry')
  })

  it('is renewed with the last of the credit, though its timer is told many times at once', async () => {
    const poor = await platform.account('21.58')
    const { id, expiresAt } = await platform.active(poor, 'lastcent.com')
    at(expiresAt)
    await Promise.all([1, 2, 3, 4, 5].map(() => platform.tellDue(id, 'renewal')))
    const renewal = await platform.submitted('lastcent.com', 'domain.renew')
    at(new Date(expiresAt.getTime() + 1000))
    await due(id, 'expiry')
    const renewed = new Date(expiresAt.getTime() + 365 * DAY)
    await told(renewal, { registry: { presence: 'ours', expiresAt: renewed.toISOString() } })
    expect(await rowOf(id)).toMatchObject({ phase: 'active', expires_at: renewed, retry_at: null })
    await eventually(async () => (await platform.balance(poor)).reserved === 0, 'the renewal paid')
    expect(await platform.balance(poor)).toEqual({ available: 0, reserved: 0 })
  })

  it('lapses when the registry refuses the renewal on its last day too', async () => {
    const { id, expiresAt } = await platform.active(anna, 'unrenewable.com')
    at(expiresAt)
    await platform.tellDue(id, 'renewal')
    const refused = await platform.submitted('unrenewable.com', 'domain.renew')
    await told(refused, { outcome: 'refused', reason: { refusal: 'registry_refused', code: 2105, text: 'no' } })
    expect(await rowOf(id)).toMatchObject({ phase: 'active', failure_code: 2105 })
    at(new Date(expiresAt.getTime() + 1000))
    await due(id, 'expiry')
    expect(await rowOf(id)).toMatchObject({ phase: 'quarantine.soft' })
  })

  it('is paid for before the registry renews by itself, and is paid for once', async () => {
    const { id, expiresAt } = await platform.active(anna, 'selfrenewed.be')
    const set = await timers(id, ['renewal', 'sync'])
    expect(set.renewal).toBe(new Date(expiresAt.getTime() - 7 * DAY).toISOString())
    at(new Date(set.renewal!))
    const before = await platform.balance(anna)
    await platform.tellDue(id, 'renewal')
    const looked = await platform.submitted('selfrenewed.be', 'domain.inspect')
    await told(looked, { registry: { ...whole, expiresAt: expiresAt.toISOString() } })
    const paidUntil = new Date(expiresAt)
    paidUntil.setUTCFullYear(expiresAt.getUTCFullYear() + 1)
    expect(await rowOf(id)).toMatchObject({ phase: 'active', expires_at: paidUntil, registry_expires_at: expiresAt })
    await eventually(async () => (await platform.balance(anna)).available < before.available, 'the renewal paid')
    at(expiresAt)
    await due(id, 'renewal')
    await due(id, 'expiry')
    expect(await rowOf(id)).toMatchObject({ phase: 'active', expires_at: paidUntil })
  })

  it('is deleted in time where the registry renews by itself and nobody pays', async () => {
    const poor = await platform.account('8')
    const { id, expiresAt } = await platform.active(poor, 'unpaid.be')
    const refusedAt = async (days: number) => {
      at(new Date(expiresAt.getTime() - days * DAY))
      await platform.tellDue(id, 'renewal')
      const isPostponed = async () => ((await rowOf(id)).retry_at as Date | null)! > platform.clock.now()
      await eventually(isPostponed, `the renewal refused ${days} days before`)
    }
    await refusedAt(7)
    await refusedAt(2)
    at(new Date(expiresAt.getTime() - 2 * DAY + 1000))
    await due(id, 'expiry')
    await platform.submitted('unpaid.be', 'domain.delete')
    expect(asked('unpaid.be', 'domain.inspect')).toEqual([])
    expect(await rowOf(id)).toMatchObject({ removal_reason: 'expired' })
  })
})

describe('a look at the registry', () => {
  it('follows a message: another registrar asks for the domain, and gets it', async () => {
    const { id } = await platform.active(anna, 'leaving.com')
    await platform.taken(await platform.tellMessage('leaving.com'))
    const requestedAt = platform.clock.now().toISOString()
    const actsAt = new Date(platform.clock.now().getTime() + 5 * DAY)
    const transfer = { status: 'pending', direction: 'out' as const, requestedAt, actsAt: actsAt.toISOString() }
    const registry = { presence: 'ours' as const, statuses: ['pendingTransfer'], transfer }
    await told(await platform.submitted('leaving.com', 'domain.inspect'), { registry })
    expect(await rowOf(id)).toMatchObject({ phase: 'active.leaving', transfer_acts_at: actsAt })
    const set = await timers(id, ['transfer-due'])
    at(new Date(set['transfer-due']!))
    const seen = registries.submitted.length
    await due(id, 'transfer-due')
    const looked = await eventually(() => registries.submitted.slice(seen).at(-1), 'a look')
    await told(looked, { registry: { presence: 'foreign' }, settledAt: platform.clock.now().toISOString() })
    expect(await rowOf(id)).toMatchObject({ phase: 'left', removal_reason: 'transferred' })
  })

  it('repairs what differs, and keeps what it cannot conclude from as a violation', async () => {
    const { id } = await platform.active(anna, 'drifting.com', {
      name_servers: [{ name: 'ns1.a.net' }, { name: 'ns2.a.net' }],
      ns_group: undefined,
    })
    at(new Date(platform.timersOf(id).sync ?? platform.clock.now().getTime() + 2 * DAY))
    await due(id, 'sync')
    const settledAt = platform.clock.now().toISOString()
    const drifted = { ...whole, statuses: ['clientHold'], nameservers: ['ns1.a.net', 'ns9.a.net'] }
    await told(await platform.submitted('drifting.com', 'domain.inspect'), { registry: drifted, settledAt })
    const repaired = await platform.submitted('drifting.com', 'domain.update')
    expect(repaired.intent.desired).toMatchObject({
      nameservers: [{ name: 'ns1.a.net' }, { name: 'ns2.a.net' }],
      statuses: [],
    })
    await told(repaired, { registry: whole })

    at(new Date(platform.clock.now().getTime() + 2 * DAY))
    const seen = registries.submitted.length
    await due(id, 'sync')
    const looked = await eventually(() => registries.submitted.slice(seen).at(-1), 'a look')
    await told(looked, { registry: { presence: 'missing' }, settledAt: platform.clock.now().toISOString() })
    expect(await violations(id)).toEqual([{ phase: 'active', event: 'look.missing' }])
    expect(await rowOf(id)).toMatchObject({ phase: 'active' })
  })
})

describe('a registry that thinks about it', () => {
  it('keeps the order requested, and its end is heard once', async () => {
    const { id } = await anna.create('pending.com')
    const submission = await platform.submitted('pending.com')
    await platform.taken(await platform.tellPending(submission))
    expect(await rowOf(id)).toMatchObject({ phase: 'create.pending' })
    expect(await read(id)).toMatchObject({ status: 'REQ' })
    await timers(id, ['sync'])
    await told(submission, { registry: { ...whole, expiresAt: '2031-01-01T00:00:00.000Z' } })
    await told(submission, { outcome: 'refused' })
    expect(await rowOf(id)).toMatchObject({ phase: 'active' })
    expect(await violations(id)).toEqual([])
  })
})

describe('the zone that a domain leaves behind', () => {
  const zones = async (name: string) => {
    const { rows } = await platform.sql.query<{ live: boolean }>(
      'select deleted_at is null as live from dns.zone where name = $1 order by id',
      [name],
    )
    return rows.map(({ live }) => live)
  }
  const hasZone = (name: string, extension = 'com') =>
    platform.rpc.call(
      createZone,
      { domain: { name, extension }, type: 'master', records: [{ type: 'A', name: '', value: '192.0.2.1', ttl: 900 }] },
      anna.call(),
    )
  const gone = async (name: string, over = {}) => {
    const { id } = await platform.active(anna, name, over)
    await remove(id)
    await told(await platform.submitted(name, 'domain.delete'), { registry: { presence: 'missing' } })
    return id
  }
  const later = (hours: number) => at(new Date(platform.clock.now().getTime() + hours * (DAY / 24)))
  /** Cleans up behind a domain of its own: what was asked for before has been carried out by then. */
  const cleanedUpAfter = async (label: string) => {
    await hasZone(label)
    const id = await gone(`${label}.com`)
    later(48)
    await due(id, 'zone-cleanup')
    await eventually(async () => !(await zones(`${label}.com`))[0], `the zone of ${label}.com gone`)
  }

  it('is taken away two days after it, once; not the zone of another name', async () => {
    await hasZone('cleaned')
    await hasZone('beside-cleaned')
    const id = await gone('cleaned.com')
    await timers(id, ['zone-cleanup'])
    later(47)
    await due(id, 'zone-cleanup')
    expect(await zones('cleaned.com')).toEqual([true])
    later(1)
    await due(id, 'zone-cleanup')
    await eventually(async () => !(await zones('cleaned.com'))[0], 'the zone gone')
    await hasZone('cleaned')
    await due(id, 'zone-cleanup')
    expect(await zones('beside-cleaned.com')).toEqual([true])
    await cleanedUpAfter('marker')
    expect(await zones('cleaned.com')).toEqual([false, true])
  })

  it('is taken away four weeks after a transfer that failed when it was made for it, and stays when it was there', async () => {
    const failed = async (label: string) => {
      registries.taken.add(`${label}.com`)
      const order = { domain: { name: label, extension: 'com' }, owner_handle: anna.handle, auth_code: 'Secret-1' }
      const { id } = await platform.rpc.call(transferDomain, order, anna.call())
      return {
        id,
        end: async () => told(await platform.submitted(`${label}.com`, 'domain.transfer'), { outcome: 'refused' }),
      }
    }
    await hasZone('was-there')
    later(1)
    const [there, made] = [await failed('was-there'), await failed('made-for-it')]
    later(1)
    await hasZone('made-for-it')
    await Promise.all([there.end(), made.end()])
    later(27 * 24)
    await due(made.id, 'zone-cleanup')
    expect(await zones('made-for-it.com')).toEqual([true])
    later(25)
    await due(there.id, 'zone-cleanup')
    await due(made.id, 'zone-cleanup')
    await eventually(async () => !(await zones('made-for-it.com'))[0], 'the zone gone')
    expect(await zones('was-there.com')).toEqual([true])
  })

  it('stays while the account has ordered the name again', async () => {
    await hasZone('ordered-again')
    const id = await gone('ordered-again.com')
    await anna.create('ordered-again.com', { comments: 'again' })
    later(49)
    await due(id, 'zone-cleanup')
    await cleanedUpAfter('marked')
    expect(await zones('ordered-again.com')).toEqual([true])
  })
})

describe('a removal by an operator', () => {
  const removed = (name: string, by = 'maria') =>
    platform.rpc.call(removeDomain, { operator: by, name, reason: 'phishing' }, platform.worker.call())

  it('deletes a domain of any account past its soft quarantine, and moves no money', async () => {
    const bea = await platform.account()
    const { id } = await platform.active(bea, 'phishing.com')
    at(new Date(platform.clock.now().getTime() + 6 * DAY))
    await eventually(async () => (await platform.balance(bea)).reserved === 0, 'all that was ordered paid')
    const before = await platform.balance(bea)
    expect(await removed('PHISHING.com.')).toMatchObject({ name: 'phishing.com', resellerId: bea.resellerId })
    const deleted = await platform.submitted('phishing.com', 'domain.delete')
    expect(deleted.intent.freesHosts).toBe(true)
    await expect(removed('phishing.com')).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    await told(deleted, { registry: { presence: 'ours' } })
    expect(await read(id, bea)).toMatchObject({ status: 'DEL', delete_status: 'quarantine', removal_reason: 'policy' })
    // It stays removed: the account cannot bring it back, and is not told that it could.
    const restore = platform.rpc.call(restoreDomain, { id }, bea.call())
    await expect(restore).rejects.toMatchObject({ refusal: 'restore_not_allowed' })
    expect((await read(id, bea)).restorable_until).toBe('0000-00-00 00:00:00')
    const { actions } = await platform.rpc.call(getTimeline, { id }, bea.call())
    expect(actions.map(({ operation }) => operation)).not.toContain('domains.restore')
    at(new Date(platform.clock.now().getTime() + 31 * DAY))
    await due(id, 'redemption-end')
    await told(await platform.submitted('phishing.com', 'domain.inspect'), { registry: { presence: 'missing' } })
    expect(await rowOf(id)).toMatchObject({ phase: 'gone', removal_reason: 'policy' })
    expect(await platform.balance(bea)).toEqual(before)
    await expect(removed('phishing.com')).rejects.toMatchObject({ refusal: 'domain_not_found' })
    const audited = async () => {
      const { rows } = await platform.sql.query(
        `select actor_username, reseller_id, subject, changes from customers.audit_log where operation = 'domains.remove'`,
      )
      return rows.length > 0 && rows
    }
    expect(await eventually(audited, 'the audit log')).toEqual([
      {
        actor_username: 'maria',
        reseller_id: bea.resellerId,
        subject: 'domain phishing.com',
        changes: { removal_reason: { from: null, to: 'policy' }, reason: { to: 'phishing' } },
      },
    ])
  })

  it('ends a soft quarantine, and says so instead of what had begun it', async () => {
    const { id } = await platform.active(anna, 'lapsed-phishing.com')
    at(new Date(platform.clock.now().getTime() + 6 * DAY))
    await remove(id)
    await removed('lapsed-phishing.com')
    await told(await platform.submitted('lapsed-phishing.com', 'domain.delete'), { registry: { presence: 'missing' } })
    expect(await rowOf(id)).toMatchObject({ phase: 'gone', removal_reason: 'policy' })
  })

  it('that the registry refuses leaves the domain as it was', async () => {
    const { id } = await platform.active(anna, 'kept-phishing.com')
    await removed('kept-phishing.com')
    const reason = { refusal: 'registry_refused' as const, code: 2304, text: 'serverDeleteProhibited' }
    const refused = await platform.submitted('kept-phishing.com', 'domain.delete')
    await told(refused, { outcome: 'refused', reason })
    expect(await rowOf(id)).toMatchObject({ phase: 'active', removal_reason: null, retry_at: null })
  })

  it('is refused for an order that is on its way, and for a name that nobody has', async () => {
    await anna.create('early-phishing.com')
    await expect(removed('early-phishing.com')).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    for (const nobodys of ['nobodys.com', 'not a name'])
      await expect(removed(nobodys)).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })
})

describe('a deletion', () => {
  const outOfGrace = () => at(new Date(platform.clock.now().getTime() + 6 * DAY))

  it('goes to the soft quarantine, and from there to the registry when that is skipped', async () => {
    const { id } = await platform.active(anna, 'deleted.com')
    outOfGrace()
    expect(await remove(id)).toEqual({ status: 'DEL' })
    expect(await rowOf(id)).toMatchObject({ phase: 'quarantine.soft', removal_reason: 'owner' })
    expect(await remove(id)).toEqual({ status: 'DEL' })
    expect(asked('deleted.com', 'domain.delete')).toEqual([])
    expect(await remove(id, { skip_soft_quarantine: true })).toEqual({ status: 'DEL' })
    const deleted = await platform.submitted('deleted.com', 'domain.delete')
    expect(deleted.intent.freesHosts).toBe(false)
    await expect(remove(id, { skip_soft_quarantine: true })).rejects.toMatchObject({
      refusal: 'domain_status_prohibits',
    })
    await told(deleted, { registry: { presence: 'ours' } })
    expect(await rowOf(id)).toMatchObject({ phase: 'quarantine.hard', removal_reason: 'owner' })
    await expect(remove(id)).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
  })

  it('within the add grace ends the domain at once', async () => {
    const { id } = await platform.active(anna, 'mistaken.com')
    expect(await remove(id, { force_delete: true })).toEqual({ status: 'ACT' })
    const deleted = await platform.submitted('mistaken.com', 'domain.delete')
    expect(deleted.intent.freesHosts).toBe(true)
    await told(deleted, { registry: { presence: 'missing' } })
    expect(await rowOf(id)).toMatchObject({ phase: 'gone', removal_reason: 'owner' })
  })

  it('that the registry refuses leaves the domain as it was', async () => {
    const { id } = await platform.active(anna, 'inuse.nl')
    expect(await remove(id)).toEqual({ status: 'ACT' })
    const refused = await platform.submitted('inuse.nl', 'domain.delete')
    await told(refused, {
      outcome: 'refused',
      reason: { refusal: 'registry_refused', code: 2305, text: 'hosts in use' },
    })
    expect(await rowOf(id)).toMatchObject({ phase: 'active', removal_reason: null })
  })

  it('hides a failed order, and is refused for one that is on its way', async () => {
    const { id } = await anna.create('hidden.com')
    await expect(remove(id)).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    await told(await platform.submitted('hidden.com'), { outcome: 'failed' })
    expect(await remove(id)).toEqual({ status: 'FAI' })
    await expect(read(id)).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })

  it.each([['deletion_type_invalid', { type: 'pushtoregistry' as const }]])(
    'is refused with %s for %j',
    async (refusal, wish) => {
      const { id } = await platform.active(anna, `wrong${Math.random().toString(36).slice(2)}.com`)
      await expect(remove(id, wish)).rejects.toMatchObject({ refusal })
    },
  )

  it('is not for the domain of another account', async () => {
    const bert = await platform.account()
    const { id } = await platform.active(anna, 'annas.com')
    await expect(remove(id, {}, bert)).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })
})
