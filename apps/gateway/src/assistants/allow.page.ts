import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults } from 'oidc-provider'
import { allowAssistant } from '@nameyard/contracts/assistants/allow-assistant'
import { Refusal } from '@nameyard/contracts/errors'
import type { Right } from '@nameyard/contracts/operation'
import { retryAfter } from '../http/envelope'
import { LinkPageFilter, readForm, wordsFor } from '../pages/link-pages'
import { loginFaults } from '../pages/login-faults'
import { sendPage } from '../pages/page'
import { formOf, type Asked } from './allow-form'
import { words, type Words } from './allow-words'
import { givenLimits, limitsOf } from './allowed-limits'
import { AuthorizationServer } from './authorization-server'
import { requested } from './provider'
import { stateHash } from './provider-state'

/** Username, password and code, with every octet written as `%XX`. */
const BODY_LIMIT = 32 * 1024

/** Characters of a client's name that are shown. */
const LONGEST_NAME = 60

/**
 * The page on which a person gives an assistant access. It names the program and where its answer goes, and asks for the
 * password and the second factor each time. The address and a cookie name the request of one browser together, so that a
 * page elsewhere can neither send the form nor continue a request of another browser.
 */
@Controller('oauth/allow/:uid')
@UseFilters(LinkPageFilter)
export class AllowPage {
  constructor(private readonly server: AuthorizationServer) {}

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const texts = wordsFor(request, words)
    const asked = await this.asked(request, reply)
    if (!asked) return gone(reply, texts)
    if (asked.scope.length === 0) {
      return this.finish(request, reply, {
        error: 'invalid_scope',
        error_description: 'ask for a scope of the resource',
      })
    }
    sendPage(reply, 200, formOf(texts, asked))
  }

  @Post()
  async decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await readForm(request, reply, BODY_LIMIT)
    const texts = wordsFor(request, words)
    const asked = isOwnPage(request, this.server.issuer) ? await this.asked(request, reply) : undefined
    if (!asked) return gone(reply, texts)
    const scope = allowedBy(form.get('decision'), asked.scope)
    if (scope.length === 0) {
      return this.finish(request, reply, { error: 'access_denied', error_description: 'the person has refused' })
    }
    const username = form.get('username') ?? ''
    const given = givenLimits(form)
    const limits = limitsOf(given, scope)
    const askAgain = (status: number, fault: string) =>
      void sendPage(reply, status, formOf(texts, asked, { username, problem: texts.problems[fault]!, limits: given }))
    if (typeof limits === 'string') return askAgain(400, limits)
    const grantId = this.server.newGrantId()
    try {
      const { contactId } = await this.server.ask(
        allowAssistant,
        {
          username,
          password: form.get('password') ?? '',
          otp: form.get('otp') ?? '',
          grant: stateHash(grantId),
          clientId: asked.clientId,
          clientName: asked.clientName,
          profile: asked.profile,
          scope: scope as Right[],
          ...limits,
        },
        request,
      )
      const accountId = String(contactId)
      await this.server.during(request, () =>
        this.server.grant({ ...asked, grantId, accountId, asked: asked.scope, scope }),
      )
      return await this.finish(request, reply, { login: { accountId }, consent: { grantId } })
    } catch (error) {
      const status = error instanceof Refusal ? loginFaults[error.refusal] : undefined
      if (status === undefined) throw error
      const { refusal } = error as Refusal
      if (refusal === 'rate_limited') reply.header('retry-after', String(retryAfter(error as Refusal)))
      askAgain(status, refusal)
    }
  }

  /** The request of the client that the address and the cookie name; undefined when it has ended or is of another browser. */
  private async asked(request: FastifyRequest, reply: FastifyReply): Promise<Asked | undefined> {
    const { uid } = request.params as { uid: string }
    return this.server.during(request, async () => {
      const { provider, toolsUrl } = this.server
      const found = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
      if (found?.uid !== uid) return undefined
      const { client_id: clientId, redirect_uri: redirectUri, resource, scope } = found.params
      const client = await provider.Client.find(String(clientId)).catch(() => undefined)
      const wanted = requested(toolsUrl, resource, scope)
      if (!client || !wanted || !URL.canParse(String(redirectUri))) return undefined
      const isOffline = String(scope).split(' ').includes('offline_access')
      const { clientId: id, clientName = '' } = client
      const name = printable(clientName) || new URL(id).host
      return { ...wanted, clientId: id, clientName: name, redirectUri: new URL(String(redirectUri)), isOffline }
    })
  }

  /** Leads the browser back to the provider, which answers the client. */
  private async finish(request: FastifyRequest, reply: FastifyReply, result: InteractionResults): Promise<void> {
    const returnTo = await this.server.during(request, () =>
      this.server.provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false }),
    )
    void reply.code(303).header('location', returnTo).header('cache-control', 'no-store').send()
  }
}

/** The rights that a person gives: what costs money only where the button says so. */
function allowedBy(decision: string | null, asked: readonly string[]): readonly string[] {
  if (decision === 'allow') return asked
  return decision === 'allow-free' ? asked.filter((right) => right !== 'purchase') : []
}

/**
 * Whether the form was sent by a page of this site. Browsers say so in `Sec-Fetch-Site`, and in `Origin`, which is `null`
 * because the page gives no address away.
 */
function isOwnPage({ headers }: FastifyRequest, issuer: string): boolean {
  const { origin = 'null', 'sec-fetch-site': site = 'same-origin' } = headers
  return (origin === 'null' || origin === issuer) && site === 'same-origin'
}

/** A name without what could disguise it: control characters and marks of direction (Unicode categories C and Z). */
function printable(name: string): string {
  return name
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
}

function gone(reply: FastifyReply, { language, title, gone: paragraph }: Words): void {
  sendPage(reply, 404, { language, title, paragraphs: [paragraph] })
}
