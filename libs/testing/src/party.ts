import { Module, type Type } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Call } from '@nameyard/contracts/operation'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Publisher } from '@nameyard/messaging/publisher'
import { Rpc } from '@nameyard/messaging/rpc'
import { MessagingServer } from '@nameyard/messaging/server'
import type { Party } from '@nameyard/messaging/topology'
import type { Clock } from '@nameyard/runtime/clock'

/** Someone on the test's broker: asks, publishes, and answers or consumes what its controllers declare. */
export interface TestParty {
  readonly rpc: Rpc
  readonly publisher: Publisher
  /** A call of an account; its deadline is ten seconds away. */
  call(resellerId?: number, over?: Partial<Call>): Call
  close(): Promise<void>
}

@Module({})
class PartyRoot {}

/** Takes part in the conversation of services under the given name, with a queue and controllers of its own. */
export async function testParty(
  service: Party,
  { url, clock, controllers = [] }: { url: string; clock: Clock; controllers?: readonly Type[] },
): Promise<TestParty> {
  const app = await NestFactory.createMicroservice(
    {
      module: PartyRoot,
      imports: [
        MessagingModule.forService({ service, url, now: () => clock.machineMs(), retryPausesMs: [10], drainMs: 1_000 }),
      ],
      controllers: [...controllers],
    },
    {
      inject: [MessagingServer],
      useFactory: (server: MessagingServer) => ({ strategy: server }),
      logger: false,
      abortOnError: false,
    },
  )
  await app.listen()
  return {
    rpc: app.get(Rpc),
    publisher: app.get(Publisher),
    call: (resellerId, over = {}) => ({
      correlationId: '00000000-0000-4000-8000-000000000001',
      deadline: clock.machineMs() + 10_000,
      ...(resellerId !== undefined && {
        actor: { resellerId, contactId: 1, username: 'tester', scope: ['read', 'write', 'purchase'] },
      }),
      ...over,
    }),
    close: () => app.close(),
  }
}
