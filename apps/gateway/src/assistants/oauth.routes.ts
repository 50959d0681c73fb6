import { Controller, Get, Options, Post, Req, Res } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AuthorizationServer } from './authorization-server'
import { paths } from './provider'

/** Where clients find the authorization server (RFC 8414 section 3). */
const METADATA = '/.well-known/oauth-authorization-server'

/** The endpoints of the authorization server. The provider answers all of them. */
@Controller()
export class OAuthRoutes {
  constructor(private readonly server: AuthorizationServer) {}

  @Get([METADATA, paths.jwks, paths.authorization, `${paths.authorization}/:uid`])
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.server.answer(request, reply)
  }

  @Post([paths.token, paths.revocation])
  post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.server.answer(request, reply)
  }

  /** Pages of browsers may read the metadata and the keys. */
  @Options([METADATA, paths.jwks])
  preflight(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.server.answer(request, reply)
  }
}
