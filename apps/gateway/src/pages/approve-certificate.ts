import { readApproverLink } from '@nameyard/contracts/customers/read-approver-link'
import { answerCertificateApproval } from '@nameyard/contracts/orders/answer-certificate-approval'
import { findCertificateApproval } from '@nameyard/contracts/orders/find-certificate-approval'
import type { FastifyInstance } from 'fastify'
import type { Door } from '../http/mount-operations'
import { callOf, prepareLinkPages, tokenOf } from './link-pages'
import { sendPage, type Page } from './page'

/**
 * The page behind the link in a mail that asks for the approval of a certificate, in the language of the mail. Opening
 * it changes nothing, because programs open links in mails before people do; its buttons do.
 */
export function mountApproveCertificate(http: FastifyInstance, door: Door): void {
  const { rpc, admission } = door
  http.register(async (pages) => {
    prepareLinkPages(pages)
    pages.get('/approve-certificate/:token', async (request, reply) => {
      const call = callOf(request, door)
      const { names } = await admission.during(async () =>
        rpc.call(findCertificateApproval, await rpc.call(readApproverLink, tokenOf(request), call), call),
      )
      return sendPage(reply, 200, question(names))
    })
    pages.post('/approve-certificate/:token', async (request, reply) => {
      const call = callOf(request, door)
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const answer = form.get('answer')
      const link = await admission.during(() => rpc.call(readApproverLink, tokenOf(request), call))
      // What is neither button is asked again.
      if (answer !== 'yes' && answer !== 'no') {
        const { names } = await admission.during(() => rpc.call(findCertificateApproval, link, call))
        return sendPage(reply, 400, question(names))
      }
      const given = { ...link, isGranted: answer === 'yes' }
      const { names } = await admission.during(() => rpc.call(answerCertificateApproval, given, call))
      return sendPage(reply, 200, answer === 'yes' ? approved(names) : rejected(names))
    })
  })
}

const question = (names: readonly string[]): Page => ({
  language: 'en',
  title: 'May this certificate be issued?',
  paragraphs: [
    `Somebody has ordered a certificate for ${names.join(', ')}. Whoever has it can run a server under that name.`,
    'Say yes only when you know of the order.',
  ],
  form: {
    buttons: [
      { name: 'answer', value: 'yes', label: 'Yes, issue it' },
      { name: 'answer', value: 'no', label: 'No, reject it' },
    ],
  },
})

const approved = (names: readonly string[]): Page => ({
  language: 'en',
  title: 'Thank you',
  paragraphs: [`The certificate for ${names.join(', ')} may be issued. You can close this page.`],
})

const rejected = (names: readonly string[]): Page => ({
  language: 'en',
  title: 'Thank you',
  paragraphs: [`No certificate for ${names.join(', ')} is issued. You can close this page.`],
})
