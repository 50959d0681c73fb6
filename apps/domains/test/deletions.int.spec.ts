import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteDomain } from '@nameyard/contracts/domains/delete-domain'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { getTimeline } from '@nameyard/contracts/domains/get-timeline'
import { removeDomain } from '@nameyard/contracts/domains/remove-domain'
import { restoreDomain } from '@nameyard/contracts/domains/restore-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import { eventually } from '@nameyard/testing/eventually'
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
const asked = (name: string, kind: string) =>
  registries.submitted.filter((each) => each.object === name && each.kind === kind)
const at = (instant: Date) => platform.clock.set(instant)

describe('a deletion', () => {
  const outOfGrace = () => at(new Date(platform.clock.now().getTime() + 6 * DAY))

  it('goes to the soft quarantine, and from there to the registry when that is skipped', async () => {
    const { id } = await platform.active(anna, 'deleted.com')
    outOfGrace()
    expect(await remove(id)).toEqual({ status: 'DEL' })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'quarantine.soft', removal_reason: 'owner' })
    expect(await remove(id)).toEqual({ status: 'DEL' })
    expect(asked('deleted.com', 'domain.delete')).toEqual([])
    expect(await remove(id, { skip_soft_quarantine: true })).toEqual({ status: 'DEL' })
    const deleted = await platform.submitted('deleted.com', 'domain.delete')
    expect(deleted.intent.freesHosts).toBe(false)
    await expect(remove(id, { skip_soft_quarantine: true })).rejects.toMatchObject({
      refusal: 'domain_status_prohibits',
    })
    await platform.told(deleted, { registry: { presence: 'ours' } })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'quarantine.hard', removal_reason: 'owner' })
    await expect(remove(id)).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
  })

  it('within the add grace ends the domain at once', async () => {
    const { id } = await platform.active(anna, 'mistaken.com')
    expect(await remove(id, { force_delete: true })).toEqual({ status: 'ACT' })
    const deleted = await platform.submitted('mistaken.com', 'domain.delete')
    expect(deleted.intent.freesHosts).toBe(true)
    await platform.told(deleted, { registry: { presence: 'missing' } })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'gone', removal_reason: 'owner' })
  })

  it('that the registry refuses leaves the domain as it was', async () => {
    const { id } = await platform.active(anna, 'inuse.nl')
    expect(await remove(id)).toEqual({ status: 'ACT' })
    const refused = await platform.submitted('inuse.nl', 'domain.delete')
    await platform.told(refused, {
      outcome: 'refused',
      reason: { refusal: 'registry_refused', code: 2305, text: 'hosts in use' },
    })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active', removal_reason: null })
  })

  it('hides a failed order, and is refused for one that is on its way', async () => {
    const { id } = await anna.create('hidden.com')
    await expect(remove(id)).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    await platform.told(await platform.submitted('hidden.com'), { outcome: 'failed' })
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
    await platform.told(deleted, { registry: { presence: 'ours' } })
    expect(await read(id, bea)).toMatchObject({ status: 'DEL', delete_status: 'quarantine', removal_reason: 'policy' })
    // It stays removed: the account cannot bring it back, and is not told that it could.
    const restore = platform.rpc.call(restoreDomain, { id }, bea.call())
    await expect(restore).rejects.toMatchObject({ refusal: 'restore_not_allowed' })
    expect((await read(id, bea)).restorable_until).toBe('0000-00-00 00:00:00')
    const { actions } = await platform.rpc.call(getTimeline, { id }, bea.call())
    expect(actions.map(({ operation }) => operation)).not.toContain('domains.restore')
    at(new Date(platform.clock.now().getTime() + 31 * DAY))
    await platform.due(id, 'redemption-end')
    await platform.told(await platform.submitted('phishing.com', 'domain.inspect'), {
      registry: { presence: 'missing' },
    })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'gone', removal_reason: 'policy' })
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
    await platform.told(await platform.submitted('lapsed-phishing.com', 'domain.delete'), {
      registry: { presence: 'missing' },
    })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'gone', removal_reason: 'policy' })
  })

  it('that the registry refuses leaves the domain as it was', async () => {
    const { id } = await platform.active(anna, 'kept-phishing.com')
    await removed('kept-phishing.com')
    const reason = { refusal: 'registry_refused' as const, code: 2304, text: 'serverDeleteProhibited' }
    const refused = await platform.submitted('kept-phishing.com', 'domain.delete')
    await platform.told(refused, { outcome: 'refused', reason })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active', removal_reason: null, retry_at: null })
  })

  it('is refused for an order that is on its way, and for a name that nobody has', async () => {
    await anna.create('early-phishing.com')
    await expect(removed('early-phishing.com')).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    for (const nobodys of ['nobodys.com', 'not a name'])
      await expect(removed(nobodys)).rejects.toMatchObject({ refusal: 'domain_not_found' })
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
    await platform.told(await platform.submitted(name, 'domain.delete'), { registry: { presence: 'missing' } })
    return id
  }
  const later = (hours: number) => at(new Date(platform.clock.now().getTime() + hours * (DAY / 24)))
  /** Cleans up behind a domain of its own: what was asked for before has been carried out by then. */
  const cleanedUpAfter = async (label: string) => {
    await hasZone(label)
    const id = await gone(`${label}.com`)
    later(48)
    await platform.due(id, 'zone-cleanup')
    await eventually(async () => !(await zones(`${label}.com`))[0], `the zone of ${label}.com gone`)
  }

  it('is taken away two days after it, once; not the zone of another name', async () => {
    await hasZone('cleaned')
    await hasZone('beside-cleaned')
    const id = await gone('cleaned.com')
    await platform.timersBecome(id, ['zone-cleanup'])
    later(47)
    await platform.due(id, 'zone-cleanup')
    expect(await zones('cleaned.com')).toEqual([true])
    later(1)
    await platform.due(id, 'zone-cleanup')
    await eventually(async () => !(await zones('cleaned.com'))[0], 'the zone gone')
    await hasZone('cleaned')
    await platform.due(id, 'zone-cleanup')
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
        end: async () =>
          platform.told(await platform.submitted(`${label}.com`, 'domain.transfer'), { outcome: 'refused' }),
      }
    }
    await hasZone('was-there')
    later(1)
    const [there, made] = [await failed('was-there'), await failed('made-for-it')]
    later(1)
    await hasZone('made-for-it')
    await Promise.all([there.end(), made.end()])
    later(27 * 24)
    await platform.due(made.id, 'zone-cleanup')
    expect(await zones('made-for-it.com')).toEqual([true])
    later(25)
    await platform.due(there.id, 'zone-cleanup')
    await platform.due(made.id, 'zone-cleanup')
    await eventually(async () => !(await zones('made-for-it.com'))[0], 'the zone gone')
    expect(await zones('was-there.com')).toEqual([true])
  })

  it('stays while the account has ordered the name again', async () => {
    await hasZone('ordered-again')
    const id = await gone('ordered-again.com')
    await anna.create('ordered-again.com', { comments: 'again' })
    later(49)
    await platform.due(id, 'zone-cleanup')
    await cleanedUpAfter('marked')
    expect(await zones('ordered-again.com')).toEqual([true])
  })
})
