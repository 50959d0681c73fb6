import { join } from 'node:path'
import { Controller, Module } from '@nestjs/common'
import { z } from 'zod'
import { internalOperation, type Input, type Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql } from '@nameyard/persistence/statement'
import { serviceConfig } from '../src/load-config'
import { microservice } from '../src/microservice'

/** Waits for an advisory lock of the test, so that the test decides how long the request is in progress. */
export const awaitLock = internalOperation({
  id: 'sample.await-lock',
  service: 'orders',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Wait for a lock',
  body: z.object({ lock: z.int() }),
  result: z.object({ waited: z.boolean() }),
})

@Controller()
class AwaitLock {
  constructor(private readonly database: Database) {}

  @Handles(awaitLock)
  async execute({ lock }: Input<typeof awaitLock>): Promise<Result<typeof awaitLock>> {
    await this.database.read(sql`select pg_advisory_xact_lock(${lock})`)
    return { waited: true }
  }
}

@Module({ controllers: [AwaitLock] })
class SampleModule {}

/** A service with one operation, to be run as a process. */
export const service = microservice({
  name: 'orders',
  config: serviceConfig,
  migrations: join(__dirname, 'migrations'),
  retention: { rules: [], ended: {}, kept: {} },
  entities: [],
  module: () => SampleModule,
})
