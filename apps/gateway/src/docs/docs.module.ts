import { Inject, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import type { FastifyInstance } from 'fastify'
import { accountEvents } from '@nameyard/contracts/account-events'
import type { RoutedOperation } from '@nameyard/contracts/operations'
import { AccessModule } from '../access/access.module'
import { AnonymousRequests } from '../access/anonymous-requests'
import { withoutPort } from '../http/trusted-proxies'
import { mountAsyncApi } from './asyncapi'
import { mountOpenApi, openApi } from './openapi'
import { mountReferencePage } from './reference-page'

const OPERATIONS = Symbol('operations')

/** The API description and the reference page of the mounted operations. */
@Module({ imports: [AccessModule] })
export class DocsModule implements OnModuleInit {
  constructor(
    @Inject(OPERATIONS) private readonly operations: readonly RoutedOperation[],
    private readonly host: HttpAdapterHost,
    private readonly anonymous: AnonymousRequests,
  ) {}

  static of(operations: readonly RoutedOperation[]): DynamicModule {
    return { module: DocsModule, providers: [{ provide: OPERATIONS, useValue: operations }] }
  }

  onModuleInit(): void {
    const http = this.host.httpAdapter.getInstance<FastifyInstance>()
    void http.register(async (pages) => {
      pages.addHook('onRequest', async (request) => this.anonymous.take(withoutPort(request.ip)))
      mountOpenApi(pages, this.operations)
      mountAsyncApi(pages, accountEvents)
      mountReferencePage(pages, () => openApi(this.operations))
    })
  }
}
