import { Module } from '@nestjs/common'
import { CreateTag } from './create-tag'
import { DeleteTag } from './delete-tag'
import { ListTags } from './list-tags'

/** The tags of customers. */
@Module({ controllers: [CreateTag, DeleteTag, ListTags] })
export class TagsModule {}
