import { Inject, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common'
import type { FastifyInstance } from 'fastify'
import type { RoutedOperation } from '@nameyard/contracts/operations'
import { AccessModule } from '../access/access.module'
import { Approvals } from './approvals'
import { EventStreams } from './event-streams'
import { OperationRoutes } from './operation-routes'
import { Quotes } from './quotes'

const OPERATIONS = Symbol('operations')
const HTTP = Symbol('http')

/** The API: a route for each of the given operations. */
@Module({ imports: [AccessModule] })
export class OperationsModule implements OnModuleInit {
  constructor(
    private readonly routes: OperationRoutes,
    @Inject(HTTP) private readonly http: FastifyInstance,
    @Inject(OPERATIONS) private readonly operations: readonly RoutedOperation[],
  ) {}

  static of(operations: readonly RoutedOperation[], http: FastifyInstance): DynamicModule {
    return {
      module: OperationsModule,
      providers: [
        Approvals,
        EventStreams,
        OperationRoutes,
        Quotes,
        { provide: OPERATIONS, useValue: operations },
        { provide: HTTP, useValue: http },
      ],
    }
  }

  onModuleInit(): void {
    this.routes.mount(this.http, this.operations)
  }
}
