import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '@nameyard/contracts/operation'
import { listRevokedCertificates } from '@nameyard/contracts/orders/list-revoked-certificates'
import { openSslLink } from '@nameyard/contracts/orders/open-ssl-link'
import { LinkPageFilter, LinkPages, tokenOf } from './link-pages'
import { escaped, sendDocument } from './page'

/**
 * The page behind a link that shows one certificate order: its status, the required proofs and the certificate. Also
 * serves the public list of revoked certificates.
 */
@Controller()
@UseFilters(LinkPageFilter)
export class CertificatePage {
  constructor(private readonly links: LinkPages) {}

  @Get('certificate/:token')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const order = await this.links.ask(openSslLink, tokenOf(request), request)
    sendDocument(reply, 200, {
      language: 'en',
      title: `Certificate for ${order.common_name}`,
      content: show(order),
    })
  }

  @Get('certificates/revoked.crl')
  async revoked(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { list } = await this.links.ask(listRevokedCertificates, {}, request)
    reply.type('application/pkix-crl').header('cache-control', 'max-age=60').send(Buffer.from(list, 'base64'))
  }
}

const states: Readonly<Record<string, string>> = {
  PAI: 'Draft: not sent to the certificate authority yet.',
  REQ: 'Requested: will be issued as soon as control of the names is proven.',
  ACT: 'Issued.',
  REJ: 'Rejected.',
  FAI: 'Cancelled.',
  EXP: 'Expired.',
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
          `<p>Valid until ${escaped(expiration_date)} UTC. The certificate and the issuing certificate:</p>`,
          `<pre>${escaped(certificate)}${escaped(intermediate_certificate)}</pre>`,
        ]),
  ].join('\n')
}
