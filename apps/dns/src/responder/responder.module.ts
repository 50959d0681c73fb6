import { Global, Module } from '@nestjs/common'
import { PublishedZones } from './published-zones'
import { Responder } from './responder'

/**
 * The built-in name server. Global. It exists only where the settings choose it, so other modules inject it optionally.
 */
@Global()
@Module({ providers: [PublishedZones, Responder], exports: [Responder] })
export class ResponderModule {}
