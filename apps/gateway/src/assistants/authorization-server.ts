import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyOperation, Call, InputGiven, Result } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Clock } from '@nameyard/runtime/clock'
import { Admission } from '../access/admission'
import { GATEWAY_CONFIG, type GatewayConfig } from '../config'
import type { Asked } from './allow-form'
import { openProvider, type Provider } from './provider'

interface Granted {
  readonly grantId: string
  readonly accountId: string
  /** The rights that the client has asked for; `scope` has those that the person gives. */
  readonly asked: readonly string[]
}

const log = new Logger('gateway')

/** The authorization server of the installation, and its way to the customers service. */
@Injectable()
export class AuthorizationServer implements OnModuleInit {
  readonly issuer: string
  readonly toolsUrl: string
  provider!: Provider
  private readonly requests = new AsyncLocalStorage<FastifyRequest>()

  constructor(
    private readonly rpc: Rpc,
    private readonly admission: Admission,
    private readonly clock: Clock,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {
    this.issuer = new URL(config.PUBLIC_URL!).origin
    this.toolsUrl = config.MCP_PUBLIC_URL!
  }

  async onModuleInit(): Promise<void> {
    const { issuer, toolsUrl } = this
    this.provider = await openProvider({
      issuer,
      toolsUrl,
      secrets: this.config.GATEWAY_REPEAT_SECRET,
      ask: (operation, input) => this.ask(operation, input, this.requests.getStore()!),
      failed: (error) => log.error(error.stack),
    })
  }

  /** Does something for a request. What the provider asks meanwhile is asked for this request. */
  during<Outcome>(request: FastifyRequest, act: () => Promise<Outcome>): Promise<Outcome> {
    const { headers } = request.raw
    // The server takes the media type away, because the operations do not depend on it.
    if (request.namedType !== '') headers['content-type'] = request.namedType
    headers['x-forwarded-proto'] = new URL(this.issuer).protocol.slice(0, -1)
    delete headers['x-forwarded-host']
    return this.requests.run(request, act)
  }

  /** Lets the provider answer a request. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    await this.during(request, async () => this.provider.callback()(request.raw, reply.raw))
  }

  /** A new id of a grant: as long as a token. */
  newGrantId(): string {
    return randomBytes(32).toString('base64url')
  }

  /** Stores what a person has allowed. */
  async grant({ grantId, accountId, clientId, resource, asked, scope, isOffline }: Asked & Granted): Promise<void> {
    const grant = new this.provider.Grant({ accountId, clientId })
    grant.jti = grantId
    grant.addResourceScope(resource, scope.join(' '))
    const refused = asked.filter((right) => !scope.includes(right))
    if (refused.length > 0) grant.rejectResourceScope(resource, refused.join(' '))
    if (isOffline) grant.addOIDCScope('offline_access')
    await grant.save()
  }

  ask<O extends AnyOperation>(operation: O, input: InputGiven<O>, request: FastifyRequest): Promise<Result<O>> {
    const call: Call = {
      correlationId: request.id,
      deadline: this.clock.machineMs() + this.config.GATEWAY_REQUEST_MS,
      address: request.address,
    }
    request.operationId ||= operation.id
    return this.admission.during(() => this.rpc.call(operation, input, call))
  }
}
