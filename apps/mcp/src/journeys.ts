import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { toolNames, type Offer } from './offer'

interface Argument {
  readonly name: string
  readonly description: string
  readonly required: boolean
}

interface Journey {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly Argument[]
  readonly steps: (given: Readonly<Record<string, string>>) => string
}

const domain: Argument = { name: 'domain', description: 'The whole name, such as example.com.', required: true }

const journeys: readonly Journey[] = [
  {
    name: 'register_domain',
    title: 'Register a domain',
    description: 'From a name to a registered domain, with an agreed price.',
    arguments: [domain, { name: 'owner', description: 'Handle or name of the owner, where known.', required: false }],
    steps: ({ domain: name, owner }) => `Register ${name} for me.
1. domains_check with with_price: is it free, and is it premium? If it is taken, show me what domains_suggest_names finds.
2. ${owner ? `The owner is ${owner}: find the handle with customers_list.` : 'Ask me who owns it; find or create the handle with customers_list or customers_create.'}
3. domain_requirements_list and customer_requirements_list: ask me for what is missing.
4. Tell me the price for one year, and wait until I agree.
5. domains_create with the group dns-openprovider unless I name other nameservers.
6. If it returns REQ, check with domains_get until it is ACT or has failed. If it failed, tell me the reason.`,
  },
  {
    name: 'transfer_domain_in',
    title: 'Transfer a domain in',
    description: 'From another registrar, with its current name servers.',
    arguments: [domain],
    steps: ({ domain: name }) => `Transfer ${name} to my account.
1. tlds_get of its extension: does it require an auth code, how long does a transfer take, does it add a year?
2. domains_prices with operation transfer; tell me the price and wait until I agree.
3. Ask me for the authcode and the owner. Keep the current name servers unless I want others.
4. domains_transfer, then domains_get_timeline: tell me when the transfer will be completed and what I have to do until then.`,
  },
  {
    name: 'point_domain',
    title: 'Point a domain at a server',
    description: 'DNS records for a web server, and the delegation they need.',
    arguments: [domain, { name: 'address', description: 'IPv4 or IPv6 address of the server.', required: true }],
    steps: ({ domain: name, address }) => `Point ${name} and www.${name} to ${address}.
1. zones_get with records: is there a zone, and which other records exist?
2. zones_create or zones_update. Leave mail and all other records as they are; ask me before one is removed.
3. domains_list by full_name: is it delegated to dns-openprovider? If not, ask me before domains_update does that.
4. Tell me what was changed and when the old records expire from caches.`,
  },
  {
    name: 'order_certificate',
    title: 'Get a certificate',
    description: 'From a host name to a certificate that is issued, with its price agreed.',
    arguments: [domain],
    steps: ({ domain: name }) => `Get a certificate for ${name}.
1. ssl_products_list with with_price: which product supports this name, and what does it cost? Wait until I agree.
2. Ask me for a CSR; if I have none, create one with csr_create and give me the private key, which is not stored.
3. Ask me which customer it is for; find the handle with customers_list.
4. zones_get: if the zone is hosted here, ssl_orders_create with start_provision and enable_dns_automation. If not, ask me
   whether I prove control with a DNS record, a file or a mail (approver_emails_list shows the addresses).
5. ssl_orders_get until it is ACT; show me the missing proofs, and finally the certificate.`,
  },
  {
    name: 'explain_domain',
    title: 'Explain the state of a domain',
    description: 'Read-only: status, dates, operations, records.',
    arguments: [domain],
    steps: ({ domain: name }) => `What is wrong with ${name}? Change nothing.
1. domains_list by full_name, then domains_get with with_registry_statuses.
2. domains_get_timeline and domains_list_operations: what failed, what is pending, what happens next?
3. zones_get with records, if the domain uses the nameservers of the platform.
4. Tell me in a few sentences what is wrong, what the solution costs and the deadline.`,
  },
  {
    name: 'review_renewals',
    title: 'Review upcoming renewals and expirations',
    description: 'The domains of the next weeks, with their prices.',
    arguments: [{ name: 'days', description: 'How many days ahead; 30 by default.', required: false }],
    steps: ({ days = '30' }) => `Which of my domains renew or expire within ${days} days? Change nothing.
1. domains_list ordered by renewal_date, page by page until the date is past.
2. domains_prices with operation renew, once per extension.
3. resellers_get: is the balance enough for the automatic renewals?
4. Tell me the list, the total, and which domains expire because autorenew is off.`,
  },
]

/** The tools that the steps of a journey name. */
function toolsIn({ steps }: Journey): string[] {
  return (steps({}).match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []).filter((word) => toolNames.has(word))
}

/** Offers prompts for common tasks, of those that the profile allows, each as a message that names the tools in order. */
export function serveJourneys(server: Server, { byName }: Offer): void {
  const offered = journeys.filter((journey) => toolsIn(journey).every((name) => byName.has(name)))

  server.setRequestHandler('prompts/list', () => ({
    prompts: offered.map(({ steps: _, ...prompt }) => ({ ...prompt, arguments: [...prompt.arguments] })),
  }))

  server.setRequestHandler('prompts/get', ({ params }) => {
    const journey = offered.find(({ name }) => name === params.name)
    if (!journey) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${params.name}.`)
    const given = params.arguments ?? {}
    const missing = journey.arguments.find(({ name, required }) => required && !given[name])
    if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${params.name} needs ${missing.name}.`)
    return {
      description: journey.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: journey.steps(given) } }],
    }
  })
}
