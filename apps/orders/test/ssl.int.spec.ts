import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { cancelSslOrder } from '@nameyard/contracts/orders/cancel-ssl-order'
import { reencryptAuthorityKeys } from '@nameyard/contracts/orders/reencrypt-authority-keys'
import { renewSslOrder } from '@nameyard/contracts/orders/renew-ssl-order'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { updateSslOrder } from '@nameyard/contracts/orders/update-ssl-order'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { startSslPlatform, type SslPlatform } from './ssl-platform'

/** Certificate orders with unavailable or late services, and over the years. */

const DAY_MS = 86_400_000
let platform: SslPlatform

beforeAll(async () => {
  platform = await startSslPlatform('963.00')
})
afterAll(() => platform?.close())
afterEach(async () => {
  // The reserved balance equals the open purchases.
  expect(await platform.violations()).toEqual([])
})

it('a certificate waits for an unavailable CA and is issued once when the CA is back', async () => {
  const id = await platform.place()
  await platform.becomes(id, 'ACT')
  await platform.startOrders({ CA_KEY_SECRET: 'x'.repeat(32) })
  const waiting = await platform.place()
  await platform.reports(waiting, 'CA_KEY_SECRET lacks the secret')
  expect((await platform.read(waiting)).status).toBe('REQ')
  const reencrypt = () => platform.party.rpc.call(reencryptAuthorityKeys, {}, platform.party.call())
  await expect(reencrypt()).rejects.toMatchObject({ refusal: 'certificates_unavailable' })
  await platform.startOrders({ CA_KEY_SECRET: `${'y'.repeat(32)},${'s'.repeat(32)}` })
  await platform.becomes(waiting, 'ACT')
  expect([await platform.issuedFor(waiting), await platform.capturesOf(waiting)]).toEqual([1, 1])
  expect([await reencrypt(), await reencrypt()]).toEqual([{ keys: 2 }, { keys: 0 }])
  // The old secret is no longer needed.
  await platform.startOrders({ CA_KEY_SECRET: 'y'.repeat(32) })
  await platform.becomes(await platform.place(), 'ACT')
  await platform.startOrders({ CA_KEY_SECRET: `${'s'.repeat(32)},${'y'.repeat(32)}` })
  await reencrypt()
  await platform.startOrders()
})

it('a certificate waits for name servers and for the dns service', async () => {
  await platform.stopDns()
  const id = await platform.place()
  await platform.reports(id, 'not available')
  await platform.startDns()
  await platform.becomes(id, 'ACT')
  await platform.startOrders({ PROOF_RESOLVERS: `127.0.0.1:${await freePort()}` })
  const waitingForDns = await platform.place()
  await platform.reports(waitingForDns, 'DNS does not answer')
  await platform.startOrders()
  await platform.becomes(waitingForDns, 'ACT')
  expect([await platform.issuedFor(waitingForDns), await platform.capturesOf(waitingForDns)]).toEqual([1, 1])
})

it('places a removed record again, and deletes it afterwards', async () => {
  await platform.startOrders({ PROOF_RESOLVERS: `127.0.0.1:${await freePort()}` })
  const id = await platform.place()
  await eventually(async () => (await platform.proofs()).length === 1, 'the record')
  const proofs = (await platform.proofs()).map(({ type, name, value }) => ({ type, name: `${name}.`, value }))
  await platform.party.rpc.call(updateZone, { name: 'hosted.org', records: { remove: proofs } }, platform.call())
  await platform.startOrders()
  await platform.becomes(id, 'ACT')
  await eventually(async () => (await platform.proofs()).length === 0, 'no record')
  await eventually(async () => (await platform.count('ssl_placed_proof')) === 0, 'no memory of the record')
  await platform.party.rpc.call(cancelSslOrder, { id }, platform.call())
  await platform.becomes(id, 'FAI')
})

it('a certificate is issued once by concurrent processes, and cancelled once by concurrent requests', async () => {
  const others = await Promise.all([1, 2].map(() => platform.replica({ SSL_SWEEP_SECONDS: '0.01' })))
  const id = await platform.place()
  await platform.becomes(id, 'ACT')
  expect([await platform.issuedFor(id), await platform.capturesOf(id)]).toEqual([1, 1])
  const cancels = Array.from({ length: 5 }, () => platform.party.rpc.call(cancelSslOrder, { id }, platform.call()))
  await Promise.allSettled(cancels)
  await platform.becomes(id, 'FAI')
  expect(await platform.count(`ledger_transaction where kind = 'refund'`)).toBe(2)
  expect(await platform.count('ca_certificate where revoked_at is not null')).toBe(2)
  await Promise.all(others.map((each) => each.close()))
})

it('a certificate is not issued while CAA records allow only other CAs', async () => {
  const change = (add: string, remove: readonly string[] = []) => {
    const caa = (value: string) => ({ type: 'CAA' as const, name: '', value, ttl: 600 })
    const records = { add: [caa(add)], remove: remove.map(caa) }
    return platform.party.rpc.call(updateZone, { name: 'hosted.org', records }, platform.call())
  }
  await change('0 issue "ca.example.net"')
  const id = await platform.place()
  await platform.reports(id, 'the CAA records of hosted.org do not let nameyard.example issue')
  expect([(await platform.read(id)).status, await platform.issuedFor(id), await platform.capturesOf(id)]).toEqual([
    'REQ',
    0,
    0,
  ])
  await change('0 issue "nameyard.example"')
  await platform.becomes(id, 'ACT')
  expect([await platform.issuedFor(id), await platform.capturesOf(id)]).toEqual([1, 1])
})

it('a record in a zone of this platform proves nothing for an account that does not control the name', async () => {
  platform.holds('hosted.org', platform.resellerId + 1)
  const id = await platform.place()
  await eventually(async () => {
    platform.advance(60_000)
    const { ca_status } = (await platform.read(id)).domain_validation_statuses
    if (!ca_status.includes('hosted.org is not under the control of this account')) throw new Error(ca_status)
    return true
  }, 'the reason')
  expect([await platform.issuedFor(id), (await platform.read(id)).status]).toEqual([0, 'REQ'])
  platform.holds('hosted.org')
  await platform.becomes(id, 'ACT')
  expect([await platform.issuedFor(id), await platform.capturesOf(id)]).toEqual([1, 1])
})

it('a certificate order is rejected and released when control is not proven within thirty days', async () => {
  const id = await platform.place({ csr: await platform.requestFor('nobodys.org') })
  await platform.reports(id, 'DNS does not answer')
  platform.advance(30 * DAY_MS)
  const { domain_validation_statuses } = await platform.becomes(id, 'REJ')
  expect(domain_validation_statuses.ca_status).toContain('30 days')
  expect([await platform.issuedFor(id), await platform.capturesOf(id)]).toEqual([0, 0])
})

test('refuses automatic renewal to a token without the scope purchase', async () => {
  const id = await platform.place({ start_provision: false })
  const call = platform.call()
  const withoutPurchase = { ...call, actor: { ...call.actor!, scope: ['read', 'write'] as const } }
  const update = (autorenew: 'on' | 'off', by = call) => platform.party.rpc.call(updateSslOrder, { id, autorenew }, by)
  await expect(update('on', withoutPurchase)).rejects.toMatchObject({
    refusal: 'scope_insufficient',
    details: { scope: 'purchase' },
  })
  await update('on')
  expect(await update('on', withoutPurchase)).toEqual({ id })
})

test('sends the first reminder of a certificate when its day comes during a check', async () => {
  const reminders = () => platform.mails().filter((mail) => mail.includes('expires soon')).length
  const id = await platform.place({})
  await platform.becomes(id, 'ACT')
  const proofs = await platform.transaction()
  const conclusion = await platform.transaction()
  await platform.sql.query('update orders.ssl_order set due_at = null where id = $1', [id])
  const due = () =>
    platform.sql.query('select claimed_until as "claimedUntil" from orders.ssl_order where id = $1', [id])
  await eventually(async () => (await due()).rows[0].claimedUntil === null, 'the end of the last check')
  await proofs.query('lock table orders.ssl_placed_proof in access exclusive mode')
  await platform.sql.query(`update orders.ssl_order set due_at = '2000-01-01' where id = $1`, [id])
  await eventually(async () => (await due()).rows[0].claimedUntil !== null, 'the check')
  await conclusion.query('select from orders.ssl_order where id = $1 for update', [id])
  await proofs.end()
  await conclusion.blocks('the end of the check')
  const before = reminders()
  platform.advance(336 * DAY_MS)
  await conclusion.end()
  await eventually(() => reminders() > before, 'a reminder')
})

it('a certificate is renewed automatically in its last month; when that fails, reminders are sent and it expires', async () => {
  // The credit suffices for one renewal only.
  const available = async () =>
    Number(
      (
        await platform.sql.query('select available from orders.ledger_account where reseller_id = $1', [
          platform.resellerId,
        ])
      ).rows[0].available,
    )
  const spare = await available()
  await platform.party.rpc.call(
    topUp,
    {
      resellerId: platform.resellerId,
      currency: 'EUR',
      amount: ((1800 + 900 - (spare % 900)) / 100).toFixed(2),
      key: 'more',
    },
    platform.party.call(),
  )
  const id = await platform.place({ autorenew: 'on' })
  const first = await platform.becomes(id, 'ACT')
  await expect(platform.party.rpc.call(renewSslOrder, { id }, platform.call())).rejects.toMatchObject({
    refusal: 'ssl_renewal_too_early',
  })
  while ((await available()) >= 1800) await platform.place({ start_provision: false })
  platform.advance(336 * DAY_MS)
  await eventually(async () => (await platform.issuedFor(id)) === 2, 'the renewal')
  const second = await platform.becomes(id, 'ACT')
  expect(second.expiration_date.slice(4)).toBe(first.expiration_date.slice(4))
  expect(Number(second.expiration_date.slice(0, 4))).toBe(Number(first.expiration_date.slice(0, 4)) + 1)
  expect(await platform.capturesOf(id)).toBe(2)
  while ((await available()) >= 900) await platform.place({ start_provision: false })
  platform.advance(366 * DAY_MS)
  const reminded = () => platform.mails().filter((mail) => mail.includes('expires soon'))
  await eventually(() => reminded().length > 0, 'a reminder')
  expect((await platform.read(id)).status).toBe('ACT')
  platform.advance(40 * DAY_MS)
  await platform.becomes(id, 'EXP')
  expect([await platform.issuedFor(id), await platform.capturesOf(id)]).toEqual([2, 2])
})
