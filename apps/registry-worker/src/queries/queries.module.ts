import { Module } from '@nestjs/common'
import { OperationsModule } from '../operations/operations.module'
import { RegistriesModule } from '../registries/registries.module'
import { SessionsModule } from '../sessions/sessions.module'
import { SponsorsModule } from '../sponsors/sponsors.module'
import { CheckNames } from './check-names'
import { DescribeOperations } from './describe-operations'
import { EppCheck } from './epp-check'
import { EppRead } from './epp-read'
import { InspectOperations } from './inspect-operations'
import { InspectTranscripts } from './inspect-transcripts'
import { ListCommands } from './list-commands'
import { ListRegisteredNames } from './list-registered-names'
import { ListTranscripts } from './list-transcripts'
import { ReadDomains } from './read-domains'

/** Requests that change nothing at a registry. */
@Module({
  imports: [OperationsModule, RegistriesModule, SessionsModule, SponsorsModule],
  controllers: [
    CheckNames,
    DescribeOperations,
    InspectOperations,
    InspectTranscripts,
    ListCommands,
    ListRegisteredNames,
    ListTranscripts,
    ReadDomains,
  ],
  providers: [EppCheck, EppRead],
  exports: [EppCheck, EppRead],
})
export class QueriesModule {}
