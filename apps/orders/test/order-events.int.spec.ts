import { sslOrderState } from '@nameyard/contracts/events/catalogue/ssl-order-events'
import { cancelSslOrder } from '@nameyard/contracts/orders/cancel-ssl-order'
import { reissueSslOrder } from '@nameyard/contracts/orders/reissue-ssl-order'
import { renewSslOrder } from '@nameyard/contracts/orders/renew-ssl-order'
import { updateSslOrder } from '@nameyard/contracts/orders/update-ssl-order'
import { storedEvents } from '@nameyard/testing/account-events'
import { eventually } from '@nameyard/testing/eventually'
import { startDmarcPlatform, type Account, type DmarcPlatform } from './dmarc-platform'
import { startSslPlatform, type SslPlatform } from './ssl-platform'

/** The lives of certificate orders and of e-mail DMARC orders in the account events. */

const DAY_MS = 86_400_000

describe('the events of a certificate order', () => {
  let platform: SslPlatform
  beforeAll(async () => void (platform = await startSslPlatform('963.00')))
  afterAll(() => platform?.close())

  /** Waits until an order has events of these types, and compares the last one with the read. */
  async function expectEvents(id: number, types: readonly string[]): Promise<void> {
    const events = () => storedEvents(platform.sql, 'orders', `ssl/orders/${id}`)
    await eventually(async () => (await events()).length >= types.length, `the events ${types.join(', ')}`)
    const told = await events()
    expect(told.map(({ type }) => type)).toEqual(types.map((type) => `ssl-order.${type}`))
    const {
      additional_data: _proofs,
      csr: _csr,
      email_approver: _approver,
      email_reissue: _reissue,
      ...shown
    } = await platform.read(id)
    const { ca_status: _status, ...domain_validation_statuses } = shown.domain_validation_statuses
    expect(told.at(-1)).toMatchObject({
      resellerId: platform.resellerId,
      state: { ...shown, domain_validation_statuses },
    })
    for (const { state } of told) expect(sslOrderState.strict().parse(state)).toEqual(state)
  }

  it('tell its whole life, and neither proofs nor addresses', async () => {
    const { rpc } = platform.party
    const id = await platform.place({ start_provision: false })
    await expectEvents(id, ['ordered'])
    await rpc.call(updateSslOrder, { id, autorenew: 'off' }, platform.call())
    await rpc.call(updateSslOrder, { id, start_provision: true }, platform.call())
    await platform.becomes(id, 'ACT')
    const issued = ['ordered', 'changed', 'proofs-pending', 'issued']
    await expectEvents(id, issued)
    await rpc.call(reissueSslOrder, { id, csr: await platform.requestFor('www.hosted.org') }, platform.call())
    await platform.becomes(id, 'ACT')
    const reissued = [...issued, 'proofs-pending', 'reissued']
    await expectEvents(id, reissued)
    platform.advance(340 * DAY_MS)
    const expiring = [...reissued, 'expiring']
    await expectEvents(id, expiring)
    await rpc.call(renewSslOrder, { id }, platform.call())
    await platform.becomes(id, 'ACT')
    const renewed = [...expiring, 'proofs-pending', 'renewed']
    await expectEvents(id, renewed)
    await rpc.call(cancelSslOrder, { id }, platform.call())
    await platform.becomes(id, 'FAI')
    await expectEvents(id, [...renewed, 'cancellation-requested', 'cancelled'])
  })

  it('tell at each reminder that it expires, with the date of its end', async () => {
    const id = await platform.place({ autorenew: 'off' })
    await platform.becomes(id, 'ACT')
    const types = ['ordered', 'proofs-pending', 'issued']
    const { expiration_date } = await platform.read(id)
    const until = (days: number) =>
      platform.advance(Date.parse(`${expiration_date}Z`) + 1_000 - days * DAY_MS - platform.clock.now().getTime())
    for (const days of [30, 14, 7, 3, 1]) {
      until(days)
      types.push('expiring')
      await expectEvents(id, types)
    }
    const told = await storedEvents(platform.sql, 'orders', `ssl/orders/${id}`)
    for (const { state } of told.slice(3)) expect(state).toMatchObject({ status: 'ACT', expiration_date })
    until(0)
    await expectEvents(id, [...types, 'expired'])
  })

  it('tell that it was not issued, and that it has expired', async () => {
    const failing = await platform.place({ csr: await platform.requestFor('nobodys.org') })
    const expiring = await platform.place()
    await platform.becomes(expiring, 'ACT')
    platform.advance(31 * DAY_MS)
    await platform.becomes(failing, 'REJ')
    await expectEvents(failing, ['ordered', 'proofs-pending', 'failed'])
    platform.advance(366 * DAY_MS)
    await platform.becomes(expiring, 'EXP')
    await expectEvents(expiring, ['ordered', 'proofs-pending', 'issued', 'expired'])
  })
})

describe('the events of an e-mail DMARC order', () => {
  let platform: DmarcPlatform
  beforeAll(async () => void (platform = await startDmarcPlatform()))
  afterAll(() => platform?.close())

  /** Places an order, and returns a check of its events, of which the last has what the read shows. */
  async function placed(by: Account, name: string) {
    const { id } = await platform.order(by, name)
    const expectEvents = async (...types: string[]) => {
      const events = await storedEvents(platform.sql, 'orders', `easydmarcs/${id}`)
      expect(events.map(({ type }) => type)).toEqual(types.map((type) => `dmarc-order.${type}`))
      expect(events.at(-1)).toMatchObject({ resellerId: by.resellerId, state: await platform.read(by, name) })
    }
    await expectEvents('ordered')
    return { id, expectEvents }
  }

  it('tell its activation, its renewal and its end', async () => {
    const name = 'told.com'
    const by = await platform.account('told')
    await platform.hold(by, name)
    await platform.zone(by, name)
    const { id, expectEvents } = await placed(by, name)
    await platform.becomes(by, { id }, 'ACT')
    await expectEvents('ordered', 'activated')
    const first = await platform.read(by, name)
    platform.clock.set(`${first.renew_at.replace(' ', 'T')}Z`)
    await eventually(async () => (await platform.read(by, name)).expired_at > first.expired_at, 'the renewed order')
    await expectEvents('ordered', 'activated', 'renewed')
    await platform.remove(by, id)
    await expectEvents('ordered', 'activated', 'renewed', 'deleted')
  })

  it('tell its failure, and that it was ordered again', async () => {
    const name = 'failing.com'
    const by = await platform.account('failing')
    await platform.hold(by, name)
    // Beside another record there can be no CNAME (RFC 1034 section 3.6.2), so the proof is never found.
    await platform.zone(by, name, { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=reject', ttl: 900 })
    const { id, expectEvents } = await placed(by, name)
    await platform.processed(id)
    platform.clock.advance(7 * DAY_MS)
    await platform.becomes(by, { id }, 'FAI')
    await expectEvents('ordered', 'failed')
    await platform.retry(by, id)
    await platform.remove(by, id)
    await expectEvents('ordered', 'failed', 'ordered', 'deleted')
  })
})
