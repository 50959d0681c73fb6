import { Controller, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { z } from 'zod'
import { command, event } from '@nameyard/contracts/event'
import type { Payload } from '@nameyard/contracts/event'
import { Connection } from '@nameyard/messaging/connection'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Database } from '@nameyard/persistence/database'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { SettableClock } from '@nameyard/testing/clock'
import { AccountEvents } from '../src/account-events'
import { outboxMigrations } from '../src/migrations-folder'
import { Outbox } from '../src/outbox'
import { OutboxModule } from '../src/outbox-module'
import { Relay } from '../src/relay'

const payload = z.object({ name: z.string() })
export const nameSold = event({ id: 'sample.name-sold', producer: 'orders', consumers: ['dns'], payload })
/** Sent to the dns service, which the tests simulate. */
export const publishName = command({ id: 'sample.publish-name', service: 'dns', payload })
export const orders = { name: 'orders', migrations: [outboxMigrations] }

/** The messages that the simulated service received, in order. */
export const taken: { message: string; name: string; messageId: string }[] = []

@Controller()
export class OnNameSold {
  @Consumes(nameSold)
  async on({ name }: Payload<typeof nameSold>, { messageId }: Delivery): Promise<void> {
    taken.push({ message: nameSold.id, name, messageId })
  }
}

@Controller()
export class OnPublishName {
  @Consumes(publishName)
  async on({ name }: Payload<typeof publishName>, { messageId }: Delivery): Promise<void> {
    taken.push({ message: publishName.id, name, messageId })
  }
}

@Module({})
class SampleRoot {}

/** One replica of a service with an outbox. */
export async function replica(databaseUrl: string, brokerUrl: string, clock = new SettableClock()) {
  const app = await NestFactory.createApplicationContext(
    {
      module: SampleRoot,
      imports: [
        PersistenceModule.forService({ service: 'orders', url: databaseUrl, entities: [] }),
        MessagingModule.forService({ service: 'orders', url: brokerUrl, now: () => clock.epochMs() }),
        OutboxModule.forService({ now: () => clock.now() }),
      ],
    },
    { logger: false },
  )
  return {
    database: app.get(Database),
    outbox: app.get(Outbox),
    events: app.get(AccountEvents),
    relay: app.get(Relay),
    connection: app.get(Connection),
    close: () => app.close(),
  }
}
export type Replica = Awaited<ReturnType<typeof replica>>
