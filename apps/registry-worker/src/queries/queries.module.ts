import { Module } from '@nestjs/common'
import { RegistriesModule } from '../registries/registries.module'
import { SessionsModule } from '../sessions/sessions.module'
import { CheckNames } from './check-names'
import { DescribeOperations } from './describe-operations'
import { ListTranscripts } from './list-transcripts'

/** Requests that change nothing at a registry. */
@Module({
  imports: [RegistriesModule, SessionsModule],
  controllers: [CheckNames, DescribeOperations, ListTranscripts],
})
export class QueriesModule {}
