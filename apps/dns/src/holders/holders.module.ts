import { Module } from '@nestjs/common'
import { Holders } from './holders'

/** Which account holds a domain, as far as zones depend on it. */
@Module({ providers: [Holders], exports: [Holders] })
export class HoldersModule {}
