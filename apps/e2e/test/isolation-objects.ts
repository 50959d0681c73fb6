import { eventually } from '@nameyard/testing/eventually'
import { certificateRequest } from '../src/certificate-request'
import type { Sandbox } from '../src/sandbox'
import type { Ask, HttpResponse } from './in-process'

/** Kinds of objects that an account can have. */
export type Kind =
  | 'contact'
  | 'session'
  | 'zoneLink'
  | 'sslLink'
  | 'dmarcLink'
  | 'username'
  | 'key'
  | 'approval'
  | 'consumer'
  | 'webhook'
  | 'notice'
  | 'emailTemplate'
  | 'factor'
  | 'customer'
  | 'email'
  | 'reseller'
  | 'dmarcOrder'
  | 'domainId'
  | 'domain'
  | 'zone'
  | 'zoneId'
  | 'template'
  | 'templateId'
  | 'nameserver'
  | 'group'
  | 'groupId'
  | 'sslOrder'
  | 'product'
  | 'newName'
  | 'label'
  | 'tag'
  | 'extension'

type Meaning = Kind | 'content'

/** The meaning of fields with the name of an identifier, by `operation place field`. The first match counts. */
const meanings: readonly (readonly [RegExp, Meaning])[] = [
  [/^contacts\.\S+ params id$|^audit\.\S+ query contact_id$/, 'contact'],
  [/^access\.(end|update)-session params id$/, 'session'],
  [/^domain-tokens\.delete params id$/, 'zoneLink'],
  [/^ssl-orders\.delete-otp-token params link_id$/, 'sslLink'],
  [/^dmarc-orders\.delete-link params link_id$/, 'dmarcLink'],
  [/^access\.complete-password-reset body token$/, 'content'],
  [/^approver-emails\.list query domain$/, 'zone'],
  [/^csr\.\S+ body (common_name|email|subject_alternative_name\[\])$/, 'content'],
  [/^tags\.\S+ (query|body) value$/, 'tag'],
  [/^keys\.\S+ params id$|^audit\.\S+ query key_id$/, 'key'],
  [/^approvals\.\S+ params id$/, 'approval'],
  [/^event-consumers\.\S+ params name$/, 'consumer'],
  [/^webhooks\.\S+ params id$/, 'webhook'],
  [/^resellers\.update body notifications_settings\./, 'content'],
  [/^notices\.\S+ params id$/, 'notice'],
  [/^emails\.\S+ (params|query|body) id$/, 'emailTemplate'],
  [/^emails\.\S+ (query|body) (name|fields\[\]\.\S+)$/, 'content'],
  [/^factors\.create-login-code params id$/, 'contact'],
  [/^factors\.\S+ params id$/, 'factor'],
  [/^factors\.\S+ body name$/, 'content'],
  // Ids of passkeys, which name who logs in.
  [/^factors\.confirm-passkey body credential\.id$|^(access|approvals)\.\S+ body passkey\.id$/, 'content'],
  // Relative to the zones of the key.
  [/^keys\.create body (name|record_names\[\])$/, 'content'],
  [/^keys\.create body (domains|zones)\[\]$/, 'zone'],
  [/ (body|query) username(_pattern)?$/, 'username'],
  [/ (\S+_)?handle(_pattern)?$/, 'customer'],
  [/^(email-verifications|mail-deliveries)\.\S+ \S+ email$| query email_pattern$/, 'email'],
  [/^access\.(start-passkey-)?login /, 'content'],
  [/ query reseller_id$|^resellers\.\S+ params id$/, 'reseller'],
  [/^dmarc-orders\.\S+ params id$/, 'dmarcOrder'],
  [/^domains\.\S+ (params|query) id$| domain_id$/, 'domainId'],
  [/ query (full_name|domain_names\[\])$|^email-verifications\.list query domain$/, 'zone'],
  [/ filter_for_subject$/, 'zone'],
  [/ query domain_name_pattern$/, 'label'],
  [/^(templates|nameservers)\.create body name$|^nameserver-groups\.create body ns_group$/, 'newName'],
  [/ (ns_)?template_name$|^templates\.list query name_pattern$/, 'template'],
  [/ ns_template_id$|^templates\.\S+ params id$/, 'templateId'],
  [/^nameservers\.\S+ (params|query|body) name$| ns_name_pattern$| name_servers\[\]\.name$/, 'nameserver'],
  [/ ns_group(_pattern)?$/, 'group'],
  [/^nameserver-groups\.get query id$/, 'groupId'],
  [/^(zones|records)\.\S+ params name$| query name_pattern$/, 'zone'],
  [/^(zones\.\S+ (query|body) id|records\.list query zone_id)$/, 'zoneId'],
  [/ (body|query) domain$|^domains\.check body domains\[\]$/, 'domain'],
  [/^tlds\.get params name$/, 'extension'],
  [/^ssl-orders\.\S+ (params|body) id$/, 'sslOrder'],
  [
    /^ssl-products\.get params id$|^ssl-orders\.create body product_id$|^approver-emails\.list query product_id$/,
    'product',
  ],
  // A certificate may be for any name: its holder proves control before it is issued.
  [
    /^ssl-orders\.\S+ (body|query) (host_names\[\]|common_name_pattern|approver_email|software_id|\S+\.host_name)$/,
    'content',
  ],
  // Texts of a person, a record or a sale: they identify no object.
  [/ body (name|phone|address|fax)\.\S+$| body (company_name|email)$/, 'content'],
  [/ query ((first|last|company)_name|comment|value|record_name)_pattern$| query pattern$/, 'content'],
  [/ (additional_data|extension_additional_data\[\])(\.data)?\.\S+$| tags?\[\]\.\S+$| body tag$/, 'content'],
  [/ ns_ip_pattern$| (name_servers|records)\[\]\.id$/, 'content'],
  [/ records\.\S+\.name$| records\[\]\.name$| dnssec_keys\[\]\.pub_key$/, 'content'],
  [/ application_notice_id$|^domains\.suggest-names body name$/, 'content'],
]

/** Returns the meaning of a field; undefined if it is not classified. */
export function meaningOf(spelling: string): Meaning | undefined {
  return meanings.find(([pattern]) => pattern.test(spelling))?.[1]
}

const person = {
  name: { first_name: 'Ada', last_name: 'Jansen' },
  address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
  phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
}

/** Logs in once more as the administrator of an account. Returns the new session, which no test uses. */
async function newSession(account: string, ask: Ask): Promise<string> {
  await ask('POST', '/v1/auth/login', { body: { username: account, password: 'correct horse battery' } })
  const { json } = await ask('GET', '/v1/auth/sessions')
  return json.data.results.find(({ is_current }: { is_current: boolean }) => !is_current).id
}

/** Asks for the deletion of a customer with a key that needs approvals. Returns the approval, which waits. */
export async function newApproval(ask: Ask, handle: string): Promise<number> {
  const body = { name: 'assistant', scope: ['write'], approval: 'purchases-and-destructive' }
  const { key } = (await ask('POST', '/v1/keys', { body })).json.data
  const headers = { authorization: `Bearer ${key}`, accept: 'application/problem+json' }
  const { text } = await ask('DELETE', `/v1/customers/${handle}`, { headers })
  return JSON.parse(text).approval_id
}

let names = 0

/** Returns a new name of a host, a group or a template. */
const untaken = () => `untaken-${(names += 1)}.example.org`

/** Creates one object of every kind in an account, named after the account. */
export async function createObjects(account: string, ask: Ask, sandbox: Sandbox): Promise<Record<Kind, unknown>> {
  const done = async (method: string, path: string, body?: object) => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const email = `${account}-owner@example.org`
  const username = `${account}-tech`
  const domain = { name: `${account}-name`, extension: 'com' }
  const zone = `${domain.name}.com`
  const login = { username, password: 'battery staple', role: 'tech' }
  const contact = await done('POST', '/v1/contacts', { ...person, ...login, email: `${username}@example.org` })
  const { id: key } = await done('POST', '/v1/keys', { name: `${account} export`, scope: ['read'] })
  const app = { name: 'phone', password: 'correct horse battery' }
  const { id: factor } = await done('POST', '/v1/auth/factors/totp', app)
  const { reseller_id } = await done('GET', `/v1/contacts/${contact.id}`)
  const tag = `${account}-tag`
  const { handle } = await done('POST', '/v1/customers', { ...person, email, tags: [{ key: 'customer', value: tag }] })
  const order = { domain, period: 1, owner_handle: handle, ns_group: 'dns-openprovider' }
  const { id: domainId } = await done('POST', '/v1/domains', order)
  // A domain is shown without its owner's name while the customers service is slow to answer.
  const hasOwner = async () => (await done('GET', `/v1/domains/${domainId}`)).owner !== undefined
  await eventually(hasOwner, `the name of the owner of ${zone}`)
  const records = [{ type: 'A', name: 'www', value: '192.0.2.10', ttl: 3600 }]
  await done('POST', '/v1/dns/zones', { domain, type: 'master', records })
  await done('POST', '/v1/dns/domain-token', { domain: zone })
  const [{ id: zoneLink }] = (await done('GET', '/v1/dns/domain-token')).results
  const { id: dmarcOrder } = await done('POST', '/v1/easydmarcs', { domain, owner_handle: handle })
  const ordered = `/v1/easydmarcs?domain.name=${domain.name}&domain.extension=com`
  await eventually(async () => (await done('GET', ordered)).status === 'ACT', `e-mail DMARC of ${zone}`)
  await done('GET', `/v1/easydmarcs/${dmarcOrder}/sso`)
  const [{ id: dmarcLink }] = (await done('GET', `/v1/easydmarcs/${dmarcOrder}/links`)).results
  const certificate = { product_id: 5, period: 1, csr: await certificateRequest(zone), organization_handle: handle }
  const { id: sslOrder } = await done('POST', '/v1/ssl/orders', certificate)
  await done('POST', `/v1/ssl/orders/${sslOrder}/otp-tokens`, {})
  const [{ id: sslLink }] = (await done('GET', `/v1/ssl/orders/${sslOrder}/otp-tokens`)).results
  const refused = { ...order, domain: { name: `${account}-refused`, extension: 'com' } }
  await sandbox.refuse(`${account}-refused.com`)
  await ask('POST', '/v1/domains', { body: refused })
  const [{ id: notice }] = await eventually(async () => {
    const { results } = await done('GET', '/v1/notices?type=domain.registration-failed')
    return results.length > 0 && results
  }, `the notice of an order that failed of ${account}`)
  const { id: zoneId } = await done('GET', `/v1/dns/zones/${zone}`)
  const consumer = `${account}-consumer`
  await done('PUT', `/v1/event-consumers/${consumer}`, {})
  // Events that never come: nothing is sent to its address.
  const endpoint = { url: `https://${account}.example.org/`, types: ['webhook.paused'] }
  const { id: webhook } = await done('POST', '/v1/webhooks', endpoint)
  const fields = [
    { name: 'subject', value: '{{domain}}' },
    { name: 'text', value: account },
  ]
  const { id: emailTemplate } = await done('POST', '/v1/emails', { group: 'errp', name: account, fields })
  const [template, nameserver, group] = [`${account}-template`, `ns1.${zone}`, `${account}-group`]
  const { id: templateId } = await done('POST', '/v1/dns/templates', { name: template, records })
  await done('POST', '/v1/dns/nameservers', { name: nameserver, ip: '192.0.2.53' })
  const name_servers = [{ name: nameserver }, { name: 'ns2.example.org' }]
  await done('POST', '/v1/dns/nameservers/groups', { ns_group: group, name_servers })
  const { id: groupId } = await done('GET', `/v1/dns/nameservers/groups/${group}`)
  return {
    contact: contact.id,
    session: await newSession(account, ask),
    key,
    approval: await newApproval(ask, handle),
    consumer,
    webhook,
    notice,
    emailTemplate,
    factor,
    zoneLink,
    sslLink,
    dmarcLink,
    username,
    customer: handle,
    email,
    reseller: reseller_id,
    dmarcOrder,
    domainId,
    domain,
    zone,
    zoneId,
    template,
    templateId,
    nameserver,
    group,
    groupId,
    sslOrder,
    product: 5,
    get newName() {
      return untaken()
    },
    label: domain.name,
    tag,
    extension: domain.extension,
  }
}

/** Creates objects again that a request of the own account may have deleted. */
export async function recreateObjects(names: Record<Kind, unknown>, ask: Ask): Promise<void> {
  const records = [{ type: 'A', name: 'www', value: '192.0.2.10', ttl: 3600 }]
  await ask('POST', '/v1/dns/zones', { body: { domain: names.domain, type: 'master', records } })
  await ask('PUT', `/v1/customers/${names.customer}`, { body: { tags: [{ key: 'customer', value: names.tag }] } })
  const { json } = await ask('GET', `/v1/domains/${names.domainId}`)
  if (json.data.status === 'ACT') return
  // A deleted name is in quarantine, so the tests continue with another name.
  const domain = { name: untaken().split('.')[0], extension: 'com' }
  const order = { domain, period: 1, owner_handle: names.customer, ns_group: 'dns-openprovider' }
  const ordered = await ask('POST', '/v1/domains', { body: order })
  if (ordered.status !== 200) throw new Error(ordered.text)
  names.domainId = ordered.json.data.id
}

/** Returns identifiers of objects that do not exist, with the structure of the given ones. */
export function unknownLike(names: Record<Kind, unknown>): Record<Kind, unknown> {
  const label = 'x'.repeat(String(names.label).length)
  return {
    contact: 999_999,
    session: '0'.repeat(12),
    key: 999_999,
    approval: 999_999,
    consumer: `${label}-consumer`,
    webhook: 999_999,
    notice: '00000000-0000-4000-8000-000000000000',
    emailTemplate: 999_999,
    factor: 999_999,
    zoneLink: '0'.repeat(12),
    sslLink: '0'.repeat(12),
    dmarcLink: '0'.repeat(12),
    username: `${label}-tech`,
    customer: String(names.customer).replace(/\d+/, '999999'),
    email: `${label}-owner@example.org`,
    reseller: 999_999,
    dmarcOrder: 999_999,
    domainId: 999_999,
    domain: { name: label, extension: 'com' },
    zone: `${label}.com`,
    zoneId: 999_999,
    template: `${label}-template`,
    templateId: 999_999,
    nameserver: `ns1.${label}.com`,
    group: `${label}-group`,
    groupId: 999_999,
    sslOrder: 999_999,
    // Products are the same for every account.
    product: names.product,
    get newName() {
      return untaken()
    },
    label,
    tag: `${label}-tag`,
    // Extensions are the same for every account.
    extension: names.extension,
  }
}

/** The codes of operations on globally unique names, for a name of another account. */
export const codesOfTakenNames: Readonly<Record<string, readonly number[]>> = {
  'contacts.create body username': [191],
  'domains.create body domain': [311],
  'zones.create body domain': [801],
  'zones.claim params name': [801],
  'zones.import params name': [801],
  'zones.request-proof params name': [801],
  'domains.check body domains[]': [0],
  // The name is registered, so the transfer needs the auth code of the domain.
  'domains.transfer body domain': [318],
}

/** Returns the answer without what may differ: numbers, secrets and the requested names. */
export function comparable({ status, text, json }: HttpResponse, asked: readonly unknown[]): unknown {
  const names = asked.flatMap((each) =>
    typeof each === 'object' && each !== null ? [Object.values(each).join('.'), ...Object.values(each)] : [each],
  )
  const plain = names
    .map(String)
    .filter((name) => name !== 'com')
    .sort((a, b) => b.length - a.length)
    // The digits of a number may also be a part of a random text.
    .reduce((left, name) => left.replaceAll(/^\d+$/.test(name) ? new RegExp(`\\b${name}\\b`, 'g') : name, '<it>'), text)
  const masked = plain
    .replaceAll(/("(?:auth_code|pw|token|uri|expire_at)":)"(?:[^"\\]|\\.)+"/g, '$1"<secret>"')
    .replaceAll(/"ny_live_\w+"/g, '"<key>"')
    .replaceAll(/\d+/g, '#')
  return { status, code: json.code, text: masked }
}
