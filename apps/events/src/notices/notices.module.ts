import { Module } from '@nestjs/common'
import { ListNotices } from './list-notices'
import { ReadAllNotices } from './read-all-notices'
import { ReadNotice } from './read-notice'

/** What people of an account should know, and what each of them has read. */
@Module({ controllers: [ListNotices, ReadAllNotices, ReadNotice] })
export class NoticesModule {}
