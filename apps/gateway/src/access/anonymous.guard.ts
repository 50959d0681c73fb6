import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import { withoutPort } from '../http/trusted-proxies'
import { AnonymousRequests } from './anonymous-requests'

/** Counts the requests of pages, which need no login. The routes of the API have their own check. */
@Injectable()
export class AnonymousGuard implements CanActivate {
  constructor(private readonly anonymous: AnonymousRequests) {}

  canActivate(context: ExecutionContext): true {
    this.anonymous.take(withoutPort(context.switchToHttp().getRequest<FastifyRequest>().ip))
    return true
  }
}
