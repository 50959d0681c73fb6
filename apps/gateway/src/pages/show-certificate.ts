import { listRevokedCertificates } from '@nameyard/contracts/orders/list-revoked-certificates'
import { openSslLink } from '@nameyard/contracts/orders/open-ssl-link'
import type { Answer } from '@nameyard/contracts/operation'
import type { FastifyInstance } from 'fastify'
import type { Door } from '../http/mount-operations'
import { callOf, prepareLinkPages, tokenOf } from './link-pages'
import { escaped, sendDocument } from './page'

/**
 * The page behind a link that shows one certificate order: how it stands, what proves its names, and the certificate.
 * Beside it what everybody may read who relies on certificates: the list of those that were revoked.
 */
export function mountShowCertificate(http: FastifyInstance, door: Door): void {
  const { rpc, admission } = door
  http.register(async (pages) => {
    prepareLinkPages(pages)
    pages.get('/certificate/:token', async (request, reply) => {
      const order = await admission.during(() => rpc.call(openSslLink, tokenOf(request), callOf(request, door)))
      return sendDocument(reply, 200, {
        language: 'en',
        title: `Certificate for ${order.common_name}`,
        content: show(order),
      })
    })
    pages.get('/certificates/revoked.crl', async (request, reply) => {
      const { list } = await admission.during(() => rpc.call(listRevokedCertificates, {}, callOf(request, door)))
      return reply.type('application/pkix-crl').header('cache-control', 'max-age=60').send(Buffer.from(list, 'base64'))
    })
  })
}

const states: Readonly<Record<string, string>> = {
  PAI: 'It is kept as a draft.',
  REQ: 'It was asked for and is issued as soon as control of the names is proven.',
  ACT: 'It is issued.',
  REJ: 'It was rejected.',
  FAI: 'It was cancelled.',
  EXP: 'It has expired.',
}

function show(order: Answer<typeof openSslLink>): string {
  const { status, host_names, additional_data, certificate, intermediate_certificate, expiration_date } = order
  const { ca_status } = order.domain_validation_statuses
  const proofs = additional_data.map(({ domain, dns_record, dns_value, file_location, file_contents }) =>
    dns_record === undefined
      ? `<tr><td>${escaped(domain)}</td><td>a file at http(s)://${escaped(file_location ?? '')}</td><td>${escaped(file_contents ?? '')}</td></tr>`
      : `<tr><td>${escaped(domain)}</td><td>a TXT record at ${escaped(dns_record)}</td><td>${escaped(dns_value ?? '')}</td></tr>`,
  )
  return [
    `<p>${states[status]}</p>`,
    `<p>Names: ${escaped(host_names.join(', '))}</p>`,
    ...(status === 'REQ' || status === 'REJ' ? [`<p class="told">${escaped(ca_status)}</p>`] : []),
    ...(proofs.length === 0
      ? []
      : [`<table><tr><th>Name</th><th>Proof</th><th>Content</th></tr>${proofs.join('')}</table>`]),
    ...(certificate === ''
      ? []
      : [
          `<p>Good until ${escaped(expiration_date)} UTC. The certificate, and the one it stands on:</p>`,
          `<pre>${escaped(certificate)}${escaped(intermediate_certificate)}</pre>`,
        ]),
  ].join('\n')
}
