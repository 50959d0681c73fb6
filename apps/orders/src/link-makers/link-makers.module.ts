import { Module } from '@nestjs/common'
import { LinkMakers } from './link-makers'

/** Whether the people who made links may still make them. */
@Module({ providers: [LinkMakers], exports: [LinkMakers] })
export class LinkMakersModule {}
