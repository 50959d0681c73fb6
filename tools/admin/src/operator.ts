import 'reflect-metadata'
import { randomUUID } from 'node:crypto'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { AnyOperation, InputGiven, Result } from '@nameyard/contracts/operation'
import { Connection } from '@nameyard/messaging/connection'
import { DeadLetters } from '@nameyard/messaging/dead-letters'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Rpc } from '@nameyard/messaging/rpc'

@Module({})
class OperatorModule {}

/** Calls operations of the services over the broker as the operator, who has no account. */
export interface Operator {
  /**
   * Throws the refusal of the service, or `service_unavailable` if it does not answer within the given milliseconds,
   * ten seconds by default.
   */
  ask<O extends AnyOperation>(operation: O, input: InputGiven<O>, withinMs?: number): Promise<Result<O>>
  /** The connection to the broker. */
  readonly connection: Connection
  /** Messages that the services could not handle. */
  readonly deadLetters: DeadLetters
  close(): Promise<void>
}

const ANSWER_MS = 10_000

/** Milliseconds since 1970 by the machine's clock: a tool has no clock that tests can set. */
const now = () => Math.floor(performance.timeOrigin + performance.now())

interface OperatorOptions {
  /** `false` silences Nest in the whole process. */
  readonly logger?: false | undefined
  /** Whether the broker has users with the least permissions: `AMQP_FIXED_TOPOLOGY` of the services. */
  readonly isTopologyFixed?: boolean
}

export async function openOperator(amqpUrl: string, options: OperatorOptions = {}): Promise<Operator> {
  const { logger, isTopologyFixed = false } = options
  const app = await NestFactory.createApplicationContext(
    {
      module: OperatorModule,
      imports: [MessagingModule.forService({ service: 'admin', url: amqpUrl, isTopologyFixed })],
    },
    { ...(logger === false && { logger }), abortOnError: false },
  )
  const rpc = app.get(Rpc)
  return {
    ask: (operation, input, withinMs = ANSWER_MS) =>
      rpc.call(operation, input, { correlationId: randomUUID(), deadline: now() + withinMs }),
    connection: app.get(Connection),
    deadLetters: app.get(DeadLetters),
    close: () => app.close(),
  }
}
