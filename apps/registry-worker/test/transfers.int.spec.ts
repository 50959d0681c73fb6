import { approveTransfer, rejectTransfer, requestTransfer } from '@nameyard/epp/domain/transfer'
import { eventually } from '@nameyard/testing/eventually'
import { person, startPlatform, type Platform } from './platform'
import { charges, openRival, order, plant, registered, type Rival } from './registry-lifecycle'

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
  ] as const)('completes when the losing registrar approves it (%s.sandbox, %s)', async (label, fault) => {
    const name = `${label}.sandbox`
    await plant(platform, fault, 'domain:transfer', name)
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

  it('completes when the losing registrar does not answer, without a poll message', async () => {
    const name = 'rival.org'
    const locked = { ...desired, statuses: ['clientTransferProhibited' as const] }
    const operation = await order(platform, 'domain.transfer', name, { authInfo, desired: locked })
    await pendingAt(operation)
    await platform.fault({ registrar: 'nameyard', kind: 'suppress-poll' })
    platform.clock.advance(5 * 86_400_000 + 3 * 3_600_000)
    const end = await platform.ended(operation)
    expect(end).toMatchObject({
      outcome: 'done',
      registry: { presence: 'ours', statuses: ['clientTransferProhibited'], graceStatuses: ['transferPeriod'] },
    })
    expect(await charges(platform, name)).toEqual(['transfer'])
  })

  it('completes within an hour after an approval, without a poll message', async () => {
    const name = 'rival.info'
    const operation = await order(platform, 'domain.transfer', name, { authInfo, desired })
    await pendingAt(operation)
    await platform.fault({ registrar: 'nameyard', kind: 'suppress-poll' })
    await rival.does(approveTransfer(name))
    platform.clock.advance(3_601_000)
    await eventually(async () => (await platform.operation(operation))?.state === 'done', 'the observed transfer')
  })

  it('is refused when the losing registrar rejects it', async () => {
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

  it('can be cancelled while it is pending', async () => {
    const name = 'occupied.org'
    const operation = await order(platform, 'domain.transfer', name, { authInfo, desired })
    await pendingAt(operation)
    await platform.fault({ command: 'domain:transfer', object: name, kind: 'drop-response' })
    const cancelled = await platform.ended(await order(platform, 'domain.transfer-cancel', name, {}))
    expect(cancelled).toMatchObject({ outcome: 'done', registry: { transfer: { status: 'clientCancelled' } } })
    expect(await platform.ended(operation)).toMatchObject({ outcome: 'refused' })
  })

  it('is refused with a wrong authInfo', async () => {
    const end = await platform.ended(
      await order(platform, 'domain.transfer', 'taken.info', { authInfo: 'wrong', desired }),
    )
    expect(end).toMatchObject({ outcome: 'refused', reason: { code: 2202, refusal: 'authcode_invalid' } })
  })

  it.each(['none', 'drop-response', 'drop-request'] as const)(
    'completes at once where transfers are immediate (%s)',
    async (fault) => {
      const name = { none: 'taken.instant', 'drop-response': 'occupied.instant', 'drop-request': 'rival.instant' }[
        fault
      ]
      await plant(platform, fault, 'domain:transfer', name)
      const end = await platform.ended(await order(platform, 'domain.transfer', name, { authInfo, desired }))
      expect(end).toMatchObject({ outcome: 'done', registry: { presence: 'ours', authInfo: desired.authInfo } })
      expect(await charges(platform, name)).toEqual(['transfer'])
    },
  )
})

describe('a transfer from us', () => {
  const authInfo = { pw: 'aB3#aB3#aB3#aB3#' }

  it.each(['none', 'drop-response', 'drop-request'] as const)('is approved (%s)', async (fault) => {
    const name = `leaving-${fault}.sandbox`
    await registered(platform, name)
    await rival.does(requestTransfer({ name, authInfo }))
    const seen = await platform.ended(await order(platform, 'domain.inspect', name, {}))
    expect(seen.registry.transfer).toMatchObject({ status: 'pending', direction: 'out' })
    await plant(platform, fault, 'domain:transfer', name)
    const end = await platform.ended(await order(platform, 'domain.transfer-approve', name, {}))
    expect(end).toMatchObject({
      outcome: 'done',
      registry: { presence: 'foreign', transfer: { status: 'clientApproved' } },
    })
  })

  it.each(['none', 'drop-response', 'drop-request'] as const)('is rejected (%s)', async (fault) => {
    const name = `staying-${fault}.sandbox`
    await registered(platform, name)
    await rival.does(requestTransfer({ name, authInfo }))
    await plant(platform, fault, 'domain:transfer', name)
    const end = await platform.ended(await order(platform, 'domain.transfer-reject', name, {}))
    expect(end).toMatchObject({
      outcome: 'done',
      registry: { presence: 'ours', transfer: { status: 'clientRejected' } },
    })
  })

  it('cannot be answered when it was not requested', async () => {
    const name = 'nobody-asked.sandbox'
    await registered(platform, name)
    const end = await platform.ended(await order(platform, 'domain.transfer-reject', name, {}))
    expect(end).toMatchObject({ outcome: 'refused', reason: { refusal: 'transfer_not_pending', code: 2301 } })
  })
})

const pendingAt = (operation: string) =>
  eventually(async () => {
    platform.clock.advance(1_000)
    return (await platform.operation(operation))?.state === 'waiting'
  }, `operation ${operation} pending at the registry`)
