import { customerErased } from '@nameyard/contracts/customers/customer-erased'
import { cancelSslOrder } from '@nameyard/contracts/orders/cancel-ssl-order'
import { personalDataOfOrders } from '@nameyard/contracts/orders/personal-data-of-orders'
import { eventually } from '@nameyard/testing/eventually'
import { startSslPlatform, type SslPlatform } from './ssl-platform'

let platform: SslPlatform

beforeAll(async () => {
  platform = await startSslPlatform('500.00')
})
afterAll(() => platform?.close())

const rowsOf = async (id: number) =>
  (
    await platform.sql.query('select csr <> $2 as "hasCsr", approver_email from orders.ssl_order where id = $1', [
      id,
      '',
    ])
  ).rows

it('lists the certificates of a customer, and erases the requests of ended ones with the customer', async () => {
  const draft = { start_provision: false, enable_dns_automation: false }
  const [ended, live] = [await platform.place(draft), await platform.place(draft)]
  const { organization_handle: handle } = await platform.read(ended)
  const subject = { kind: 'customer' as const, resellerId: platform.resellerId, handle }
  const { data } = await platform.party.rpc.call(personalDataOfOrders, { subject }, platform.party.call())
  expect(data).toMatchObject({
    certificates: [{ id: ended, common_name: 'hosted.org' }, { id: live }],
    dmarc_orders: [],
  })
  const stranger = { ...subject, resellerId: subject.resellerId + 1 }
  expect(
    (await platform.party.rpc.call(personalDataOfOrders, { subject: stranger }, platform.party.call())).data,
  ).toEqual({ certificates: [], dmarc_orders: [] })

  await platform.party.rpc.call(cancelSslOrder, { id: ended }, platform.call())
  const body = JSON.stringify({ resellerId: platform.resellerId, handle, erasedAt: platform.clock.now().toISOString() })
  const [messageId, correlationId] = ['01890000-0000-7000-8000-000000000001', 'r-1']
  await platform.party.publisher.publish([{ message: customerErased, body, messageId, correlationId }])
  await eventually(async () => (await rowsOf(ended))[0].hasCsr === false, 'the erasure')
  expect(await rowsOf(live)).toMatchObject([{ hasCsr: true }])
})
