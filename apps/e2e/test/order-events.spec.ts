import { eventually } from '@nameyard/testing/eventually'
import { certificateRequest } from '../src/certificate-request'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** The money of an account as its reseller reads it in the event log: each event with what a read shows then. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

let platform: InProcess
let ask: Ask
let owner: string

beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('anna', '60')
  ;({ handle: owner } = await done('POST', '/v1/customers', { ...person, email: 'anna@example.com' }))
})
afterAll(() => platform?.close())

async function done(method: string, path: string, body?: object): Promise<Data> {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

const eventsOf = async (filter: string): Promise<Data[]> => (await done('GET', `/v1/events?${filter}`)).results

const typesOf = (events: Data[]): string[] => events.map(({ type }) => type)

describe('the events about money', () => {
  it('tell the payment, the reserve and the charge of an order, and that the credit is low', async () => {
    await done('POST', '/v1/domains', order('paid.com', owner))
    const moved = await eventually(async () => {
      const found = await eventsOf('type=transaction.*')
      return found.length === 2 && found
    }, 'the charge')
    expect(typesOf(moved)).toEqual(['transaction.paid', 'transaction.charged'])
    const { results } = await done('GET', '/v1/transactions?order=asc')
    expect(moved.map(({ data }) => data)).toEqual(results)
    expect(moved.map(({ subject }) => subject)).toEqual(
      results.map((each: Data) => `transactions/${each.reference_id}`),
    )
    const credit = await eventsOf('type=credit.*')
    expect(typesOf(credit)).toEqual(['credit.reserved', 'credit.low'])
    const account = await done('GET', '/v1/resellers')
    expect(credit.at(-1).data).toMatchObject({ id: account.id, balance: account.balance })
  })

  it('tell that the reserve of a failed order is released', async () => {
    await platform.sandbox.refuse('refused.com')
    await ask('POST', '/v1/domains', { body: order('refused.com', owner) })
    await eventually(
      async () => typesOf(await eventsOf('type=credit.*')).at(-1) === 'credit.released',
      'the released reserve',
    )
    const [{ subject, data }] = (await eventsOf('type=credit.released')) as [Data]
    const { balance, reserved_balance, settings } = await done('GET', '/v1/resellers?with_settings=true')
    expect(subject).toMatch(/^resellers\/\d+$/)
    const { currency, maximum_credit } = settings
    expect(data).toEqual({ id: data.id, balance, reserved_balance, settings: { currency, maximum_credit } })
  })
})

it('tells the life of a certificate order and of an e-mail DMARC order, each as its read shows it', async () => {
  await done('POST', '/v1/domains', order('watched.com', owner))
  const domain = { name: 'watched', extension: 'com' }
  const dmarc = await done('POST', '/v1/easydmarcs', { domain, owner_handle: owner })
  await done('DELETE', `/v1/easydmarcs/${dmarc.id}`)
  const ofDmarc = await eventually(async () => {
    const found = await eventsOf(`object=easydmarcs/${dmarc.id}`)
    return typesOf(found).at(-1) === 'dmarc-order.deleted' && found
  }, 'the end of the e-mail DMARC order')
  expect(typesOf(ofDmarc)[0]).toBe('dmarc-order.ordered')
  const readDmarc = await done('GET', '/v1/easydmarcs?domain.name=watched&domain.extension=com')
  expect(ofDmarc.at(-1).data).toEqual(readDmarc)

  const csr = await certificateRequest('watched.com')
  const wanted = { product_id: 5, period: 1, csr, organization_handle: owner, start_provision: false }
  const { id } = await done('POST', '/v1/ssl/orders', wanted)
  await done('POST', `/v1/ssl/orders/${id}/cancel`, {})
  const ofCertificate = await eventually(async () => {
    const found = await eventsOf(`object=ssl/orders/${id}`)
    return found.length === 2 && found
  }, 'the end of the certificate order')
  expect(typesOf(ofCertificate)).toEqual(['ssl-order.ordered', 'ssl-order.cancelled'])
  const {
    additional_data: _proofs,
    csr: _csr,
    email_approver: _approver,
    email_reissue: _reissue,
    ...shown
  } = await done('GET', `/v1/ssl/orders/${id}`)
  const { ca_status: _status, ...validation } = shown.domain_validation_statuses
  expect(ofCertificate.at(-1).data).toEqual({ ...shown, domain_validation_statuses: validation })
})
