import { Module } from '@nestjs/common'
import { CreateTemplate } from './create-template'
import { DeleteTemplate } from './delete-template'
import { GetTemplate } from './get-template'
import { ListTemplates } from './list-templates'
import { TemplateRecords } from './template-records'

/** Records that many zones have in common. */
@Module({
  controllers: [CreateTemplate, DeleteTemplate, GetTemplate, ListTemplates],
  providers: [TemplateRecords],
  exports: [TemplateRecords],
})
export class TemplatesModule {}
