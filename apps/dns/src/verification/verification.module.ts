import { Module } from '@nestjs/common'
import { NameServers } from './name-servers'

/** Queries the name servers, to verify their answers. */
@Module({ providers: [NameServers], exports: [NameServers] })
export class VerificationModule {}
