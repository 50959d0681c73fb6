import { Module } from '@nestjs/common'
import { Changes } from './changes'

/** What other workers and operators have changed. */
@Module({ providers: [Changes], exports: [Changes] })
export class ChangesModule {}
