import { eventually } from '@nameyard/testing/eventually'
import { contactId } from '../src/dialects/contact'
import { person, startPlatform, type Platform } from './platform'
import { charges, order, plant, registered, someFaults } from './registry-lifecycle'

let platform: Platform

beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
  await platform.worker()
})
afterAll(() => platform?.close())

const dayOf = (instant = '') => instant.slice(0, 10)
const yearsLater = (instant: string, years: number) => {
  const date = new Date(instant)
  return dayOf(new Date(date.setUTCFullYear(date.getUTCFullYear() + years)).toISOString())
}

describe('a renewal', () => {
  it.each(someFaults())('prolongs the domain once (%s)', async (fault) => {
    const name = `renewed-${fault}.org`
    const { expiresAt = '' } = await registered(platform, name)
    await plant(platform, fault, 'domain:renew', name)
    const period = { value: 2, unit: 'y' } as const
    const end = await platform.ended(
      await order(platform, 'domain.renew', name, { expiresOn: dayOf(expiresAt), period }),
    )
    expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
    expect(dayOf(end.registry.expiresAt)).toBe(yearsLater(expiresAt, 2))
    expect(await charges(platform, name)).toEqual(['create', 'renew'])
  })

  it.each([2306, 2004, 2105])(
    'is done when the registry refuses it with %d because it has renewed the domain already',
    async (code) => {
      const name = `renewed-by-registry-${code}.org`
      const { expiresAt = '' } = await registered(platform, name)
      await platform.age(name, (Date.parse(expiresAt) - platform.clock.now().getTime()) / 1000 - 60)
      const { registry: ending } = await platform.ended(await order(platform, 'domain.inspect', name, {}))
      platform.clock.advance(120_000)
      if (code !== 2306) await platform.fault({ command: 'domain:renew', object: name, kind: 'inject-code', code })
      const period = { value: 1, unit: 'y' } as const
      const expiresOn = dayOf(ending.expiresAt)
      const operation = await order(platform, 'domain.renew', name, { expiresOn, period })
      const end = await platform.ended(operation)
      expect(await platform.journal(operation, 'domain:renew')).toEqual([`answered ${code}`])
      expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
      expect(dayOf(end.registry.expiresAt)).toBe(yearsLater(ending.expiresAt ?? '', 1))
      expect(await charges(platform, name)).toEqual(['create', 'auto-renew'])
    },
  )

  it('is refused and not sent again when the registry refuses and the expiry date is unchanged', async () => {
    const name = 'renewed-never.org'
    const { expiresAt = '' } = await registered(platform, name)
    await platform.fault({ command: 'domain:renew', object: name, kind: 'inject-code', code: 2306 })
    const period = { value: 1, unit: 'y' } as const
    const operation = await order(platform, 'domain.renew', name, { expiresOn: dayOf(expiresAt), period })
    expect(await platform.ended(operation)).toMatchObject({
      outcome: 'refused',
      reason: { code: 2306 },
      registry: { expiresAt },
    })
    expect(await platform.journal(operation, 'domain:renew')).toEqual(['answered 2306'])
  })

  it('for an old expiry date is refused, and reports the current one', async () => {
    const name = 'renewed-before.org'
    const { expiresAt = '' } = await registered(platform, name)
    const period = { value: 1, unit: 'y' } as const
    const end = await platform.ended(await order(platform, 'domain.renew', name, { expiresOn: '2020-01-01', period }))
    expect(end).toMatchObject({ outcome: 'refused', reason: { code: 2306 }, registry: { expiresAt } })
  })

  it('removes the prohibiting status and sets it again', async () => {
    const name = 'renewed-locked.org'
    const { expiresAt = '' } = await registered(platform, name)
    const statuses = ['clientRenewProhibited', 'clientUpdateProhibited'] as const
    await platform.ended(await order(platform, 'domain.update', name, { desired: { statuses: [...statuses] } }))
    const period = { value: 1, unit: 'y' } as const
    const operation = await order(platform, 'domain.renew', name, { expiresOn: dayOf(expiresAt), period })
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'done' })
    const seen = await platform.ended(await order(platform, 'domain.inspect', name, {}))
    expect(seen.registry.statuses?.sort()).toEqual([...statuses])
    expect(dayOf(seen.registry.expiresAt)).toBe(yearsLater(expiresAt, 1))
  })
})

describe('an update', () => {
  const desired = () => ({
    registrant: person('New Owner'),
    contacts: { tech: person('New Tech') },
    nameservers: [{ name: 'ns2.nameserver.example' }, { name: 'ns3.nameserver.example' }],
    statuses: ['clientTransferProhibited' as const],
    zoneKeys: [{ flags: 257, protocol: 3, alg: 13, pubKey: Buffer.alloc(64, 7).toString('base64') }],
    authInfo: 'xY7#xY7#xY7#xY7#',
  })

  it.each(someFaults())('brings the domain into the desired state (%s)', async (fault) => {
    const name = `changed-${fault}.org`
    await registered(platform, name)
    await plant(platform, fault, 'domain:update', name)
    const operation = await order(platform, 'domain.update', name, { desired: desired() })
    const end = await platform.ended(operation)
    expect((await platform.journal(operation, 'domain:update'))[0]).toBe(
      fault === 'none' ? 'answered 1000' : 'reconciled',
    )
    expect(end).toMatchObject({
      outcome: 'done',
      registry: {
        nameservers: ['ns2.nameserver.example', 'ns3.nameserver.example'],
        statuses: ['clientTransferProhibited'],
        authInfo: 'xY7#xY7#xY7#xY7#',
      },
    })
    expect(await platform.creates(name, 'domain:update')).toBe(1)
  })

  it('without a difference sends no command', async () => {
    const name = 'changed-none.org'
    const operation = await order(platform, 'domain.trade', name, { desired: desired() })
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'done' })
    expect(await platform.journal(operation, 'domain:update')).toEqual([])
  })

  it('sets clientHold first, even if the registry refuses the rest', async () => {
    const name = 'changed-on-hold.org'
    await registered(platform, name)
    const nameservers = [{ name: 'ns1.not-there.org' }, { name: 'ns2.not-there.org' }]
    const statuses = ['clientHold' as const, 'clientTransferProhibited' as const]
    const end = await platform.ended(
      await order(platform, 'domain.update', name, { desired: { nameservers, statuses } }),
    )
    expect(end).toMatchObject({
      outcome: 'refused',
      reason: { refusal: 'registry_refused', code: 2303, subject: 'nameserver ns1.not-there.org' },
      registry: { statuses: ['clientHold'] },
    })
    const lifted = await order(platform, 'domain.update', name, { desired: { nameservers, statuses: [] } })
    expect(await platform.ended(lifted)).toMatchObject({ outcome: 'refused', registry: { statuses: ['ok'] } })
  })

  it('sets a lock even if the nameservers cannot be created', async () => {
    const name = 'changed-lock-only.org'
    await registered(platform, name)
    const nameservers = [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }]
    await platform.fault({ command: 'host:check', kind: 'inject-code', code: 2400 })
    const statuses = ['clientTransferProhibited' as const]
    const end = await platform.ended(
      await order(platform, 'domain.update', name, { desired: { nameservers, statuses } }),
    )
    expect(end).toMatchObject({ outcome: 'done', registry: { statuses } })
  })

  it('is refused after repeated 2303', async () => {
    const name = 'changed-missing.org'
    await registered(platform, name)
    await platform.fault({ command: 'domain:update', object: name, kind: 'inject-code', code: 2303, times: 50 })
    const { nameservers } = desired()
    const operation = await order(platform, 'domain.update', name, { desired: { nameservers } })
    const end = await platform.ended(operation)
    expect(end).toMatchObject({ outcome: 'refused', reason: { refusal: 'registry_refused', code: 2303 } })
    expect(await platform.journal(operation, 'domain:update')).toHaveLength(3)
  })

  it('changes the address of a host below the domain', async () => {
    const name = 'renumbered.org'
    const at = (ip: string) => ({ nameservers: [{ name: `ns1.${name}`, ip }, { name: 'ns1.nameserver.example' }] })
    await platform.ended(await platform.submit(name, at('198.51.100.1')))
    const end = await platform.ended(await order(platform, 'domain.update', name, { desired: at('198.51.100.2') }))
    expect(end).toMatchObject({ outcome: 'done' })
    expect(await platform.creates(`ns1.${name}`, 'host:update')).toBe(1)
  })

  it('of keys is verified, and fails if the registry does not change them', async () => {
    const name = 'changed-in-vain.org'
    await registered(platform, name)
    await platform.fault({ command: 'domain:update', object: name, kind: 'ignore-sec-dns', times: 2 })
    const { zoneKeys } = desired()
    const end = await platform.ended(await order(platform, 'domain.update', name, { desired: { zoneKeys } }))
    expect(end).toMatchObject({ outcome: 'failed', reason: { refusal: 'registry_refused' } })
    expect(end.reason?.text).toContain('DNSSEC')
    const again = await platform.ended(await order(platform, 'domain.update', name, { desired: { zoneKeys } }))
    expect(again).toMatchObject({ outcome: 'done' })
  })

  it('removes clientUpdateProhibited and sets it again', async () => {
    const name = 'changed-sealed.org'
    await registered(platform, name)
    const statuses = ['clientUpdateProhibited' as const]
    await platform.ended(await order(platform, 'domain.update', name, { desired: { statuses } }))
    const { nameservers } = desired()
    const end = await platform.ended(await order(platform, 'domain.update', name, { desired: { nameservers } }))
    expect(end).toMatchObject({ outcome: 'done', registry: { statuses } })
    const opened = await platform.ended(await order(platform, 'domain.update', name, { desired: { statuses: [] } }))
    expect(opened).toMatchObject({ outcome: 'done', registry: { statuses: ['ok'] } })
  })

  it('sends keys and nameservers in the form of the registry, and no contacts to a thin one', async () => {
    const { zoneKeys } = desired()
    const nameservers = [{ name: 'ns1.attributes.be', ip: '192.0.2.1' }, { name: 'ns.example.net' }]
    await platform.ended(await platform.submit('attributes.be', { nameservers, zoneKeys }))
    const end = await platform.ended(await order(platform, 'domain.inspect', 'attributes.be', {}))
    expect(end).toMatchObject({ outcome: 'done', registry: { nameservers: ['ns.example.net', 'ns1.attributes.be'] } })
    const thin = await platform.ended(await platform.submit('no-contacts.thin', { zoneKeys }))
    expect(thin).toMatchObject({ outcome: 'done' })
    const changed = await platform.ended(
      await order(platform, 'domain.update', 'no-contacts.thin', { desired: desired() }),
    )
    expect(changed).toMatchObject({ outcome: 'done' })
  })
})

describe('linked objects of a domain', () => {
  it('are deleted when no object uses them any more', async () => {
    const name = 'drops.org'
    const [alone, shared] = ['ns1.alone.example', 'ns1.shared.example']
    const owner = person('Only Here')
    const intent = { registrant: owner, nameservers: [{ name: alone }, { name: shared }] }
    await platform.ended(await platform.submit(name, intent))
    await platform.ended(await platform.submit('shares.org', { nameservers: [{ name: shared }, { name: alone }] }))
    const nameservers = [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }]
    const desired = { registrant: person('Another'), nameservers }
    expect(await platform.ended(await order(platform, 'domain.update', name, { desired }))).toMatchObject({
      outcome: 'done',
    })
    expect(await platform.creates(contactId(owner), 'contact:delete')).toBe(1)
    expect(await platform.audit({ object: alone, command: 'host:delete' })).toEqual([])
    await platform.ended(
      await order(platform, 'domain.update', 'shares.org', {
        desired: { nameservers: [{ name: shared }, ...nameservers] },
      }),
    )
    expect(await platform.creates(alone, 'host:delete')).toBe(1)
    expect(await platform.audit({ object: shared, command: 'host:delete' })).toEqual([])
  })
})

describe('hosts below the domain itself', () => {
  it('are renamed when other domains use them, so that the domain can be deleted', async () => {
    const name = 'below.org'
    const host = `ns1.${name}`
    const nameservers = [{ name: host, ip: '198.51.100.1' }, { name: 'ns1.nameserver.example' }]
    await platform.ended(await platform.submit(name, { nameservers }))
    await platform.ended(await platform.submit('depends.org', { nameservers }))
    const statuses = ['clientDeleteProhibited' as const, 'clientUpdateProhibited' as const]
    await platform.ended(await order(platform, 'domain.update', name, { desired: { statuses } }))
    const refused = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
    expect(refused).toMatchObject({ outcome: 'refused', reason: { code: 2305 }, registry: { presence: 'ours' } })
    const locked = await platform.ended(await order(platform, 'domain.inspect', name, {}))
    expect(locked.registry.statuses?.sort()).toEqual(statuses)
    await platform.fault({ command: 'host:update', object: host, kind: 'drop-response' })
    const operation = await order(platform, 'domain.delete', name, { freesHosts: true })
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'done', registry: { presence: 'missing' } })
    const { registry } = await platform.ended(await order(platform, 'domain.inspect', 'depends.org', {}))
    expect(registry.nameservers?.filter((each) => each.endsWith('.sacrificial.invalid'))).toHaveLength(1)
    expect(await platform.creates(host, 'host:update')).toBe(1)
  })

  it('are created after it, and then delegated to', async () => {
    const name = 'own-hosts.org'
    const nameservers = [
      { name: `ns1.${name}`, ip: '198.51.100.1' },
      { name: `ns2.${name}`, ip: '198.51.100.2', ip6: '2001:db8:1::2' },
    ]
    await platform.fault({ command: 'host:create', object: `ns1.${name}`, kind: 'drop-response' })
    await platform.fault({ command: 'domain:update', object: name, kind: 'close-before-answer' })
    const end = await platform.ended(await platform.submit(name, { nameservers }))
    expect(end).toMatchObject({ outcome: 'done', registry: { nameservers: [`ns1.${name}`, `ns2.${name}`] } })
    expect(await platform.creates(name)).toBe(1)
    expect(await platform.creates(`ns1.${name}`, 'host:create')).toBe(1)
    expect(await charges(platform, name)).toEqual(['create'])
  })
})

describe('a registry with pending processing', () => {
  it('answers an update 1001 and settles it later', async () => {
    const name = 'thinking.async'
    const create = await platform.submit(name)
    expect((await platform.ended(create)).outcome).toBe('done')
    expect(platform.pendingOf(create)).toHaveLength(1)
    const update = await order(platform, 'domain.update', name, { desired: { statuses: ['clientHold'] } })
    expect(await platform.ended(update)).toMatchObject({ outcome: 'done', registry: { statuses: ['clientHold'] } })
    expect(platform.pendingOf(update)).toMatchObject([{ registry: { statuses: ['pendingUpdate'] } }])
    expect(await platform.journal(update, 'domain:update')).toEqual(['answered 1001'])
    await platform.fault({ command: 'domain:update', object: name, kind: 'drop-response' })
    const lost = await order(platform, 'domain.update', name, { desired: { statuses: [] } })
    expect(await platform.ended(lost)).toMatchObject({ outcome: 'done', registry: { statuses: ['ok'] } })
    expect(await platform.journal(lost, 'domain:update')).toHaveLength(1)
  })
})

describe('a negative pending action result', () => {
  const pending = (operation: string) =>
    eventually(() => platform.pendingOf(operation)[0], `operation ${operation} pending at the registry`)

  it('of a create leaves the name free', async () => {
    const name = 'refused-create.async'
    const create = await platform.submit(name)
    await pending(create)
    await platform.decide(name, false)
    expect(await platform.ended(create)).toMatchObject({ outcome: 'refused', reason: { refusal: 'registry_refused' } })
    expect(await charges(platform, name)).toEqual(['create', '-create'])
  })

  it('of an update leaves the domain unchanged', async () => {
    const name = 'refused-change.async'
    await registered(platform, name)
    const update = await order(platform, 'domain.update', name, { desired: { statuses: ['clientHold'] } })
    await pending(update)
    await platform.decide(name, false)
    expect(await platform.ended(update)).toMatchObject({
      outcome: 'refused',
      reason: { refusal: 'registry_refused' },
      registry: { presence: 'ours', statuses: ['ok'] },
    })
    expect(await platform.creates(name, 'domain:update')).toBe(0)
  })
})

describe('a delete', () => {
  it.each(someFaults())('in the add grace period ends the domain at once (%s)', async (fault) => {
    const name = `deleted-${fault}.org`
    await registered(platform, name)
    await plant(platform, fault, 'domain:delete', name)
    const end = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
    expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'missing' } })
    expect(await charges(platform, name)).toEqual(['create', '-create'])
  })

  it('of a locked domain removes the lock', async () => {
    const name = 'deleted-locked.org'
    await registered(platform, name)
    const statuses = ['clientDeleteProhibited' as const]
    await platform.ended(await order(platform, 'domain.update', name, { desired: { statuses } }))
    const end = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
    expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'missing' } })
  })
})

describe('a restore', () => {
  it.each(someFaults())('restores a deleted domain once (%s)', async (fault) => {
    const name = `restored-${fault}.org`
    await registered(platform, name)
    platform.clock.advance(6 * 86_400_000)
    const deleted = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
    expect(deleted).toMatchObject({
      outcome: 'done',
      registry: { statuses: ['pendingDelete'], graceStatuses: ['redemptionPeriod'] },
    })
    await plant(platform, fault, 'domain:update', name)
    const intent = { deletedAt: deleted.settledAt, reason: 'Registrant error' }
    const operation = await order(platform, 'domain.restore', name, intent)
    const end = await platform.ended(operation)
    expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'ours', statuses: ['ok'] } })
    expect(await charges(platform, name)).toEqual(['create', 'restore'])
    expect(await platform.creates(name, 'domain:update')).toBe(2)
  })

  it('needs no report when the registry requires none', async () => {
    const name = 'restored.be'
    await registered(platform, name)
    const { settledAt } = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
    const operation = await order(platform, 'domain.restore', name, {
      deletedAt: settledAt,
      reason: 'Registrant error',
    })
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
    expect(await platform.journal(operation, 'domain:restore-report')).toEqual([])
  })

  it('of a registered domain is done', async () => {
    const name = 'restored.be'
    const operation = await order(platform, 'domain.restore', name, { deletedAt: '2027-01-01T00:00:00Z', reason: 'x' })
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'done' })
  })
})

describe('an inspection', () => {
  it('returns the state of the domain of any registrar', async () => {
    const look = async (name: string) =>
      (await platform.ended(await order(platform, 'domain.inspect', name, {}))).registry
    await registered(platform, 'looked-at.org')
    expect(await look('looked-at.org')).toMatchObject({
      presence: 'ours',
      statuses: ['ok'],
      graceStatuses: ['addPeriod'],
    })
    expect(await look('taken.org')).toMatchObject({ presence: 'foreign' })
    expect(await look('nowhere.org')).toEqual({ presence: 'missing' })
  })
})
