import { Module } from '@nestjs/common'
import { OneTimeCodes } from './one-time-codes'
import { Passkeys } from './passkeys'

/** Checks of second factors. */
@Module({ providers: [OneTimeCodes, Passkeys], exports: [OneTimeCodes, Passkeys] })
export class FactorsModule {}
