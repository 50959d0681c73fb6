import { Module, type LoggerService, type Type } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Call, ServiceName } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { Connection } from '@nameyard/messaging/connection'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Publisher } from '@nameyard/messaging/publisher'
import { replicasOf } from '@nameyard/messaging/replicas'
import { Rpc } from '@nameyard/messaging/rpc'
import { MessagingServer } from '@nameyard/messaging/server'
import type { Party } from '@nameyard/messaging/topology'
import type { Clock } from '@nameyard/runtime/clock'
import { actorKeys, signing, speaker } from './actors'

/** A participant on the test's broker: sends requests with signed actors, publishes messages, and handles those of its controllers. */
export interface TestParty {
  readonly rpc: Rpc
  readonly publisher: Publisher
  /** Returns a call of an account with a deadline in a minute, which a busy machine keeps. */
  call(resellerId?: number, over?: Partial<Call>): Call
  /** How many processes of a service answer requests now. */
  replicasOf(service: ServiceName): Promise<number>
  close(): Promise<void>
}

@Module({})
class PartyRoot {}

/** Starts a participant under the name of a service, with its own queue and controllers. */
export async function testParty(
  service: Party,
  {
    url,
    clock,
    controllers = [],
    isTopologyFixed = false,
    logger = false,
  }: {
    readonly url: string
    readonly clock: Clock
    readonly controllers?: readonly Type[]
    readonly isTopologyFixed?: boolean
    /** Replaces the logger of all Nest applications in this process. By default nothing is logged from here on. */
    readonly logger?: LoggerService | false
  },
): Promise<TestParty> {
  const app = await NestFactory.createMicroservice(
    {
      module: PartyRoot,
      imports: [
        MessagingModule.forService({
          service,
          url,
          isTopologyFixed,
          actorKeys,
          ...(!isTopologyFixed && { senderOf: speaker(service) }),
          now: () => clock.machineMs(),
          retryPausesMs: [10],
          drainMs: 1_000,
        }),
      ],
      controllers: [...controllers],
    },
    {
      inject: [MessagingServer],
      useFactory: (server: MessagingServer) => ({ strategy: server }),
      logger,
      abortOnError: false,
    },
  )
  await app.listen()
  return {
    rpc: signing(app.get(Rpc), service),
    publisher: app.get(Publisher),
    call: (resellerId, over = {}) => ({
      correlationId: '00000000-0000-4000-8000-000000000001',
      deadline: clock.machineMs() + 60_000,
      ...(resellerId !== undefined && {
        actor: { resellerId, contactId: 1, username: 'tester', role: 'admin', scope: everyRight },
      }),
      ...over,
    }),
    replicasOf: (other) => replicasOf(app.get(Connection), other),
    close: () => app.close(),
  }
}
