import type { EppClient } from '../../test/epp-client'
import { domainCommand, resultCode, Sandbox } from '../../test/sandbox'

describe('seeded phases', () => {
  let sandbox: Sandbox
  let client: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
  })
  afterAll(() => sandbox.close())

  const shown = async (label: string) => {
    const response = await client.ask(domainCommand('info', `<d:name>phase-${label}.org</d:name>`))
    const all = (pattern: RegExp) => [...response.matchAll(pattern)].map(([, value]) => value)
    return [...all(/<domain:status s="(\w+)"/g), ...all(/<rgp:rgpStatus s="(\w+)"/g)].join(' ')
  }

  it.each([
    ['added', 'inactive addPeriod'],
    ['active', 'inactive'],
    ['held', 'clientHold serverHold inactive'],
    ['locked', 'clientTransferProhibited serverDeleteProhibited inactive'],
    ['renewed', 'inactive autoRenewPeriod'],
    ['transferring', 'pendingTransfer inactive'],
    ['redemption', 'pendingDelete inactive redemptionPeriod'],
    ['restoring', 'pendingDelete inactive pendingRestore'],
    ['deleting', 'pendingDelete inactive pendingDelete'],
  ])('exist at the start: %s', async (label, statuses) => {
    expect(await shown(label)).toBe(statuses)
  })

  it('do not stop a clock, except for a transfer that a registrar with a login waits for', async () => {
    const daysUntilNext = async () => {
      const { now, nextDue } = (await sandbox.control('GET', '/clock')).body
      return (Date.parse(nextDue!) - Date.parse(now!)) / 86_400_000
    }
    expect(await daysUntilNext()).toBeGreaterThan(300)
    const inner = '<d:name>phase-held.org</d:name><d:authInfo><d:pw>Bystander-0ne-Code</d:pw></d:authInfo>'
    const transfer = domainCommand('transfer', inner).replace('<transfer>', '<transfer op="request">')
    expect(resultCode(await client.ask(transfer))).toBe(1001)
    expect(await daysUntilNext()).toBeLessThan(6)
  })

  it('move to the next phase with time', async () => {
    const inner = '<d:name>phase-active.org</d:name><d:authInfo><d:pw>Bystander-0ne-Code</d:pw></d:authInfo>'
    const transfer = domainCommand('transfer', inner).replace('<transfer>', '<transfer op="request">')
    expect(resultCode(await client.ask(transfer))).toBe(1001)
    await sandbox.control('POST', '/clock/advance', { seconds: 22 * 86_400 })
    expect(await client.ask(domainCommand('info', '<d:name>phase-active.org</d:name>'))).toContain('clID>nameyard<')
    expect(await shown('transferring')).toBe('inactive')
    expect(await shown('redemption')).toBe('pendingDelete inactive pendingDelete')
    expect(await shown('restoring')).toBe('pendingDelete inactive pendingDelete')
    expect(await shown('deleting')).toBe('')
    expect(resultCode(await client.ask(domainCommand('info', '<d:name>phase-deleting.org</d:name>')))).toBe(2303)
  })
})
