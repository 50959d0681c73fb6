import { Module } from '@nestjs/common'
import { Installation } from './installation'

/** Which installation this is. */
@Module({ providers: [Installation], exports: [Installation] })
export class InstallationModule {}
