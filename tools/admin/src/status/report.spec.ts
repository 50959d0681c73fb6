import { reportOf, type ServiceState } from './report'

const figure = (name: string, value: number | null, labels = {}) => ({ name, value, labels })

const stateOf = (service: ServiceState['service'], ...gauges: ReturnType<typeof figure>[]): ServiceState => ({
  service,
  answer: { version: '0.1.0', missing: null, gauges },
})

it('says that all is well when every figure is within its limit', () => {
  const { lines, failure, facts } = reportOf([stateOf('dns', figure('dns_oldest_unpublished_seconds', 120))], [])
  expect(lines.at(-1)).toBe('All is well.')
  expect(failure).toBeUndefined()
  expect(facts).toMatchObject({ isWell: true })
})

it.each([
  [
    'dns_oldest_unpublished_seconds',
    180,
    'a change of a zone has waited for its name servers for 3 min',
    'zonesnotpublished',
  ],
  ['registry_closed_accounts', 1, 'nothing is sent at 1 accounts', 'registryaccountclosed'],
  ['orders_unexplained_reserved', -5, '-5 minor units of EUR are reserved for no order', 'creditunexplained'],
  ['registry_timers_late_seconds', null, 'registry_timers_late_seconds cannot be read', 'metricsunread'],
])('names the problem and the next step: %s', (name, value, what, section) => {
  const { lines, failure } = reportOf([stateOf('orders', figure(name, value, { currency: 'EUR' }))], [])
  expect(lines).toContain(`NOT WELL  orders: ${what}`)
  expect(lines.at(-1)).toContain(`docs/runbook.md#${section}`)
  expect(failure).toBe('Not well: 1 of the checks.')
})

it('names a mail that waits, a late step of a DMARC order, and a certificate that expires soon', () => {
  const states = [stateOf('customers', figure('customers_mails_waiting', 2))]
  const gauges = [figure('gateway_certificate_expires_seconds', 5 * 86_400), figure('gateway_requests_in_progress', 3)]
  const { lines } = reportOf(states, [{ url: 'http://gateway:8080', gauges }])
  expect(lines).toContain('NOT WELL  customers: 2 mails wait because the mail server has not taken them')
  expect(lines).toContain('NOT WELL  http://gateway:8080: its TLS certificate expires in 5 days')
  expect(reportOf([stateOf('orders', figure('orders_dmarc_late_seconds', 700))], []).lines).toContain(
    'NOT WELL  orders: a step of an e-mail DMARC order is 12 min late',
  )
  const fresh = { url: 'http://gateway:8080', gauges: [figure('gateway_certificate_expires_seconds', 80 * 86_400)] }
  expect(reportOf([stateOf('dns')], [fresh]).lines.at(-1)).toBe('All is well.')
})

it('names a service that does not answer, and one that lacks a part', () => {
  const lacking: ServiceState = { service: 'dns', answer: { version: '0.1.0', missing: 'database', gauges: [] } }
  const { lines } = reportOf([{ service: 'orders' }, lacking], [])
  expect(lines).toContain('NOT WELL  orders: does not answer')
  expect(lines).toContain('NOT WELL  dns: lacks the database')
})
