import { Module } from '@nestjs/common'
import { OneTimeCodes } from './one-time-codes'

/** Checks of second factors. */
@Module({ providers: [OneTimeCodes], exports: [OneTimeCodes] })
export class FactorsModule {}
