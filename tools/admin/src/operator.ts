import 'reflect-metadata'
import { randomUUID } from 'node:crypto'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { AnyOperation, InputGiven, Result } from '@nameyard/contracts/operation'
import { DeadLetters } from '@nameyard/messaging/dead-letters'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Rpc } from '@nameyard/messaging/rpc'

@Module({})
class OperatorModule {}

/** Asks the services for their operations over the broker, in the operator's name: without an account of its own. */
export interface Operator {
  /**
   * Throws the refusal when the service says no, and `service_unavailable` when it does not answer in time, which is ten
   * seconds unless another number of milliseconds is given.
   */
  ask<O extends AnyOperation>(operation: O, input: InputGiven<O>, withinMs?: number): Promise<Result<O>>
  /** What services laid aside. */
  readonly deadLetters: DeadLetters
  close(): Promise<void>
}

const ANSWER_MS = 10_000

/** Milliseconds of the Unix clock; a tool has no clock that tests move. */
const now = () => Math.floor(performance.timeOrigin + performance.now())

/** @param logger false keeps Nest silent, for all of this process. */
export async function openOperator(amqpUrl: string, logger?: false): Promise<Operator> {
  const app = await NestFactory.createApplicationContext(
    { module: OperatorModule, imports: [MessagingModule.forService({ service: 'admin', url: amqpUrl })] },
    { ...(logger === false && { logger }), abortOnError: false },
  )
  const rpc = app.get(Rpc)
  return {
    ask: (operation, input, withinMs = ANSWER_MS) =>
      rpc.call(operation, input, { correlationId: randomUUID(), deadline: now() + withinMs }),
    deadLetters: app.get(DeadLetters),
    close: () => app.close(),
  }
}
