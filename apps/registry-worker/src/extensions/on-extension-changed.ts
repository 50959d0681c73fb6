import { Controller } from '@nestjs/common'
import { extensionChanged } from '@nameyard/contracts/domains/extension-changed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { addExtension } from './extension.store'
import { Extensions } from './extensions'

/** Stores a record of an extension and serves it. Other replicas read it soon. */
@Controller()
export class OnExtensionChanged {
  constructor(
    private readonly database: Database,
    private readonly extensions: Extensions,
  ) {}

  @Consumes(extensionChanged)
  async on({ number, suffix, effectiveFrom, record }: Payload<typeof extensionChanged>): Promise<void> {
    await this.database.read(addExtension, { number, suffix, effectiveFrom, record: JSON.stringify(record) })
    await this.extensions.refresh()
  }
}
