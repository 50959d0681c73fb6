import { Module } from '@nestjs/common'
import { OperationsModule } from '../operations/operations.module'
import { PollModule } from '../poll/poll.module'
import { QueriesModule } from '../queries/queries.module'
import { SessionsModule } from '../sessions/sessions.module'
import { EppDriver } from './epp-driver'

/** The driver of registries that speak EPP. */
@Module({ imports: [OperationsModule, PollModule, QueriesModule, SessionsModule], providers: [EppDriver] })
export class EppModule {}
