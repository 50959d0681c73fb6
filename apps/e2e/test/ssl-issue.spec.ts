import { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { certificateRequest } from '../src/certificate-request'
import { openssl } from '../src/openssl'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Certificates over HTTP, from the order to the end: proofs, issuance, changes and charges. */

let platform: InProcess
let account: Ask
let organization_handle: string
let files: Server
const served = new Map<string, string>()

beforeAll(async () => {
  const port = await freePort()
  files = createServer((request, answer) => {
    const found = served.get(`${request.headers.host?.split(':')[0]} ${request.url}`)
    answer.writeHead(found === undefined ? 404 : 200).end(found)
  }).listen(port, '127.0.0.1')
  platform = await startInProcess({ orders: { PROOF_HTTP_PORT: String(port), SSL_SWEEP_SECONDS: '0.1' } })
  account = await platform.open('ssl-issuer')
  organization_handle = (await done('POST', '/v1/customers', person)).handle as string
  for (const name of ['hosted', 'wild', 'late', 'file', 'mailed']) await zone(name)
})
afterAll(async () => {
  files?.close()
  await platform?.close()
})

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await account(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const refused = async (method: string, path: string, body?: object) =>
  (await account(method, path, { body })).json.code as number
/** Registers a domain and makes its zone. */
const zone = async (name: string) => {
  const domain = { name, extension: 'org' }
  await done('POST', '/v1/domains', {
    domain,
    period: 1,
    owner_handle: organization_handle,
    ns_group: 'dns-openprovider',
  })
  const records = [{ type: 'A', name: '', value: '127.0.0.1', ttl: 600 }]
  await done('POST', '/v1/dns/zones', { domain, type: 'master', records })
}
const place = async (commonName: string, over: object = {}, alternatives: string[] = []) => {
  const csr = await certificateRequest(commonName, alternatives)
  const usual = { product_id: 5, period: 1, csr, organization_handle, software_id: 'linux', start_provision: true }
  return (await done('POST', '/v1/ssl/orders', { ...usual, ...over })).id as number
}
const read = (id: number) => done('GET', `/v1/ssl/orders/${id}`)
const becomes = async (id: number, status: string) => {
  await eventually(async () => (await read(id)).status === status, `order ${id} ${status}`)
  return read(id)
}
const records = async (name: string) => {
  const { results } = await done('GET', `/v1/dns/zones/${name}/records`)
  return results.map(({ type, name }: { type: string; name: string }) => `${type} ${name}`)
}
const money = async () => {
  const { balance, reserved_balance } = await done('GET', '/v1/resellers')
  return [balance, reserved_balance]
}
const revokedList = async () => {
  const answer = await fetch(`http://127.0.0.1:${platform.port}/certificates/revoked.crl`)
  return Buffer.from(await answer.arrayBuffer())
}
const verify = (order: Awaited<ReturnType<typeof read>>, ...args: string[]) =>
  openssl(
    { leaf: order.certificate, issuing: order.intermediate_certificate, root: order.root_certificate },
    ...['verify', '-CAfile', 'root', '-untrusted', 'issuing', '-purpose', 'sslserver', '-x509_strict', ...args, 'leaf'],
  )

describe('a certificate for a name in a hosted zone', () => {
  let id: number

  it('is issued automatically and captured once', async () => {
    const before = await money()
    id = await place('hosted.org', { enable_dns_automation: true }, ['www.hosted.org'])
    const order = await becomes(id, 'ACT')
    expect(await verify(order, '-verify_hostname', 'www.hosted.org')).toBe('leaf: OK\n')
    expect(await verify(order, '-verify_hostname', 'other.org')).toContain('hostname mismatch')
    expect(await money()).toEqual([before[0] - 9, before[1]])
    const certificate = new X509Certificate(order.certificate)
    expect(certificate.subjectAltName).toBe('DNS:hosted.org, DNS:www.hosted.org')
    expect(certificate.checkIssued(new X509Certificate(order.intermediate_certificate))).toBe(true)
    const printed = await openssl({ leaf: order.certificate }, 'x509', '-in', 'leaf', '-noout', '-text')
    expect(printed).toMatch(/Key Usage: critical\s+Digital Signature\n/)
    expect(printed).toMatch(/Extended Key Usage:\s+TLS Web Server Authentication\n/)
    expect(printed).toContain('/certificates/revoked.crl')
    const [{ object_type, subject, total }] = (await done('GET', '/v1/transactions?order=desc')).results
    expect([object_type, subject, total.reseller.price]).toEqual(['certificate', 'hosted.org', 9])
  })

  it('leaves no proof in the zone', async () => {
    await eventually(
      async () => (await records('hosted.org')).every((each: string) => !each.startsWith('TXT')),
      'no proof',
    )
  })

  it('is reissued for another key with the same end, free of charge', async () => {
    const [first, before] = [await read(id), await money()]
    const csr = await certificateRequest('hosted.org')
    await done('POST', `/v1/ssl/orders/${id}/reissue`, { csr })
    expect(await refused('POST', `/v1/ssl/orders/${id}/reissue`, { csr })).toBe(1083)
    const second = await becomes(id, 'ACT')
    expect([await verify(second), second.expiration_date]).toEqual(['leaf: OK\n', first.expiration_date])
    expect(second.certificate).not.toBe(first.certificate)
    expect(await money()).toEqual(before)
  })

  it('cannot be renewed before its last month', async () => {
    expect(await refused('POST', `/v1/ssl/orders/${id}/renew`)).toBe(25001)
  })

  it('is cancelled for good: revoked and refunded', async () => {
    const before = await money()
    const order = await read(id)
    await done('POST', `/v1/ssl/orders/${id}/cancel`)
    await becomes(id, 'FAI')
    const list = await revokedList()
    const pem = await openssl({ list }, 'crl', '-inform', 'DER', '-in', 'list')
    const files = {
      leaf: order.certificate,
      issuing: order.intermediate_certificate,
      root: order.root_certificate,
      list: pem,
    }
    const args = ['verify', '-CAfile', 'root', '-untrusted', 'issuing', '-crl_check', '-CRLfile', 'list', 'leaf']
    expect(await openssl(files, ...args)).toContain('certificate revoked')
    expect(pem).toContain('BEGIN X509 CRL')
    expect(await money()).toEqual([before[0] + 9, before[1]])
    expect(await refused('POST', `/v1/ssl/orders/${id}/cancel`)).toBe(0)
    expect(await refused('POST', `/v1/ssl/orders/${id}/renew`)).toBe(1088)
    expect(await money()).toEqual([before[0] + 9, before[1]])
  })
})

it('issues a wildcard and its parent name with one record', async () => {
  const order = await becomes(await place('*.wild.org', { product_id: 6, enable_dns_automation: true }), 'ACT')
  expect(order.host_names).toEqual(['*.wild.org', 'wild.org'])
  expect(await verify(order, '-verify_hostname', 'any.wild.org')).toBe('leaf: OK\n')
  expect(await verify(order, '-verify_hostname', 'a.b.wild.org')).toContain('hostname mismatch')
})

it('waits for a late record and names it', async () => {
  const id = await place('late.org')
  await eventually(
    async () => (await read(id)).domain_validation_statuses.ca_status.includes('TXT'),
    'the result of the check',
  )
  const { status, additional_data } = await read(id)
  const [{ dns_record, dns_value }] = additional_data
  expect([status, dns_record]).toEqual(['REQ', '_pki-validation.late.org'])
  const record = { type: 'TXT', name: '_pki-validation', value: dns_value, ttl: 600 }
  await done('PUT', '/v1/dns/zones/late.org', { records: { add: [record] } })
  expect(await verify(await becomes(id, 'ACT'))).toBe('leaf: OK\n')
  // A record of the owner is not removed.
  expect(await records('late.org')).toContain('TXT _pki-validation.late.org')
})

it('finds a proof file on the host only with the right content', async () => {
  const methods = [{ host_name: 'file.org', method: 'http' }]
  const id = await place('file.org', { domain_validation_methods: methods })
  const [{ file_location, file_contents }] = (await read(id)).additional_data
  expect(file_location).toBe('file.org/.well-known/pki-validation/fileauth.txt')
  served.set('file.org /.well-known/pki-validation/fileauth.txt', `not ${file_contents}`)
  await eventually(
    async () => (await read(id)).domain_validation_statuses.ca_status.includes('has other content'),
    'the wrong file',
  )
  served.set('file.org /.well-known/pki-validation/fileauth.txt', `${file_contents}\n`)
  expect((await becomes(id, 'ACT')).status).toBe('ACT')
})

describe('the approval of a certificate by mail', () => {
  const mailTo = async (to: string, since = 0) => {
    const texts = () =>
      readdirSync(platform.mails)
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(platform.mails, name), 'utf8').replaceAll(/=\r?\n/g, ''))
        .filter((text) => text.includes(`To: ${to}`))
    await eventually(() => texts().length > since, `mail to ${to}`)
    return texts().map((text) => /\/approve-certificate\/([\w-]+)/.exec(text)![1]!)
  }
  const page = (token: string, answer?: string) =>
    fetch(`http://127.0.0.1:${platform.port}/approve-certificate/${token}`, {
      ...(answer && { method: 'POST', body: new URLSearchParams({ answer }) }),
    })

  it('is requested from a mailbox at the domain and counts once', async () => {
    const { results } = await done('GET', '/v1/ssl/approver-emails?domain=*.shop.mailed.org&product_id=6')
    expect(results).toHaveLength(10)
    expect(results).toContain('hostmaster@mailed.org')
    const id = await place('mailed.org', { approver_email: 'Hostmaster@mailed.org' })
    const [token] = await mailTo('hostmaster@mailed.org')
    expect(await (await page(token!)).text()).toContain('mailed.org')
    expect((await read(id)).status).toBe('REQ')
    expect((await page(token!, 'yes')).status).toBe(200)
    expect(await verify(await becomes(id, 'ACT'))).toBe('leaf: OK\n')
    expect((await page(token!, 'yes')).status).toBe(404)
  })

  it('can be requested from another approver, who can reject it', async () => {
    const before = await money()
    const id = await place('asked.org', { approver_email: 'admin@asked.org' })
    const [old] = await mailTo('admin@asked.org')
    const path = `/v1/ssl/orders/${id}/approver-email`
    expect(await refused('PUT', path, { approver_email: 'me@elsewhere.org' })).toBe(1046)
    const waitsFor = async (address: string) =>
      (await read(id)).domain_validation_statuses.ca_status === `waits for ${address}`
    await eventually(() => waitsFor('admin@asked.org'), 'the result of the first check')
    await done('PUT', path, { approver_email: 'webmaster@asked.org' })
    expect(await waitsFor('webmaster@asked.org')).toBe(true)
    const [token] = await mailTo('webmaster@asked.org')
    expect((await page(old!, 'yes')).status).toBe(404)
    await done('POST', `${path}/resend`)
    expect(new Set(await mailTo('webmaster@asked.org', 1)).size).toBeLessThanOrEqual(2)
    expect((await page(token!, 'no')).status).toBe(200)
    const { domain_validation_statuses } = await becomes(id, 'REJ')
    expect(domain_validation_statuses.ca_status).toBe('webmaster@asked.org has rejected the certificate')
    expect(await money()).toEqual(before)
    expect(await refused('POST', `${path}/resend`)).toBe(1088)
  })

  it('sends at most ten mails', async () => {
    const id = await place('often.org', { approver_email: 'admin@often.org' })
    const codes: number[] = []
    for (let time = 0; time < 12; time += 1)
      codes.push(await refused('POST', `/v1/ssl/orders/${id}/approver-email/resend`))
    expect(codes.filter((code) => code === 0)).toHaveLength(10)
    expect(codes.at(-1)).toBe(50)
  })
})

describe('a draft of a certificate order', () => {
  it('can be changed until it is sent to the CA', async () => {
    const id = await place('draft.org', { start_provision: false, technical_handle: organization_handle })
    const csr = await certificateRequest('hosted.org')
    await done('PUT', `/v1/ssl/orders/${id}`, { csr, enable_dns_automation: true, autorenew: 'on' })
    expect(await read(id)).toMatchObject({ status: 'PAI', common_name: 'hosted.org', autorenew: 'on' })
    await done('PUT', `/v1/ssl/orders/${id}`, { start_provision: true })
    expect((await becomes(id, 'ACT')).common_name).toBe('hosted.org')
    expect(await refused('PUT', `/v1/ssl/orders/${id}`, { csr })).toBe(1088)
    await done('PUT', `/v1/ssl/orders/${id}`, { autorenew: 'off' })
    expect((await read(id)).autorenew).toBe('off')
  })

  it('is cancelled and released at once', async () => {
    const before = await money()
    const id = await place('never.org', { start_provision: false })
    await done('POST', `/v1/ssl/orders/${id}/cancel`)
    expect([(await read(id)).status, await money()]).toEqual(['FAI', before])
  })

  it('can change its validation method while the CA waits', async () => {
    const id = await place('change.org')
    const methods = [{ host_name: 'change.org', method: 'https' }]
    await done('PUT', `/v1/ssl/orders/${id}`, { domain_validation_methods: methods })
    const order = await read(id)
    expect(order.domain_validation_methods).toEqual(methods)
    expect(order.additional_data[0]).toHaveProperty('file_location')
    await done('POST', `/v1/ssl/orders/${id}/cancel`)
    await becomes(id, 'FAI')
  })
})

describe('a CSR that is created here', () => {
  it('has a matching key that is returned once, and can be decoded', async () => {
    const asked = { bits: 2048, common_name: 'made.org', country: 'nl', email: 'a@made.org', organization: "O'Hara" }
    const names = ['www.made.org', '*.made.org']
    const made = await done('POST', '/v1/ssl/csr', { ...asked, subject_alternative_name: names, with_config: true })
    const files = { csr: made.csr, key: made.key, config: made.config }
    expect(await openssl(files, 'req', '-in', 'csr', '-verify', '-noout')).toContain('verify OK')
    const modulus = async (...args: string[]) => (await openssl(files, ...args, '-noout', '-modulus')).trim()
    expect(await modulus('rsa', '-in', 'key')).toBe(await modulus('req', '-in', 'csr'))
    expect(await openssl(files, 'req', '-new', '-key', 'key', '-config', 'config')).toContain(
      'BEGIN CERTIFICATE REQUEST',
    )
    expect(await done('POST', '/v1/ssl/csr/decode', { csr: made.csr })).toMatchObject({
      subject: { common_name: 'made.org', country: 'NL', email: 'a@made.org', organization: "O'Hara", unit: '' },
      subject_alternative_name: ['made.org', ...names],
      domain_names_count: 3,
      public_key: { bits: 2048, key: expect.stringContaining('BEGIN PUBLIC KEY') },
      signature_hash_algorithm: 'sha2',
    })
  })

  it.each([
    [{ bits: 1024 }, 1005],
    [{ country: 'NLD' }, 1005],
    [{ email: 'nobody' }, 1005],
    [{ common_name: 'no name' }, 1031],
    [{ subject_alternative_name: ['no name'] }, 1024],
    [{ signature_hash_algorithm: 'sha1' }, 1048],
  ])('is refused with %p', async (over, code) => {
    const asked = { bits: 2048, common_name: 'made.org', country: 'NL', email: 'a@made.org', ...over }
    expect(await refused('POST', '/v1/ssl/csr', asked)).toBe(code)
  })

  it('is refused when it is invalid', async () => {
    expect(await refused('POST', '/v1/ssl/csr/decode', { csr: 'x' })).toBe(1030)
  })
})

it('shows one order by a temporary link', async () => {
  const id = await place('shown.org')
  const { uri, token, expire_at } = await done('POST', `/v1/ssl/orders/${id}/otp-tokens`)
  expect([token.length, uri.endsWith(`/certificate/${token}`)]).toEqual([32, true])
  expect(new Date(`${expire_at.replace(' ', 'T')}Z`).getTime()).toBeGreaterThan(new Date().getTime())
  const page = await fetch(`http://127.0.0.1:${platform.port}/certificate/${token}`)
  expect(await page.text()).toContain('_pki-validation.shown.org')
  expect((await fetch(`http://127.0.0.1:${platform.port}/certificate/${'x'.repeat(32)}`)).status).toBe(404)
  expect(await refused('POST', '/v1/ssl/orders/999999/otp-tokens')).toBe(98)
})
