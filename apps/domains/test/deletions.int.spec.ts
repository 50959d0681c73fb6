import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteDomain } from '@nameyard/contracts/domains/delete-domain'
import { findRestoration } from '@nameyard/contracts/domains/find-restoration'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { getTimeline } from '@nameyard/contracts/domains/get-timeline'
import { orderRegistryCommand } from '@nameyard/contracts/domains/order-registry-command'
import { removeDomain } from '@nameyard/contracts/domains/remove-domain'
import { restoreDomain } from '@nameyard/contracts/domains/restore-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
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

const DAY = 86_400_000
const read = (id: number, by = anna) => platform.rpc.call(getDomain, { id }, by.call())
const remove = (id: number, over = {}, by = anna) => platform.rpc.call(deleteDomain, { id, ...over }, by.call())
const asked = (name: string, kind: string) =>
  registries.submitted.filter((each) => each.object === name && each.kind === kind)
const at = (instant: Date) => platform.clock.set(instant)

describe('a deletion', () => {
  const outOfGrace = () => at(new Date(platform.clock.now().getTime() + 6 * DAY))

  it('moves the domain to soft quarantine, and deletes it at the registry if the client skips that', async () => {
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
    await platform.settle(deleted, { registry: { presence: 'ours' } })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'redemption', removal_reason: 'owner' })
    await expect(remove(id)).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
  })

  it('within the add grace period purges the domain at once', async () => {
    const { id } = await platform.active(anna, 'mistaken.com')
    expect(await remove(id, { force_delete: true })).toEqual({ status: 'ACT' })
    const deleted = await platform.submitted('mistaken.com', 'domain.delete')
    expect(deleted.intent.freesHosts).toBe(true)
    await platform.settle(deleted, { registry: { presence: 'missing' } })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'purged', removal_reason: 'owner' })
  })

  it('that the registry refuses does not change the domain', async () => {
    const { id } = await platform.active(anna, 'inuse.nl')
    expect(await remove(id)).toEqual({ status: 'ACT' })
    const refused = await platform.submitted('inuse.nl', 'domain.delete')
    await platform.settle(refused, {
      outcome: 'refused',
      reason: { refusal: 'registry_refused', code: 2305, text: 'hosts in use' },
    })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active', removal_reason: null })
  })

  it('hides a failed order, and is refused for an order in progress', async () => {
    const { id } = await anna.create('hidden.com')
    await expect(remove(id)).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    await platform.settle(await platform.submitted('hidden.com'), { outcome: 'failed' })
    expect(await remove(id)).toEqual({ status: 'FAI' })
    await expect(read(id)).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })

  it.each([['deletion_type_invalid', { type: 'pushtoregistry' as const }]])(
    'is refused with %s for %j',
    async (refusal, input) => {
      const { id } = await platform.active(anna, `wrong${Math.random().toString(36).slice(2)}.com`)
      await expect(remove(id, input)).rejects.toMatchObject({ refusal })
    },
  )

  it('is refused for the domain of another account', async () => {
    const bert = await platform.account()
    const { id } = await platform.active(anna, 'annas.com')
    await expect(remove(id, {}, bert)).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })
})

describe("a registry's own command that an operator orders", () => {
  const ordered = (name: string) =>
    platform.rpc.call(
      orderRegistryCommand,
      { operator: 'maria', name, command: 'withdraw', data: {}, reason: 'asked by the registrant' },
      platform.worker.call(),
    )

  it('is sent once, charges nothing, and the domain follows what the registry shows', async () => {
    const { id } = await platform.active(anna, 'commanded.com')
    await eventually(async () => (await platform.balance(anna)).reserved === 0, 'no reservation left')
    const before = await platform.balance(anna)
    // The platform of this file does not wait for the registry.
    const unanswered = { name: 'commanded.com', resellerId: anna.resellerId, isDone: false, status: 'ACT' }
    expect(await ordered('COMMANDED.com.')).toMatchObject(unanswered)
    const sent = await platform.submitted('commanded.com', 'domain.verb')
    expect(sent.intent).toEqual({ name: 'commanded.com', verb: 'withdraw', data: {} })
    await platform.settle(sent, { registry: { presence: 'foreign' } })
    expect((await platform.rowOf(id)).phase).toBe('transferredAway')
    expect(await platform.balance(anna)).toEqual(before)
    await expect(ordered('commanded.com')).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })

  it('leaves the domain as it is when the registry refuses it', async () => {
    const { id } = await platform.active(anna, 'kept.com')
    await ordered('kept.com')
    const sent = await platform.submitted('kept.com', 'domain.verb')
    const reason = { refusal: 'registry_refused', text: 'the registry has no command withdraw' } as const
    await platform.settle(sent, { outcome: 'refused', reason, registry: { presence: 'ours' } })
    expect((await platform.rowOf(id)).phase).toBe('active')
  })

  it('is refused for a domain that is deleted and for one that is not here', async () => {
    const { id } = await platform.active(anna, 'leaving.com')
    await remove(id, { skip_soft_quarantine: true })
    await platform.submitted('leaving.com', 'domain.delete')
    await expect(ordered('leaving.com')).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    await expect(ordered('elsewhere.com')).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })
})

describe('a removal by an operator', () => {
  const removed = (name: string, by = 'maria') =>
    platform.rpc.call(removeDomain, { operator: by, name, reason: 'phishing' }, platform.worker.call())

  it('deletes a domain of any account without soft quarantine and without a charge', async () => {
    const bea = await platform.account()
    const { id } = await platform.active(bea, 'phishing.com')
    at(new Date(platform.clock.now().getTime() + 6 * DAY))
    await eventually(async () => (await platform.balance(bea)).reserved === 0, 'no reservation left')
    const before = await platform.balance(bea)
    expect(await removed('PHISHING.com.')).toMatchObject({ name: 'phishing.com', resellerId: bea.resellerId })
    const deleted = await platform.submitted('phishing.com', 'domain.delete')
    expect(deleted.intent.freesHosts).toBe(true)
    await expect(removed('phishing.com')).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    await platform.settle(deleted, { registry: { presence: 'ours' } })
    expect(await read(id, bea)).toMatchObject({ status: 'DEL', delete_status: 'quarantine', removal_reason: 'policy' })
    // The account cannot restore the domain, and the API does not offer it.
    const restore = platform.rpc.call(restoreDomain, { id }, bea.call())
    await expect(restore).rejects.toMatchObject({ refusal: 'restore_not_allowed' })
    expect((await read(id, bea)).restorable_until).toBe('0000-00-00 00:00:00')
    const { actions } = await platform.rpc.call(getTimeline, { id }, bea.call())
    expect(actions.map(({ operation }) => operation)).not.toContain('domains.restore')
    at(new Date(platform.clock.now().getTime() + 31 * DAY))
    await platform.fireTimer(id, 'redemption-end')
    await platform.settle(await platform.submitted('phishing.com', 'domain.inspect'), {
      registry: { presence: 'missing' },
    })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'purged', removal_reason: 'policy' })
    expect(await platform.balance(bea)).toEqual(before)
    await expect(removed('phishing.com')).rejects.toMatchObject({ refusal: 'domain_not_found' })
    const audited = async () => {
      const { rows } = await platform.sql.query(
        `select value as who, account, subject, body::json -> 'changes' as changes
         from customers.audit_entry join customers.audit_person using (account, seq) where event = 'domains.remove'`,
      )
      return rows.length > 0 && rows
    }
    expect(await eventually(audited, 'the audit trail')).toEqual([
      {
        who: platform.operator,
        account: bea.resellerId,
        subject: 'domain phishing.com',
        changes: { removal_reason: { from: null, to: 'policy' }, reason: { to: 'phishing' } },
      },
    ])
  })

  it('ends a soft quarantine, and replaces the removal reason', async () => {
    const { id } = await platform.active(anna, 'lapsed-phishing.com')
    at(new Date(platform.clock.now().getTime() + 6 * DAY))
    await remove(id)
    await removed('lapsed-phishing.com')
    await platform.settle(await platform.submitted('lapsed-phishing.com', 'domain.delete'), {
      registry: { presence: 'missing' },
    })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'purged', removal_reason: 'policy' })
  })

  it('that the registry refuses does not change the domain', async () => {
    const { id } = await platform.active(anna, 'kept-phishing.com')
    await removed('kept-phishing.com')
    const reason = { refusal: 'registry_refused' as const, code: 2304, text: 'serverDeleteProhibited' }
    const refused = await platform.submitted('kept-phishing.com', 'domain.delete')
    await platform.settle(refused, { outcome: 'refused', reason })
    expect(await platform.rowOf(id)).toMatchObject({ phase: 'active', removal_reason: null, retry_at: null })
  })

  it('is refused for an order in progress, and for an unknown name', async () => {
    await anna.create('early-phishing.com')
    await expect(removed('early-phishing.com')).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
    for (const unknown of ['nobodys.com', 'not a name'])
      await expect(removed(unknown)).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })
})

describe('the zone of a purged domain or failed transfer', () => {
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
  const purge = async (name: string, over = {}) => {
    const { id } = await platform.active(anna, name, over)
    await remove(id)
    await platform.settle(await platform.submitted(name, 'domain.delete'), { registry: { presence: 'missing' } })
    return id
  }
  const later = (hours: number) => at(new Date(platform.clock.now().getTime() + hours * (DAY / 24)))
  /** Cleans up the zone of another domain. All earlier clean-ups are done by then, because they run in order. */
  const finishCleanUps = async (label: string) => {
    await hasZone(label)
    const id = await purge(`${label}.com`)
    later(48)
    await platform.fireTimer(id, 'zone-cleanup')
    await eventually(async () => !(await zones(`${label}.com`))[0], `the deletion of the zone ${label}.com`)
  }

  it('is deleted once, two days later; zones of other names stay', async () => {
    await hasZone('cleaned')
    await hasZone('beside-cleaned')
    const id = await purge('cleaned.com')
    await platform.timersBecome(id, ['zone-cleanup'])
    later(47)
    await platform.fireTimer(id, 'zone-cleanup')
    expect(await zones('cleaned.com')).toEqual([true])
    later(1)
    await platform.fireTimer(id, 'zone-cleanup')
    await eventually(async () => !(await zones('cleaned.com'))[0], 'the deleted zone')
    await hasZone('cleaned')
    await platform.fireTimer(id, 'zone-cleanup')
    expect(await zones('beside-cleaned.com')).toEqual([true])
    await finishCleanUps('marker')
    expect(await zones('cleaned.com')).toEqual([false, true])
  })

  it('is deleted four weeks after a failed transfer if it is newer than the order, and stays if it is older', async () => {
    const failed = async (label: string) => {
      registries.taken.add(`${label}.com`)
      const order = { domain: { name: label, extension: 'com' }, owner_handle: anna.handle, auth_code: 'Secret-1' }
      const { id } = await platform.rpc.call(transferDomain, order, anna.call())
      return {
        id,
        end: async () =>
          platform.settle(await platform.submitted(`${label}.com`, 'domain.transfer'), { outcome: 'refused' }),
      }
    }
    await hasZone('was-there')
    later(1)
    const [there, made] = [await failed('was-there'), await failed('made-for-it')]
    later(1)
    await hasZone('made-for-it')
    await Promise.all([there.end(), made.end()])
    later(27 * 24)
    await platform.fireTimer(made.id, 'zone-cleanup')
    expect(await zones('made-for-it.com')).toEqual([true])
    later(25)
    await platform.fireTimer(there.id, 'zone-cleanup')
    await platform.fireTimer(made.id, 'zone-cleanup')
    await eventually(async () => !(await zones('made-for-it.com'))[0], 'the deleted zone')
    expect(await zones('was-there.com')).toEqual([true])
  })

  it('stays while the account has ordered the name again', async () => {
    await hasZone('ordered-again')
    const id = await purge('ordered-again.com')
    await anna.create('ordered-again.com', { comments: 'again' })
    later(49)
    await platform.fireTimer(id, 'zone-cleanup')
    await finishCleanUps('marked')
    expect(await zones('ordered-again.com')).toEqual([true])
  })
})

describe('domains.find-restoration', () => {
  const find = (name: string, by = anna) =>
    platform.rpc.call(findRestoration, { resellerId: by.resellerId, name }, platform.worker.call())
  const later = (days: number) => at(new Date(platform.clock.now().getTime() + days * DAY))

  it('returns a soft restore in the soft quarantine, and a restore at the registry after it', async () => {
    const { id } = await platform.active(anna, 'regretted.com')
    later(6)
    await remove(id)
    expect(await find('regretted.com')).toEqual({
      restoration: { operation: 'soft_restore', hasRenewal: false, hasPrivacy: false },
    })
    await remove(id, { skip_soft_quarantine: true })
    await platform.settle(await platform.submitted('regretted.com', 'domain.delete'), {
      registry: { presence: 'ours' },
    })
    expect(await find('regretted.com')).toEqual({
      restoration: { operation: 'restore', hasRenewal: false, hasPrivacy: false },
    })
    later(31)
    expect(await find('regretted.com')).toEqual({})
  })

  it('returns nothing for an active domain, for an unknown one, and for that of another account', async () => {
    const bert = await platform.account()
    const { id } = await platform.active(anna, 'kept-restorable.com')
    expect(await find('kept-restorable.com')).toEqual({})
    expect(await find('nowhere-restorable.com')).toEqual({})
    later(6)
    await remove(id)
    expect(await find('kept-restorable.com')).toHaveProperty('restoration')
    expect(await find('kept-restorable.com', bert)).toEqual({})
  })
})
