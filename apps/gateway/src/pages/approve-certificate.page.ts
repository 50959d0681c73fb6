import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readApproverLink } from '@nameyard/contracts/customers/read-approver-link'
import { answerCertificateApproval } from '@nameyard/contracts/orders/answer-certificate-approval'
import { findCertificateApproval } from '@nameyard/contracts/orders/find-certificate-approval'
import { LinkPageFilter, LinkPages, readForm, tokenOf } from './link-pages'
import { sendPage, type Page } from './page'

/**
 * The page behind the link in a mail that asks for the approval of a certificate, in the language of the mail. Opening
 * it changes nothing, because mail programs open links before people do; only its buttons decide.
 */
@Controller('approve-certificate/:token')
@UseFilters(LinkPageFilter)
export class ApproveCertificatePage {
  constructor(private readonly links: LinkPages) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const link = await this.links.ask(readApproverLink, tokenOf(request), request)
    const { names } = await this.links.ask(findCertificateApproval, link, request)
    sendPage(reply, 200, question(names))
  }

  @Post()
  async decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const answer = (await readForm(request, reply)).get('answer')
    const link = await this.links.ask(readApproverLink, tokenOf(request), request)
    // The page asks again if the answer is unclear.
    if (answer !== 'yes' && answer !== 'no') {
      const { names } = await this.links.ask(findCertificateApproval, link, request)
      return void sendPage(reply, 400, question(names))
    }
    const { names } = await this.links.ask(answerCertificateApproval, { ...link, isGranted: answer === 'yes' }, request)
    sendPage(reply, 200, answer === 'yes' ? approved(names) : rejected(names))
  }
}

const question = (names: readonly string[]): Page => ({
  language: 'en',
  title: 'Approve this certificate?',
  paragraphs: [
    `A certificate was ordered for ${names.join(', ')}. With it, a server proves its identity to visitors.`,
    'Approve it only if you know about this order.',
  ],
  form: {
    buttons: [
      { name: 'answer', value: 'yes', label: 'Yes, approve' },
      { name: 'answer', value: 'no', label: 'No, reject' },
    ],
  },
})

const approved = (names: readonly string[]): Page => ({
  language: 'en',
  title: 'Thank you',
  paragraphs: [`You have approved the certificate for ${names.join(', ')}. You can close this page.`],
})

const rejected = (names: readonly string[]): Page => ({
  language: 'en',
  title: 'Thank you',
  paragraphs: [`You have rejected the certificate for ${names.join(', ')}. You can close this page.`],
})
