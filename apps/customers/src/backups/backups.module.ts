import { Module } from '@nestjs/common'
import { LogArchive } from './log-archive'

/** What the database says of its backups. */
@Module({ providers: [LogArchive] })
export class BackupsModule {}
