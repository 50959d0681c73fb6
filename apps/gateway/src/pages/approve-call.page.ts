import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerApprovalLink } from '@nameyard/contracts/approvals/answer-approval-link'
import { findApprovalLink } from '@nameyard/contracts/approvals/find-approval-link'
import { Refusal } from '@nameyard/contracts/errors'
import type { Answer } from '@nameyard/contracts/operation'
import { retryAfter } from '../http/envelope'
import { words, type Words } from './approve-call-words'
import { LinkPageFilter, LinkPages, readForm, tokenOf, wordsFor } from './link-pages'
import { loginFaults } from './login-faults'
import { sendPage, type Page } from './page'

/** Password and code, with every octet written as `%XX`. */
const BODY_LIMIT = 16 * 1024

/** Characters of one argument that are shown. */
const LONGEST_VALUE = 500

/** The refusals of a link that has had its use. */
const ended: ReadonlySet<string> = new Set(['approval_link_not_found', 'approval_unusable'])

type Call = Answer<typeof findApprovalLink>

/**
 * The page behind the link in a mail that asks for the approval of a call. Opening it changes nothing, because mail programs
 * open links before people do. Its buttons decide, with the password and the second factor of the person.
 */
@Controller('approve-call/:token')
@UseFilters(LinkPageFilter)
export class ApproveCallPage {
  constructor(private readonly links: LinkPages) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const texts = wordsFor(request, words)
    try {
      sendPage(reply, 200, question(texts, await this.links.ask(findApprovalLink, tokenOf(request), request)))
    } catch (error) {
      refuse(reply, texts, error)
    }
  }

  @Post()
  async decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await readForm(request, reply, BODY_LIMIT)
    const texts = wordsFor(request, words)
    const [answer, password, otp] = ['answer', 'password', 'otp'].map((name) => form.get(name) ?? '')
    let call: Call | undefined
    try {
      call = await this.links.ask(findApprovalLink, tokenOf(request), request)
      // The page asks again if the answer is unclear.
      if (answer !== 'yes' && answer !== 'no') return void sendPage(reply, 400, question(texts, call))
      const given = { ...tokenOf(request), password: password!, otp: otp!.slice(0, 64), isGranted: answer === 'yes' }
      await this.links.ask(answerApprovalLink, given, request)
      const done = answer === 'yes' ? texts.approved : texts.refused
      sendPage(reply, 200, { language: texts.language, title: texts.thanks, paragraphs: [done] })
    } catch (error) {
      refuse(reply, texts, error, call)
    }
  }
}

/** Asks again if the password or the code is wrong. Says so if the link does not work. All other errors have pages of their own. */
function refuse(reply: FastifyReply, texts: Words, error: unknown, call?: Call): void {
  const refusal = error instanceof Refusal ? error.refusal : ''
  const status = loginFaults[refusal]
  if (ended.has(refusal)) {
    const { language, noLink: title, noLinkAdvice } = texts
    sendPage(reply, 404, { language, title, paragraphs: [noLinkAdvice] })
  } else if (call && status !== undefined) {
    if (refusal === 'rate_limited') reply.header('retry-after', String(retryAfter(error as Refusal)))
    sendPage(reply, status, question(texts, call, texts.problems[refusal]))
  } else throw error
}

function question(texts: Words, call: Call, problem?: string): Page {
  const { summary, operation, price, currency, name, isAssistant, until, username } = call
  return {
    language: texts.language,
    title: texts.title,
    paragraphs: [...(problem === undefined ? [] : [problem]), texts.asked(name, isAssistant), texts.advice(username)],
    facts: [
      [texts.call, `${summary} (${operation})`],
      ...lines(call.arguments),
      [texts.price, price === null ? texts.noPrice : `${price.toFixed(2)} ${currency ?? ''}`],
      [texts.askedBy, name],
      [texts.until, until],
    ],
    form: {
      fields: [
        { name: 'password', label: texts.password, kind: 'current-password' },
        { name: 'otp', label: texts.code, kind: 'one-time-code' },
      ],
      buttons: [
        { name: 'answer', value: 'yes', label: texts.approve },
        { name: 'answer', value: 'no', label: texts.refuse },
      ],
    },
  }
}

/** The arguments of a call, one in a line, with their path: `domain.name`. */
function lines(value: unknown, path = ''): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value).slice(0, LONGEST_VALUE)]]
  const inner = Object.entries(value)
  return inner.flatMap(([name, each]) => lines(each, path === '' ? name : `${path}.${name}`))
}
