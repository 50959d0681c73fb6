import { approveTransfer, rejectTransfer, requestTransfer } from '@nameyard/epp/domain/transfer'
import { eventually } from '@nameyard/testing/eventually'
import { person, startPlatform, type Platform } from './platform'
import { charges, openRival, order, type Rival } from './registry-life'

let platform: Platform
let rival: Rival

beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
  await platform.worker()
  rival = await openRival(platform)
})
afterAll(async () => {
  await rival?.close()
  await platform?.close()
})

/** A domain of ours, registered for a year. */
async function registered(name: string) {
  const end = await platform.ended(await platform.submit(name))
  expect(end).toMatchObject({ outcome: 'done' })
  return end.registry
}
const dayOf = (instant = '') => instant.slice(0, 10)
const yearsLater = (instant: string, years: number) => {
  const date = new Date(instant)
  return dayOf(new Date(date.setUTCFullYear(date.getUTCFullYear() + years)).toISOString())
}

/** What may happen to a command on its way, and to its answer. */
const mishaps = ['none', 'drop-response', 'drop-request', 'close-before-answer', 'garbage', 'wrong-trid'] as const
const plant = (kind: (typeof mishaps)[number], command: string, object: string) =>
  kind === 'none' ? Promise.resolve() : platform.fault({ command, object, kind }).then(() => undefined)

describe('a renewal', () => {
  it.each(mishaps)('prolongs the domain once (%s)', async (mishap) => {
    const name = `renewed-${mishap}.com`
    const { expiresAt = '' } = await registered(name)
    await plant(mishap, 'domain:renew', name)
    const period = { value: 2, unit: 'y' } as const
    const end = await platform.ended(
      await order(platform, 'domain.renew', name, { expiresOn: dayOf(expiresAt), period }),
    )
    expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
    expect(dayOf(end.registry.expiresAt)).toBe(yearsLater(expiresAt, 2))
    expect(await charges(platform, name)).toEqual(['create', 'renew'])
  })

  it('of another state of the domain is refused, and tells the state', async () => {
    const name = 'renewed-before.com'
    const { expiresAt = '' } = await registered(name)
    const period = { value: 1, unit: 'y' } as const
    const end = await platform.ended(await order(platform, 'domain.renew', name, { expiresOn: '2020-01-01', period }))
    expect(end).toMatchObject({ outcome: 'refused', reason: { code: 2306 }, registry: { expiresAt } })
  })

  it('lifts the status that stands in its way, and sets it again', async () => {
    const name = 'renewed-locked.com'
    const { expiresAt = '' } = await registered(name)
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

describe('a change', () => {
  const desired = () => ({
    registrant: person('New Owner'),
    contacts: { tech: person('New Tech') },
    nameservers: [{ name: 'ns2.nameserver.example' }, { name: 'ns3.nameserver.example' }],
    statuses: ['clientTransferProhibited' as const],
    zoneKeys: [{ flags: 257, protocol: 3, alg: 13, pubKey: Buffer.alloc(64, 7).toString('base64') }],
    authInfo: 'xY7#xY7#xY7#xY7#',
  })

  it.each(mishaps)('makes the domain what it shall be (%s)', async (mishap) => {
    const name = `changed-${mishap}.com`
    await registered(name)
    await plant(mishap, 'domain:update', name)
    const end = await platform.ended(await order(platform, 'domain.update', name, { desired: desired() }))
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

  it('that was made before is not sent', async () => {
    const name = 'changed-none.com'
    const operation = await order(platform, 'domain.trade', name, { desired: desired() })
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'done' })
    expect(await platform.journal(operation, 'domain:update')).toEqual([])
  })

  it('of keys is read back, and fails when the registry keeps what it has', async () => {
    const name = 'changed-in-vain.com'
    await registered(name)
    await platform.fault({ command: 'domain:update', object: name, kind: 'ignore-sec-dns', times: 2 })
    const { zoneKeys } = desired()
    const end = await platform.ended(await order(platform, 'domain.update', name, { desired: { zoneKeys } }))
    expect(end).toMatchObject({ outcome: 'failed', reason: { refusal: 'registry_refused' } })
    expect(end.reason?.text).toContain('DNSSEC')
    const again = await platform.ended(await order(platform, 'domain.update', name, { desired: { zoneKeys } }))
    expect(again).toMatchObject({ outcome: 'done' })
  })

  it('opens a domain that is sealed, and seals it again', async () => {
    const name = 'changed-sealed.com'
    await registered(name)
    const statuses = ['clientUpdateProhibited' as const]
    await platform.ended(await order(platform, 'domain.update', name, { desired: { statuses } }))
    const { nameservers } = desired()
    const end = await platform.ended(await order(platform, 'domain.update', name, { desired: { nameservers } }))
    expect(end).toMatchObject({ outcome: 'done', registry: { statuses } })
    const opened = await platform.ended(await order(platform, 'domain.update', name, { desired: { statuses: [] } }))
    expect(opened).toMatchObject({ outcome: 'done', registry: { statuses: ['ok'] } })
  })

  it('gives keys, nameservers and no contacts as the registry wants them', async () => {
    const { zoneKeys } = desired()
    const nameservers = [{ name: 'ns1.attributes.be', ip: '192.0.2.1' }, { name: 'ns.example.net' }]
    const end = await platform.ended(await platform.submit('attributes.be', { nameservers, zoneKeys }))
    expect(end).toMatchObject({ outcome: 'done', registry: { nameservers: ['ns.example.net', 'ns1.attributes.be'] } })
    const thin = await platform.ended(await platform.submit('no-contacts.thin', { zoneKeys }))
    expect(thin).toMatchObject({ outcome: 'done' })
    const changed = await platform.ended(
      await order(platform, 'domain.update', 'no-contacts.thin', { desired: desired() }),
    )
    expect(changed).toMatchObject({ outcome: 'done' })
  })
})

describe('hosts below the domain itself', () => {
  it('are made after it, and delegated to then', async () => {
    const name = 'own-hosts.com'
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

describe('a delete', () => {
  it.each(mishaps)('in the add grace period ends the domain at once (%s)', async (mishap) => {
    const name = `deleted-${mishap}.com`
    await registered(name)
    await plant(mishap, 'domain:delete', name)
    const end = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
    expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'missing' } })
    expect(await charges(platform, name)).toEqual(['create', '-create'])
  })

  it('of a locked domain lifts the lock', async () => {
    const name = 'deleted-locked.com'
    await registered(name)
    const statuses = ['clientDeleteProhibited' as const]
    await platform.ended(await order(platform, 'domain.update', name, { desired: { statuses } }))
    const end = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
    expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'missing' } })
  })
})

describe('a restore', () => {
  it.each(mishaps)('brings a deleted domain back once (%s)', async (mishap) => {
    const name = `restored-${mishap}.com`
    await registered(name)
    platform.clock.advance(6 * 86_400_000)
    const deleted = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
    expect(deleted).toMatchObject({
      outcome: 'done',
      registry: { statuses: ['pendingDelete'], graceStatuses: ['redemptionPeriod'] },
    })
    await plant(mishap, 'domain:update', name)
    const intent = { deletedAt: deleted.settledAt, reason: 'Registrant error' }
    const operation = await order(platform, 'domain.restore', name, intent)
    const end = await platform.ended(operation)
    expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'ours', statuses: ['ok'] } })
    expect(await charges(platform, name)).toEqual(['create', 'restore'])
    expect(await platform.creates(name, 'domain:update')).toBe(2)
  })

  it('needs no report where the registry wants none', async () => {
    const name = 'restored.be'
    await registered(name)
    const { settledAt } = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
    const operation = await order(platform, 'domain.restore', name, {
      deletedAt: settledAt,
      reason: 'Registrant error',
    })
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
    expect(await platform.journal(operation, 'domain:restore-report')).toEqual([])
  })

  it('of a domain that lives is done', async () => {
    const name = 'restored.be'
    const operation = await order(platform, 'domain.restore', name, { deletedAt: '2027-01-01T00:00:00Z', reason: 'x' })
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'done' })
  })
})

describe('a look', () => {
  it('tells what is true, whoever has the domain', async () => {
    const look = async (name: string) =>
      (await platform.ended(await order(platform, 'domain.inspect', name, {}))).registry
    await registered('looked-at.com')
    expect(await look('looked-at.com')).toMatchObject({
      presence: 'ours',
      statuses: ['ok'],
      graceStatuses: ['addPeriod'],
    })
    expect(await look('taken.com')).toMatchObject({ presence: 'foreign' })
    expect(await look('nowhere.com')).toEqual({ presence: 'missing' })
  })
})

describe('a transfer to us', () => {
  const authInfo = 'Rival-0ne-Code'
  const desired = {
    registrant: person('Gaining Owner'),
    contacts: { admin: person('Gaining Owner'), tech: person('Gaining Owner'), billing: person('Gaining Owner') },
    nameservers: [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }],
    authInfo: 'zZ9#zZ9#zZ9#zZ9#',
  }

  it.each([
    ['taken', 'none'],
    ['occupied', 'drop-response'],
    ['rival', 'drop-request'],
  ] as const)('takes over once the losing registrar agrees (%s.net, %s)', async (label, mishap) => {
    const name = `${label}.net`
    await plant(mishap, 'domain:transfer', name)
    const operation = await order(platform, 'domain.transfer', name, { authInfo, desired })
    await pendingAt(operation)
    await rival.does(approveTransfer(name))
    const end = await platform.ended(operation)
    expect(end).toMatchObject({
      outcome: 'done',
      registry: {
        presence: 'ours',
        nameservers: ['ns1.nameserver.example', 'ns2.nameserver.example'],
        authInfo: desired.authInfo,
      },
    })
    expect(await charges(platform, name)).toEqual(['transfer'])
  })

  it('is over when the losing registrar refuses', async () => {
    const name = 'taken.org'
    const operation = await order(platform, 'domain.transfer', name, { authInfo, desired })
    await pendingAt(operation)
    await rival.does(rejectTransfer(name))
    const end = await platform.ended(operation)
    expect(end).toMatchObject({
      outcome: 'refused',
      registry: { transfer: { status: 'clientRejected', direction: 'in' } },
    })
    expect(await charges(platform, name)).toEqual([])
  })

  it('can be taken back while it is pending', async () => {
    const name = 'occupied.org'
    const operation = await order(platform, 'domain.transfer', name, { authInfo, desired })
    await pendingAt(operation)
    await platform.fault({ command: 'domain:transfer', object: name, kind: 'drop-response' })
    const cancelled = await platform.ended(await order(platform, 'domain.transfer-cancel', name, {}))
    expect(cancelled).toMatchObject({ outcome: 'done', registry: { transfer: { status: 'clientCancelled' } } })
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'refused' })
  })

  it('needs the right code', async () => {
    const end = await platform.ended(
      await order(platform, 'domain.transfer', 'taken.info', { authInfo: 'wrong', desired }),
    )
    expect(end).toMatchObject({ outcome: 'refused', reason: { code: 2202, refusal: 'authcode_invalid' } })
  })

  it.each(['none', 'drop-response', 'drop-request'] as const)('may be immediate (%s)', async (mishap) => {
    const name = { none: 'taken.be', 'drop-response': 'occupied.be', 'drop-request': 'rival.be' }[mishap]
    await plant(mishap, 'domain:transfer', name)
    const end = await platform.ended(await order(platform, 'domain.transfer', name, { authInfo, desired }))
    expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'ours', authInfo: desired.authInfo } })
    expect(await charges(platform, name)).toEqual(['transfer'])
  })
})

describe('a transfer from us', () => {
  const authInfo = { pw: 'aB3#aB3#aB3#aB3#' }

  it.each(['none', 'drop-response', 'drop-request'] as const)('is approved (%s)', async (mishap) => {
    const name = `leaving-${mishap}.com`
    await registered(name)
    await rival.does(requestTransfer({ name, authInfo }))
    const seen = await platform.ended(await order(platform, 'domain.inspect', name, {}))
    expect(seen.registry.transfer).toMatchObject({ status: 'pending', direction: 'out' })
    await plant(mishap, 'domain:transfer', name)
    const end = await platform.ended(await order(platform, 'domain.transfer-approve', name, {}))
    expect(end).toMatchObject({
      outcome: 'done',
      registry: { presence: 'foreign', transfer: { status: 'clientApproved' } },
    })
  })

  it.each(['none', 'drop-response', 'drop-request'] as const)('is rejected (%s)', async (mishap) => {
    const name = `staying-${mishap}.com`
    await registered(name)
    await rival.does(requestTransfer({ name, authInfo }))
    await plant(mishap, 'domain:transfer', name)
    const end = await platform.ended(await order(platform, 'domain.transfer-reject', name, {}))
    expect(end).toMatchObject({
      outcome: 'done',
      registry: { presence: 'ours', transfer: { status: 'clientRejected' } },
    })
  })

  it('that nobody asked for cannot be answered', async () => {
    const name = 'nobody-asked.com'
    await registered(name)
    const end = await platform.ended(await order(platform, 'domain.transfer-reject', name, {}))
    expect(end).toMatchObject({ outcome: 'refused', reason: { refusal: 'transfer_not_pending', code: 2301 } })
  })
})

const pendingAt = (operation: string) =>
  eventually(async () => {
    platform.clock.advance(1_000)
    return (await platform.operation(operation))?.state === 'waiting'
  }, `the registry to keep ${operation} pending`)
