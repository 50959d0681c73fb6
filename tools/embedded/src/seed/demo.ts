import { openOperator } from '@nameyard/admin/operator'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { createClient, type Client } from '@nameyard/sdk/client'
import { customers, records } from './demo-data'
import { domainsInEveryPhase } from './demo-phases'

/** A platform that runs, with a sandbox registry and a sandbox clock. */
export interface SeededPlatform {
  readonly url: string
  /** PEM text of the authority to trust. */
  readonly ca: string
  readonly amqpUrl: string
  /** Port of the sandbox registry's control API. */
  readonly controlPort: number
}

/** The accounts of the sample data. The password is the same for both: they exist on machines of developers only. */
const RESELLERS = [
  { company: 'North Hosting', username: 'north', euros: '5000.00' },
  { company: 'South Hosting', username: 'south', euros: '500.00' },
]
const PASSWORD = 'nameyard demo password'

/** Domains that are registered and nothing else, beside those in other phases. */
const ACTIVE = ['com', 'net', 'org', 'nl', 'be', 'eu', 'sandbox']

/**
 * Fills a new platform with sample data: two resellers with money, customers, 50 domains in every phase that the
 * platform itself can reach, and zones. Moves the sandbox clock a month ahead. `say` gets a line for each step.
 */
export async function seedDemo(platform: SeededPlatform, say: (line: string) => void): Promise<void> {
  const clients = await openResellers(platform)
  say(`seed: resellers ${RESELLERS.map(({ username }) => username).join(' and ')}, password "${PASSWORD}"`)
  const [north, south] = clients as [Client, Client]
  const handles = await addCustomers(north)
  const southern = await addCustomers(south)
  say(`seed: ${handles.length + southern.length} customers`)
  let count = await domainsInEveryPhase(north, handles, platform.controlPort, say)
  for (const [at, extension] of ACTIVE.entries()) {
    count += await addActive(north, handles[at % handles.length]!, `north-${at + 1}`, extension)
    count += await addActive(south, southern[at % southern.length]!, `south-${at + 1}`, extension)
  }
  say(`seed: ${count} domains, and a zone for each active one`)
}

async function openResellers({ amqpUrl, url, ca }: SeededPlatform): Promise<Client[]> {
  const operator = await openOperator(amqpUrl, { logger: false })
  try {
    for (const { company, username, euros } of RESELLERS) {
      const contact = { username, password: PASSWORD, email: `${username}@demo.example` }
      const { resellerId } = await operator.ask(createReseller, { company, currency: 'EUR', contact })
      const payment = { resellerId, currency: 'EUR', amount: euros, key: 'demo seed', note: 'Sample data' }
      await operator.ask(topUp, { operator: 'npm run dev', ...payment })
    }
  } finally {
    await operator.close()
  }
  return RESELLERS.map(({ username }) => createClient({ baseUrl: url, username, password: PASSWORD, ca }))
}

async function addCustomers(client: Client): Promise<string[]> {
  const handles: string[] = []
  for (const customer of customers) handles.push((await client.customers.create(customer)).handle)
  return handles
}

/** Registers two domains below an extension, each with a zone. Returns how many. */
async function addActive(client: Client, owner: string, label: string, extension: string): Promise<number> {
  for (const name of [`${label}-shop`, `${label}-blog`]) {
    const domain = { name, extension }
    const { id } = await client.domains.create({ domain, period: 1, owner_handle: owner, ns_group: 'dns-openprovider' })
    await client.domains.waitUntilSettled({ id })
    await client.zones.create({ domain, type: 'master', records: [...records] })
  }
  return 2
}
